"""Random hands settled by an independent engine, 120 of each variant, every card and the order of the deck known.

They are kept here, so that a clone without the shared material still plays them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, parse_cards
from pokerroom.history.hand import Hand
from pokerroom.history.phh import read_all
from pokerroom.history.replay import Replayed, replay_hand
from pokerroom.history.table import Money, opening, table_for
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Command,
    Concede,
    Draw,
    Event,
    Fold,
    PlayerCommand,
    PostForcedBet,
    Raise,
    Refusal,
    Show,
    Uphold,
    perform,
    start,
)
from pokerroom.play.events import (
    BetMade,
    Called,
    CardBurned,
    Checked,
    DeckShuffled,
    Discarded,
    Folded,
    ForcedBetPosted,
    HandConceded,
    HandShown,
    Raised,
    RulingMade,
    StoodPat,
)
from tests.conformance.settlement import disagreement

FOLDER = Path(__file__).with_name("synthetic")
EXPECTATIONS: dict[str, dict[str, dict[str, Any]]] = json.loads(
    (FOLDER / "expectations.json").read_text(encoding="utf-8")
)

every_variant = pytest.mark.parametrize("variant", EXPECTATIONS)


def hands(variant: str) -> Iterator[tuple[str, Hand]]:
    text = (FOLDER / f"{variant}.phhs").read_text(encoding="utf-8")
    for number, hand in read_all(text):
        assert isinstance(hand, Hand), hand
        yield number, hand


def test_every_variant_has_its_120_hands() -> None:
    assert len(EXPECTATIONS) == 14
    for variant, expected in EXPECTATIONS.items():
        assert len(expected) == 120
        assert [number for number, _ in hands(variant)] == list(expected)


@every_variant
def test_every_hand_comes_out_as_the_other_engine_has_it(variant: str) -> None:
    faults = []
    for number, hand in hands(variant):
        expected = EXPECTATIONS[variant][number]
        replayed = replay_hand(hand)
        file = f"synthetic/{variant}/synth-{int(number):04}.phh"
        where = expected["odd_chip_where"]
        faults.append(disagreement(file, replayed, expected["final_stacks"], scale=1, odd_chip_where=where))
        assert not replayed.warnings or expected["raise_after_short_all_in"], (file, replayed.warnings)
    assert not any(faults), "\n".join(filter(None, faults))


@every_variant
def test_the_room_dealing_from_the_same_deck_deals_the_same_cards(variant: str) -> None:
    """One card at a time clockwise, a burn card before each later street, and in a draw only when somebody draws."""
    for number, hand in hands(variant):
        replayed = replay_hand(hand)
        by_the_room = played_from_the_deck(hand, replayed)
        burned = tuple(event.card for event in by_the_room if isinstance(event, CardBurned))
        assert burned == parse_cards(hand.extras["_burns"]), number
        assert [*map(face_down, by_the_room)] == [*map(face_down, replayed.log)], number


def played_from_the_deck(hand: Hand, replayed: Replayed) -> list[Event]:
    """The same decisions, with the room dealing."""
    money = Money(hand)
    deck = parse_cards(hand.extras["_deck"])
    outcome = start(table_for(hand, money, "customary"), replace(opening(hand, money), deck=deck))
    log: list[Event] = []
    decisions = decisions_of(replayed.log)
    while True:
        assert not isinstance(outcome, Refusal), outcome
        state, events = outcome
        log += events
        if state.over:
            return log
        outcome = perform(state, next(decisions))


def decisions_of(log: tuple[Event, ...]) -> Iterator[Command]:
    ruled = False
    for event in log:
        decision = decision_behind(event)
        if decision is not None:
            yield Uphold(decision) if ruled else decision
        ruled = isinstance(event, RulingMade)


def decision_behind(event: Event) -> PlayerCommand | None:
    match event:
        case Folded(seat=seat):
            return Fold(seat)
        case Checked(seat=seat):
            return Check(seat)
        case Called(seat=seat):
            return Call(seat)
        case BetMade(seat=seat, to=to):
            return Bet(seat, to)
        case Raised(seat=seat, to=to):
            return Raise(seat, to)
        case ForcedBetPosted(seat=seat):
            return PostForcedBet(seat)
        case Discarded(seat=seat, cards=cards):
            return Draw(seat, cards)
        case StoodPat(seat=seat):
            return Draw(seat)
        case HandShown(seat=seat):
            return Show(seat)
        case HandConceded(seat=seat):
            return Concede(seat)
        case _:
            return None


def face_down(event: Event) -> Event:
    """The event without what only the room can know: the deck and the burn cards."""
    if isinstance(event, DeckShuffled):
        return replace(event, deck=(UNKNOWN,) * len(DECK))
    return replace(event, card=UNKNOWN) if isinstance(event, CardBurned) else event
