"""Nobody is shown a card they may not see: every message to every viewer is searched for one.

The message is searched as it is sent, encoded, and by an account of what is hidden that knows nothing of the views.
"""

from collections.abc import Iterator, Set as AbstractSet
from itertools import islice
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.games import PERMITTED
from pokerroom.play import (
    Event,
    OpenRound,
    Refusal,
    Role,
    Round,
    Seat,
    View,
    Viewer,
    apply,
    procedure,
    replay,
    seen_by,
    start,
    view,
)
from pokerroom.play.apply import FOLDS
from pokerroom.play.commands import PlayerCommand
from pokerroom.play.decide import HANDLERS
from pokerroom.play.events import (
    CardExchanged,
    CardsDealt,
    CommonCardDealt,
    CommunityDealt,
    DeckReshuffled,
    DrawnCardExposed,
    FaceUpCardRemoved,
    FallenCardReplaced,
    HandDisclosed,
    HandShown,
    Misdealt,
    RoundDied,
    RoundOpened,
)
from pokerroom.play.views import VISIBLE, SeatView
from pokerroom.rules.clauses import Face, Game
from pokerroom.rules.house import Fixed, letter
from tests import irregular
from tests.sweep import LIMITS, SIGNS, Case, play

ROUNDS = 6
IRREGULAR_ROUNDS = 2
EVENTS: tuple[type[Any], ...] = get_args(Event)
MESSAGES: tuple[type[Any], ...] = (*EVENTS, View, SeatView)


def mentions_cards(annotation: Any) -> bool:
    return annotation is Card or any(map(mentions_cards, get_args(annotation)))


CARD_FIELDS = {
    name for message in MESSAGES for name, annotation in get_type_hints(message).items() if mentions_cards(annotation)
}


def cards_in(message: Any) -> Iterator[int]:
    """The face of every card that an encoded message shows."""
    match message:
        case dict():
            for name, value in message.items():
                yield from flat(value) if name in CARD_FIELDS else cards_in(value)
        case list():
            for item in message:
                yield from cards_in(item)
        case _:
            return


def flat(cards: Any) -> Iterator[int]:
    if isinstance(cards, list):
        for each in cards:
            yield from flat(each)
    else:
        yield cards


def sent(message: Event | View) -> set[int]:
    return {card for card in cards_in(msgspec.json.decode(msgspec.json.encode(message))) if card != UNKNOWN}


def hidden_from(state: Round, viewer: Viewer, seen: AbstractSet[Card] = frozenset()) -> set[Card]:
    """Cards that lie face down and are not the viewer's own: hands not shown, discards, burns, the deck.

    Cards in `seen` were face up for everybody before they went there.
    """
    others = [seat for seat in range(state.seats) if seat != viewer]
    face_down = [state.down[seat] for seat in others if not state.shown >> seat & 1]
    given_up = [state.muck[seat] for seat in others]
    places = (*face_down, *given_up, state.burns, state.stub, state.dead)
    return {card for place in places for card in place} - {UNKNOWN, *seen}


def seen_after(event: Event, seen: AbstractSet[Card], viewer: Viewer) -> AbstractSet[Card]:
    """Which cards this viewer has seen face up since they were last shuffled; the events themselves say so."""
    match event:
        case CardsDealt(seats=seats, faces=faces, cards=cards, turned=turned):
            ways = [face for face in faces for _ in seats]
            return seen | {cards[at] for at, face in enumerate(ways) if (face is Face.UP) != (at in turned)}
        case CommunityDealt(cards=cards) | HandShown(cards=cards) | HandDisclosed(cards=cards):
            return seen | set(cards)
        case FaceUpCardRemoved(card=card) | DrawnCardExposed(card=card) | CardExchanged(exposed=card):
            return seen | {card}
        case CommonCardDealt(card=card):
            return seen | {card}
        case FallenCardReplaced(fallen=fallen, card=card, face=face, seat=seat):
            # A player's own card that fell is out of the hand, but the player has seen it.
            own = {fallen} if seat == viewer else set()
            return seen | ({fallen, card} if face is Face.UP else own)
        case DeckReshuffled(deck=deck):
            return seen - set(deck)
        case Misdealt() | RoundDied():
            return frozenset()
        case _:
            return seen


def rounds(game: Game) -> Iterator[Case]:
    for seed in range(ROUNDS):
        seats = game.seats.most - seed * 2 % (game.seats.most - 1)
        limit = tuple(LIMITS)[seed % len(LIMITS)]
        yield Case(game.edition, game.key, limit, seats, SIGNS[seed % len(SIGNS)], seed)


