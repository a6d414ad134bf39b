"""Rounds that were played, out of the record: which were mine, each in words, as a PHH file, and what proves its deck.

Only somebody who was dealt in gets a round, and only as their own seat saw it; what they share of it with others is
what a spectator saw, and their own cards if they want that. Staff get what a spectator saw, or where a recorded reason
allows it every card that was dealt; the rest of a deck is seen by nobody but who had it opened by an order of its own.
Which rounds there were, the projections of the
record say; what happened in one is read from the record itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import Card
from pokerroom.history import phh
from pokerroom.history.record import IrregularRoundError, record
from pokerroom.live.tables.telling import Called, Entry, seconds, told, told_to, viewer_of
from pokerroom.play import Event, Role, Round, Viewer, events, seen_by
from pokerroom.room.projections import rounds
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.projections.rounds import ROUND_DECKS, ROUNDS_PLAYED, RoundPlayed
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.shuffle import Evidence, Shuffle
from pokerroom.shuffle.openings import evidence
from pokerroom.shuffle.seal import Keys, Place, Sealed, unseal
from pokerroom.table.seating.events import Fact, RoundFinished
from pokerroom.wire.messages import Told

PLAYED_FOR: Mapping[bool, Mapping[str, str]] = {
    True: {"_played_for": "play chips"},
    False: {"currency": "USD", "currency_symbol": "$", "_played_for": "money"},
}
"""What a hand history says of its amounts, of play chips, which are no currency, and of money."""

NO_ROUND = "no round of play of this number in which you were dealt in has been finished at this table"


class NoSuchRound(LookupError):
    """Not played, not finished, or not by whoever asks: they are not told which."""


class NotProvable(ValueError):
    """The deck of a round was not committed to as a whole, so there is nothing to check."""


class Hall(NamedTuple):
    """A room's record, and the keys of its decks."""

    store: ProjectingStore
    keys: Keys
    play_chips: bool = True


class ArchivedRound(NamedTuple):
    """A round that is over, and the room it was played in."""

    hall: Hall
    played: RoundPlayed

    @property
    def key(self) -> tuple[str, int]:
        return self.played.table, self.played.number

    @property
    def players(self) -> tuple[str, ...]:
        return self.played.players


class Replayed(NamedTuple):
    """A round read again in full, which only the room itself may see."""

    found: ArchivedRound
    entries: tuple[Entry, ...]
    secrets: tuple[bytes, ...]

    @property
    def log(self) -> tuple[Event, ...]:
        return tuple(entry.event for entry in self.entries if not isinstance(entry.event, Fact))


class Shown(NamedTuple):
    """A round as others may see it."""

    told: tuple[Told, ...]
    evidence: Evidence | None
    """None where its deck cannot be checked."""


class DeckShown(NamedTuple):
    """A deck of a round, from its top: cards are unknown to the room where a dealer shuffled it."""

    order: tuple[Card, ...]
    burned: tuple[Card, ...]
    stayed: tuple[Card, ...]


