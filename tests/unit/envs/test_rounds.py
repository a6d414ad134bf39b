"""What environments show is what the engine says: offers, amounts, views, draws; and what may not be is refused."""

from typing import Any

import numpy as np
import pytest

from pokerroom.batch import BatchError, Kind, Stage, layout
from pokerroom.batch.handing_over import Replay, command_of
from pokerroom.envs import Menu, Rounds, loops
from pokerroom.envs.tables import rounds_of, table
from pokerroom.play import Refusal, Seat, perform, view
from pokerroom.rules.house import Showing
from tests.sampling import sampled
from tests.unit.envs.playing import CASES, dealt, most_seats, step_at_random

STEPS = sampled(40, whole=400)


def padded(cards: tuple[int, ...], places: int) -> list[int]:
    """As many as there is room for: a hand that was folded is among the engine's discards, and not repeated here."""
    return [*cards[:places], *[-1] * (places - len(cards))]


def seen_on_engine(rounds: Rounds, state: Any, seat: int) -> dict[str, Any]:
    """The engine's view of a seat, laid out as an observation."""
    seen = view(state, Seat(seat))
    seats = rounds.game.seats
    clockwise = [seen.seats[(seat + step) % seats] for step in range(seats)]
    plan = rounds.plan
    return {
        "pot": seen.pot,
        "bet": seen.bet,
        "street": state.street,
        "board": padded(seen.board, int(plan[loops.BOARD_PLACES])),
        "discards": padded(seen.seats[seat].discards, int(plan[loops.DISCARD_PLACES])),
        "live": [int(each.live) for each in clockwise],
        "stacks": [each.stack for each in clockwise],
        "bets": [each.bet for each in clockwise],
        "down": [padded(each.down, rounds.game.down_most) for each in clockwise],
        "up": [padded(each.up, rounds.game.up_most) for each in clockwise],
    }


def replayed(rounds: Rounds) -> Any:
    """The engine at the same point of the round in lane 0."""
    course = Replay(rounds, 0)
    for move in rounds.moves(0):
        course.move(*map(int, move))
    return course.state


@pytest.mark.sampled
@pytest.mark.parametrize(("key", "limits"), CASES)
def test_an_observation_is_the_engines_view_and_every_choice_is_taken_by_the_engine(key: str, limits: str) -> None:
    rounds = dealt(key, limits, 1, seats=min(6, most_seats(key)), seed=3)
    chance = np.random.default_rng(len(key))
    seen = np.zeros_like(rounds.seen)
    for _ in range(STEPS):
        if not rounds.over.any():
            state = replayed(rounds)
            turn = int(rounds.turn[0])
            for seat in range(rounds.game.seats):
                rounds.observe(np.array([seat]), seen, np.zeros_like(rounds.masks))
                ours = {name: part[0].tolist() for name, part in rounds.named(seen).items()}
                theirs = seen_on_engine(rounds, state, seat)
                assert {name: ours[name] for name in theirs} == theirs
            for action in np.flatnonzero(rounds.masks[0]):
                kinds = tuple(np.zeros(1, np.int64) for _ in range(3))
                loops.choose(
                    rounds._table,
                    rounds._rows,
                    rounds.masks,
                    np.array([action]),
                    np.zeros(1, np.int64),
                    0,
                    kinds,
                    (0, 1),
                )
                command = command_of(state, turn, *(int(each[0]) for each in kinds))
                assert not isinstance(perform(state, command), Refusal), (command, rounds.actions[action])
        step_at_random(rounds, chance, folds=0.1)


@pytest.mark.parametrize(("key", "limits"), CASES)
def test_whatever_is_chosen_chips_are_conserved_and_rounds_end(key: str, limits: str) -> None:
    rounds = dealt(key, limits, 64)
    chance = np.random.default_rng(5)
    rounds_over = 0
    for _ in range(60):
        step_at_random(rounds, chance)
        over = rounds.results.over
        rounds_over += int(over.sum())
        assert (rounds.results.won.sum(axis=1) == 0).all()
        chips = rounds.stacks.sum(axis=1) + rounds.lanes[:, layout.POT]
        assert (chips == rounds.stakes.sum(axis=1)).all()
        waiting = rounds.turn >= 0
        assert rounds.masks[waiting].any(axis=1).all()
        assert not rounds.masks[~waiting].any()
    assert rounds_over > 20


