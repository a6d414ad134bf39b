"""Rounds for staff: every look is recorded before anything is shown, with its reason where hidden cards are.

What a position may see stands in `permissions.py`: what was public, for everybody who watches over the game; the cards
that were dealt and not shown, only for those whom that table names.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

import msgspec

from pokerroom.live.archive import Archive, ArchivedRound, Hall, Shown
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.names import folded
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import BOT, LiveRoom
from pokerroom.live.staff import orders
from pokerroom.live.tables.telling import Called
from pokerroom.log import Envelope
from pokerroom.room.books import LEDGER
from pokerroom.room.looks.commands import OnLooks, TakeLook
from pokerroom.room.openings import OPENINGS, DecksOpened
from pokerroom.room.projections import rounds
from pokerroom.room.projections.days import GAMING_DAYS
from pokerroom.room.projections.rounds import RoundPlayed
from pokerroom.room.room import Done
from pokerroom.room.streams import kind_of, table_of
from pokerroom.shuffle.seal import DeckOpened

MOST_SCANNED = 300_000
"""Events that are gone through at once for what one person did in a day: a busy one has more."""


def hall_of(live: LiveRoom) -> Hall:
    return Hall(live.store, live.room.keys, live.play_chips)


async def look(
    live: LiveRoom, archive: Archive, by: Identity, table: str, number: int, *, names: Called, reason: str | None = None
) -> tuple[ArchivedRound, Shown] | Refusal:
    """A round that is over, as a spectator saw it, or with every card that was dealt where a reason is given.

    Nothing is shown unless the look is durable. `NoSuchRound` where there was no such round.
    """
    run = live.world.threads.run
    found = await run(archive.any_round, hall_of(live), table, number)
    answer = await live.submit(lambda at: OnLooks(taken(by, at, table, number, reason)))
    if not isinstance(answer, Done):
        return answer
    if reason is None:
        return found, await run(archive.shown, found, None, names)
    return found, await run(archive.opened, found, names)


def taken(by: Identity, at: datetime, table: str, number: int, reason: str | None) -> TakeLook:
    return TakeLook(
        by=orders.signature(by), at=at, table=table, round=number, hidden=reason is not None, reason=reason or ""
    )


def rounds_played(
    live: LiveRoom, *, table: str = "", player: str = "", before: datetime | None = None, most: int = 50
) -> Sequence[RoundPlayed]:
    """The rounds that are over, the latest first: of a table, of a player, or of the whole room."""
    rows = live.store.projected.caught_up()
    if player:
        found = (rounds.of_player(rows, who, before=before, most=most) for who in called(live, player))
        return next(filter(None, found), ())
    if table:
        return rounds.of_table(rows, table, before=before, most=most)
    return rounds.latest(rows, before=before, most=most)


def called(live: LiveRoom, text: str) -> Iterator[str]:
    """Whom somebody means by an id, or by a name: nobody knows the ids of others by heart."""
    yield text
    yield from (who for who, name in live.names.items() if folded(name) == folded(text))
    yield f"{BOT}{text}"


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody did, as the record names it."""

    at: datetime
    stream: str
    table: str
    what: str
    by: str = ""
    """Whoever gave the order, where it was another and they stand in it: who signed second, witnessed or received."""


class Doer(NamedTuple):
    """A person by their id, and by their name where they work here."""

    id: str
    name: str
    works_here: bool

    def is_author(self, each: Envelope) -> bool:
        return each.by == self.id or each.by.startswith(f"{self.name} (") or each.cause.startswith(f"{self.id}/")

    def stands_in(self, each: Envelope) -> bool:
        return self.works_here and b'"name":' + msgspec.json.encode(self.name) in each.body


class Acts(NamedTuple):
    found: tuple[Act, ...]
    goes_on: int | None
    """The position from which the rest of the day is gone through; none where this is all of it."""


def acts_of(live: LiveRoom, who: Doer, day: date, *, after: int = 0) -> Acts:
    """What one person did in a gaming day, in the order of the record, so many of its events at a time."""
    opened = live.store.projected.caught_up().get(GAMING_DAYS, day)
    if opened is None:
        return Acts((), None)
    first = next(iter(live.store.read(LEDGER.name, after=opened.first - 1)), None)
    since = max(after, 0 if first is None else first.position - 1)
    until = None if opened.last is None else opened.closed
    acts: list[Act] = []
    for number, committed in enumerate(live.store.read_all(after=since), start=1):
        if until is not None and committed.envelope.at > until:
            break
        acts += act_in(committed.envelope, who, live.name_of)
        if number == MOST_SCANNED:
            return Acts(tuple(acts), committed.position)
    return Acts(tuple(acts), None)


def act_in(each: Envelope, who: Doer, name_of: Callable[[str], str]) -> Iterator[Act]:
    own = who.is_author(each)
    if own or who.stands_in(each):
        by = "" if own else name_of(each.by)
        yield Act(at=each.at, stream=kind_of(each.stream), table=table_of(each.stream), what=each.tag, by=by)


class DeckOpening(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime
    by: str
    reason: str
    place: str


def deck_openings(live: LiveRoom) -> tuple[DeckOpening, ...]:
    """Every sealed deck that a person had opened, the latest first."""
    return tuple(map(deck_opening, reversed([event for _, event in OPENINGS.events(live.store)])))


def deck_opening(event: DecksOpened | DeckOpened) -> DeckOpening:
    place = f"table {event.table}, round {event.round}" if isinstance(event, DecksOpened) else str(event.place)
    return DeckOpening(at=event.at, by=str(event.by), reason=event.reason, place=place)


def may_see_decks(live: LiveRoom, by: Identity, table: str, number: int) -> bool:
    """Whether somebody had the decks of a round opened: nobody sees them by another's reason."""
    mine = orders.signature(by)
    opened = (event for _, event in OPENINGS.events(live.store) if isinstance(event, DecksOpened))
    return any((each.by, each.table, each.round) == (mine, table, number) for each in opened)
