"""The benchmark of a dealer's tap runs."""

from bench import tap as bench
from tests.benches import need_a_browser, run


def test_one_round_runs() -> None:
    need_a_browser("a dealer's tap")
    done = run("tap.py", "--quick", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "| check or call | 24 |" in done.stdout


def test_one_slow_tap_among_many_is_no_miss_and_many_are() -> None:
    def report(*confirmed: float) -> bench.Report:
        return bench.Report("", (0.0, 0.0), {}, 1, [bench.Tap(bench.ACTION, 1.0, each, 1.0) for each in confirmed])

    assert list(bench.missed(report(*[20.0] * 99, 500.0))) == []
    (said,) = bench.missed(report(*[20.0] * 50, *[101.0] * 50))
    assert "after 101 ms, not within 100 ms" in said
