"""The benchmark of bad beats counts real rounds, and the page on simulation shows what it measured."""

import msgspec
import pytest

from bench import bad_beat
from tests.conftest import ROOT

pytest.importorskip("numba", reason="NOT TESTED: the quick way to count bad beats needs Numba")


def test_the_rounds_of_the_benchmark_come_to_what_they_always_came_to(capsys: pytest.CaptureFixture[str]) -> None:
    bad_beat.main(["--quick"])
    assert dict(line.split() for line in capsys.readouterr().out.splitlines()) == {
        "quad-tens": "26",
        "quad-eights": "24",
        "quad-deuces": "55",
        "aces-full-of-tens": "327",
    }


def test_the_page_on_simulation_shows_the_results_on_record() -> None:
    report = msgspec.json.decode(bad_beat.RESULTS.read_bytes(), type=bad_beat.Report)
    page = (ROOT / "docs/simulation.md").read_text(encoding="utf-8")
    assert [case.losing for case in report.cases] == [*bad_beat.PUBLISHED]
    for case in report.cases:
        best, median = case.rounds_per_s / 1e6, case.median_rounds_per_s / 1e6
        assert f"| {case.losing} | {100 * case.boards:.1f} % | {best:.0f} ({median:.0f}) |" in page
