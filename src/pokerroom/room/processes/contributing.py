"""From a table to a payout: what the pots of a round contributed, and a strong hand that lost.

Both follow from the end of a round of play, under the number of that event: a room that stopped in between goes on
where the payouts end, and a hit is neither lost nor reported twice.
"""

from collections.abc import Iterator

from pokerroom.jackpot.commands import Contribute, ReportHit
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
from pokerroom.table.seating.events import RoundFinished


def due(recorded: Recorded, payouts: Payouts) -> Iterator[Contribute | ReportHit]:
    """What rounds of play that are over mean for the payout of their table, and it does not have yet."""
    payout = payouts.at_table(recorded.table)
    if payout is None:
        return
    table, done = recorded.before, payouts.followed.get(recorded.table, 0)
    for number, event in enumerate(recorded.events, start=recorded.first):
        if number > done and isinstance(event, RoundFinished):
            yield from contributions(payout, table, event, number)
            yield from hits(payout, table, event, number)
        table = seating.apply(table, event)


def contributions(payout: Payout, table: Table, event: RoundFinished, number: int) -> Iterator[Contribute]:
    if not event.contributed:
        return
    lesser = payout.rules.own_secondary
    each = payout.rules.contribution.amount + (0 if lesser is None else lesser.amount)
    pots = max(1, event.contributed // max(1, each))
    secondary = 0 if lesser is None else min(event.contributed, pots * lesser.amount)
    yield Contribute(
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


def is_followed(payouts: Payouts, item: Contribute | ReportHit) -> bool:
    table = item.table if isinstance(item, Contribute) else item.showdown.table
    return payouts.followed.get(table, 0) >= item.event


CONTRIBUTING = Process(
    name="payouts",
    by=ROOM.name,
    source=TABLES,
    target=PAYOUTS,
    kinds=(Contribute, ReportHit),
    idle=IDLE,
    due=due,
    is_done=is_followed,
    commands=list,
    is_open=lambda _payouts: True,
    at_once=lambda _events: False,
    divides=lambda _command: False,
)