class Archive:
    """Of rooms in which no two tables have one name. It may be asked by several threads."""

    def __init__(self, halls: Sequence[Hall]) -> None:
        self._halls = tuple(halls)

    def add(self, hall: Hall) -> None:
        """Of a room that opened later."""
        self._halls = (*self._halls, hall)

    def rounds_of(self, player: str, *, before: datetime | None = None, most: int = 50) -> tuple[ArchivedRound, ...]:
        """The rounds a player was dealt into, the latest first."""
        found = [
            ArchivedRound(hall, played)
            for hall in self._halls
            for played in rounds.of_player(hall.store.projected.caught_up(), player, before=before, most=most)
        ]
        return tuple(sorted(found, key=lambda each: (each.played.ended, each.key), reverse=True)[:most])

    def find(self, table: str, number: int, player: str) -> ArchivedRound:
        for hall in self._halls:
            played = hall.store.projected.caught_up().get(ROUNDS_PLAYED, table, number)
            if played is not None and player in played.players:
                return ArchivedRound(hall, played)
        raise NoSuchRound(NO_ROUND)

    def any_round(self, hall: Hall, table: str, number: int) -> ArchivedRound:
        """A round of this room that is over, whoever was dealt in: for staff."""
        played = hall.store.projected.caught_up().get(ROUNDS_PLAYED, table, number)
        if played is None:
            raise NoSuchRound("no round of play of this number has been finished at this table")
        return ArchivedRound(hall, played)

    def opened(self, found: ArchivedRound, names: Called) -> Shown:
        """The round with every card that was dealt. What stayed in the deck or was burned stays hidden: see `decks`."""
        replayed = self._replayed(found)
        entries = [entry for entry in replayed.entries if is_of_round(entry.event)]
        words = tuple(told_to(entry, sight_of(entry.event), names) for entry in entries)
        log = tuple(seen_by(event, sight_of(event)) for event in replayed.log)
        return Shown(words, Evidence(commitments=(), cuts=(), openings=(), log=log))

    def decks(self, found: ArchivedRound) -> tuple[DeckShown, ...]:
        """The decks of the round in their order, for whoever had them opened."""
        states = [each.state for each in self._replayed(found).entries if each.state is not None]
        shown: list[DeckShown] = []
        for state, follows in zip(states, [*states[1:], None], strict=True):
            if state.deck and (follows is None or follows.deck != state.deck):
                before = sum(len(each.burned) for each in shown)
                shown.append(DeckShown(state.deck, state.burns[before:], state.deck[state.dealt :]))
        return tuple(shown)

    def told(self, found: ArchivedRound, player: str, names: Callable[[str], str]) -> tuple[Told, ...]:
        """The round in words, as its table told it to this player."""
        return tuple(told(entry, player, names) for entry in self._replayed(found).entries)

    def shown(self, found: ArchivedRound, player: str | None, names: Called) -> Shown:
        """The round alone, without what else happened at its table: as this player saw it, or else a spectator."""
        replayed = self._replayed(found)
        entries = [entry for entry in replayed.entries if is_of_round(entry.event)]
        try:
            proof = self._evidence(replayed, player)
        except NotProvable:
            proof = None
        return Shown(tuple(told(entry, player, names) for entry in entries), proof)

    def phh(self, found: ArchivedRound, player: str, names: Callable[[str], str]) -> str:
        """A hand history with the cards this player saw; `IrregularRoundError` where the format has no words."""
        viewer = viewer_of(found.players, player)
        log = [seen_by(event, viewer) for event in self._replayed(found).log]
        hand = record(log, players=[names(each) for each in found.players])
        return phh.write(replace(hand, extras={**hand.extras, **PLAYED_FOR[found.hall.play_chips]}))

    def evidence(self, found: ArchivedRound, player: str) -> Evidence:
        """What lets this player check the deck: their own log, and the openings of the cards it shows them."""
        return self._evidence(self._replayed(found), player)

    def _evidence(self, replayed: Replayed, player: str | None) -> Evidence:
        decks = self._decks(replayed)
        try:
            return evidence(replayed.log, viewer_of(replayed.found.players, player), decks)
        except ValueError as error:
            raise NotProvable(f"this round cannot be checked: {error}") from None

    def _decks(self, replayed: Replayed) -> list[Shuffle]:
        found = replayed.found
        dealt = [event.deck for event in replayed.log if isinstance(event, events.DeckShuffled | events.DeckReshuffled)]
        decks = found.hall.store.projected.get(ROUND_DECKS, *found.key)
        promises = [] if decks is None else list(promised(found, decks.first, len(dealt)))
        if len(promises) != len(dealt):
            raise NotProvable("this round cannot be checked: not every deck of it was committed to")
        return [
            Shuffle(
                promise.commitment.context, uncut(deck[: promise.commitment.count], promise.cut), secret, promise.cut
            )
            for promise, deck, secret in zip(promises, dealt, replayed.secrets, strict=True)
        ]

    def _replayed(self, found: ArchivedRound) -> Replayed:
        entries: list[Entry] = []
        secrets: list[bytes] = []
        state: Round | None = None
        played = found.played
        stream = TABLES.named(played.table)
        for committed in found.hall.store.read(stream, after=played.first - 1):
            envelope = committed.envelope
            event = TABLES.read(envelope)
            if isinstance(event, Sealed):
                is_deck = event.is_deck
                event, secret = unseal_at(event, Place(stream, envelope.sequence), found.hall.keys)
                secrets += [secret] if is_deck else []
            if not isinstance(event, Fact):
                state = play.replay([event]) if state is None else play.apply(state, event)
            entries.append(
                Entry(
                    envelope.sequence, seconds(envelope.at), event, played.number, played.lineup, played.players, state
                )
            )
            if isinstance(event, RoundFinished):
                break
        return Replayed(found, tuple(entries), tuple(secrets))


IN_THE_DECK = (events.DeckShuffled, events.DeckReshuffled, events.CardBurned)
"""Events with cards that nobody was dealt."""


def sight_of(event: Event | Fact) -> Viewer:
    """As whom an event is seen where a reason opens the hands: the deck stays closed."""
    return Role.SPECTATOR if isinstance(event, IN_THE_DECK) else Role.AUDITOR


def is_of_round(event: Event | Fact) -> bool:
    """Whether it belongs to the round itself: who sits down, buys chips or goes away meanwhile does not."""
    return isinstance(event, RoundFinished) or not isinstance(event, Fact)


def unseal_at(sealed: Sealed, place: Place, keys: Keys) -> tuple[Any, bytes]:
    opened = unseal(sealed, place, keys)
    return opened.event, opened.secret


def promised(found: ArchivedRound, first: int, decks: int) -> Iterator[Any]:
    """The commitments to the decks of a round, which stand together in the stream of its table's deals."""
    stream = DEALS.named(found.played.table)
    for number, committed in enumerate(found.hall.store.read(stream, after=first - 1)):
        envelope = committed.envelope
        promise = DEALS.read(envelope)
        if number >= decks or promise.round != found.played.number:
            return
        yield promise


def uncut(dealt: tuple[Any, ...], cut: int) -> tuple[Any, ...]:
    """The order before the cut that gave this one."""
    return dealt[len(dealt) - cut :] + dealt[: len(dealt) - cut]


__all__ = ["Archive", "ArchivedRound", "Hall", "IrregularRoundError", "NoSuchRound", "NotProvable", "Shown"]
