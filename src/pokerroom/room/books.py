"""From what happens at a table to the transfers of the ledger: every cent that moves there moves in the books.

A bet lies before its player until the dealer gathers the bets, and the books follow: stakes go into the pot when a
betting round closes. The id of a transfer is the event it follows from, so nothing is booked twice.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from pokerroom.ledger import (
    CAGE,
    REVENUE,
    Account,
    Kind,
    Reason,
    RecordId,
    Signature,
    Transfer,
    bad_beat_box,
    bank,
    inventory,
    pot,
    rake_area,
    stakes,
)
from pokerroom.play import Place, Round, events as in_play
from pokerroom.play.events import PotAwarded, RoundOpened, Ruled
from pokerroom.rules.citation import Citation
from pokerroom.rules.house import PercentageRake
from pokerroom.table.seating import Event, Table
from pokerroom.table.seating.events import (
    CameBack,
    PlayerSeated,
    RakeMoved,
    SeatVacated,
    StakesAdded,
    TimeCollected,
    TimePaid,
    TimeVerified,
)

SCRIBE = Signature("books", "process")
"""Who signs for what follows from an event of itself."""


OF_TABLES = frozenset({Kind.STAKES, Kind.POT, Kind.RAKE_AREA, Kind.BAD_BEAT_BOX})
"""Accounts that follow the events of a table, and that nobody writes in by hand."""


QUIET: frozenset[type[Any]] = frozenset(
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
    }
)
"""Events of a round that leave every chip where the books have it: cards, and wagers before they are gathered."""


def are_quiet(events: Iterable[Event]) -> bool:
    """Whether nothing moves in the books; most orders are of that kind."""
    return QUIET.issuperset(map(type, events))


class Movement(NamedTuple):
    debit: Account
    credit: Account
    amount: int
    reason: Reason


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
    return [
        Transfer(
            id=RecordId(id.stream, id.sequence, line),
            debit=each.debit,
            credit=each.credit,
            amount=each.amount,
            at=at,
            by=SCRIBE,
            reason=each.reason,
            rule=rule,
            game=game,
        )
        for line, each in enumerate((each for each in moved if each.amount), start=1)
    ]


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
    yield from gathered(before, then, now)
    yield from raked(before.name, then, now)


def ruled(table: Table, event: Ruled) -> Iterator[Movement]:
    """Chips where a ruling sends them: between two players by way of the pot, for no account of one pays another's."""
    middle = pot(table.name)
    for move in event.moves:
        source, target = (account_of(table, place) for place in (move.source, move.target))
        if source != target:
            yield from (
                Movement(debit, credit, move.amount, Reason.RULING)
                for debit, credit in ((source, middle), (middle, target))
                if debit != credit
            )


def account_of(table: Table, place: Place) -> Account:
    """A bet is its player's until it is gathered."""
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
    """Whose hand is number `seat` of the round."""
    assert table.dealing is not None
    return table.place(table.dealing.lineup[seat]).player


def awards(table: Table, event: PotAwarded) -> Iterator[Movement]:
    middle = pot(table.name)
    for seat, amount in zip(event.seats, event.amounts, strict=True):
        yield Movement(middle, stakes(table.name, player_in(table, seat)), amount, Reason.AWARD)


def raked(table: str, then: Round, now: Round) -> Iterator[Movement]:
    """Into the rake area by method, or back where the round is undone."""
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
    yield Movement(bank(event.player), stakes(table, event.player), event.amount, Reason.BUY_IN)


def vacated(table: str, event: SeatVacated) -> Iterator[Movement]:
    yield Movement(stakes(table, event.player), bank(event.player), event.amount, Reason.CASH_OUT)


def came_back(table: str, event: CameBack) -> Iterator[Movement]:
    """Less than went out stays with the player, more was brought along."""
    own, more = stakes(table, event.player), event.variance
    if more > 0:
        yield Movement(bank(event.player), own, more, Reason.BUY_IN)
    else:
        yield Movement(own, bank(event.player), -more, Reason.CASH_OUT)


def time_collected(table: str, event: TimeCollected) -> Iterator[Movement]:
    for charge in event.charges:
        yield Movement(stakes(table, charge.player), rake_area(table), charge.paid, Reason.TIME_CHARGE)


def time_paid(table: str, event: TimePaid) -> Iterator[Movement]:
    yield Movement(stakes(table, event.player), rake_area(table), event.amount, Reason.TIME_CHARGE)


def into_inventory(table: str, event: RakeMoved | TimeVerified) -> Iterator[Movement]:
    """The chips go into the tray, and are the house's from then on."""
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
}

NEEDS_THE_BANK = (PlayerSeated, StakesAdded, CameBack)
"""Events that take money out of a player's bank: they stand only together with the transfer that pays for them."""
