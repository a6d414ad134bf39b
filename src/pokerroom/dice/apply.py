"""What each event does to a mini-dice table, and nothing else."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pokerroom.dice import events as happened
from pokerroom.dice.commands import Trouble
from pokerroom.dice.events import Event
from pokerroom.dice.state import DiceTable, Incident, Phase, Place, Result, Shaker, Wager
from pokerroom.dice.wagers import Bet


def apply(table: DiceTable, event: Event) -> DiceTable:
    """The table after an event."""
    return FOLDS[type(event)](table, event)


def seated(table: DiceTable, seat: int, place: Place | None) -> DiceTable:
    places = (*table.places[:seat], place, *table.places[seat + 1 :])
    return replace(table, places=places)


def changed(table: DiceTable, seat: int, **values: Any) -> DiceTable:
    return seated(table, seat, replace(table.at(seat), **values))


def shaker_placed(table: DiceTable, event: happened.ShakerPlaced) -> DiceTable:
    shaker = Shaker(name=event.shaker, dice=event.dice, placed=event.at)
    return replace(table, shaker=shaker, incidents=(), covered=False, shakes=0)


def shaker_inspected(table: DiceTable, event: happened.ShakerInspected) -> DiceTable:
    assert table.shaker is not None
    return replace(table, shaker=replace(table.shaker, works=event.works))


def opened(table: DiceTable, event: happened.DiceTableOpened) -> DiceTable:
    return replace(
        table,
        phase=Phase.BETTING,
        shaken_by=event.shaken_by,
        least=event.least,
        most=event.most,
        unit=event.unit,
        printed=event.odds,
        places=(None,) * event.seats,
        number=table.number + 1,
        holder=None,
        previous=None,
        skipped=None,
        result=None,
    )


def closed(table: DiceTable, event: happened.DiceTableClosed) -> DiceTable:  # noqa: ARG001
    """The shaker is inspected again before the table opens again, 13.5(a)."""
    shaker = None if table.shaker is None else replace(table.shaker, works=None)
    return replace(table, phase=Phase.CLOSED, shaker=shaker, promise=None)


def dealer_on(table: DiceTable, event: happened.DiceDealerOn) -> DiceTable:
    assert not isinstance(event.by, str)
    return replace(table, dealer=event.by)


def trouble(table: DiceTable, event: happened.TroubleReported) -> DiceTable:
    """Dice that were handled, or whose seal is broken, are shaken no more, 13.3(a)3."""
    after = replace(table, incidents=(*table.incidents, Incident(event.at, event.trouble, event.note)))
    return after if event.trouble is Trouble.UNATTENDED else without_shaker(after)


def without_shaker(table: DiceTable) -> DiceTable:
    """What was shaken with it and not read yet is void: the round goes on from its first shake with another one."""
    after = replace(table, shaker=None)
    if table.phase in UNREAD:
        return replace(after, phase=Phase.BETS_CLOSED, covered=False, shakes=0, offered=None)
    return after


UNREAD = {Phase.BETS_CLOSED, Phase.OFFERED, Phase.HELD, Phase.BY_DEALER, Phase.RETURNED}


def sat_down(table: DiceTable, event: happened.SatDown) -> DiceTable:
    return seated(table, event.seat, Place(player=event.player, chips=event.amount))


def chips_bought(table: DiceTable, event: happened.ChipsBought) -> DiceTable:
    return changed(table, event.seat, chips=table.at(event.seat).chips + event.amount)


def got_up(table: DiceTable, event: happened.GotUp) -> DiceTable:
    after = seated(table, event.seat, None)
    if table.holder == event.seat:
        after = replace(after, holder=None, previous=event.seat)
    return replace(after, skipped=None) if table.skipped == event.seat else after


def wager_placed(table: DiceTable, event: happened.WagerPlaced) -> DiceTable:
    place = table.at(event.seat)
    there = place.wagers.get(event.bet)
    wager = Wager(event.amount + (0 if there is None else there.amount), event.instrument)
    wagers = {**place.wagers, event.bet: wager}
    return changed(table, event.seat, chips=place.chips - event.amount, wagers=wagers)


def taken_off(table: DiceTable, seat: int, bet: Bet, *, chips: int) -> DiceTable:
    """A wager leaves the layout, and so much goes to its player."""
    place = table.at(seat)
    wagers = {each: wager for each, wager in place.wagers.items() if each is not bet}
    return changed(table, seat, chips=place.chips + chips, wagers=wagers)


def bets_closed(table: DiceTable, event: happened.BetsClosed) -> DiceTable:  # noqa: ARG001
    return replace(table, phase=Phase.BETS_CLOSED, covered=False, shakes=0, added=b"", invalid=0)


def shaken(table: DiceTable, event: happened.Shaken) -> DiceTable:
    """A player who has shaken has returned it; from then on everybody may be offered it again."""
    after = replace(table, shakes=table.shakes + event.times, added=table.added + event.added)
    if event.seat is None:
        return after
    places = tuple(None if place is None else replace(place, refused=False) for place in after.places)
    return replace(after, phase=Phase.RETURNED, places=places, invalid=0)


def accepted(table: DiceTable, event: happened.ShakerAccepted) -> DiceTable:
    return replace(table, phase=Phase.HELD, holder=event.seat, previous=event.seat, skipped=None, offered=None)


def taken_by_dealer(table: DiceTable, event: happened.ShakerTakenByDealer) -> DiceTable:  # noqa: ARG001
    return replace(table, phase=Phase.BY_DEALER, offered=None, shakes=0, skipped=None)


def refused(table: DiceTable, event: happened.ShakerRefused) -> DiceTable:
    return replace(changed(table, event.seat, refused=True), offered=None, phase=Phase.BETS_CLOSED)


def passed(table: DiceTable, event: happened.ShakerPassed) -> DiceTable:
    after = replace(table, holder=None, previous=event.seat, skipped=event.seat, invalid=0)
    return replace(after, phase=Phase.BETS_CLOSED) if table.phase is Phase.HELD else after


def read(table: DiceTable, event: happened.DiceRead) -> DiceTable:
    by = table.holder if table.phase is Phase.RETURNED else None
    result = Result(event.number, event.faces, event.total, table.promise, event.proof, by)
    return replace(table, phase=Phase.SETTLING, covered=False, result=result)


def won(table: DiceTable, event: happened.WagerWon) -> DiceTable:
    return taken_off(table, event.seat, event.bet, chips=event.amount + event.won)


def finished(table: DiceTable, event: happened.DiceRoundFinished) -> DiceTable:
    return replace(table, phase=Phase.BETTING, number=event.number + 1, promise=None, shakes=0, added=b"")


FOLDS: dict[type[Any], Callable[[DiceTable, Any], DiceTable]] = {
    happened.ShakerPlaced: shaker_placed,
    happened.ShakerRemoved: lambda table, _: without_shaker(table),
    happened.ShakerInspected: shaker_inspected,
    happened.DiceTableOpened: opened,
    happened.DiceTableClosed: closed,
    happened.OddsTaken: lambda table, event: replace(table, printed=event.odds),
    happened.DiceDealerOn: dealer_on,
    happened.DiceDealerOff: lambda table, _: replace(table, dealer=None),
    happened.TroubleReported: trouble,
    happened.SatDown: sat_down,
    happened.ChipsBought: chips_bought,
    happened.WillGetUp: lambda table, event: changed(table, event.seat, leaving=True),
    happened.GotUp: got_up,
    happened.WagerPlaced: wager_placed,
    happened.WagerRemoved: lambda table, event: taken_off(table, event.seat, event.bet, chips=event.amount),
    happened.DicePromised: lambda table, event: replace(table, promise=event.promise),
    happened.BetsClosed: bets_closed,
    happened.ShakerCovered: lambda table, _: replace(table, covered=True, shakes=0),
    happened.Shaken: shaken,
    happened.ShakeInvalid: lambda table, _: replace(table, invalid=table.invalid + 1),
    happened.ShakerOffered: lambda table, event: replace(table, phase=Phase.OFFERED, offered=event.seat),
    happened.ShakerRefused: refused,
    happened.ShakerAccepted: accepted,
    happened.ShakerTakenByDealer: taken_by_dealer,
    happened.ShakerPassed: passed,
    happened.ShakerAskedFor: lambda table, event: changed(table, event.seat, refused=False),
    happened.DiceRead: read,
    happened.WagerLost: lambda table, event: taken_off(table, event.seat, event.bet, chips=0),
    happened.WagerWon: won,
    happened.DiceRoundFinished: finished,
}
