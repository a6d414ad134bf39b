"""From a table to a payout: who is dealt in, what the pots of a round contributed, and a strong hand that lost.

They follow from the beginning and the end of a round of play, under the number of that event: a room that stopped in
between goes on where the payouts end, and a hit is neither lost nor reported twice. What several tables lead to is
taken in the order of time, so that the census of a hit is the same whenever it is taken.
"""

from collections.abc import Iterator, Sequence

from pokerroom.jackpot.commands import Contribute, NoteDealtIn, ReportHit
from pokerroom.jackpot.linking import suspended
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.qualifying import Showdown, TabledHand, bad_beats
from pokerroom.jackpot.state import Payout, Payouts
from pokerroom.play import Round
from pokerroom.play.procedure import SharePlan
from pokerroom.ranking import Ranking
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.processes import Process, Recorded
from pokerroom.room.processes.booking import IDLE
from pokerroom.room.tables import TABLES
from pokerroom.table import seating
from pokerroom.table.seating import Table
from pokerroom.table.seating.events import RoundFinished, RoundStarted

Follows = Contribute | NoteDealtIn | ReportHit


def due(recorded: Recorded, payouts: Payouts) -> Iterator[Follows]:
    """What rounds of play mean for the payout of their table, and it does not have yet."""
    payout = payouts.at_table(recorded.table)
    if payout is None:
        return
    table, done = recorded.before, payouts.followed.get(recorded.table, 0)
    for number, event in enumerate(recorded.events, start=recorded.first):
        if number > done and payout.takes_part(recorded.table, recorded.at):
            yield from followed(payout, table, event, number)
        table = seating.apply(table, event)


def followed(payout: Payout, table: Table, event: object, number: int) -> Iterator[Follows]:
    match event:
        case RoundStarted() if payout.rules.has_room_share:
            yield dealt_in(payout, table, event, number)
        case RoundFinished():
            yield contribution(payout, table, event, number)
            yield from hits(payout, table, event, number)


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
        chips=pots,
    )


def hits(payout: Payout, table: Table, event: RoundFinished, number: int) -> Iterator[ReportHit]:
    found = showdown_of(table, event)
    if found is not None and suspended(payout) is None and bad_beats(payout.rules, found, payout.qualifier(event.at)):
        yield ReportHit(payout=payout.rules.name, by=ROOM, at=event.at, showdown=found, event=number)


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
