"""What is told of an event at a mini-dice table: a saying, which the client puts into words."""

from collections.abc import Callable, Mapping
from typing import Any

from pokerroom.dice import DiceTable, events as happened
from pokerroom.dice.commands import Trouble
from pokerroom.rules.staff import Official
from pokerroom.words import Saying, saying, term

Names = Callable[[str], str]
"""What a player is called, by their id."""

Tell = Callable[[DiceTable, Any, Names], Saying]


def plainly(key: str, *values: str) -> Tell:
    """With these fields of the event."""
    return lambda _table, event, _names: Saying(f"dice.{key}", {name: getattr(event, name) for name in values})


def of_player(key: str, *values: str) -> Tell:
    """About the player whom the event names."""

    def tell(_table: DiceTable, event: Any, names: Names) -> Saying:
        said = {name: getattr(event, name) for name in values}
        bet = {"bet": term(event.bet)} if hasattr(event, "bet") else {}
        return Saying(f"dice.{key}", {"who": names(event.player), **bet, **said})

    return tell


def of_seat(key: str) -> Tell:
    """About whoever has the seat that the event names."""
    return lambda table, event, names: saying(f"dice.{key}", who=names(table.at(event.seat).player))


def by_staff(key: str, *values: str) -> Tell:
    def tell(_table: DiceTable, event: Any, _names: Names) -> Saying:
        who = event.by.name if isinstance(event.by, Official) else event.by
        return Saying(f"dice.{key}", {"who": who, **{name: getattr(event, name) for name in values}})

    return tell


def inspected(_table: DiceTable, event: happened.ShakerInspected, _names: Names) -> Saying:
    assert isinstance(event.by, Official)
    return saying("dice.works" if event.works else "dice.does-not-work", who=event.by.name, shaker=event.shaker)


def troubled(_table: DiceTable, event: happened.TroubleReported, _names: Names) -> Saying:
    return trouble_of(event.trouble, event.note)


def trouble_of(trouble: Trouble, note: str) -> Saying:
    return saying("dice.trouble", trouble=term(trouble), note=note)


def shaken(table: DiceTable, event: happened.Shaken, names: Names) -> Saying:
    if event.seat is None:
        return saying("dice.dealer-shakes", times=event.times)
    return saying("dice.shakes", who=names(table.at(event.seat).player), times=event.times)


def passed(table: DiceTable, event: happened.ShakerPassed, names: Names) -> Saying:
    who = names(table.at(event.seat).player)
    if event.ground is not None:
        return saying("dice.passed-by-order", who=who, ground=term(event.ground))
    return saying("dice.passed-after-seven" if event.rule.paragraph == "13.7(a)1i" else "dice.passed", who=who)


def read(_table: DiceTable, event: happened.DiceRead, _names: Names) -> Saying:
    one, other = event.faces
    return saying("dice.read", one=one, other=other, total=event.total)


DICE_TOLD: Mapping[type[Any], Tell] = {
    happened.ShakerPlaced: plainly("shaker-placed", "shaker", "dice"),
    happened.ShakerRemoved: plainly("shaker-removed", "shaker"),
    happened.ShakerInspected: inspected,
    happened.DiceTableOpened: plainly("opened", "least", "most"),
    happened.DiceTableClosed: plainly("closed"),
    happened.OddsTaken: plainly("odds"),
    happened.DiceDealerOn: by_staff("dealer-on"),
    happened.DiceDealerOff: by_staff("dealer-off"),
    happened.TroubleReported: troubled,
    happened.SatDown: of_player("sits-down", "amount"),
    happened.ChipsBought: of_player("buys", "amount"),
    happened.WillGetUp: of_player("will-get-up"),
    happened.GotUp: of_player("got-up", "amount"),
    happened.WagerPlaced: of_player("wagers", "amount"),
    happened.WagerRemoved: of_player("takes-back", "amount"),
    happened.DicePromised: plainly("promised", "number"),
    happened.BetsClosed: plainly("no-more-bets"),
    happened.ShakerCovered: plainly("covered"),
    happened.Shaken: shaken,
    happened.ShakeInvalid: of_seat("invalid"),
    happened.ShakerOffered: of_seat("offered"),
    happened.ShakerRefused: of_seat("refused"),
    happened.ShakerAccepted: of_seat("accepted"),
    happened.ShakerTakenByDealer: plainly("taken-by-dealer"),
    happened.ShakerPassed: passed,
    happened.ShakerAskedFor: of_seat("asked-for"),
    happened.DiceRead: read,
    happened.WagerLost: of_player("lost", "amount"),
    happened.WagerWon: of_player("won", "won"),
    happened.DiceRoundFinished: plainly("finished", "number"),
}