def test_the_menu_has_every_choice_of_cards() -> None:
    names = [action.name for action in dealt("badugi", "fixed", 1).actions]
    assert names[:3] == ["fold", "stay", "wager the least"]
    assert names[3] == "draw"
    assert "draw, giving up 1 3 4" in names
    assert len(names) == 3 + 16
    super_stud = [action.name for action in dealt("super-seven-card-stud-high", "fixed", 1).actions]
    assert "wager the least, giving up 2 4" in super_stud
    assert "discard, giving up 1 2" in super_stud


def test_wagers_are_the_least_parts_of_the_pot_and_the_most_in_whole_chips() -> None:
    rounds = rounds_of("hold-em", 1, seats=3, limits="no", stacks=20_000)
    rounds.deal()
    # Blinds of 100 and 200: a pot of 300, and 500 once 200 are called.
    assert rounds.totals()[0].tolist() == [0, 0, 400, 0, 700, 20_000]
    assert rounds.masks[0].tolist() == [1, 1, 1, 0, 1, 1], "half the pot is no more than the least"
    rounds.step(np.array([4]))
    assert rounds.part(rounds.seen, "bet")[0] == 700
    assert rounds.part(rounds.seen, "history")[0, 0].tolist() == [2, Kind.RAISE, 700, 0]


def test_an_amount_of_ones_own_is_the_nearest_that_is_offered() -> None:
    rounds = dealt("hold-em", "no", 1)
    for stated, made in ((0, 400), (1_250, 1_200), (19_999, 19_900), (20_000, 20_000), (10**9, 20_000)):
        rounds = rounds_of("hold-em", 1, seats=3, limits="no", stacks=20_000, menu=Menu(any_amount=True))
        rounds.deal()
        rounds.step(np.array([2]), np.array([float(stated)]))
        assert rounds.part(rounds.seen, "bet")[0] == made
    for nonsense in (float("nan"), -1.0, float("inf")):
        with pytest.raises(BatchError, match="lane 0 is given an amount that is none"):
            rounds.step(np.array([2]), np.array([nonsense]))


def test_draws_are_in_the_observation_as_they_were_taken() -> None:
    rounds = rounds_of("triple-draw-deuce-to-seven", 1, seats=2, stacks=20_000)
    rounds.deal()
    draw = {action.name: number for number, action in enumerate(rounds.actions)}
    taken: dict[int, list[int]] = {0: [], 1: []}
    wanted = iter(("draw, giving up 1 2", "draw", "draw, giving up 1 2 3 4 5", "draw, giving up 4", "draw", "draw"))
    while not rounds.over.any():
        if rounds.stage[0] == Stage.DRAWING:
            name = next(wanted)
            taken[int(rounds.turn[0])].append(name.count(" ") - name.count("giving up") * 2)
            rounds.step(np.array([draw[name]]))
        else:
            rounds.step(np.array([1]))
    seen = np.zeros_like(rounds.seen)
    rounds.observe(np.array([1]), seen, np.zeros_like(rounds.masks))
    assert rounds.part(seen, "draws")[0].tolist() == [taken[1], taken[0]]
    assert sum(taken[0]) + sum(taken[1]) == 8


