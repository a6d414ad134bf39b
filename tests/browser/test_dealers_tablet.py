"""A dealer's tablet that loses its line, and one whose server is killed: no entry is lost and none is done twice."""

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pit import Pit
from tests.browser.served import Process
from tests.browser.test_dealers_console import answered, dealt
from tests.sampling import sampled

TIMES = sampled(2, whole=50)
PATIENCE = 60_000


class Tablet:
    """A console in front of a room that is a process of its own."""

    def __init__(self, browser: Browser, store: Path) -> None:
        self.store, self.room = store, Process(store, POKERROOM_PLAY_CHIPS_BOTS="0")
        self.pit = Pit(browser, self.room.address, store)
        self.page: Page = dealt(self.pit, "tablet", "hold-em", 3)

    def cut(self) -> None:
        self.pit.contexts["dealer"].set_offline(True)

    def heal(self) -> None:
        self.pit.contexts["dealer"].set_offline(False)

    def kill(self) -> None:
        self.room.stop(signal.SIGKILL)

    def start(self) -> None:
        self.room.start()

    def fold(self) -> None:
        self.page.locator("button.move.Fold").tap(timeout=PATIENCE)


@pytest.fixture(scope="module")
def tablet(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablet]:
    found = Tablet(browser, tmp_path_factory.mktemp("tablet"))
    yield found
    found.pit.close()
    found.room.stop()


def round_with_trouble(tablet: Tablet, number: int, before: int, down: str, up: str) -> None:
    """Two folds end a round of three; the trouble comes after `before` of them, whether they are answered or not."""
    page = tablet.page
    page.get_by_role("button", name=f"Deal round {number}").tap(timeout=PATIENCE)
    expect(page.locator(".ask")).to_contain_text("Seat", timeout=PATIENCE)
    answered(page)
    for entry in range(2):
        if entry == before:
            getattr(tablet, down)()
        tablet.fold()
    if before == 2:
        getattr(tablet, down)()
    getattr(tablet, up)()
    page.get_by_role("button", name=f"Confirm round {number}").tap(timeout=PATIENCE)
    expect(page.get_by_role("button", name=f"Deal round {number + 1}")).to_be_visible(timeout=PATIENCE)


@pytest.mark.sampled
def test_no_entry_is_lost_or_doubled_by_a_lost_line_or_a_killed_server(tablet: Tablet) -> None:
    chance = random.Random(14)
    troubles = [("cut", "heal"), ("kill", "start")] * TIMES
    for number, (down, up) in enumerate(troubles, start=1):
        round_with_trouble(tablet, number, chance.randrange(3), down, up)
    stakes = tablet.page.locator("[data-seat] .stakes").all_text_contents()
    assert sum(int(each.removeprefix("$")) for each in stakes) == 3 * 200
    tablet.room.stop()
    audit = [str(Path(sys.executable).with_name("pokerroom")), "audit", str(tablet.store)]
    found = subprocess.run(audit, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
