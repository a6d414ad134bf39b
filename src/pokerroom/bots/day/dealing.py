"""What happens next at a table: one order per tick, which depends only on the table, the plan and the tick.

So the tables of a tick can be asked all at once, in any order, and again after a crash.
"""

from random import Random

from msgspec.structs import replace

from pokerroom.bots import dealer
from pokerroom.bots.crew import Felt
from pokerroom.bots.day.plan import CREW, DATE, DEALER, FLOOR, SUPERVISOR, Plan, TablePlan
from pokerroom.bots.day.postings import smallest
from pokerroom.bots.plain import choose
from pokerroom.play import (
    Bet,
    CardCount,
    DeclareDead,
    DeclareMisdeal,
    MayBet,
    MayRaise,
    Misdeal,
    PlayerCommand,
    Raise,
    Seat,
    Stage,
    View,
    view,
)
from pokerroom.room.commands import Command
from pokerroom.room.tables.commands import AtTable, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.rules.staff import Official
from pokerroom.table.box import Box
from pokerroom.table.decks import commands as of_decks
from pokerroom.table.seating import Table, commands as at_table, next_lineup
from pokerroom.table.seating.commands import DealtBy
from pokerroom.table.seating.lineup import willing

MISDEALS, DIES = 0.004, 0.0005
BETS_MORE, DISAGREES, VERIFIES = 0.3, 0.02, 0.5

DRAWS_CARDS = (DealRound, ShuffleAgain, DealDrawForButton)
"""Orders for which the room draws from its generator."""


def next_order(plan: Plan, posted: TablePlan, table: Table, box: Box, tick: int) -> Command | None:
    if not table.is_open:
        return None
    chance = plan.chance(tick, "table", table.name)
    if table.dealt_by is DealtBy.DEALER:
        return by_hand(plan, posted, table, box, tick, chance)
    if table.dealing is not None:
        return in_round(plan, table, tick, chance)
    return between_rounds(plan, posted, table, tick, chance)


def by_hand(plan: Plan, posted: TablePlan, table: Table, box: Box, tick: int, chance: Random) -> Command | None:
    """Where a dealer deals: what the crew does, and the time charges and the closing as elsewhere."""
    at = plan.at(tick)
    felt = Felt(table, box, at, DATE, chance, CREW)
    if table.dealing is not None or box.clearing is not None or box.calls:
        return dealer.next_order(felt)
    about_time = charging(table, tick, plan, chance, by=felt.decks.dealer or FLOOR)
    if about_time is not None:
        return about_time
    if tick < posted.closes:
        return dealer.next_order(felt)
    if table.seated:
        return None
    if box.is_open:
        return felt.in_box(of_decks.CloseTable, carried_by=FLOOR.name)
    return AtTable(table.name, at_table.CloseTable(by=SUPERVISOR, at=at))


def in_round(plan: Plan, table: Table, tick: int, chance: Random) -> Command | None:
    state, at = table.round, plan.at(tick)
    assert state is not None
    if state.stage is Stage.SHUFFLING:
        return ShuffleAgain(table=table.name, by=DEALER, at=at)
    luck = chance.random()
    if luck < MISDEALS and not state.street and not state.wagered:
        misdeal = DeclareMisdeal(chance.choice((Misdeal.SHUFFLE_OR_CUT, Misdeal.WRONG_START)))
        return AtTable(table.name, at_table.Play(by=FLOOR, at=at, command=misdeal))
    if luck > 1 - DIES:
        return AtTable(table.name, at_table.Play(by=FLOOR, at=at, command=DeclareDead(CardCount.MISSING)))
    seat = table.turn_to_act
    if seat is None or state.turn is None:
        return None
    command = replace(decision(view(state, state.turn), chance), seat=Seat(seat))
    return AtTable(table.name, at_table.Play(by=table.place(seat).player, at=at, command=command))


def decision(seen: View, chance: Random) -> PlayerCommand:
    """The decision of a plain player who now and then bets more than the minimum."""
    command = choose(seen, chance)
    if isinstance(command, Bet | Raise) and chance.random() < BETS_MORE:
        offer = next(each for each in seen.offers if isinstance(each, MayBet | MayRaise))
        chips = (offer.most - offer.least) // offer.step
        # Small amounts more often than large ones; now and then everything.
        more = chips if chance.random() < 0.1 else int(chips * chance.random() ** 3)
        return replace(command, to=offer.most if more == chips else offer.least + more * offer.step)
    return command


def between_rounds(plan: Plan, posted: TablePlan, table: Table, tick: int, chance: Random) -> Command | None:
    at = plan.at(tick)
    about_time = charging(table, tick, plan, chance)
    if about_time is not None:
        return about_time
    if tick >= posted.closes and not table.seated:
        return AtTable(table.name, at_table.CloseTable(by=SUPERVISOR, at=at))
    if tick >= posted.closes:
        return None
    agreement = about_minimum(plan, posted, table, tick, chance)
    if agreement is not None:
        return agreement
    drawn = table.posting.rules.first_button == "dealt-card" and table.posting.plan.game.has_button
    if drawn and table.button is None:
        return DealDrawForButton(table=table.name, by=DEALER, at=at) if len(willing(table)) > 1 else None
    return None if next_lineup(table) is None else DealRound(table=table.name, by=DEALER, at=at)


def charging(table: Table, tick: int, plan: Plan, chance: Random, *, by: Official = DEALER) -> Command | None:
    """Time charges that are due, and those a floorperson has to verify."""
    at, due = plan.at(tick), table.time_due
    if due is not None and due <= at and table.seated:
        return AtTable(table.name, at_table.CollectTime(by=by, at=at))
    if table.time_area and (chance.random() < VERIFIES or not table.seated):
        return AtTable(table.name, at_table.VerifyTime(by=FLOOR, at=at, amount=table.time_area))
    return None


def about_minimum(plan: Plan, posted: TablePlan, table: Table, tick: int, chance: Random) -> Command | None:
    """One player proposes a higher minimum; the others agree, or one of them does not."""
    if not posted.recipe.raises_minimum or tick < plan.raise_minimum or len(table.seated) < 2:
        return None
    if table.proposal is None:
        raised = smallest(table.posting.house.limits) > posted.minimum
        if raised or chance.random() > 0.2:
            return None
        by = chance.choice(table.seated)[1].player
        return AtTable(table.name, at_table.ProposeMinimum(by=by, at=plan.at(tick), minimum=2 * posted.minimum))
    others = [place.player for _, place in table.seated if place.player not in table.proposal.agreed]
    if not others:
        return None
    agree = at_table.Agree(by=others[0], at=plan.at(tick), player=others[0], agrees=chance.random() >= DISAGREES)
    return AtTable(table.name, agree)
