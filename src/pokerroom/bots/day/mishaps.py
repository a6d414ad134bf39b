"""What went wrong at the tables of a day that a crew dealt by hand, counted in the record."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pokerroom.bots.going_wrong import RATES, Mistake
from pokerroom.play import CardCount, Misdeal, Removal, events as of_round
from pokerroom.room.box import BOXES
from pokerroom.room.ports import EventStore
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Sealed
from pokerroom.table.box.events import FloorCalled
from pokerroom.table.clearing import HandMiscounted
from pokerroom.table.decks import events as of_decks
from pokerroom.table.seating import Table
from pokerroom.table.seating.commands import DealtBy
from pokerroom.table.seating.events import ActHeard, RuledBetweenRounds, Understood


class DealtByHand(NamedTuple):
    """The tables that dealers dealt, and how often each thing went wrong there."""

    tables: int
    rounds: int
    entries: int
    mistakes: Counter[Mistake]


MISDEALS = {
    Misdeal.WRONG_START: Mistake.WRONG_START,
    Misdeal.SKIPPED_PLAYER: Mistake.SKIPPED,
    Misdeal.SEVERAL_FACE_UP: Mistake.SEVERAL_UP,
}


REMOVALS = {
    Removal.SWEPT: Mistake.SWEPT,
    Removal.MIXED: Mistake.MIXED,
    Removal.WRONG_COUNT: Mistake.WRONG_COUNT,
    Removal.SKIPPED: Mistake.SKIPPED_LATE,
    Removal.LEFT: Mistake.WALKED_AWAY,
}


def always(mistake: Mistake) -> Callable[[Any], Mistake]:
    return lambda _event: mistake


def of_deck(event: of_decks.WrongCardsFound) -> Mistake:
    return Mistake.CARDS_TOO_MANY if event.what == CardCount.ADDITIONAL.value else Mistake.CARDS_MISSING


def of_words(event: ActHeard) -> Mistake | None:
    if event.understood is Understood.OUT_OF_TURN:
        return Mistake.OUT_OF_TURN
    return Mistake.CHIPS_SHORT if event.understood is Understood.BOUND and event.due else None


SIGNS: Mapping[type[Any], Callable[[Any], Mistake | None]] = {
    of_round.EntryTakenBack: always(Mistake.WRONG_ENTRY),
    of_round.FaceUpCardRemoved: always(Mistake.FACE_UP),
    of_round.FallenCardRemoved: always(Mistake.FALLEN),
    of_round.CardsDealt: lambda event: Mistake.EXPOSED if event.turned else None,
    of_round.CardExchanged: always(Mistake.EXPOSED),
    of_round.DrawnCardExposed: always(Mistake.EXPOSED),
    of_round.ChoiceOffered: always(Mistake.EXPOSED),
    of_round.HandRemoved: lambda event: REMOVALS.get(event.cause),
    of_round.PlayerLeft: always(Mistake.WALKED_AWAY),
    of_round.HandReconstructed: always(Mistake.REBUILT),
    of_round.MistakenCardsDiscarded: always(Mistake.INELIGIBLE),
    of_round.Ruled: always(Mistake.PUSHED_WRONG),
    RuledBetweenRounds: always(Mistake.PUSHED_SHORT),
    of_round.Misdealt: lambda event: MISDEALS.get(event.cause),
    ActHeard: of_words,
    FloorCalled: always(Mistake.FLOOR_CALLED),
    HandMiscounted: always(Mistake.HAND_MISCOUNT),
    of_decks.StepSkipped: always(Mistake.NOT_CUT),
    of_decks.WrongCardsFound: of_deck,
    of_decks.CountFailed: always(Mistake.MISCOUNT),
    of_decks.DeckSetDown: always(Mistake.TRANSACTION),
    of_decks.ShuffleFailed: always(Mistake.DEVICE_FAILED),
}
"""By which event of the record each is known."""


def dealt_by_hand(store: EventStore, tables: Iterable[Table]) -> DealtByHand:
    found = [table for table in tables if table.dealt_by is DealtBy.DEALER]
    happened = [each for table in found for each in events_of(store, table.name)]
    # One order may show in several events: a card exposed and exchanged is one mistake.
    seen = {(cause, mistake) for cause, event in happened if (mistake := sign_of(event)) is not None}
    return DealtByHand(
        tables=len(found),
        rounds=sum(table.rounds for table in found),
        entries=sum(isinstance(event, of_round.Entered) for _, event in happened),
        mistakes=Counter(mistake for _, mistake in seen),
    )


def sign_of(event: Any) -> Mistake | None:
    """Of an event with hidden cards, by what a spectator may know of it."""
    if isinstance(event, Sealed):
        event = event.event
    known = SIGNS.get(type(event))
    return None if known is None else known(event)


def events_of(store: EventStore, table: str) -> Iterator[tuple[str, Any]]:
    for stream in (TABLES, BOXES):
        for envelope, event in stream.events(store, table):
            yield envelope.cause, event


def told(found: DealtByHand) -> list[str]:
    """In lines for people; none where no dealer dealt."""
    if not found.tables:
        return []
    head = f"Dealt by hand: {found.tables} tables, {found.rounds:,} rounds, {found.entries:,} entries. What went wrong:"
    width = max(map(len, Mistake))
    lines = [f"  {each:<{width}}  {found.mistakes[each]:>4}   {RATES[each]:6.1%} stated" for each in Mistake]
    return [head, *lines]
