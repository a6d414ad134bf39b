"""The program of the card, made from the text of the kernel, plays every game as the host does."""

import ast
import random
import shutil
from typing import Any

import numpy as np
import pytest

from pokerroom.batch import Batch, BatchError, CompiledGame, compile_game
from pokerroom.batch.gpu import play_on_host, source, stakes_of
from pokerroom.batch.translating import Piece
from pokerroom.games import CATALOGUE
from pokerroom.play import procedure
from pokerroom.ranking.bulk.gpu import TranslationError
from tests.sampling import sampled
from tests.unit.batch.agreeing import LIMITS, editions_alike, random_sign
from tests.unit.batch.host_card import built, play_as_the_card

ROUNDS = sampled(40, whole=1000)
TEMPERS = (0, 60, 200)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if not shutil.which("g++"):
        pytest.skip("no C++ compiler here: the program is tried where there is one, and on the card by bench")
    return built(tmp_path_factory.mktemp("card"))


def some_table(key: str, edition: str, limits: str, rng: random.Random) -> tuple[CompiledGame, list[int]]:
    """A game under a random sign, and stakes that are short and deep."""
    game = CATALOGUE[edition, key]
    table, seats = procedure(game, random_sign(game, limits, rng)), rng.randint(2, game.seats.most)
    return compile_game(table, seats), [max(table.ample, rng.choice((777, 1500, 4000, 20_000))) for _ in range(seats)]


@pytest.mark.sampled
@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize(("key", "editions"), editions_alike())
def test_the_card_plays_as_the_host_does(key: str, editions: tuple[str, ...], limits: str, program: Any) -> None:
    """Every offer of every decision and every integer of the lanes at the end, by digests; and the stacks."""
    game, stakes = some_table(key, editions[0], limits, random.Random(f"{key} {limits}"))
    for wild in TEMPERS:
        asked = {"rounds": ROUNDS, "seed": 3, "first": 9, "wild": wild}
        host, card = play_on_host(game, stakes, **asked), play_as_the_card(program, game, stakes, **asked)
        assert host.decisions == card.decisions > 0
        assert (host.stacks == card.stacks).all()
        assert (host.digests == card.digests).all()


def test_digests_tell_rounds_apart_that_differ_in_anything(program: Any) -> None:
    game, stakes = some_table("hold-em", "13:69F-current", "no", random.Random(1))
    asked = {"rounds": 50, "seed": 3, "first": 0}
    host = play_on_host(game, stakes, wild=100, **asked)
    tamer, other = (play_as_the_card(program, game, stakes, **(asked | each)) for each in ({"wild": 99}, {"wild": 100}))
    assert (host.digests == other.digests).all()
    assert (host.digests != tamer.digests).any()
    assert len({*host.digests.tolist()}) == 50


def test_more_chips_than_a_lane_of_the_card_holds_are_refused() -> None:
    game, _ = some_table("hold-em", "13:69F-current", "no", random.Random(1))
    with pytest.raises(BatchError, match="at most 1073741824 cents"):
        stakes_of(game, 1 << 30)


def test_moves_by_chance_go_into_an_array_of_their_shape() -> None:
    game, stakes = some_table("hold-em", "13:69F-current", "no", random.Random(1))
    batch = Batch(game, 4)
    batch.open(stakes)
    with pytest.raises(BatchError, match=r"shape \(4, 4\)"):
        batch.choose(0, 100, np.zeros((4, 3), np.int64))


def test_every_piece_is_part_of_the_program() -> None:
    text = source()
    for piece in ("carry_on", "standing_of", "reshuffle_muck", "take_rake", "best_showing", "write_view"):
        assert f" {piece}(" in text


@pytest.mark.parametrize("body", ["return [lane]", "with lane: pass", "a.b = 1", "return lane ** 2"])
def test_what_has_no_translation_is_not_guessed(body: str) -> None:
    function = ast.parse(f"def piece(lane) -> Any:\n    {body}").body[0]
    assert isinstance(function, ast.FunctionDef)
    with pytest.raises((TranslationError, KeyError)):
        Piece(function, {}, {})