@pytest.mark.parametrize("action", [-1, 19, 2**40, 7])
def test_an_action_that_may_not_be_chosen_is_refused_with_its_lane_and_nothing_moves(action: int) -> None:
    rounds = dealt("badugi", "fixed", 100)
    before = rounds.snapshot()
    actions = np.ones(100, np.int64)
    actions[37] = action
    with pytest.raises(BatchError, match=r"lane 37: action .* may not be chosen, but 0, 1, 2; nothing has moved"):
        rounds.step(actions)
    for ours, theirs in zip(rounds.snapshot(), before, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    rounds.step(np.ones(100, np.int64))


def test_lanes_that_rest_stay_as_they_are_also_after_a_refusal() -> None:
    rounds = dealt("hold-em", "fixed", 10)
    among = np.arange(10) % 2 == 0
    lanes, turns = rounds.lanes.copy(), rounds.turn.copy()
    wrong = np.where(np.arange(10) == 4, 99, 1)
    with pytest.raises(BatchError, match="lane 4"):
        rounds.step(wrong, among=among)
    np.testing.assert_array_equal(rounds.lanes, lanes)
    rounds.step(np.ones(10, np.int64), among=among)
    np.testing.assert_array_equal(rounds.lanes[~among], lanes[~among])
    assert (rounds.turn[among] != turns[among]).all()


def test_what_is_no_row_of_numbers_is_refused() -> None:
    rounds = dealt("hold-em", "fixed", 3)
    for nonsense in ([1, 1], [0.5, 1, 1], [[1, 1, 1]], ["fold"] * 3):
        with pytest.raises(BatchError, match="actions are 3 whole numbers"):
            rounds.step(np.array(nonsense))


def test_tables_that_cannot_be_are_refused_in_words() -> None:
    with pytest.raises(BatchError, match="is played by 2 to"):
        rounds_of("hold-em", 1, seats=23)
    with pytest.raises(LookupError, match="whist is not permitted"):
        rounds_of("whist", 1)
    with pytest.raises(ValueError, match="there are no limits 'high'"):
        rounds_of("hold-em", 1, limits="high")
    with pytest.raises(BatchError, match="seat 1 sits down with 300 to 300 cents and needs 400"):
        rounds_of("hold-em", 1, seats=2, stacks=[1_000, 300])
    with pytest.raises(BatchError, match="there are 2 seats, and stakes for 3"):
        rounds_of("hold-em", 1, seats=2, stacks=[1_000] * 3)
    with pytest.raises(BatchError, match="at most 2147483647 cents"):
        rounds_of("hold-em", 1, seats=2, stacks=2**31)
    with pytest.raises(BatchError, match="parts of the pot rise"):
        Menu(pot_parts=(1.0, 0.5))


def test_a_deck_that_is_too_short_or_not_a_deck_is_refused_with_its_lane() -> None:
    rounds = dealt("hold-em", "fixed", 4)
    decks = np.tile(np.arange(52), (4, 1))
    decks[2, 0] = 1
    with pytest.raises(BatchError, match="lane 2 is given a deck that is not 52 cards"):
        rounds.open(20_000, decks=decks)
    with pytest.raises(BatchError, match="do not fit"):
        rounds.open(20_000, decks=np.arange(51))


def test_stakes_are_drawn_for_every_seat_and_round_and_are_the_same_for_the_same_seed() -> None:
    rounds, again = (dealt("hold-em", "no", 500, stacks=[range(1_000, 5_001), 8_000], seats=2) for _ in range(2))
    np.testing.assert_array_equal(rounds.stakes, again.stakes)
    first = rounds.stakes[:, 0]
    assert (rounds.stakes[:, 1] == 8_000).all()
    assert first.min() == 1_000
    assert first.max() == 5_000
    assert (first % 100 == 0).all()
    assert len(np.unique(first)) == 41


def test_hands_can_be_shown_or_conceded_where_the_sign_has_them_shown_in_turn() -> None:
    rounds = Rounds(table("hold-em", showing=Showing.IN_TURN), 2, 1, stacks=4_000)
    rounds.deal()
    names = [action.name for action in rounds.actions]
    assert names[-2:] == ["show", "concede"]
    while rounds.stage[0] != Stage.SHOWDOWN:
        rounds.step(np.array([1]))
    assert rounds.masks[0].tolist() == [0, 0, 0, 1, 1]
    rounds.step(np.array([4]))
    assert rounds.over.all()
