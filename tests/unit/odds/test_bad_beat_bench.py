"""The benchmark of bad beats counts real rounds."""

import pytest

from bench import bad_beat

pytest.importorskip("numba", reason="NOT TESTED: the quick way to count bad beats needs Numba")


def test_the_rounds_of_the_benchmark_come_to_what_they_always_came_to(capsys: pytest.CaptureFixture[str]) -> None:
    bad_beat.main(["--quick"])
    assert dict(line.split() for line in capsys.readouterr().out.splitlines()) == {
        "quad-tens": "26",
        "quad-eights": "24",
        "quad-deuces": "55",
        "aces-full-of-tens": "327",
    }
