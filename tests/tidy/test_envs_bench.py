"""The benchmark of environments takes real steps, and says what it could not measure."""

import msgspec

from bench import envs
from bench.engines import CASES
from tests.benches import run


def test_a_little_of_every_side_is_measured() -> None:
    done = run("envs.py", "--quick", "nlhe6", "badugi")
    assert done.returncode == 0, done.stderr
    for case in ("nlhe6", "badugi"):
        for side in (envs.VECTOR, envs.COPIED, envs.AEC, envs.PARALLEL):
            assert any(line.startswith(case) and side in line for line in done.stdout.splitlines())


def test_every_lane_takes_steps_and_the_ends_of_rounds_are_not_counted() -> None:
    for case in CASES:
        assert 0 < envs.vector(case, 10, copy=False)() <= 160
        assert envs.aec(case)() == envs.parallel(case)()


def test_a_goal_that_is_missed_is_told() -> None:
    slow = envs.Rate("nlhe6", "no-limit hold 'em", envs.VECTOR, 1_000_000.0)
    told = "nlhe6: 1,000,000 steps a second of pokerroom, VectorEnv, 3,000,000 wanted"
    assert envs.missed((slow,)) == [told]
    assert envs.missed((envs.Rate("nlhe6", "no-limit hold 'em", envs.AEC, 10.0),)) == []


def test_a_case_that_does_not_exist_is_refused_by_name() -> None:
    done = run("envs.py", "--quick", "whist")
    assert done.returncode == 2
    assert "no case whist" in done.stderr


def test_the_tables_of_the_guide_are_those_of_the_results() -> None:
    report = msgspec.json.decode(envs.RESULTS.read_bytes(), type=envs.Report)
    found = envs.MARKED.search(envs.PAGE.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == envs.tables(report)
