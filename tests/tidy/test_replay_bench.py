"""The days that the replay benchmark reads are real ones: they balance, and an audit finds nothing wrong with them."""

from pathlib import Path

from bench import replay
from pokerroom.shuffle.seal import read_keys


def test_a_day_of_the_benchmark_is_a_day_that_can_be_audited(tmp_path: Path) -> None:
    made = list(replay.days(tmp_path, rounds=4, tables=(3,)))
    assert [rounds for rounds, _, _ in made] == [4, 12]
    for rounds, url, path in made:
        keys = None if path is None else read_keys(path)
        folded, audited = replay.measure("fold", url, keys), replay.measure("audit", url, keys)
        assert folded.rounds == audited.rounds == rounds
        assert audited.events > folded.events > 0
