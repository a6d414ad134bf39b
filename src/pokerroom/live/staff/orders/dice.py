"""Orders at a mini-dice table: its shaker, its dealer, what players put on the layout, and each step of a round."""

from typing import Any

from pokerroom.dice import commands as asked
from pokerroom.live.banked.dice.actor import DiceActor
from pokerroom.live.entrance.permissions import FLOOR, PIT, SUPERVISORS
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Given, Second, Submission, submit
from pokerroom.room.dice.commands import AtDice, OnDiceOdds, PostOdds
from pokerroom.room.orders.dice import at_a_dice_table
from pokerroom.room.room import Done
from pokerroom.words import saying


def to_dice(command: Any, given: Given) -> AtDice:
    return AtDice(given.table, command)


async def at_the_dice_table(submission: Submission) -> Done | Refusal:
    """By the actor of the table; one that no order has been given to before has none yet."""
    house, live, table = submission.house, submission.live, submission.order.table
    async with live.opening(table):
        actor = house.banked.get(f"dice/{table}")
        if actor is None:
            answer = await submit(submission)
            if isinstance(answer, Done):
                house.add_banked(DiceActor(live, table, changed=house.lobby_changed))
            return answer
    if not isinstance(actor, DiceActor) or actor.live is not live:
        return Refusal(Code.NO_TABLE_IN_ROOM, facts={"table": repr(table)})
    return await actor.order(submission.command, id=submission.id, asked=submission.asked)


async def to_the_house(submission: Submission) -> Done | Refusal:
    """Every mini-dice table of the room takes the odds in one commit."""
    answer = await submission.live.alone(submission.command, id=submission.id, asked=submission.asked)
    if isinstance(answer, Done):
        for actor in submission.house.banked.values():
            if isinstance(actor, DiceActor) and actor.live is submission.live:
                actor.hear(answer)
    return answer


async def not_now(submission: Submission) -> Refusal | None:
    """Nobody is asked to agree to what could not be done."""
    answer = at_a_dice_table(submission.live.room, submission.now)
    return answer if isinstance(answer, Refusal) else None


FROM_BANK = Second(saying("orders.second or player"), unfit=not_now, or_player=True, who=PIT)

DICE_TABLE = Counter("dice", to_dice, at_the_dice_table, names_table=True)
DICE_HOUSE = Counter("odds", lambda command, _given: OnDiceOdds(command), to_the_house)

ORDERS = (
    Declaration(DICE_TABLE, asked.PlaceShaker, PIT),
    Declaration(DICE_TABLE, asked.RemoveShaker, PIT),
    Declaration(DICE_TABLE, asked.InspectShaker, FLOOR),
    Declaration(DICE_TABLE, asked.OpenDiceTable, FLOOR, unsaid=("shaken_by",)),
    Declaration(DICE_TABLE, asked.CloseDiceTable, FLOOR),
    Declaration(DICE_TABLE, asked.TakeOver, PIT),
    Declaration(DICE_TABLE, asked.SignOff, PIT),
    Declaration(DICE_TABLE, asked.ReportTrouble, PIT),
    Declaration(DICE_TABLE, asked.SitDown, PIT, second=FROM_BANK, takes_seat=True),
    Declaration(DICE_TABLE, asked.BuyChips, PIT, second=FROM_BANK),
    Declaration(DICE_TABLE, asked.GetUp, PIT),
    Declaration(DICE_TABLE, asked.PlaceWager, PIT),
    Declaration(DICE_TABLE, asked.RemoveWager, PIT),
    Declaration(DICE_TABLE, asked.NoMoreBets, PIT),
    Declaration(DICE_TABLE, asked.Cover, PIT),
    Declaration(DICE_TABLE, asked.Shake, PIT, unsaid=("added",)),
    Declaration(DICE_TABLE, asked.OfferShaker, PIT),
    Declaration(DICE_TABLE, asked.AnswerShaker, PIT),
    Declaration(DICE_TABLE, asked.PassShaker, PIT),
    Declaration(DICE_TABLE, asked.AskForShaker, PIT),
    Declaration(DICE_TABLE, asked.OrderPassed, FLOOR),
    Declaration(DICE_TABLE, asked.Uncover, PIT, unsaid=("proof",)),
    Declaration(DICE_TABLE, asked.CollectLosing, PIT),
    Declaration(DICE_TABLE, asked.PayWinners, PIT),
    Declaration(DICE_HOUSE, PostOdds, SUPERVISORS),
)
