"""A batch: what it opens, what it refuses, what a seat may see, and what the engine makes of its rounds."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from pokerroom.batch import Batch, BatchError, CompiledGame, Kind, compile_game, handed_over, layout, playing
from pokerroom.batch.strategies import Chance, Strategy, moves_of, play_rounds
from pokerroom.games import CATALOGUE, game
from pokerroom.history.phh import read, write
from pokerroom.history.record import record
from pokerroom.play import procedure
from pokerroom.play.events import RoundClosed
from pokerroom.rules.house import Fixed, KillOption, NoLimit, Showing, letter
from pokerroom.rules.rulebook import Rulebook
from tests.sampling import sampled


def compiled(key: str = "hold-em", seats: int = 6, edition: str = "13:69F-current", **posted: Any) -> CompiledGame:
    chosen = CATALOGUE[edition, key]
    forced = {"blinds": (100, 200)} if chosen.has_button else {"forced_bet": 100, "ante": 100}
    settings = {"limits": NoLimit(200), "showing": Showing.ALL, **forced, **posted}
    return compile_game(procedure(chosen, letter(**settings)), seats)


def check_down(batch: Batch) -> None:
    """Nobody bets or folds."""
    chance = Chance(0)
    while not batch.over.all():
        batch.act(*moves_of(batch, Strategy(), chance.drawn(batch.numbers, 0)))


def play_wildly(batch: Batch) -> list[tuple[Any, ...]]:
    """Bets, raises and folds at random; returns the moves."""
    chance = Chance(9)
    played: list[tuple[Any, ...]] = []
    while not batch.over.all():
        moves = moves_of(batch, Strategy(fold=10, raise_=25), chance.drawn(batch.numbers, len(played)))
        played.append(moves)
        batch.act(*moves)
    return played


def test_chips_are_conserved_and_somebody_wins() -> None:
    batch = Batch(compiled(), 300, seed=4)
    batch.open(20_000)
    check_down(batch)
    won = batch.stacks - batch.stakes
    assert (won.sum(axis=1) == 0).all()
    assert (won.max(axis=1) > 0).any()


def test_a_round_has_the_same_cards_whatever_the_lanes_and_threads_are() -> None:
    few, many = Batch(compiled(), 7, seed=11, threads=1), Batch(compiled(), 2100, seed=11, threads=3)
    few.open(20_000)
    few.open(20_000)  # Numbers 7 to 13.
    many.open(20_000)
    assert [few.deck(lane) for lane in range(7)] == [many.deck(lane) for lane in range(7, 14)]
    for batch in (few, many):
        check_down(batch)
    assert (few.stacks == many.stacks[7:14]).all()


def test_decks_differ_between_seeds_and_rounds_and_are_whole() -> None:
    decks = []
    for seed in (0, 1):
        batch = Batch(compiled("badugi", 4), 50, seed=seed)
        batch.open(20_000)
        decks += [batch.deck(lane) for lane in range(50)]
    assert len({*decks}) == 100
    assert all(sorted(deck) == [*range(52)] for deck in decks)


def test_every_card_comes_first_about_as_often() -> None:
    batch = Batch(compiled(), 52_000, seed=2, history=0)
    batch.open(20_000)
    at = batch.game.place(0) + layout.CARDS
    counts = np.bincount(batch.lanes[:, at], minlength=52)
    # 51 degrees of freedom; 99.9 % of fair decks are below 87.
    assert ((counts - 1000) ** 2 / 1000).sum() < 100


def test_only_the_lanes_asked_for_are_opened_again() -> None:
    batch = Batch(compiled(), 4)
    batch.open(20_000)
    before = batch.lanes.copy()
    batch.open(30_000, lanes=[False, True, False, False])
    assert batch.stakes[1, 0] == 30_000
    assert (batch.lanes[[0, 2, 3]] == before[[0, 2, 3]]).all()
    assert batch.numbers.tolist() == [0, 5, 2, 3]


WRONG_MOVES = [
    ({"kinds": Kind.CHECK}, "check.* is not offered"),
    ({"kinds": 17}, "a kind 17.* is not offered"),
    ({"kinds": Kind.RAISE, "amounts": 399}, "is not an amount"),
    ({"kinds": Kind.RAISE, "amounts": 20_100}, "is not an amount"),
    ({"kinds": Kind.RAISE, "amounts": 450}, "whole chips"),
    ({"kinds": Kind.CALL, "cards": 1}, "wrong cards"),
    ({"kinds": Kind.CALL, "cards": -1}, "wrong cards"),
    ({"kinds": Kind.DRAW, "cards": 1}, "is not offered"),
]


@pytest.mark.parametrize(("move", "why"), WRONG_MOVES)
def test_a_wrong_move_is_refused_with_its_lane_and_no_lane_moves(move: dict[str, int], why: str) -> None:
    batch = Batch(compiled(), 5)
    batch.open(20_000)
    before = batch.lanes.copy(), batch.offer_rows.copy()
    moves: dict[str, list[int]] = {"kinds": [Kind.CALL] * 5, "amounts": [0] * 5, "cards": [0] * 5}
    for name, value in move.items():
        moves[name][3] = value
    with pytest.raises(BatchError, match=f"^lane 3: .*{why}.*; nothing has moved"):
        batch.act(**moves)
    assert (batch.lanes == before[0]).all()
    assert (batch.offer_rows == before[1]).all()
    assert len(batch.moves(3)) == 0


WRONG_OPENINGS = [
    (
        {"stacks": [[20_000] * 6, [20_000, 300, *[20_000] * 4], [20_000] * 6]},
        "lane 1: seat 1 has 300 cents and needs 400",
    ),
    ({"stacks": 1 << 41}, "lane 0 has more than"),
    ({"stacks": 200.5}, "whole numbers"),
    ({"stacks": [20_000] * 5}, "do not fit"),
    ({"stacks": 20_000, "buttons": [0, 6, 0]}, "lane 1 has its button at no seat"),
    ({"stacks": 20_000, "kills": [False, False, True]}, "lane 2 has a kill"),
    ({"stacks": 20_000, "holders": [0, -1, -1]}, "lane 0 has a kill button"),
    ({"stacks": 20_000, "lanes": [0, 1]}, "a mask of 3"),
    ({"stacks": 20_000, "decks": [range(52), range(52), [0, *range(51)]]}, "lane 2 is given a deck"),
    ({"stacks": 20_000, "decks": [*range(51)]}, "do not fit"),
    ({"stacks": 20_000, "numbers": [-1, 0, 0]}, "lane 0 has a round with a negative number"),
]


@pytest.mark.parametrize(("opening", "why"), WRONG_OPENINGS)
def test_a_wrong_opening_is_refused_with_its_lane_and_nothing_is_opened(opening: dict[str, Any], why: str) -> None:
    batch = Batch(compiled(), 3)
    batch.open(20_000)
    before = batch.lanes.copy(), batch.numbers.copy()
    with pytest.raises(BatchError, match=why):
        batch.open(**opening)
    assert (batch.lanes == before[0]).all()
    assert (batch.numbers == before[1]).all()


def test_what_a_batch_shows_cannot_be_written() -> None:
    batch = Batch(compiled(), 2)
    batch.open(20_000)
    for shown in (batch.lanes, batch.stacks, batch.turn, batch.offers.least, batch.numbers):
        with pytest.raises(ValueError, match="read-only"):
            shown[0] = 0


def test_what_is_not_played_is_refused_by_name() -> None:
    with pytest.raises(BatchError, match="2 to 11 players here, not by 12"):
        compiled(seats=12)
    first = procedure(game("hold-em"), letter(NoLimit(200), blinds=(100, 200)), Rulebook.FIRST)
    with pytest.raises(BatchError, match="first one"):
        compile_game(first, 6)
    with pytest.raises(BatchError, match="the deck is too short for 10 players of seven-card-stud-high"):
        compiled("seven-card-stud-high", 10, enforce_seats=False)
    with pytest.raises(BatchError, match="has no button"):
        Batch(compiled("five-card-stud", 4), 1).open(20_000, buttons=0)


def test_without_numba_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "find_spec", lambda _: None)
    playing.loops.cache_clear()
    with pytest.raises(BatchError, match=r"need Numba \(pip install 'pokerroom\[odds\]'\)"):
        Batch(compiled(), 1)
    monkeypatch.undo()
    assert playing.loops()


@pytest.mark.parametrize(("edition", "key"), [*CATALOGUE])
def test_a_round_is_handed_over_and_comes_out_with_its_log_and_as_phh(edition: str, key: str) -> None:
    batch = Batch(compiled(key, 5, edition), 8, seed=5)
    batch.open(8_000)
    play_wildly(batch)
    for lane in range(8):
        state, log = handed_over(batch, lane)
        assert state.over
        assert isinstance(log[-1], RoundClosed)
        assert state.stacks == tuple(batch.stacks[lane])
        assert all(event.rule for event in log)
        assert read(write(record(log))).actions


def test_a_round_that_does_not_agree_with_the_engine_is_not_handed_over() -> None:
    batch = Batch(compiled(), 1)
    batch.open(20_000)
    check_down(batch)
    batch._lanes[0, batch.game.place(0) + layout.STACK] += 1
    with pytest.raises(BatchError, match="the engine ends with"):
        handed_over(batch, 0)


def test_moves_beyond_the_room_for_them_are_played_and_not_handed_over() -> None:
    batch = Batch(compiled(), 1, history=5)
    batch.open(20_000)
    check_down(batch)
    with pytest.raises(BatchError, match="room for 5"):
        handed_over(batch, 0)


def test_others_see_how_many_cards_were_drawn_and_not_which() -> None:
    batch = Batch(compiled("badugi", 2), 1)
    batch.open(20_000)
    while not batch.offers.may(Kind.DRAW)[0]:
        batch.act(Kind.CALL if batch.offers.may(Kind.CALL)[0] else Kind.CHECK)
    drawer = int(batch.turn[0])
    batch.act(Kind.DRAW, cards=0b1010)
    assert batch.moves(0, drawer)[-1].tolist() == [drawer, Kind.DRAW, 0, 0b1010]
    assert batch.moves(0, 1 - drawer)[-1].tolist() == [drawer, Kind.DRAW, 0, 2]


def test_a_kill_is_played() -> None:
    limits: dict[str, Any] = {"limits": Fixed(400, 800), "blinds": (200, 400), "kill": KillOption.KILL}
    batch = Batch(compiled("omaha-high-low-eight", 4, **limits), 2)
    batch.open(20_000, kills=[True, False], holders=[2, -1])
    assert batch.of_seats(layout.SEAT_BET).tolist() == [[200, 400, 800, 0], [200, 400, 0, 0]]


COMPARED = sampled(40, whole=400)


@pytest.mark.sampled
@pytest.mark.parametrize(("edition", "key"), [*CATALOGUE])
def test_cards_a_seat_may_not_see_change_nothing_that_it_sees(edition: str, key: str) -> None:
    """All cards that a seat has not seen at a decision change places, and the round is played again up to it."""
    table = compiled(key, 5, edition)
    rng, at = np.random.default_rng(1), sampled(3, whole=50)
    batch = Batch(table, COMPARED, seed=8)
    batch.open(8_000)
    decks = np.array([batch.deck(lane) for lane in range(COMPARED)])
    played = play_wildly(batch)
    compared = 0
    for moment in rng.integers(0, len(played), at):
        viewer = int(rng.integers(0, 5))
        before = views_after(table, decks, played[:moment], viewer)
        changed = with_unseen_moved(decks, before.seen, rng)
        after = views_after(table, changed, played[:moment], viewer)
        # What comes back after a reshuffle depends on which cards were in it: that round has another course.
        once = before.dealt_once & after.dealt_once
        assert (before.views[once] == after.views[once]).all()
        assert (changed[once] != decks[once]).any()
        compared += int(once.sum())
    assert compared > COMPARED


class Seen(NamedTuple):
    views: Any
    seen: Any
    """By lane and card: whether the seat has ever seen it."""
    dealt_once: Any
    """By lane: no card has come back into the deck."""


def views_after(table: CompiledGame, decks: Any, moves: list[tuple[Any, ...]], viewer: int) -> Seen:
    """What a seat sees after these moves."""
    batch = Batch(table, len(decks), seed=8)
    batch.open(8_000, decks=decks)
    views, seen = batch.view(viewer), np.zeros((len(decks), 64), np.bool_)
    mark_seen(table, views, seen)
    for move in moves:
        batch.act(*move)
        mark_seen(table, batch.view(viewer, out=views), seen)
    return Seen(views, seen, batch._decks[:, layout.DECK_SHUFFLES] == 0)


def mark_seen(table: CompiledGame, views: Any, seen: Any) -> None:
    """The cards of a view: on the board, in hands and among the discards."""
    pile_at, lanes = int(table.rules[layout.PILE_AT]), np.arange(len(views))
    places = [(layout.BOARD + number, layout.BOARD_CARDS, number) for number in range(layout.BOARD_MOST)]
    places += [(pile_at + number, layout.PILE_CARDS, number) for number in range(int(table.rules[layout.PILE_MOST]))]
    for seat in range(table.seats):
        at = table.place(seat)
        ups = at + layout.CARDS + table.down_most
        places += [(at + layout.CARDS + number, at + layout.DOWNS, number) for number in range(table.down_most)]
        places += [(ups + number, at + layout.UPS, number) for number in range(table.up_most)]
    for place, counted, number in places:
        held = views[:, counted] > number
        seen[lanes[held], views[held, place] & 63] = True


def with_unseen_moved(decks: Any, seen: Any, rng: np.random.Generator) -> Any:
    """Each deck with all the cards moved that a seat has not seen."""
    moved = decks.copy()
    for deck, known in zip(moved, seen, strict=True):
        unseen = np.flatnonzero(~known[deck])
        deck[unseen] = deck[rng.permutation(unseen)]
    return moved


def test_a_seat_that_is_none_sees_nothing() -> None:
    batch = Batch(compiled(), 2)
    batch.open(20_000)
    views = batch.view([-1, 2])
    assert not views[0].any()
    assert views[1].any()
    with pytest.raises(BatchError, match="lane 1 is looked at from no seat"):
        batch.view([0, 6])


def test_rounds_by_a_strategy_are_the_same_in_one_part_or_in_two() -> None:
    table, strategy = compiled("five-card-draw-high", 5), Strategy(fold=20, raise_=15)
    whole = play_rounds(table, 20_000, strategy, rounds=500, first=0, seed=3)
    parts = play_rounds(table, 20_000, strategy, rounds=200, first=0, seed=3)
    parts.add(play_rounds(table, 20_000, strategy, rounds=300, first=200, seed=3))
    assert whole == parts
    assert whole.streets[0].players == 2500
    assert 0 < whole.showdowns < 500


def test_who_never_folds_sees_every_street() -> None:
    tally = play_rounds(compiled(seats=4), 20_000, Strategy(), rounds=100, first=0, seed=1)
    assert [(line.rounds, line.players) for line in tally.streets] == [(100, 400)] * 4
    assert (tally.showdowns, tally.pots, tally.decisions) == (100, 100 * 800, 1600)


@pytest.mark.parametrize("chances", [(-1, 0), (60, 50), (0, 101)])
def test_chances_are_percentages(chances: tuple[float, float]) -> None:
    with pytest.raises(BatchError, match="percentages"):
        Strategy(*chances)
