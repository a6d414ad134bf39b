"""Orders to the dealer's box of a table: decks and devices, shuffle and cut, counts, relief, calls for the floor."""

from pokerroom.live import each_table
from pokerroom.live.entrance.permissions import CASINO_SUPERVISORS, FLOOR, PIT, SUPERVISORS
from pokerroom.live.house_orders import DrawForButton
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Given, Submission
from pokerroom.live.staff.orders.tables import TABLE, apart_from_play
from pokerroom.room.box.commands import AtBox
from pokerroom.room.room import Done
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.table import refusals as of_table
from pokerroom.table.box import commands as at_box
from pokerroom.table.box.decide import Command
from pokerroom.table.clearing import CollectContribution, CollectHand, CollectRake, PushPot
from pokerroom.table.decks import commands as of_decks
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.commands import DealtBy, DrawnCard

DEALER = NJAC_13_69F.cite("14.6(b)")


def to_box(command: Command, given: Given) -> AtBox:
    return AtBox(given.table, command)


async def where_a_dealer_deals(submission: Submission) -> Done | Refusal:
    """By the inbox of the table; nobody handles a card where the room deals."""
    actor = submission.house.actors.get(submission.order.table)
    if actor is not None and actor.table.dealt_by is not DealtBy.DEALER:
        return Refusal(of_table.Code.ROOM_DEALS, DEALER, {"table": submission.order.table})
    return await apart_from_play(submission)


async def distribute(submission: Submission) -> Done | Refusal:
    """To every table named, in one commit: no other order is in progress meanwhile. A divided room goes one by one."""
    live, id_, asked = submission.live, submission.id, submission.asked
    if live.is_divided:
        return await each_table.distribute(live, submission.house.actors, submission.command, id=id_, asked=asked)
    return await live.distribute(submission.command, id=id_, asked=asked)


def drawn(order: DrawForButton, given: Given) -> at_table.DrawForButton:  # noqa: ARG001
    cards = tuple(DrawnCard(each.seat, each.named) for each in order.cards)
    return at_table.DrawForButton(by=order.by, at=order.at, cards=cards)


BOX = Counter("box", to_box, where_a_dealer_deals, names_table=True)

ORDERS = (
    Declaration(BOX, of_decks.DistributeDecks, SUPERVISORS, carry_out=distribute),
    Declaration(BOX, of_decks.ChooseDeckRules, SUPERVISORS),
    Declaration(BOX, of_decks.ReceiveDeck, PIT),
    Declaration(BOX, of_decks.ProvideCoverCard, PIT),
    Declaration(BOX, of_decks.InstallShuffler, PIT),
    Declaration(BOX, of_decks.RemoveShuffler, PIT),
    Declaration(BOX, of_decks.OpenTable, PIT),
    Declaration(BOX, of_decks.BeginDay, PIT),
    Declaration(BOX, of_decks.CloseTable, PIT),
    Declaration(BOX, of_decks.RemoveDeck, PIT),
    Declaration(BOX, of_decks.SignOn, PIT),
    Declaration(BOX, of_decks.SignOff, PIT),
    Declaration(BOX, of_decks.RelieveDealer, PIT),
    Declaration(BOX, of_decks.InspectDeck, PIT),
    Declaration(BOX, of_decks.VerifyDeck, FLOOR),
    Declaration(BOX, of_decks.AcceptPreparedDeck, PIT),
    Declaration(BOX, of_decks.SpreadDeck, PIT),
    Declaration(BOX, of_decks.TurnDeckUp, PIT),
    Declaration(BOX, of_decks.OfferInspection, PIT),
    Declaration(BOX, of_decks.WashDeck, PIT),
    Declaration(BOX, of_decks.ShuffleDeck, PIT),
    Declaration(BOX, of_decks.ReportFailedShuffle, PIT),
    Declaration(BOX, of_decks.PlaceCoverCard, PIT),
    Declaration(BOX, of_decks.TakePacket, PIT),
    Declaration(BOX, of_decks.PlaceRest, PIT),
    Declaration(BOX, of_decks.PrepareDeck, PIT),
    Declaration(BOX, of_decks.OrderRecut, CASINO_SUPERVISORS),
    Declaration(BOX, of_decks.PutInPlay, PIT),
    Declaration(BOX, of_decks.StoreDeck, PIT),
    Declaration(BOX, of_decks.SortDeck, PIT),
    Declaration(BOX, of_decks.CountDeck, PIT),
    Declaration(BOX, of_decks.CountStub, PIT),
    Declaration(BOX, of_decks.ReportWrongCards, PIT),
    Declaration(BOX, of_decks.NoteSkipped, PIT),
    Declaration(BOX, of_decks.SetDeckDown, PIT),
    Declaration(BOX, of_decks.PickDeckUp, PIT),
    Declaration(BOX, CollectHand, PIT),
    Declaration(BOX, CollectRake, PIT),
    Declaration(BOX, CollectContribution, PIT),
    Declaration(BOX, PushPot, PIT),
    Declaration(BOX, at_box.Attest, PIT),
    Declaration(BOX, at_box.CallFloor, PIT),
    Declaration(BOX, at_box.AnswerCall, FLOOR),
    Declaration(
        TABLE,
        at_table.StartRound,
        PIT,
        unsaid=("deck", "settings", "software", "collects"),
        carry_out=where_a_dealer_deals,
    ),
    Declaration(TABLE, DrawForButton, PIT, becomes=at_table.DrawForButton, made=drawn, carry_out=where_a_dealer_deals),
)
