"""Numba is loaded for work that is worth it, not for a question that NumPy answers sooner."""

import subprocess
import sys

import pytest

from pokerroom.odds import Answer, equity
from pokerroom.ranking.bulk import engines

ASK = """
import sys
from pokerroom.odds import equity
print(equity("hold-em", {hands}, board="{board}").players)
print("numba" in sys.modules)
"""


def in_a_new_process(hands: list[str], board: str = "") -> tuple[str, bool]:
    """What a process that has loaded nothing answers, and whether it loaded Numba for that."""
    script = ASK.format(hands=hands, board=board)
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    players, loaded = done.stdout.splitlines()
    return players, loaded == "True"


def asked_here(hands: list[str], board: str = "") -> Answer:
    return equity("hold-em", hands, board=board)


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """Here Numba is loaded, so that it does what is asked here."""
    engines.loops("high_of_seven_strength")
    assert engines.engine_is_loaded()


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AsKd", "QhQs"], ""),
        (["AsKd", "QhQs", "7c6c"], ""),
        (["AsKd", "QhQs"], "2c7d9h"),
        (["QQ+", "AKs:0.5"], ""),
        (["AsKd", "random"], "2c7d9hTs"),
    ],
)
def test_a_few_deals_of_hands_are_counted_without_numba_and_the_same(hands: list[str], board: str) -> None:
    assert in_a_new_process(hands, board) == (str(asked_here(hands, board).players), False)


def test_a_sample_is_drawn_by_numba() -> None:
    hands = ["random", "random", "AsKd"]
    assert in_a_new_process(hands) == (str(asked_here(hands).players), True)


def test_once_numpy_has_done_as_much_as_loading_takes_numba_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_spared", [0.0])
    most = engines.LOADING_SECONDS
    assert not engines.spares_loading(1.01 * most)
    assert engines.spares_loading(0.6 * most)
    assert not engines.spares_loading(0.6 * most)
    assert engines.spares_loading(0.3 * most)


def test_an_engine_for_now_is_the_engine_until_then() -> None:
    usual = engines.engine()
    with engines.engine_for_now("numpy"):
        assert engines.engine() == "numpy"
        assert engines.loops("high_of_seven_strength") is None
    assert engines.engine() == usual
