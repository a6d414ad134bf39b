"""The checkers of Gymnasium, PettingZoo and OpenSpiel pass, for every game and every limit."""

import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from pokerroom.envs import PokerAEC, PokerEnv, PokerParallel
from tests.sampling import sampled
from tests.unit.envs.playing import CASES, DEEP, most_seats

CYCLES = sampled(30, whole=1000)
SIMULATIONS = sampled(1, whole=20)


@pytest.fixture(autouse=True)
def quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """The checkers report on the screen; and warn of observations that are not plain arrays but those of PettingZoo's
    own card games, which have a mask beside them as ours have.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", ".*render modes.*")
        yield
    capsys.readouterr()


@pytest.mark.sampled
@pytest.mark.parametrize(("key", "limits"), CASES)
def test_agents_that_act_in_turn_pass_the_checks_of_pettingzoo(key: str, limits: str) -> None:
    options: dict[str, Any] = {"limits": limits, "seats": 3, "stacks": DEEP}
    api_test(PokerAEC(key, **options), num_cycles=CYCLES)
    seed_test(lambda: PokerAEC(key, **options), num_cycles=CYCLES)


@pytest.mark.sampled
@pytest.mark.parametrize(("key", "limits"), CASES)
def test_agents_that_act_together_pass_the_checks_of_pettingzoo(key: str, limits: str) -> None:
    options: dict[str, Any] = {"limits": limits, "seats": 3, "stacks": DEEP}
    parallel_api_test(PokerParallel(key, **options), num_cycles=CYCLES)
    # This one draws actions without looking at masks.
    parallel_seed_test(lambda: PokerParallel(key, illegal="instead", **options), num_cycles=CYCLES)


@pytest.mark.parametrize(("key", "limits"), CASES)
def test_a_seat_passes_the_checker_of_gymnasium(key: str, limits: str) -> None:
    """The checker draws actions without looking at masks."""
    check_env(PokerEnv(key, limits=limits, seats=3, illegal="instead"), skip_render_check=True)


@pytest.mark.sampled
@pytest.mark.skipif(not find_spec("pyspiel"), reason="NOT TESTED: OpenSpiel is not installed")
@pytest.mark.parametrize(("key", "limits"), CASES)
def test_a_game_passes_the_random_simulation_of_openspiel(key: str, limits: str) -> None:
    import pyspiel  # noqa: PLC0415  it may not be installed

    from pokerroom.envs.spiel import register_games, short_name  # noqa: PLC0415  it needs OpenSpiel

    assert short_name(key) in register_games()
    for players in (2, most_seats(key)):
        game = pyspiel.load_game(short_name(key), {"limits": limits, "players": players, "stacks": 4_000})
        pyspiel.random_sim_test(game, num_sims=SIMULATIONS, serialize=True, verbose=False)
