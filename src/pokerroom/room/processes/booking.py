"""From a table to the books, and from a seat to the bank: every cent that moves at a table moves in the ledger.

A bet is in front of its player until the dealer gathers the bets, and the books follow: stakes go into the pot when a
betting round closes. The id of a transfer is the event it follows from, so nothing is booked twice. A buy-in, which
takes money out of a player's bank, is in one commit with its transfer; everything else is booked afterwards. Where
table and books belong to two shards, no commit has both: the money was held before, and the event names its hold.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

from pokerroom.ledger import (
    CAGE,
    REVENUE,
    Account,
    Books,
    CloseDay,
    Dealt,
    Kind,
    Reason,
    RecordId,
    Transfer,
    agreed_by,
    bad_beat_box,
    bank,
    held_for,
    inventory,
    pot,
    rake_area,
    stakes,
)
from pokerroom.play import Place, Round, events as in_play
from pokerroom.play.events import PotAwarded, RoundOpened, Ruled
from pokerroom.room.books import LEDGER
from pokerroom.room.processes import Process, Recorded
from pokerroom.room.processes.posting import (
    ROUNDS,
    SCRIBE,
    Movement,
    commands,
    dealt,
    is_booked,
    last_number,
    transfers_of,
)
from pokerroom.room.tables import TABLES
from pokerroom.rules.citation import Citation
from pokerroom.rules.house import PercentageRake
from pokerroom.table import seating
from pokerroom.table.seating import Event, Table
from pokerroom.table.seating.commands import Return, TakeSeat, TopUp
from pokerroom.table.seating.events import (
    CameBack,
    PlayerSeated,
    RakeMoved,
    RoundFinished,
    RuledBetweenRounds,
    SeatVacated,
    StakesAdded,
    TimeCollected,
    TimePaid,
    TimeVerified,
)

OF_TABLES = frozenset({Kind.HELD, Kind.STAKES, Kind.POT, Kind.WAGERS, Kind.RAKE_AREA, Kind.BAD_BEAT_BOX})
"""Accounts that follow the events of a table, and that nobody writes to by hand."""


IDLE: frozenset[type[Any]] = frozenset(
    {
        in_play.BettingRoundOpened,
        in_play.Folded,
        in_play.Checked,
        in_play.Called,
        in_play.BetMade,
        in_play.Raised,
        in_play.CardBurned,
        in_play.CardsDealt,
        in_play.CommunityDealt,
        in_play.DiscardsDue,
        in_play.Discarded,
        in_play.DrawOpened,
        in_play.StoodPat,
        in_play.Drew,
        in_play.ShowdownOpened,
        in_play.HandShown,
        in_play.HandConceded,
        in_play.Entered,
        in_play.CardsNamed,
        in_play.OpenerAwaited,
        in_play.PotsPushed,
    }
)
"""Events of a round that leave every chip where the books have it: cards, and wagers before they are gathered."""


def transfers(before: Table, event: Event, after: Table, *, id: RecordId, at: datetime) -> list[Transfer]:  # noqa: A002
    """The transfers that follow from one event of a table's record, in order."""
    of_table = MOVEMENTS.get(type(event))
    if of_table is not None:
        moved = of_table(after.name, event)
    elif before.round is not None and after.round is not None and not isinstance(event, RoundOpened):
        moved = in_round(before, event, after)
    else:
        moved = iter(())
    game = after.posting.game if after.rotation else ""
    rule: Citation = event.rule
    return transfers_of(moved, id=id, at=at, rule=rule, game=game, note=agreement(event))


def agreement(event: Event) -> str:
    """Who agreed to what staff did with a player's money."""
    return agreed_by(getattr(event, "agreed", None))


