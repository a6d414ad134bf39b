"""From a table to a payout: who is dealt in, what the pots of a round contributed, and a strong hand that lost.

They follow from the beginning and the end of a round of play, under the number of that event: a room that stopped in
between goes on where the payouts end, and a hit is neither lost nor reported twice. What several tables lead to is
taken in the order of time, so that the census of a hit is the same whenever it is taken.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from pokerroom.jackpot.commands import Contribute, NoteDealtIn, ReportHit
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.qualifying import Showdown, TabledHand, bad_beats, is_qualifying
from pokerroom.jackpot.state import Payout, Payouts
from pokerroom.play import Round
from pokerroom.play.procedure import SharePlan
from pokerroom.ranking import Ranking
from pokerroom.ranking.bad_beats import Qualifier
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.processes import Process, Recorded
from pokerroom.room.processes.booking import IDLE
from pokerroom.room.tables import TABLES
from pokerroom.table import seating
from pokerroom.table.seating import Table
from pokerroom.table.seating.events import RoundFinished, RoundStarted

Follows = Contribute | NoteDealtIn | ReportHit


def due(recorded: Recorded, payouts: Payouts) -> Iterator[Follows]:
    """What rounds of play mean for the payouts of their table, and these do not have yet."""
    if not payouts.concern(recorded.table):
        return
    table, done = recorded.before, payouts.followed.get(recorded.table, 0)
    for number, event in enumerate(recorded.events, start=recorded.first):
        if number > done:
            yield from followed(payouts, table, event, number)
        table = seating.apply(table, event)


def followed(payouts: Payouts, table: Table, event: object, number: int) -> Iterator[Follows]:
    match event:
        case RoundStarted(at=at):
            for payout in payouts.of_round(table.name, at):
                if payout.rules.has_room_share:
                    yield dealt_in(payout, table, event, number)
        case RoundFinished():
            found = payouts.of_round(table.name, began(table, event))
            for place, payout in enumerate(found):
                if place == 0:
                    yield contribution(payout, table, event, number)
                elif payout.rules.has_room_share:
                    yield contribution(payout, table, replace(event, contributed=0), number)
                yield from hits(payout, table, event, number)


def began(table: Table, event: RoundFinished) -> datetime:
    """When the round was dealt; where that was not kept, it is not held against anybody."""
    moment = None if table.dealt_in is None else table.dealt_in.began
    return event.at if moment is None else moment


def dealt_in(payout: Payout, table: Table, event: RoundStarted, number: int) -> NoteDealtIn:
    return NoteDealtIn(
        payout=payout.rules.name,
        by=ROOM,
        at=event.at,
        table=table.name,
        round=event.number,
        event=number,
        players=event.players,
    )


def contribution(payout: Payout, table: Table, event: RoundFinished, number: int) -> Contribute:
    lesser = payout.rules.own_secondary
    each = payout.rules.contribution.amount + (0 if lesser is None else lesser.amount)
    pots = max(1, event.contributed // max(1, each)) if event.contributed else 0
    secondary = 0 if lesser is None else min(event.contributed, pots * lesser.amount)
    return Contribute(
        payout=payout.rules.name,
        by=ROOM,
        at=event.at,
        table=table.name,
        round=event.number,
        event=number,
        primary=event.contributed - secondary,
        secondary=secondary,
        chips=pots * payout.rules.chips_each,
    )


def hits(payout: Payout, table: Table, event: RoundFinished, number: int) -> Iterator[ReportHit]:
    """Of a system only where the payout was offered from the first card of the round to its last pot (R-73)."""
    found, dealt = showdown_of(table, event), began(table, event)
    is_offered, judged = not payout.rules.system or table.contributes, payout.as_dealt(dealt)
    if found is not None and is_offered and bad_beats(judged.rules, found, judged.qualifier(event.at)):
        yield ReportHit(payout=payout.rules.name, by=ROOM, at=event.at, showdown=found, event=number, began=dealt)


def showdown_of(table: Table, event: RoundFinished) -> Showdown | None:
    """The hands tabled at the end of a round, where the game compares five-card high hands; none were if one folded."""
    state = table.round
    plan = None if state is None else high_share(state)
    if state is None or plan is None or table.dealing is None or not state.shown:
        return None
    return Showdown(
        table=table.name,
        round=event.number,
        game=table.posting.game,
        board=state.board,
        hands=tuple(tabled(table, state, plan, seat) for seat in range(len(state.stacks)) if state.shown >> seat & 1),
        dealt_in=tuple(table.place(seat).player for seat in table.dealing.lineup),
    )


def high_share(state: Round) -> SharePlan | None:
    return next((plan for plan in state.procedure.shares if plan.share.ranking is Ranking.HIGH_FIVE), None)


def tabled(table: Table, state: Round, plan: SharePlan, seat: int) -> TabledHand:
    assert table.dealing is not None
    player = table.place(table.dealing.lineup[seat]).player
    own = state.down[seat] + state.up[seat]
    return TabledHand(player=player, own=own, strength=plan.rank(own, state.board))


def is_paid_for_losing(payouts: Payouts, table: Table, seat: int, at: datetime) -> bool:
    """Whether a hand of this round may be paid for if it is tabled and loses: nobody mucks it for its player."""
    state = table.round
    plan = None if state is None else high_share(state)
    if state is None or plan is None:
        return False
    dealt = None if table.dealt_in is None else table.dealt_in.began
    found = [each.as_dealt(dealt) for each in payouts.of_table(table.name) if table.posting.game in each.rules.games]
    hand = tabled(table, state, plan, seat) if found else None
    return hand is not None and any(
        is_qualifying(asked, state.board, hand) for payout in found for asked in asked_of(payout, at)
    )


def asked_of(payout: Payout, at: datetime) -> Iterator[Qualifier]:
    yield payout.qualifier(at)
    if payout.rules.secondary is not None:
        yield payout.rules.secondary.qualifier


def is_followed(payouts: Payouts, item: Follows) -> bool:
    table = item.showdown.table if isinstance(item, ReportHit) else item.table
    return payouts.followed.get(table, 0) >= item.event


def in_time(items: Sequence[Follows]) -> list[Follows]:
    """As they happened, whichever table was read first; what one event leads to stays in its order."""
    return sorted(items, key=lambda each: each.at)


CONTRIBUTING = Process(
    name="payouts",
    by=ROOM.name,
    source=TABLES,
    target=PAYOUTS,
    kinds=(Contribute, NoteDealtIn, ReportHit),
    idle=IDLE,
    due=due,
    is_done=is_followed,
    commands=in_time,
    is_open=lambda _payouts: True,
    at_once=lambda _events: False,
    divides=lambda _command: False,
)
