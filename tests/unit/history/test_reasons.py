"""Why a pot went where it went: hand compared with hand, of what whoever asks may see."""

from collections.abc import Iterator

import pytest

from pokerroom.cards import card_text
from pokerroom.games import games_of
from pokerroom.history.narration import by_seat
from pokerroom.history.reasons import reasons
from pokerroom.play import Event, Role, Round, Seat, Viewer, apply, events, replay
from pokerroom.rules.clauses import Game
from pokerroom.words import said
from tests.sweep import SIGNS, Case, play

every_game = pytest.mark.parametrize("game", games_of(), ids=lambda game: game.key)


def happened(game: Game, seeds: range, *, seats: int = 4) -> Iterator[tuple[Event, Round]]:
    """Each event of some rounds, with the round after it."""
    for seed in seeds:
        for step in play(Case(game.edition, game.key, "fixed", seats, SIGNS[0], seed)):
            state = step.before
            for event in step.events:
                state = replay([event]) if state is None else apply(state, event)
                yield event, state


def words(event: Event, state: Round, viewer: Viewer = Role.SPECTATOR) -> list[str]:
    return [said(each) for each in reasons(event, state, by_seat, viewer)]


@every_game
def test_every_award_says_why(game: Game) -> None:
    awards = [(event, state) for event, state in happened(game, range(8)) if isinstance(event, events.PotAwarded)]
    assert awards
    for event, state in awards:
        beaten = [seat for seat in state.pots[event.pot].claimants if state.is_live(seat)] if state.pots else []
        assert words(event, state) or len(beaten) < 2


@every_game
def test_who_acts_first_is_explained_by_the_clause_of_the_street(game: Game) -> None:
    opened = [
        (event, state) for event, state in happened(game, range(2)) if isinstance(event, events.BettingRoundOpened)
    ]
    assert opened
    for event, state in opened:
        (why,) = words(event, state)
        shown = {card_text(card) for card in state.up[event.to_act[0]]}
        assert all(card in why for card in shown)


def game_named(key: str) -> Game:
    return next(each for each in games_of() if each.key == key)


def test_a_mambo_award_says_that_a_straight_beats_a_flush_there() -> None:
    found = (words(*each) for each in happened(game_named("mambo-stud"), range(400)))
    told = next(lines for lines in found if any("A straight beats a flush" in line for line in lines))
    order = next(line for line in told if line.startswith("From the best down"))
    assert order.index("a straight,") < order.index("a flush")


def test_where_nobody_qualifies_it_says_why_each_hand_has_no_low() -> None:
    awards = (words(*each) for each in happened(game_named("omaha-high-low-eight"), range(60)))
    told = next(lines for lines in awards if any(line.startswith("Nobody has a low") for line in lines))
    assert any("A low needs five different ranks, none above the eight" in line for line in told)


def test_who_conceded_unseen_is_told_why_and_nobody_else_is() -> None:
    for event, state in happened(game_named("badugi"), range(400)):
        if not isinstance(event, events.PotAwarded) or event.strength is None:
            continue
        for seat in state.pots[event.pot].claimants:
            if state.is_live(seat):
                continue
            mine = [line for line in words(event, state, seat) if line not in words(event, state)]
            others = [Seat(each) for each in range(state.seats) if each != seat]
            assert any(f"beats {said(by_seat(seat))}'s" in line for line in mine)
            told = [line for other in others for line in words(event, state, other)]
            assert not any(f"beats {said(by_seat(seat))}'s" in line for line in told)
            return
    pytest.fail("nobody conceded at a showdown")