def in_round(before: Table, event: Event, after: Table) -> Iterator[Movement]:
    """What an event of a round moves between table stakes, pot and rake area."""
    then, now = before.round, after.round
    assert then is not None
    assert now is not None
    if isinstance(event, Ruled):
        yield from ruled(before, event)
        return
    if then.paid == now.paid and then.main_pot_antes == now.main_pot_antes and then.raked == now.raked:
        given = now.contributed - then.contributed
        if given:
            yield Movement(pot(before.name), bad_beat_box(before.name), given, Reason.BAD_BEAT_CONTRIBUTION)
        if isinstance(event, PotAwarded):
            yield from awards(before, event)
        return
    moves = [gathered(before, then, now), raked(before.name, then, now)]
    # What was raked goes back into the pot before the pot gives back what was wagered.
    yield from chain.from_iterable(reversed(moves) if sum(now.raked) < sum(then.raked) else moves)


def ruled(table: Table, event: Ruled) -> Iterator[Movement]:
    """Chips moved by a ruling: between two players through the pot, because no player's account pays another's."""
    middle = pot(table.name)
    for move in event.moves:
        source, target = (account_of(table, place) for place in (move.source, move.target))
        if source != target:
            yield from (
                Movement(debit, credit, move.amount, Reason.RULING)
                for debit, credit in ((source, middle), (middle, target))
                if debit != credit
            )


def ruled_between_rounds(table: str, event: RuledBetweenRounds) -> Iterator[Movement]:
    for move in event.moves:
        if move.payer != move.payee:
            yield Movement(stakes(table, move.payer), pot(table), move.amount, Reason.RULING)
            yield Movement(pot(table), stakes(table, move.payee), move.amount, Reason.RULING)


def account_of(table: Table, place: Place) -> Account:
    """A bet belongs to its player until it is gathered."""
    return pot(table.name) if place.at == "pot" else stakes(table.name, player_in(table, place.seat))


def gathered(table: Table, then: Round, now: Round) -> Iterator[Movement]:
    """Each player's chips that went into the pot, or came back out of it."""
    middle = pot(table.name)
    for seat in range(len(then.stacks)):
        amount = in_the_pot(now, seat) - in_the_pot(then, seat)
        own = stakes(table.name, player_in(table, seat))
        if amount > 0:
            yield Movement(own, middle, amount, Reason.WAGER)
        else:
            yield Movement(middle, own, -amount, Reason.REFUND)


def in_the_pot(state: Round, seat: int) -> int:
    return state.paid[seat] + (state.main_pot_antes[seat] if state.main_pot_antes else 0)


def player_in(table: Table, seat: int) -> str:
    """The player whose hand is number `seat` of the round."""
    assert table.dealing is not None
    return table.place(table.dealing.lineup[seat]).player


def awards(table: Table, event: PotAwarded) -> Iterator[Movement]:
    middle = pot(table.name)
    for seat, amount in zip(event.seats, event.amounts, strict=True):
        yield Movement(middle, stakes(table.name, player_in(table, seat)), amount, Reason.AWARD)


def raked(table: str, then: Round, now: Round) -> Iterator[Movement]:
    """Into the rake area by method, or back if the round is undone."""
    methods = now.procedure.house.rake
    before = then.taken.by_method or (0,) * len(methods)
    after = now.taken.by_method or (0,) * len(methods)
    for method, had, has in zip(methods, before, after, strict=True):
        reason = Reason.PERCENTAGE_RAKE if isinstance(method, PercentageRake) else Reason.INCREMENTAL_RAKE
        if has > had:
            yield Movement(pot(table), rake_area(table), has - had, reason)
        else:
            yield Movement(rake_area(table), pot(table), had - has, reason)


def bought_in(table: str, event: PlayerSeated | StakesAdded) -> Iterator[Movement]:
    yield paid(table, event, event.amount)


def paid(table: str, event: PlayerSeated | StakesAdded | CameBack, amount: int) -> Movement:
    """From the bank, or from what was held for the table."""
    source = held_for(table, event.player) if event.held else bank(event.player)
    return Movement(source, stakes(table, event.player), amount, Reason.BUY_IN, event.held)


