"""Equities as bars."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from pokerroom.odds import Effort, chart, equity

ANSWER = equity("omaha-high-low-eight", ["As2s3hKh", "8d7d6c5c"], board="Kd7c2h")


def test_a_bar_is_as_long_as_the_part_it_shows() -> None:
    assert chart.bar(0, 10) == " " * 10
    assert chart.bar(0.5, 10) == "█████     "
    assert chart.bar(1, 10) == "█" * 10
    assert chart.bar(1 / 16, 8) == "▌       "


def test_every_player_has_a_bar_in_the_width_given() -> None:
    lines = chart.bars(ANSWER, width=60)
    assert len(lines) == 2
    assert all(len(line) <= 60 for line in lines)
    assert [line.split()[0] for line in lines] == ["As2s3hKh", "8d7d6c5c"]
    assert lines[0].endswith(f"{ANSWER.players[0].equity.value:.2%}")


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="NOT TESTED: Matplotlib is not installed")
@pytest.mark.parametrize("hands", [["AsAh", "KdKc"], ["random"] * 9])
def test_a_picture_is_kept(tmp_path: Path, hands: list[str]) -> None:
    path = tmp_path / "odds.png"
    chart.save(equity("hold-em", hands, effort=Effort(error=0.01)), path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(chart, "find_spec", lambda _: None)
    with pytest.raises(chart.ChartError, match=r"pip install 'pokerroom\[reports\]'"):
        chart.check(tmp_path / "odds.png")


def test_a_chart_that_cannot_be_kept_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(chart.ChartError, match=r"does not end in \.png"):
        chart.check(tmp_path / "odds.pdf")
    with pytest.raises(chart.ChartError, match="no such directory"):
        chart.check(tmp_path / "nowhere" / "odds.png")
