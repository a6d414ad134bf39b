"""The wall during hits of a bad beat payout: how soon it displays what has been done, 14.19(i)1 and (k).

A licensed house has the wall open in Chromium. Hit after hit is verified and paid, and the display adjusted, each by an
order over HTTP; what patrons see is timed from giving the order to the change on the screen. Beside it the floor: how
long the order itself takes, and how long the browser needs to ask for the amounts, when nothing is to be drawn.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from tests.browser import stage  # noqa: E402
from tests.browser.jackpot import BEATEN, BY_ROOM, NAME, RULES, Casino, open_casino  # noqa: E402
from tests.browser.office import NAMES  # noqa: E402

GOAL = 1.0
"""Seconds until patrons see it."""
SEEN = """() => {
  const pending = () => document.querySelector("[aria-label='Bad beat payouts'] .pending") !== null;
  const before = pending();
  window.changed = null;
  const look = () => {
    if (pending() !== before) window.changed = Date.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
"""Notes when the wall begins or ceases to say that a payout is pending adjustment."""
ASKED = """async () => {
  const began = performance.now();
  await (await fetch("/api/payouts")).json();
  return performance.now() - began;
}"""


class Change(NamedTuple):
    what: str
    given: float
    """Seconds until the order was answered."""
    seen: float
    """Seconds until the wall showed it."""


def measured(page: Page, what: str, order: Callable[[], Any]) -> Change:
    page.evaluate(SEEN)
    began = time.time()
    order()
    given = time.time() - began
    page.wait_for_function("() => window.changed !== null")
    return Change(what, given, page.evaluate("() => window.changed") / 1000 - began)


def hits(casino: Casino, wall: Page, many: int) -> Iterator[Change]:
    for number in range(1, many + 1):
        casino.deck.top = BEATEN
        casino.plays(2 + number, sitting=False)
        found(casino, number)
        of = {"payout": NAME, "hit": number}
        yield measured(
            wall, "verified: pending adjustment", partial(casino.gives, "supervisor", "payouts", "VerifyHit", **of)
        )
        how = {"instrument": "cash", "paid_at": "table"}
        casino.both_give("accounting", NAMES["cage"], "payouts", "PreparePayout", **of, **how)
        for award in found(casino, number)["awards"]:
            casino.gives("security", "payouts", "PayAward", **of, player=award["player"])
        yield measured(
            wall,
            "the display adjusted",
            lambda: casino.both_give("accounting", "Flo Ray", "payouts", "AdjustDisplay", payout=NAME),
        )
        casino.gives("floorperson", "payouts", "ResumePlay", **of)
        casino.counted(BY_ROOM, RULES.contribution.amount)


def found(casino: Casino, number: int) -> dict[str, Any]:
    """A hit as staff read it, once the payout has it."""
    for _ in range(300):
        (payout,) = casino.contexts["accounting"].request.get(f"{casino.room}/api/rooms/licensed/payouts").json()
        for hit in payout["hits"]:
            if hit["number"] == number:
                return dict(hit)
        time.sleep(0.1)
    raise AssertionError("no hit was reported")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hits", type=int, default=10)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = stage.launched(playwright)
        with open_casino(browser, Path(folder)) as casino:
            wall = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
            wall.goto(f"{casino.room}/#/wall")
            wall.get_by_text(NAME).first.wait_for()
            asked = [wall.evaluate(ASKED) for _ in range(50)]
            changes = list(hits(casino, wall, chosen.hits))
        browser.close()
    print(f"to ask for the amounts: {statistics.median(asked):.1f} ms, worst {max(asked):.1f} ms")
    for what in dict.fromkeys(each.what for each in changes):
        of = [each for each in changes if each.what == what]
        given, seen = [each.given for each in of], [each.seen for each in of]
        print(
            f"{what}: on the wall after {statistics.median(seen):.2f} s, worst {max(seen):.2f} s; "
            f"the order alone {statistics.median(given):.2f} s, worst {max(given):.2f} s ({len(of)} times)"
        )
    late = [each for each in changes if each.seen > GOAL]
    if late:
        sys.exit(f"{len(late)} of {len(changes)} changes were on the wall after more than {GOAL:.0f} s")


if __name__ == "__main__":
    main()
