"""A process killed between a draw of keno and its payments: no ticket is lost, and none is paid twice."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pokerroom.keno.events import KenoGameDrawn, TicketIssued, TicketRedeemed
from pokerroom.ledger import bank, inventory, wagers
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.keno import KENO
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
from pokerroom.shuffle import os_generator
from pokerroom.store import Writer, open_store
from tests.conftest import ROOT
from tests.faults.keno_victim import HELD, KEYS, PATRON, acknowledged
from tests.sampling import sampled

KILLS = sampled(3, whole=50)


@pytest.mark.sampled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this machine has no fork to make victims with")
def test_between_draw_and_payment_nothing_is_lost_and_nothing_is_paid_twice(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    ended = subprocess.run(
        [sys.executable, "-m", "tests.faults.keno_victim", url, str(tmp_path), str(KILLS), "15"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ended.returncode == 0, ended.stderr
    store = open_store(url)
    events = [event for _, event in KENO.events(store)]
    sold = {event.ticket.id: event.ticket for event in events if isinstance(event, TicketIssued)}
    won = Counter[str]()
    for event in events:
        if isinstance(event, KenoGameDrawn):
            won.update({win.ticket: win.amount for win in event.wins})
    paid = [event for event in events if isinstance(event, TicketRedeemed)]
    assert sum(isinstance(event, KenoGameDrawn) for event in events) >= KILLS
    assert Counter(event.ticket for event in paid) == dict.fromkeys(won, 1), "each winner is paid, and once"
    assert {event.ticket: event.amount for event in paid} == dict(won)
    assert {note.split()[1] for note in acknowledged(tmp_path) if note.startswith("pay")} <= set(won)
    blank = Room(Writer(store), REGISTRY, keys=KEYS, chance=os_generator(), software="test 1")
    books = reopened(store, blank).state(LEDGER)
    staked = sum(ticket.price for ticket in sold.values())
    assert books.balance(bank(PATRON)) == HELD - staked + won.total()
    assert books.balance(wagers("keno")) + books.balance(inventory("keno")) == staked - won.total()
    assert sum(books.balances.values()) == 0
    assert examine_record(store, keys=KEYS).findings == ()
    store.close()
