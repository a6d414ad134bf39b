"""The marks on a hand: of the player's own cards and the board, by the ranking of the game, and for nobody else."""

import pytest

from pokerroom.cards import card_text
from pokerroom.games import CATALOGUE, games_of
from pokerroom.live.tables.awarding import award_of
from pokerroom.live.tables.marking import marked
from pokerroom.play import Seat, Stage, apply, events, replay
from pokerroom.ranking import best_cards, rank_hand
from pokerroom.rules.clauses import Game
from tests.sweep import SIGNS, Case, play

every_game = pytest.mark.parametrize("game", games_of(), ids=lambda game: game.key)


@every_game
def test_marks_are_of_my_own_cards_and_the_board_alone(game: Game) -> None:
    seen = 0
    for step in play(Case(game.edition, game.key, "fixed", 4, SIGNS[0], 3)):
        state = step.after
        for seat in (Seat(each) for each in range(state.seats) if state.is_live(Seat(each))):
            own = {card_text(card) for card in (*state.cards(seat), *state.board)}
            for hand in marked(state, state.cards(seat)):
                assert {*hand.cards} <= own
                seen += 1
    assert seen


@every_game
def test_at_the_showdown_a_hand_stands_exactly_where_it_may_win(game: Game) -> None:
    for step in play(Case(game.edition, game.key, "fixed", 5, SIGNS[0], 1)):
        state = step.after
        if state.stage is not Stage.SHOWDOWN:
            continue
        for seat in (Seat(each) for each in range(state.seats) if state.is_live(Seat(each))):
            hands = {hand.share: hand for hand in marked(state, state.cards(seat))}
            for plan in state.procedure.shares:
                may_win = plan.rank(state.cards(seat), state.board) >= (plan.floor or 0)
                assert hands[plan.share.name].stands is may_win


@pytest.mark.parametrize("game", {game.key: game for game in CATALOGUE.values()}.values(), ids=lambda game: game.key)
def test_the_cards_lifted_at_the_showdown_make_the_hand_that_won(game: Game) -> None:
    found = 0
    for seed in range(6):
        for step in play(Case(game.edition, game.key, "fixed", 4, SIGNS[0], seed)):
            state = step.before
            for event in step.events:
                state = replay([event]) if state is None else apply(state, event)
                if not isinstance(event, events.PotAwarded) or event.strength is None:
                    continue
                plan = next(each for each in state.procedure.shares if each.share.name == event.share)
                award = award_of(event, state, tuple(range(state.seats)))
                for seat, cards in zip(event.seats, award.cards, strict=True):
                    ways = best_cards(plan.share.ranking, plan.share.formation, state.cards(seat), state.board)
                    assert cards in [tuple(map(card_text, way)) for way in ways]
                    assert rank_hand(plan.share.ranking, ways[0]) == event.strength
                    found += 1
    assert found
