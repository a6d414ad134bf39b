"""Nothing in the running house asks the machine for time, chance or threads but the module that is the machine."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

LIVE = ROOT / "src/pokerroom/live"
MACHINE = LIVE / "machine.py"
WEB = ROOT / "src/pokerroom/web"

MODULES = {"time", "secrets", "uuid", "random", "threading", "concurrent", "sched"}
"""Not to be imported, but for these names: the type of a generator, and a lock, which starts nothing."""
HARMLESS = {("random", "Random"), ("threading", "Lock")}
NAMES = {"os_generator", "warm", "warm_in_background", "is_warm"}
ASKED = re.compile(
    r"(?:\b(?:datetime|date)\.(?:now|utcnow|today)|\basyncio\.(?:to_thread|wait_for|timeout|timeout_at)"
    r"|\bos\.(?:urandom|getrandom)|\.run_in_executor|(?<!clock)\.call_(?:later|at)|(?:^|\.)Random\(.*|"
    r"asyncio\.sleep\((?!0\)).*)$"
)
"""Text of an attribute or a call that has no place there; timers are a clock's, and a sleep of 0 takes no time."""


def asks(source: str) -> list[str]:
    """What of a module asks the machine by itself."""
    return sorted(set(found(ast.parse(source))))


def found(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.partition(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").partition(".")[0]
            yield from (
                each.name
                for each in node.names
                if each.name in NAMES or (module in MODULES and (module, each.name) not in HARMLESS)
            )
        elif isinstance(node, ast.Attribute | ast.Call) and ASKED.search(text := ast.unparse(node)):
            yield text


@pytest.mark.parametrize("path", sorted(LIVE.rglob("*.py")), ids=lambda path: path.relative_to(LIVE).as_posix())
def test_only_the_machine_is_asked_by_itself(path: Path) -> None:
    assert bool(asks(path.read_text(encoding="utf-8"))) == (path == MACHINE)


@pytest.mark.parametrize(
    "line",
    [
        "import time",
        "from time import perf_counter",
        "import secrets",
        "from random import choice",
        "Random(4)",
        "from threading import Thread",
        "from pokerroom.shuffle import os_generator",
        "at = datetime.now(UTC)",
        "await asyncio.to_thread(work)",
        "asyncio.get_running_loop().call_later(1, work)",
        "self._loop.call_at(1, work)",
        "await asyncio.wait_for(event.wait(), 1)",
        "await asyncio.sleep(1)",
        "os.urandom(8)",
    ],
)
def test_what_asks_the_machine_is_found(line: str) -> None:
    assert asks(f"async def work():\n    {line}")


@pytest.mark.parametrize(
    "line",
    [
        "from random import Random",
        "from threading import Lock",
        "self._clock.call_later(1, work)",
        "live.world.clock.now()",
        "await asyncio.sleep(0)",
        "chance: Random = live.room.chance",
    ],
)
def test_what_asks_a_port_is_let_pass(line: str) -> None:
    assert not asks(f"async def work():\n    {line}")


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.py")), ids=lambda path: path.relative_to(WEB).as_posix())
def test_the_time_of_day_that_the_web_records_is_the_houses(path: Path) -> None:
    assert not re.search(r"\bdatetime\.(now|utcnow|today)\b", path.read_text(encoding="utf-8"))
