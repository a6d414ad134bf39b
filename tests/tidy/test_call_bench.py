"""The benchmark of one call runs: it walks the whole way, and counts processor time of a real server."""

import re

from tests.benches import run


def test_a_little_of_the_benchmark_runs() -> None:
    done = run("call.py", "--quick", "--list", timeout=240)
    assert done.returncode == 0, done.stderr
    for step in ("web/app.py table_socket", "live/room.py LiveRoom.submit", "live/tables/audience.py Audience.tell"):
        assert step in done.stdout
    assert re.search(r"a call: \d+ functions in \d+ files", done.stdout)
    assert re.search(r"^move: \d+\.\d+ ", done.stdout, re.MULTILINE)
    assert re.search(r"^order: \d+\.\d+ ", done.stdout, re.MULTILINE)
