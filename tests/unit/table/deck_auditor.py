"""Re-derives from the record of a table alone, without its state, why the next round may not be dealt.

Every reason is looked for in the order of events by itself, so that the ladder of steps in the state is never trusted.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from pokerroom.table.decks.equipment import DeckPlace, Face, ShuffleMethod
from pokerroom.table.decks.events import (
    DealerSignedOff,
    DealerSignedOn,
    DealtForButton,
    DeckCounted,
    DeckCut,
    DeckInspected,
    DeckPutInPlay,
    DeckReceived,
    DeckRemoved,
    DeckShuffled,
    DeckSorted,
    DeckSpread,
    DeckStored,
    DeckTurnedUp,
    DeckVerified,
    DeckWashed,
    Event,
    InspectionOffered,
    PreparedDeckAccepted,
    RecutOrdered,
    RoundBegun,
    RoundEnded,
    SeatLeft,
    SeatTaken,
    ShuffleFailed,
    ShufflerInstalled,
    ShufflerRemoved,
    TableClosed,
    TableOpened,
    TableSetUp,
)
from pokerroom.table.refusals import Code

NEVER = -1


class Auditor:
    """One reading of a record; places in it are numbers, `NEVER` where nothing is found."""

    def __init__(self, log: list[Event]) -> None:
        self.log = log
        setup = log[0]
        assert isinstance(setup, TableSetUp)
        self.rules = setup.rules
        self.idle_moments = list(self._idle_moments())

    def last(self, *kinds: type[Event], deck: str | None = None) -> int:
        """Where the last event of these kinds stands, of one deck or of any."""
        return max(
            (
                place
                for place, event in enumerate(self.log)
                if isinstance(event, kinds) and (deck is None or getattr(event, "deck", None) == deck)
            ),
            default=NEVER,
        )

    def at(self, place: int) -> datetime:
        return self.log[place].at

    def _idle_moments(self) -> Iterable[int]:
        """Where play had ceased: the last player had left, or a second came to one who had waited too long."""
        players: set[str] = set()
        dealing = False
        alone: datetime | None = None
        for place, event in enumerate(self.log):
            match event:
                case SeatTaken():
                    if alone is not None and event.at - alone >= timedelta(minutes=self.rules.idle_minutes):
                        yield place
                    players.add(event.player)
                case SeatLeft():
                    players.discard(event.player)
                    if not players and not dealing:
                        yield place
                case RoundBegun():
                    dealing = True
                case RoundEnded():
                    dealing = False
                    if not players:
                        yield place
                case TableClosed():
                    players.clear()
            waits = len(players) == 1 and not dealing
            alone = (alone or event.at) if waits else None

    def players(self) -> set[str]:
        """Who is seated now."""
        since = self.last(TableClosed) + 1
        seated = [event for event in self.log[since:] if isinstance(event, SeatTaken | SeatLeft)]
        last = {event.player: event for event in seated}
        return {player for player, event in last.items() if isinstance(event, SeatTaken)}

    def decks(self) -> list[str]:
        received = [event.deck for event in self.log if isinstance(event, DeckReceived)]
        removed = {event.deck for event in self.log if isinstance(event, DeckRemoved)}
        return [deck for deck in received if deck not in removed]

    def left_idle(self, deck: str) -> int:
        """When play last ceased with this deck ready, or NEVER."""
        first_ready = min(
            (
                place
                for place, event in enumerate(self.log)
                if isinstance(event, InspectionOffered | PreparedDeckAccepted) and event.deck == deck
            ),
            default=len(self.log),
        )
        return max((place for place in self.idle_moments if place > first_ready), default=NEVER)

    def shown_at(self, deck: str) -> int:
        return self.last(InspectionOffered, PreparedDeckAccepted, deck=deck)

    def inspection_lacks(self, deck: str) -> Code | None:
        prepared, idle = self.last(PreparedDeckAccepted, deck=deck), self.left_idle(deck)
        spread, shown = self.last(DeckSpread, deck=deck), self.shown_at(deck)
        if prepared == NEVER and self.last(DeckInspected, deck=deck) == NEVER:
            return Code.NOT_INSPECTED
        if prepared == NEVER and self.last(DeckVerified, deck=deck) == NEVER:
            return Code.NOT_VERIFIED
        if shown > max(spread, idle):
            return None
        if spread < idle and shown > spread:
            return Code.NOT_SPREAD
        if spread == NEVER:
            return Code.NOT_SPREAD
        event = self.log[spread]
        assert isinstance(event, DeckSpread)
        if event.face is Face.DOWN and self.last(DeckTurnedUp, deck=deck) < spread:
            return Code.SPREAD_FACE_DOWN
        return Code.NOT_SHOWN_TO_PLAYERS

    def in_play(self) -> str | None:
        put = self.last(DeckPutInPlay)
        if put == NEVER:
            return None
        event = self.log[put]
        assert isinstance(event, DeckPutInPlay)
        out = max(self.last(DeckSpread, DeckRemoved, deck=event.deck), self.left_idle(event.deck))
        return event.deck if put > out else None

    def played(self, deck: str, since: int, now: datetime) -> timedelta:
        """How long the deck has been in play from a place of the record on."""
        total, running = timedelta(), None
        for place, event in enumerate(self.log):
            starts = isinstance(event, DeckPutInPlay) and event.deck == deck
            rotated = isinstance(event, DeckPutInPlay) and event.deck != deck
            ends = rotated or (isinstance(event, DeckSpread) and event.deck == deck) or place in self.idle_moments
            if place == since and running is not None:
                total, running = timedelta(), event.at
            if ends and running is not None:
                total, running = total + (event.at - running), None
            if starts:
                running = event.at
            if place == since:
                total = timedelta()
        return total if running is None else total + (now - running)

    def time_is_up(self, deck: str, start: int, allowed: timedelta, now: datetime) -> bool:
        if start == NEVER:
            return False
        if self.rules.deck_clock == "wall":
            return now >= self.at(start) + allowed
        return self.played(deck, start, now) >= allowed

    def shuffler(self) -> bool:
        return self.last(ShufflerInstalled) > self.last(ShufflerRemoved)

    def shuffle_lacks(self, deck: str, *, again: bool) -> Code | None:
        """What is wrong with the wash and shuffle; `again` asks for a shuffle after the last use."""
        washed = self.last(DeckWashed, PreparedDeckAccepted, deck=deck)
        if washed < max(self.shown_at(deck), NEVER):
            return Code.NOT_WASHED
        shuffled = self.last(DeckShuffled, PreparedDeckAccepted, deck=deck)
        failed = self.last(ShuffleFailed, deck=deck)
        used = self.last(RoundEnded, DealtForButton, DeckSorted, ShuffleFailed, deck=deck) if again else NEVER
        if shuffled >= washed and shuffled > used:
            return None
        return Code.SHUFFLE_FAILED if failed > self.last(DeckShuffled, deck=deck) else Code.NOT_SHUFFLED

    def is_cut(self, deck: str) -> bool:
        dealt = (RoundEnded, DealtForButton)
        spoiled = (DeckWashed, DeckShuffled, RecutOrdered, *dealt, DeckSorted, ShuffleFailed, DeckSpread)
        return self.last(DeckCut, deck=deck) > self.last(*spoiled, deck=deck)

    def is_stored(self, deck: str) -> bool:
        stored = self.last(DeckStored, deck=deck)
        if stored == NEVER:
            return False
        event = self.log[stored]
        assert isinstance(event, DeckStored)
        handled = max(
            self.last(DeckPutInPlay, DeckWashed, DeckSpread, deck=deck),
            self.left_idle(deck),
            self.last_by_hand(deck),
            self.last(ShufflerRemoved) if event.place is DeckPlace.SHUFFLER else NEVER,
        )
        return stored > handled and event.place is (
            DeckPlace.SHUFFLER if self.shuffler() else DeckPlace.DESIGNATED_AREA
        )

    def last_by_hand(self, deck: str) -> int:
        return max(
            (
                place
                for place, event in enumerate(self.log)
                if isinstance(event, DeckShuffled) and event.deck == deck and event.method is ShuffleMethod.HAND
            ),
            default=NEVER,
        )

    def hindrances(self, now: datetime) -> set[Code]:
        """Every reason why the next round may not be dealt."""
        found: set[Code] = set()
        decks, playing = self.decks(), self.in_play()
        if self.last(TableOpened) <= self.last(TableClosed):
            found.add(Code.TABLE_CLOSED)
        if self.last(RoundBegun) > self.last(RoundEnded):
            found.add(Code.ROUND_IN_PROGRESS)
        if self.last(DealerSignedOn) <= self.last(DealerSignedOff, TableClosed):
            found.add(Code.NO_DEALER)
        if len(decks) < 2:
            found.add(Code.TOO_FEW_DECKS)
        if len(self.players()) < 2:
            found.add(Code.TOO_FEW_TO_DEAL)
        found |= {code for deck in decks if (code := self.inspection_lacks(deck)) is not None}
        for deck in decks:
            opened = self.last(DeckInspected, PreparedDeckAccepted, deck=deck)
            if self.time_is_up(deck, opened, timedelta(hours=self.rules.change_hours), now):
                found.add(Code.CHANGE_DUE)
        if playing is None:
            return found | {Code.NO_DECK_IN_PLAY}
        return found | self.of_deck_in_play(playing, now) | self.of_idle([each for each in decks if each != playing])

    def of_deck_in_play(self, deck: str, now: datetime) -> set[Code]:
        found: set[Code] = set()
        ended = self.last(RoundEnded, DealtForButton)
        if self.shuffler() and ended > self.last(TableClosed) and getattr(self.log[ended], "deck", None) == deck:
            found.add(Code.SAME_DECK_AGAIN)
        in_sequence = self.last(DeckInspected, PreparedDeckAccepted, DeckSorted, deck=deck)
        if self.time_is_up(deck, in_sequence, timedelta(hours=self.rules.sort_hours), now):
            found.add(Code.SORT_DUE)
        counted = self.last(DeckInspected, PreparedDeckAccepted, DeckSorted, DeckCounted, deck=deck)
        if now >= self.at(counted) + timedelta(minutes=self.rules.count_minutes):
            found.add(Code.COUNT_DUE)
        lacking = self.shuffle_lacks(deck, again=True)
        if lacking is not None:
            found.add(lacking)
        if not self.is_cut(deck):
            found.add(Code.NOT_CUT)
        return found

    def of_idle(self, idle: list[str]) -> set[Code]:
        found: set[Code] = set()
        for deck in idle:
            lacking = self.shuffle_lacks(deck, again=False)
            with_device, both = self.shuffler(), self.rules.wash == "both"
            # A device washes nothing, so both decks are washed; it shuffles the idle one while the other is dealt.
            required = with_device or both if lacking is Code.NOT_WASHED else both and not with_device
            if lacking is not None and required:
                found.add(lacking)
            if not self.is_stored(deck):
                found.add(Code.NOT_STORED)
        return found
