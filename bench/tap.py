"""A dealer's tap by the watch: how long after it the console shows what follows, and shows that the room has it.

The room is the process that people start, with its record on disk; the tablet is headless Chromium at 1024x768 with
touch, at a hold 'em table of six that a dealer deals. Rounds are checked down, and each tap is timed in the page, from
the finger on the glass to the frame that shows the answer: `tap.js`. Beside each tap the line alone is timed, a message
and its answer over the socket of the same page. `--quick` deals one round; a test does that.
"""

import argparse
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import msgspec
from playwright.sync_api import Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.reporting import kept, status  # noqa: E402
from tests.browser import stage  # noqa: E402
from tests.browser.pit import Pit  # noqa: E402
from tests.browser.served import Process  # noqa: E402
from tests.browser.test_dealers_console import answered, dealt  # noqa: E402

RESULTS = ROOT / "bench/results/tap.json"
PAGE = ROOT / "bench/TAP.md"
TIMED = (ROOT / "bench/tap.js").read_text(encoding="utf-8")

GOAL = 100.0
"""Milliseconds from an action's tap to the frame that shows what the room made of it, for 95 of 100 taps."""
ROUNDS = 15
PLAYERS, BETTING_ROUNDS = 6, 4
ACTION = "check or call"


class Tap(msgspec.Struct):
    """Milliseconds since the finger touched the glass, and those of a message and its answer just after."""

    what: str
    shown: float
    """The console shows something else than before: the next seat in front."""
    confirmed: float
    """It shows what the room made of it."""
    line: float


class Report(msgspec.Struct):
    machine: str
    load: tuple[float, float]
    """What else the machine did, as it counts it: over a minute, before and after."""
    versions: dict[str, str]
    rounds: int
    taps: list[Tap]


def timed(page: Page, what: str, button: Locator) -> Tap:
    button.wait_for()
    page.evaluate("() => nextTap()")
    button.tap()
    shown, confirmed = page.evaluate("() => tapped")
    answered(page)
    return Tap(what, shown, confirmed, page.evaluate("() => overTheLine()"))


def played(page: Page, number: int) -> Iterator[Tap]:
    """A round that everybody checks down, and seat 3 wins."""
    yield timed(page, "deal", page.get_by_role("button", name=f"Deal round {number}"))
    for _ in range(BETTING_ROUNDS * PLAYERS):
        yield timed(page, ACTION, page.locator("button.move.Check, button.move.Call").first)
    page.locator("[data-seat='3']").tap()
    yield timed(page, "push", page.get_by_role("button", name="Push"))
    yield timed(page, "confirm", page.get_by_role("button", name=f"Confirm round {number}"))


def taps(rounds: int) -> Iterator[Tap]:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = stage.launched(playwright)
        room = Process(Path(folder), POKERROOM_PLAY_CHIPS_BOTS="0")
        pit = Pit(browser, room.address, Path(folder))
        try:
            pit.contexts["dealer"].add_init_script(TIMED)
            page = dealt(pit, "tapped", "hold-em", PLAYERS)
            for number in range(1, rounds + 1):
                yield from played(page, number)
        finally:
            pit.close()
            room.stop()
            browser.close()


def percentile(values: Sequence[float], of_hundred: int) -> float:
    """As many of a hundred were not slower."""
    return statistics.quantiles(values, n=100, method="inclusive")[of_hundred - 1] if len(values) > 1 else values[0]


def spread(values: Sequence[float]) -> str:
    return " / ".join(f"{percentile(values, each):.0f}" for each in (50, 95, 99))


def table(report: Report) -> str:
    before, after = report.load
    lines = [
        f"{report.machine}; " + ", ".join(f"{name} {number}" for name, number in report.versions.items()) + f"; "
        f"{report.rounds} rounds of six; load {before:.1f} before, {after:.1f} after.",
        "",
        "Milliseconds since the finger touched the glass, p50 / p95 / p99:",
        "",
        "| tap | taps | the console goes on | shows what the room made of it | the line alone |",
        "|---|---|---|---|---|",
    ]
    for what in dict.fromkeys(each.what for each in report.taps):
        found = [each for each in report.taps if each.what == what]
        times = ([each.shown for each in found], [each.confirmed for each in found], [each.line for each in found])
        lines.append(f"| {what} | {len(found)} | {' | '.join(map(spread, times))} |")
    lines += ["", f"The goal is {GOAL:.0f} ms for 95 of 100 actions, as the room made them."]
    return "\n".join(lines)


def missed(report: Report) -> Iterator[str]:
    slow = percentile([each.confirmed for each in report.taps if each.what == ACTION], 95)
    if slow >= GOAL:
        yield f"an action is shown as the room made it after {slow:.0f} ms, not within {GOAL:.0f} ms (p95)"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds dealt, 27 timed taps each")
    parser.add_argument("--quick", action="store_true", help="one round; no goal is held")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    chosen = parser.parse_args(arguments)
    if not (stage.PAGE / "index.html").is_file():
        parser.error("the page has not been built: make page")
    rounds, before = 1 if chosen.quick else chosen.rounds, os.getloadavg()[0]
    found = list(taps(rounds))
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    versions = {name: version(name) for name in ("playwright", "uvicorn", "pokerroom")}
    report = Report(machine, (before, os.getloadavg()[0]), versions, rounds, found)
    print(table(report))
    if chosen.json:
        kept(report, table(report), results=RESULTS, page=PAGE)
    return status([] if chosen.quick else missed(report))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
