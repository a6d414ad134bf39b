"""Nobody is shown a card he may not see: every message to every viewer is searched for one.

The message is searched as it is sent, encoded, and by an account of what is hidden that knows nothing of the views.
"""

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.games import PERMITTED
from pokerroom.play import (
    Code,
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
from pokerroom.play.events import RoundOpened
from pokerroom.play.refusals import SENTENCES
from pokerroom.play.views import VISIBLE, SeatView
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, letter
from tests.sweep import LIMITS, SIGNS, Case, play

ROUNDS = 6
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


def hidden_from(state: Round, viewer: Viewer) -> set[Card]:
    """Cards that lie face down and are not the viewer's own: hands not shown, discards, burns, the deck."""
    others = [seat for seat in range(state.seats) if seat != viewer]
    face_down = [state.down[seat] for seat in others if not state.shown >> seat & 1]
    given_up = [state.muck[seat] for seat in others]
    return {card for place in (*face_down, *given_up, state.burns, state.stub) for card in place}


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
def test_a_viewer_sees_all_that_lies_open_and_his_own_cards(game: Game) -> None:
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


def test_every_refusal_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Code)


def test_every_command_of_a_player_has_a_handler() -> None:
    assert set(HANDLERS) == set(get_args(PlayerCommand))
