"""Where the processor time of a run of the tests goes: a table by folder at its end.

Counted is what this process used, and the children it has waited for, while the tests of a folder ran. So a fixture
counts where it is first used and a child where it is waited for: a database at the end of the last test that used it.
Under xdist each worker counts, and the process that prints adds them up.
"""

import resource
from collections.abc import Generator, Mapping
from typing import Any

import pytest

Seconds = dict[str, float]

OWN, TOLD = pytest.StashKey[Seconds](), pytest.StashKey[Seconds]()
APART = "starting, collecting"
"""What no test used: every process imports and collects all of them."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[OWN], config.stash[TOLD] = {}, {}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    before = used_in_all()
    try:
        return (yield)
    finally:
        add(item.config.stash[OWN], {folder(item.nodeid): used_in_all() - before})


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[__name__] = with_the_rest(session.config.stash[OWN], used_in_all())


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker that died has told nothing."""
    add(node.config.stash[TOLD], getattr(node, "workeroutput", {}).get(__name__, {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    told = config.stash[TOLD]
    seconds = with_the_rest(config.stash[OWN], used(resource.RUSAGE_SELF) if told else used_in_all())
    add(seconds, told)
    terminalreporter.section("processor time")
    for line in table(seconds):
        terminalreporter.write_line(line)


def used(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def used_in_all() -> float:
    return used(resource.RUSAGE_SELF) + used(resource.RUSAGE_CHILDREN)


def folder(nodeid: str) -> str:
    return nodeid.partition("::")[0].rpartition("/")[0]


def add(seconds: Seconds, more: Mapping[str, float]) -> None:
    for name, some in more.items():
        seconds[name] = seconds.get(name, 0.0) + some


def with_the_rest(seconds: Seconds, whole: float) -> Seconds:
    return seconds | {APART: whole - sum(seconds.values())}


def table(seconds: Seconds) -> list[str]:
    """The heaviest folder first, the sum last."""
    rows = sorted(seconds.items(), key=lambda row: -row[1])
    return [f"{some:8.1f} s  {name}" for name, some in (*rows, ("in all", sum(seconds.values())))]