def vacated(table: str, event: SeatVacated) -> Iterator[Movement]:
    yield Movement(stakes(table, event.player), bank(event.player), event.amount, Reason.CASH_OUT)


def came_back(table: str, event: CameBack) -> Iterator[Movement]:
    """If less came back than went out, the rest stays with the player; if more, it was brought along."""
    more = event.variance
    if more > 0:
        yield paid(table, event, more)
    else:
        yield Movement(stakes(table, event.player), bank(event.player), -more, Reason.CASH_OUT)


def time_collected(table: str, event: TimeCollected) -> Iterator[Movement]:
    for charge in event.charges:
        yield Movement(stakes(table, charge.player), rake_area(table), charge.paid, Reason.TIME_CHARGE)


def time_paid(table: str, event: TimePaid) -> Iterator[Movement]:
    yield Movement(stakes(table, event.player), rake_area(table), event.amount, Reason.TIME_CHARGE)


def into_inventory(table: str, event: RakeMoved | TimeVerified) -> Iterator[Movement]:
    """The chips go into the tray, and belong to the house from then on."""
    yield Movement(rake_area(table), inventory(table), event.amount, Reason.RAKE_COLLECTED)
    yield Movement(CAGE, REVENUE, event.amount, Reason.RAKE_EARNED)


MOVEMENTS: dict[type[Any], Callable[[str, Any], Iterator[Movement]]] = {
    PlayerSeated: bought_in,
    StakesAdded: bought_in,
    SeatVacated: vacated,
    CameBack: came_back,
    TimeCollected: time_collected,
    TimePaid: time_paid,
    RakeMoved: into_inventory,
    TimeVerified: into_inventory,
    RuledBetweenRounds: ruled_between_rounds,
}

FROM_THE_BANK: dict[type[Any], type[Any]] = {TakeSeat: PlayerSeated, TopUp: StakesAdded, Return: CameBack}
"""Commands that take money out of a player's bank, and the events that record it."""

PAID_FOR = tuple(FROM_THE_BANK.values())
"""These are recorded only together with the transfer that pays for them, or name the hold that does."""


def bought(events: Iterable[Event]) -> PlayerSeated | StakesAdded | CameBack | None:
    """The event among those of one command that takes money out of a bank, if one does."""
    found = (event for event in events if isinstance(event, PAID_FOR) and cost_of(event))
    return next(found, None)


def cost_of(event: PlayerSeated | StakesAdded | CameBack) -> int:
    """What it takes out of a bank."""
    return max(0, event.variance) if isinstance(event, CameBack) else event.amount


def due(recorded: Recorded, books: Books) -> Iterator[Transfer | Dealt]:
    """What follows from events of a table and is not in the books yet: transfers, and rounds of play dealt."""
    stream, table = TABLES.named(recorded.table), recorded.before
    posted, noted = last_number(books, stream), last_number(books, f"{ROUNDS}{recorded.table}")
    for number, event in enumerate(recorded.events, start=recorded.first):
        after = recorded.after if len(recorded.events) == 1 else seating.apply(table, event)
        if number > posted:
            yield from transfers(table, event, after, id=RecordId(stream, number), at=recorded.at)
        # A round is noted in the books after the transfers of its table, and may already be there.
        if isinstance(event, RoundFinished) and event.number > noted:
            yield dealt(table.name, table.posting.game, event.number, event.at)
        table = after


BOOKING = Process(
    name="books",
    by=str(SCRIBE),
    source=TABLES,
    target=LEDGER,
    kinds=(Transfer, Dealt),
    idle=IDLE,
    due=due,
    is_done=is_booked,
    # A day may have been closed before its desk heard of what another server's table had recorded.
    commands=partial(commands, may_be_late=True),
    # Between two gaming days it waits for the next.
    is_open=lambda books: books.open_day is not None,
    at_once=lambda events: any(isinstance(event, PAID_FOR) for event in events),
    divides=lambda command: isinstance(command, CloseDay),
    from_bank=frozenset(FROM_THE_BANK),
)
