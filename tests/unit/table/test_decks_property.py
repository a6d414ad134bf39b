"""Days at a table, random but legal: a round is dealt exactly when an auditor finds nothing against it."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from pokerroom.cards import DECK
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks import due, may_deal, replay
from pokerroom.table.decks.commands import (
    AcceptPreparedDeck,
    BeginRound,
    CloseTable,
    CountDeck,
    CountStub,
    DealForButton,
    DistributeDecks,
    EndRound,
    InspectDeck,
    InstallShuffler,
    LeaveSeat,
    NoteSkipped,
    OfferInspection,
    OpenTable,
    OrderRecut,
    PickDeckUp,
    PlaceCoverCard,
    PlaceRest,
    PutInPlay,
    ReceiveDeck,
    RemoveDeck,
    RemoveShuffler,
    ReportFailedShuffle,
    ReportWrongCards,
    SetDeckDown,
    ShuffleDeck,
    SignOff,
    SignOn,
    SortDeck,
    SpreadDeck,
    StoreDeck,
    TakePacket,
    TakeSeat,
    TurnDeckUp,
    VerifyDeck,
    WashDeck,
)
from pokerroom.table.decks.equipment import Face, Failure, ShuffleMethod, Skipped, Step
from pokerroom.table.decks.events import Event, RoundBegun
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code, Refusal
from tests.dealers_box import BLUE, COUNTING, DAY, LINE, RED, Box
from tests.unit.table.deck_auditor import Auditor

Wish = tuple[type[Any], dict[str, Any]]

RULES = (
    DeckRules(),
    DeckRules(wash="in-use", idle_minutes=0),
    DeckRules(deck_clock="in-play", wash="in-use"),
    DeckRules(deck_clock="in-play", sort_hours=1, change_hours=2),
)


class Day:
    """A dealer who mostly does what is due, and now and then anything else."""

    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)
        self.box = Box(RULES[seed % len(RULES)])
        self.box.stock(shuffler=COUNTING if self.lot.random() < 0.5 else None)
        self.box.open()
        self.box.seat("Ann", "Bob")
        self.names = 0

    def step(self) -> None:
        box, lot = self.box, self.lot
        if lot.random() < 0.3:
            box.now += timedelta(minutes=lot.choice((1, 2, 5, 9, 20, 45)))
        kind, fields = self.anything() if lot.random() < 0.12 else self.what_is_due()
        outcome = box.try_(kind, **fields)
        if not isinstance(outcome, Refusal):
            box.state, events = outcome
            box.log += events

    def what_is_due(self) -> Wish:
        state, lot = self.box.state, self.lot
        if state.day is None and len(state.decks) == 2:
            return OpenTable, {"day": DAY}
        if state.dealer is None:
            return SignOn, {}
        if state.dealing is not None:
            return self.during_round()
        if len(state.decks) < 2:
            self.names += 1
            backs = [deck.back for deck in state.decks]
            back = BLUE if BLUE not in backs else RED
            return ReceiveDeck, {"deck": f"N{self.names}", "cards": DECK, "backs": (back,), "edges": "white"}
        if len(state.players) < 2:
            return TakeSeat, {"player": lot.choice(("Ann", "Bob", "Cy"))}
        refusal = may_deal(state, self.box.now)
        return (BeginRound, {"game": "hold-em"}) if refusal is None else self.remedy(refusal)

    def during_round(self) -> Wish:
        dealing = self.box.state.dealing
        assert dealing is not None
        if dealing.transaction is not None:
            return PickDeckUp, {}
        ending = Ending.DEAD if dealing.died else Ending.MISDEAL if dealing.misdealt else Ending.COMPLETED
        state, lot = self.box.state, self.lot
        if state.players and lot.random() < 0.2:
            return LeaveSeat, {"player": lot.choice(state.players)}
        if state.shuffler is None or not state.idle or state.idle[0].step >= Step.SHUFFLED or lot.random() < 0.2:
            return EndRound, {"ending": ending}
        return self.in_device(state.idle[0].name)

    def in_device(self, name: str) -> Wish:
        if self.lot.random() < 0.1:
            return ReportFailedShuffle, {"deck": name, "failure": self.lot.choice(list(Failure))}
        return ShuffleDeck, {"deck": name, "method": ShuffleMethod.DEVICE, "counted": 52}

    def remedy(self, refusal: Refusal) -> Wish:
        deck = refusal.facts.get("deck", "")
        assert isinstance(refusal.code, Code)
        return REMEDIES[refusal.code](self, {"deck": deck})

    def shuffle(self, of: dict[str, Any]) -> Wish:
        state = self.box.state
        if state.shuffler is None:
            return ShuffleDeck, {**of, "method": ShuffleMethod.HAND}
        return self.device_turn(of)

    def device_turn(self, of: dict[str, Any]) -> Wish:  # noqa: ARG002  the deck due is in the dealer's hand
        """The idle deck goes into the device, is shuffled there, and takes the place of the one in play."""
        state = self.box.state
        idle = self.lot.choice(state.idle)
        if idle.place is not state.store:
            return StoreDeck, {"deck": idle.name, "place": state.store}
        return (PutInPlay, {"deck": idle.name}) if idle.step >= Step.SHUFFLED else self.in_device(idle.name)

    def cut(self, of: dict[str, Any]) -> Wish:
        step = self.box.state.deck(of["deck"]).step
        if step is Step.SHUFFLED:
            return PlaceCoverCard, {}
        return (TakePacket, {"size": self.lot.randint(10, 42)}) if step is Step.COVER_CARD_PLACED else (PlaceRest, {})

    def inspect(self, of: dict[str, Any]) -> Wish:
        if self.lot.random() < 0.3:
            return AcceptPreparedDeck, {**of, "document": "PI-1"}
        return InspectDeck, {**of, "found": 52}

    def spread(self, of: dict[str, Any]) -> Wish:
        face = self.lot.choice(list(Face)) if self.box.state.deck(of["deck"]).step is Step.LEFT_IDLE else Face.UP
        return SpreadDeck, {**of, "face": face, "in_sequence": True}

    def put_in_play(self, of: dict[str, Any]) -> Wish:  # noqa: ARG002
        state = self.box.state
        behind = [deck.name for deck in state.decks if deck.step < Step.WASHED]
        if state.shuffler is None:
            return PutInPlay, {"deck": self.lot.choice(state.decks).name}
        return (WashDeck, {"deck": behind[0]}) if behind else self.device_turn({})

    def anything(self) -> Wish:
        """Whatever somebody might do, in place or not."""
        lot, state = self.lot, self.box.state
        deck = {"deck": lot.choice([each.name for each in state.decks] or ["Z"])}
        found = {"found": lot.choice((52, 52, 51))}
        return lot.choice(
            (
                (LeaveSeat, {"player": lot.choice(("Ann", "Bob", "Cy"))}),
                (TakeSeat, {"player": lot.choice(("Ann", "Bob", "Cy"))}),
                (SignOff, {}),
                (CountDeck, {**deck, **found}),
                (SortDeck, {**deck, **found}),
                (CountStub, {"dealt": 16, "found": 36}),
                (RemoveDeck, deck),
                (ReportWrongCards, {**deck, "what": "the joker"}),
                (ReportFailedShuffle, {**deck, "failure": lot.choice(list(Failure))}),
                (RemoveShuffler, {}),
                (InstallShuffler, {"shuffler": COUNTING}),
                (NoteSkipped, {"skipped": lot.choice(list(Skipped))}),
                (SetDeckDown, {"transaction": "a fill"}),
                (OrderRecut, {"reason": "flashed"}),
                (SpreadDeck, {**deck, "face": lot.choice(list(Face)), "in_sequence": False}),
                (WashDeck, deck),
                (PutInPlay, deck),
                (StoreDeck, {**deck, "place": state.store}),
                (ShuffleDeck, {**deck, "method": lot.choice(list(ShuffleMethod))}),
                (DistributeDecks, {"day": DAY, "tables": (LINE,)}),
                (BeginRound, {"game": "omaha"}),
                (DealForButton, {}),
                (CloseTable, {}),
            )
        )


REMEDIES: dict[Code, Callable[[Day, dict[str, Any]], Wish]] = {
    Code.TABLE_CLOSED: lambda _, of: (OpenTable, {"day": DAY}),  # noqa: ARG005
    Code.NOT_INSPECTED: Day.inspect,
    Code.NOT_VERIFIED: lambda _, of: (VerifyDeck, of),
    Code.NOT_SPREAD: Day.spread,
    Code.SPREAD_FACE_DOWN: lambda _, of: (TurnDeckUp, of),
    Code.NOT_SHOWN_TO_PLAYERS: lambda _, of: (OfferInspection, of),
    Code.CHANGE_DUE: lambda _, of: (RemoveDeck, of),
    Code.NO_DECK_IN_PLAY: Day.put_in_play,
    Code.SAME_DECK_AGAIN: Day.device_turn,
    Code.SORT_DUE: lambda _, of: (SortDeck, {**of, "found": 52}),
    Code.COUNT_DUE: lambda _, of: (CountDeck, {**of, "found": 52}),
    Code.NOT_WASHED: lambda _, of: (WashDeck, of),
    Code.SHUFFLE_FAILED: Day.shuffle,
    Code.NOT_SHUFFLED: Day.shuffle,
    Code.NOT_CUT: Day.cut,
    Code.NOT_STORED: lambda day, of: (StoreDeck, {**of, "place": day.box.state.store}),
}


@pytest.mark.parametrize("seed", range(16))
def test_a_round_is_dealt_exactly_when_the_record_holds_nothing_against_it(seed: int) -> None:
    day = Day(seed)
    for _ in range(200):
        day.step()
        box = day.box
        against = Auditor(box.log).hindrances(box.now)
        refusal = may_deal(box.state, box.now)
        first = min(against, key=lambda code: code.precedence, default=None)
        assert (None if refusal is None else refusal.code) == first, against
        if refusal is not None:
            assert str(refusal).endswith(f"({refusal.rule})")
        assert all(each.when <= box.now for each in due(box.state, box.now))
    assert replay(day.box.log) == day.box.state


@pytest.mark.parametrize("seed", range(8))
def test_a_record_survives_writing_and_reading(seed: int) -> None:
    day = Day(seed)
    for _ in range(150):
        day.step()
    written = msgspec.json.encode(day.box.log)
    assert replay(msgspec.json.decode(written, type=list[Event])) == day.box.state


def test_the_days_are_busy_enough_to_mean_something() -> None:
    kinds: set[type[Any]] = set()
    rounds = 0
    for seed in range(8):
        day = Day(seed)
        for _ in range(250):
            day.step()
        kinds |= {type(event) for event in day.box.log}
        rounds += len(day.box.all(RoundBegun))
    assert rounds > 100
    assert len(kinds) > 30
