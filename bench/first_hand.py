"""The first hand by the watch: how long a guest who opens the page waits until cards of his own lie before him.

The room is the process that `make run` starts, with its settings as they come and an empty record on disk; the guest is
headless Chromium, who has never been there: no cookie, nothing cached. Each visit is timed from the moment the page is
opened to a lobby he can use, to a seat, and to the first cards of his own hand on the screen. Every visit is to a room
that was just opened, so that nobody before him has warmed it. `--quick` makes one visit; a test does that.
"""

import argparse
import platform
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.reporting import kept, status  # noqa: E402
from tests.browser import stage  # noqa: E402
from tests.browser.served import Process  # noqa: E402

RESULTS = ROOT / "bench/results/first_hand.json"
PAGE = ROOT / "bench/FIRST_HAND.md"

GOAL = 10.0
"""Seconds from opening the page to the first cards of one's own hand."""
LONGEST = 60_000
"""Milliseconds after which a visit has failed."""
REPEATS = 3

WAYS = {
    "quick seat, hold 'em": re.compile("^Quick seat"),
    "quick seat, any game": re.compile("^Any game"),
    "seven-card stud high": re.compile("^Sit at Seven-card stud high "),
    "omaha high-low split eight or better": re.compile("^Sit at Omaha high-low split eight or better "),
    "badugi": re.compile("^Sit at Badugi "),
}
"""What he presses in the lobby."""


class Visit(msgspec.Struct):
    """Seconds since the page was opened."""

    way: str
    device: str
    lobby: float
    seated: float
    cards: float


class Report(msgspec.Struct):
    machine: str
    versions: dict[str, str]
    visits: list[Visit]


def button(page: Page, way: str) -> Locator:
    return page.get_by_role("button", name=WAYS[way]).first


def visited(browser: Browser, address: str, way: str, device: str) -> Visit:
    width, height = stage.SIZES[device]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=device == "phone")
    context.set_default_timeout(LONGEST)
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address)
    button(page, way).click(trial=True)
    lobby = time.perf_counter() - began
    button(page, way).click()
    mine = page.locator("[data-part=me]")
    mine.wait_for()
    seated = time.perf_counter() - began
    mine.locator("[data-card]").first.wait_for()
    cards = time.perf_counter() - began
    context.close()
    return Visit(way, device, lobby, seated, cards)


def visits(ways: Sequence[str], devices: Sequence[str], repeats: int) -> Iterator[Visit]:
    with sync_playwright() as playwright:
        browser = stage.launched(playwright)
        for _ in range(repeats):
            for way in ways:
                for device in devices:
                    with tempfile.TemporaryDirectory() as folder:
                        room = Process(Path(folder), POKERROOM_RATE_LIMITS="true")
                        try:
                            yield visited(browser, room.address, way, device)
                        finally:
                            room.stop()
        browser.close()


def seconds(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.1f} s ({max(values):.1f} s)"


def table(report: Report) -> str:
    lines = [
        f"{report.machine}; " + ", ".join(f"{name} {number}" for name, number in report.versions.items()) + ".",
        "",
        "Since the page was opened, median and worst:",
        "",
        "| what is pressed | screen | visits | lobby usable | seated | first cards of my own |",
        "|---|---|---|---|---|---|",
    ]
    groups = dict.fromkeys((visit.way, visit.device) for visit in report.visits)
    for way, device in groups:
        found = [visit for visit in report.visits if (visit.way, visit.device) == (way, device)]
        times = (
            seconds([each.lobby for each in found]),
            seconds([each.seated for each in found]),
            seconds([each.cards for each in found]),
        )
        lines.append(f"| {way} | {device} | {len(found)} | {' | '.join(times)} |")
    every = [visit.cards for visit in report.visits]
    lines += ["", f"All {len(every)} visits: {seconds(every)}; the goal is {GOAL:.0f} s for the worst of them."]
    return "\n".join(lines)


def missed(report: Report) -> Iterator[str]:
    for visit in report.visits:
        if visit.cards >= GOAL:
            yield f"{visit.way}, {visit.device}: the first cards after {visit.cards:.1f} s, not within {GOAL:.0f} s"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=REPEATS, help="visits for each way and screen")
    parser.add_argument("--quick", action="store_true", help="one visit on a desktop; no goal is held")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the results in {PAGE.name}")
    chosen = parser.parse_args(arguments)
    if not (stage.PAGE / "index.html").is_file():
        parser.error("the page has not been built: make page")
    if chosen.quick:
        found = list(visits([next(iter(WAYS))], ["desktop"], 1))
    else:
        found = list(visits(list(WAYS), list(stage.SIZES), chosen.repeats))
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    report = Report(machine, {name: version(name) for name in ("playwright", "uvicorn", "pokerroom")}, found)
    print(table(report))
    if chosen.json:
        kept(report, table(report), results=RESULTS, page=PAGE)
    return status([] if chosen.quick else missed(report))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