def viewers(state: Round) -> tuple[Viewer, ...]:
    return (*map(Seat, range(state.seats)), Role.SPECTATOR, Role.DEALER)


every_game = pytest.mark.parametrize("game", PERMITTED, ids=lambda game: f"{game.edition}:{game.key}")


@every_game
def test_no_view_shows_a_hidden_card(game: Game) -> None:
    for case in rounds(game):
        for step in play(case):
            for viewer in viewers(step.after):
                leaked = sent(view(step.after, viewer)) & hidden_from(step.after, viewer)
                assert not leaked, f"{case}: {viewer!r} sees {leaked} after {step.command}"


@every_game
def test_no_event_shows_a_hidden_card(game: Game) -> None:
    for case in rounds(game):
        log = [event for step in play(case) for event in step.events]
        state = replay(log[:1])
        for event in log[1:]:
            state = apply(state, event)
            for viewer in viewers(state):
                leaked = sent(seen_by(event, viewer)) & hidden_from(state, viewer)
                assert not leaked, f"{case}: {viewer!r} sees {leaked} in {event}"


@every_game
def test_nothing_hidden_comes_to_light_when_things_go_wrong(game: Game) -> None:
    for case in islice(rounds(game), IRREGULAR_ROUNDS):
        steps = list(irregular.play(case))
        state = replay(steps[0].events[:1])
        seen: dict[Viewer, AbstractSet[Card]] = dict.fromkeys(viewers(state), frozenset())
        for step in steps:
            for event in step.events:
                state = state if isinstance(event, RoundOpened) else apply(state, event)
                for viewer, before in seen.items():
                    seen[viewer] = seen_after(event, before, viewer)
                    leaked = sent(seen_by(event, viewer)) & hidden_from(state, viewer, seen[viewer])
                    assert not leaked, f"irregular {case}: {viewer!r} sees {leaked} in {event}"
            for viewer, open_to_viewer in seen.items():
                leaked = sent(view(state, viewer)) & hidden_from(state, viewer, open_to_viewer)
                assert not leaked, f"irregular {case}: {viewer!r} sees {leaked} after {step.command}"


@every_game
def test_a_viewer_sees_all_that_lies_open_and_their_own_cards(game: Game) -> None:
    for case in rounds(game):
        for step in play(case):
            state = step.after
            for viewer in viewers(state):
                seen = view(state, viewer)
                assert seen.board == state.board
                assert tuple(each.up for each in seen.seats) == state.up
                shown = [seat for seat in range(state.seats) if seat == viewer or state.shown >> seat & 1]
                assert all(seen.seats[seat].down == state.down[seat] for seat in shown)
                assert tuple(len(each.down) for each in seen.seats) == tuple(map(len, state.down))


@every_game
def test_an_auditor_sees_everything(game: Game) -> None:
    for case in rounds(game):
        for step in play(case):
            assert all(seen_by(event, Role.AUDITOR) == event for event in step.events)
            places = (*step.after.down, *step.after.up, *step.after.muck, step.after.board, step.after.burns)
            everything = {card for place in (*places, step.after.stub) for card in place} - {UNKNOWN}
            assert sent(view(step.after, Role.AUDITOR)) == everything


def test_the_search_finds_a_card_that_is_shown() -> None:
    table = procedure(PERMITTED[0], letter(Fixed(400, 800), forced_bet=200))
    outcome = start(table, OpenRound(stacks=(10_000, 10_000), deck=DECK))
    assert not isinstance(outcome, Refusal)
    state, _ = outcome
    assert sent(view(state, Role.AUDITOR)) >= hidden_from(state, Seat(0)) > set()


def test_no_name_stands_for_cards_in_one_message_and_for_something_else_in_another() -> None:
    for message in MESSAGES:
        for name, annotation in get_type_hints(message).items():
            assert mentions_cards(annotation) is (name in CARD_FIELDS), f"{message.__name__}.{name}"


def test_every_event_has_a_line_that_says_who_sees_it() -> None:
    assert set(VISIBLE) == set(EVENTS)


def test_every_event_but_the_first_of_a_log_folds_into_the_state() -> None:
    assert set(FOLDS) == set(EVENTS) - {RoundOpened}


def test_every_command_of_a_player_has_a_handler() -> None:
    assert set(HANDLERS) == set(get_args(PlayerCommand))
