"""The demonstration of a multi-casino payout, played on its page: a line is cut and healed, a casino killed, 14.20."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pokerroom.store.opening import open_store
from tests.linked.suspensions import kept_in, while_suspended
from tests.spec_marks import spec
from tools.demo_linked.layout import CASINOS

PATIENCE = 120_000
"""Milliseconds until something shows, on a machine that does much else."""


@contextmanager
def demonstrated(folder: Path) -> Iterator[str]:
    """`make demo-linked`, from its first line to Ctrl-C; the address of its page."""
    command = [sys.executable, "-m", "tools.demo_linked", "--port", "0", "--folder", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as demo:
        try:
            assert demo.stdout is not None
            found = next((each for line in demo.stdout if (each := re.search(r"http://localhost:\d+/", line))), None)
            assert found is not None, "it says where its page is"
            yield found[0]
            assert demo.poll() is None, "it runs until it is stopped"
        finally:
            demo.send_signal(signal.SIGINT)
            demo.wait(60)


def casino(page: Page, name: str) -> Locator:
    return page.locator(f"[data-casino={name}]")


def all_stand(page: Page, standing: str, *, but: str = "") -> None:
    for name in CASINOS:
        if name != but:
            expect(casino(page, name).get_by_test_id("standing")).to_have_text(standing, timeout=PATIENCE)


def recorded(page: Page, what: str) -> None:
    """The host has it among what it recorded last."""
    expect(page.get_by_label("What happened").get_by_text(what, exact=True).first).to_be_visible(timeout=PATIENCE)


@pytest.mark.soak
@spec("R-14.20-e-4-i.4", "R-14.20-e-4-i.1")
def test_a_payout_is_won_and_paid_and_a_cut_line_or_a_killed_casino_suspends_it_until_it_is_mended(
    desktop: Page, tmp_path: Path
) -> None:
    with demonstrated(tmp_path) as address:
        desktop.goto(address)
        all_stand(desktop, "offered")
        for what in ("Meters read", "Claim made", "Payout documented and confirmed", "Payout completed"):
            recorded(desktop, what)

        casino(desktop, "birch").get_by_role("button", name="Cut the line").click()
        all_stand(desktop, "suspended")
        expect(desktop.get_by_test_id("host-standing")).to_have_text("suspended")
        expect(casino(desktop, "birch").get_by_test_id("line")).to_contain_text("cut")
        casino(desktop, "birch").get_by_role("button", name="Heal the line").click()
        all_stand(desktop, "offered")

        casino(desktop, "cedar").get_by_role("button", name="Kill it").click()
        all_stand(desktop, "suspended", but="cedar")
        expect(casino(desktop, "cedar").get_by_test_id("standing")).to_have_text("says nothing")
        casino(desktop, "cedar").get_by_role("button", name="Start it again").click()
        all_stand(desktop, "offered")

        desktop.get_by_role("button", name="Kill the host").click()
        all_stand(desktop, "suspended")
        desktop.get_by_role("button", name="Start the host").click()
        all_stand(desktop, "offered")
        recorded(desktop, "Payout completed")
        for name in CASINOS:
            contributed = casino(desktop, name).locator("dt", has_text="Contributed").locator("+ dd")
            expect(contributed).not_to_have_text("$0", timeout=PATIENCE)
        desktop.goto("about:blank")
    for name in CASINOS:
        store = open_store(f"sqlite:///{tmp_path / name / 'play-chips.sqlite3'}")
        try:
            assert list(while_suspended(store)) == []
            assert kept_in(store)[0] > 0
        finally:
            store.close()
