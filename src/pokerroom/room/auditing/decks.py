"""Whether the decks of a table are those committed to before the deal, and were cut and dealt in order."""

from collections.abc import Iterator

from pokerroom.cards import UNKNOWN, Card, cards_text
from pokerroom.log import CodecError
from pokerroom.play import reshuffle_pool
from pokerroom.play.events import DeckReshuffled, DeckShuffled, Event as PlayEvent
from pokerroom.room.auditing.findings import UNFIT, Check, Notes
from pokerroom.room.ports import Committed, EventStore, StoreError
from pokerroom.room.tables import DEALS, DeckCommitted
from pokerroom.room.tables.streams import CUT
from pokerroom.shuffle import Context, audit
from pokerroom.shuffle.openings import LEAVING
from pokerroom.shuffle.seal import Keys, Opened, Place, Sealed, SealError, unseal
from pokerroom.table.seating import Table

DeckEvent = DeckShuffled | DeckReshuffled

NOT_OPENED = "events with hidden cards not opened"
"""Without the keys nobody can tell whether these cards are the right ones."""


class Decks:
    """The decks of one table, each with its commitment."""

    def __init__(self, store: EventStore, name: str, keys: Keys | None, notes: Notes) -> None:
        self._name, self._keys, self._notes = name, keys, notes
        self._promises = self._read(store)
        self._next = next(self._promises, None)
        self._number = 0
        self.is_known = False
        """Whether the deck in play has been opened, so that its order can be followed."""

    def _read(self, store: EventStore) -> Iterator[tuple[Committed, DeckCommitted]]:
        try:
            for committed in store.read(DEALS.named(self._name)):
                try:
                    yield committed, DEALS.read(committed.envelope)
                except CodecError as error:
                    self._notes.find(Check.DECKS, committed.envelope, f"the commitment cannot be read: {error}")
        except StoreError:
            return  # The chain of the stream says where.

    def reveal(self, sealed: Sealed, place: Committed) -> PlayEvent:
        """An event with hidden cards in full where there is a key, else as anybody may see it."""
        self._notes.counts["events with hidden cards"] += 1
        opened = self._opened(sealed, place)
        if opened is None:
            self._notes.counts[NOT_OPENED] += 1
        return sealed.event if opened is None else opened.event

    def open(self, sealed: Sealed, place: Committed, table: Table) -> PlayEvent:
        """The deck event in full where there is a key, else as it is stored in clear."""
        self._number = self._number + 1 if isinstance(sealed.event, DeckReshuffled) else 0
        self._notes.counts["decks"] += 1
        promise = self._promised(Context(self._name, table.rounds, self._number), place)
        opened = self._opened(sealed, place)
        if opened is None:
            self.is_known = False
            return sealed.event
        self.is_known = UNKNOWN not in opened.deck.deck
        if not self.is_known:
            return opened.event  # A dealer shuffled it: nobody knows its order, and there is no commitment.
        if isinstance(opened.event, DeckReshuffled):
            self._check_pool(opened.event, place, table)
        if promise is None:
            self._notes.find(Check.DECKS, place.envelope, "no commitment to this deck was published")
        else:
            self._check_promise(opened, promise, place)
        return opened.event

    def _promised(self, context: Context, place: Committed) -> DeckCommitted | None:
        """The commitment to this deck; earlier ones belong to decks that were never dealt."""
        while self._next is not None and self._next[1].commitment.context < context:
            self._blame_stray(*self._next)
            self._next = next(self._promises, None)
        if self._next is None or self._next[1].commitment.context != context:
            return None
        committed, promise = self._next
        self._next = next(self._promises, None)
        if committed.position > place.position:
            self._notes.find(Check.DECKS, committed.envelope, "the commitment was recorded after its deck")
        if (promise.table, promise.round) != (context.table, context.round):
            what = f"it is filed under round {promise.round} of table {promise.table!r}, and commits to {context}"
            self._notes.find(Check.DECKS, committed.envelope, what)
        least, most = CUT if context.deck == 0 else (0, 0)
        if not least <= promise.cut <= most:
            what = f"the deck was cut at {promise.cut} cards; from {least} to {most} may be cut off"
            self._notes.find(Check.DECKS, committed.envelope, what)
        self._notes.counts["commitments"] += 1
        return promise

    def _blame_stray(self, committed: Committed, promise: DeckCommitted) -> None:
        what = f"a commitment to {promise.commitment.context}, which was never dealt from"
        self._notes.find(Check.DECKS, committed.envelope, what)

    def _opened(self, sealed: Sealed, place: Committed) -> Opened | None:
        if self._keys is None:
            return None
        try:
            return unseal(sealed, Place(place.envelope.stream, place.envelope.sequence), self._keys)
        except (SealError, *UNFIT) as error:
            what = "the deck" if sealed.is_deck else "the hidden cards"
            self._notes.find(Check.DECKS, place.envelope, f"{what} cannot be opened: {error}")
            return None

    def _check_promise(self, opened: Opened, promise: DeckCommitted, place: Committed) -> None:
        # What lies beneath a reshuffled deck was not shuffled, and is not promised.
        dealt = opened.deck.deck[: promise.commitment.count]
        uncut = len(dealt) - promise.cut
        for fault in audit(promise.commitment, dealt[uncut:] + dealt[:uncut], opened.secret):
            what = f"the deck of round {promise.round} is not the one committed to: {fault}"
            self._notes.find(Check.DECKS, place.envelope, what)
        self._notes.counts["decks opened"] += 1

    def _check_pool(self, event: DeckReshuffled, place: Committed, table: Table) -> None:
        """A reshuffle uses the cards that the game's own clause puts back, and no others."""
        assert table.round is not None
        pool = reshuffle_pool(table.round)
        if UNKNOWN in pool.cards:
            return  # The deck before it could not be opened.
        if (sorted(event.deck), event.burns, event.muck) != (
            sorted(pool.cards + pool.beneath),
            pool.burns,
            pool.muck,
        ):
            self._notes.find(Check.DECKS, place.envelope, "the deck was reshuffled from other cards than the rules say")

    def follow(self, event: PlayEvent, place: Committed, table: Table) -> None:
        """The cards that leave the deck must be its next ones."""
        leaving = LEAVING.get(type(event))
        if not self.is_known or leaving is None or table.round is None:
            return
        cards: tuple[Card, ...] = tuple([card for card, _ in leaving(event)])
        if not cards:
            return
        self._notes.counts["cards followed"] += len(cards)
        state = table.round
        if cards != state.deck[state.dealt : state.dealt + len(cards)]:
            # Not which cards were next: nobody may read a card that was never dealt.
            what = f"dealt were {cards_text(cards)}, which are not the next cards of the deck"
            self._notes.find(Check.DECKS, place.envelope, what)

    def end(self) -> None:
        """Commitments that no deck followed."""
        while self._next is not None:
            self._blame_stray(*self._next)
            self._next = next(self._promises, None)
