"""What every test may rely on: how hard Hypothesis looks, and where the shared material lies."""

import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.daytime import go_where_it_is_day
from tests.sampling import SOAKING

go_where_it_is_day()

pytest_plugins = ("tests.processor_time",)

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("POKERROOM_SHARED", ROOT.parent / "shared"))

# How long examples take to draw says how busy the machine is, and nothing about the room.
AT_ANY_PACE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Derandomized in `make test`, so that a change fails for what it changed; the soak is where luck comes in.
settings.register_profile("ci", AT_ANY_PACE, derandomize=True, max_examples=50)
settings.register_profile("soak", AT_ANY_PACE, derandomize=False, max_examples=2000, print_blob=True)
settings.load_profile("soak" if SOAKING else "ci")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SOAKING:
        return
    leave_out = pytest.mark.skip(reason="a soak: run `make soak`")
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(leave_out)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The material laid beside the checkout, which is not part of the project."""
    if not SHARED.is_dir():
        pytest.skip(f"NOT TESTED: {SHARED} is absent (set POKERROOM_SHARED to where it lies)")
    return SHARED


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None]:
    """What was left out for want of something, said last and loudly."""
    yield
    reasons = Counter(str(skipped.longrepr[2]) for skipped in terminalreporter.stats.get("skipped", ()))
    for reason, times in reasons.items():
        _, found, what = reason.partition("NOT TESTED: ")
        if found:
            terminalreporter.write_line(f"NOT TESTED ({times}): {what}", yellow=True, bold=True)
