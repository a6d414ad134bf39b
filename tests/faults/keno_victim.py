"""Processes that sell, draw and pay keno and are killed: `python -m tests.faults.keno_victim URL FOLDER KILLS SEED`.

A child notes in FOLDER/acknowledged what it was told is durable, and is killed between a draw and its payments. The
next goes on from the record. The last one is let live until everything is paid.
"""

import os
import random
import signal
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pokerroom.keno import HOUSE_CARD
from pokerroom.ledger import OpenDay, Shift, Signature
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, InBooks
from pokerroom.room.commands import Order
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.keno import KENO
from pokerroom.room.keno.commands import AtKeno, DrawGame, OpenGame, PostCard, Redeem, Sell
from pokerroom.room.keno.proofs import serial_of
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Room
from pokerroom.shuffle import os_generator
from pokerroom.shuffle.seal import Key, Keys
from pokerroom.store import Writer, open_store
from tests.keno_counter import SUPERVISOR, WRITER, writer_form

KEYS = Keys((Key("of tests", bytes(range(32))),))
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
ADA, BO = Signature("Ada Park", "poker shift supervisor"), Signature("Bo Ek", "accounting")
PATRON, HELD, CARD = "pat", 100_000_00, "keno rate card"
SPOTS = (5, 25, 45, 65, 75)
LONGEST = 0.12
"""Seconds after a draw within which its process is killed: a child takes about that long to pay."""


class Life:
    """One process: the room from its record, and what is done next there."""

    def __init__(self, url: str, folder: Path) -> None:
        store = open_store(url)
        blank = Room(Writer(store), REGISTRY, keys=KEYS, chance=os_generator(), software="test 1")
        self.room = reopened(store, blank)
        self.notes = os.open(folder / "acknowledged", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self.at = START + timedelta(hours=1)

    def do(self, id_: str, command: Any) -> None:
        """Under an id that says what it is: done before, it is not done again."""
        answer = self.room.do(Order(id_, command))
        assert isinstance(answer, Done), answer
        os.write(self.notes, f"{id_}\n".encode())

    def set_up(self) -> None:
        day = OpenDay(date=START.date(), shifts=(Shift("day", START),), at=START, by=ADA)
        self.do("day", InBooks(day))
        proposed = filing.Propose(
            subject=CARD,
            settings=filing.KenoSettings(card=HOUSE_CARD),
            document="submission 1",
            filed_on=START.date(),
            effective=START,
            at=START,
            by=ADA,
        )
        self.do("file", InRegister(proposed))
        self.do("approve", InRegister(filing.Approve(subject=CARD, version=1, at=START, by=BO)))
        self.do("deposit", Deposit(player=PATRON, amount=HELD, by=BO, at=START))
        self.do("card", AtKeno(PostCard(by=SUPERVISOR, at=self.at, subject=CARD)))

    def pay(self) -> None:
        keno = self.room.state(KENO)
        for held in keno.tickets.values():
            if held.owed and held.ticket.last < keno.first_open:
                time.sleep(LONGEST / 8)
                serial = serial_of(held.ticket, KEYS)
                self.do(f"pay {held.ticket.id}", AtKeno(Redeem(by=WRITER, at=self.at, serial=serial)))
                time.sleep(LONGEST / 8)
                self.room.post()

    def play(self) -> None:
        """What was left undone is done first."""
        self.pay()
        number = self.room.state(KENO).first_open
        if self.room.state(KENO).on_sale is None:
            self.do(f"open {number}", AtKeno(OpenGame(by=SUPERVISOR, at=self.at)))
        for spot in SPOTS:
            form = writer_form(spot, first=number)
            self.do(f"sell {number} {spot}", AtKeno(Sell(by=WRITER, at=self.at, request=form, patron=PATRON)))
        self.do(f"draw {number}", AtKeno(DrawGame(by=SUPERVISOR, at=self.at)))
        self.pay()


def acknowledged(folder: Path) -> list[str]:
    path = folder / "acknowledged"
    lines = path.read_text(encoding="ascii").splitlines(keepends=True) if path.exists() else []
    return [line.rstrip("\n") for line in lines if line.endswith("\n")]


def draws(folder: Path) -> int:
    return sum(note.startswith("draw") for note in acknowledged(folder))


def live(url: str, folder: Path) -> None:
    life = Life(url, folder)
    life.set_up()
    while True:
        life.play()


def main(url: str, folder: Path, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    open_store(url).close()
    for _ in range(kills):
        before = draws(folder)
        child = os.fork()
        if child == 0:
            live(url, folder)
        while draws(folder) == before:
            ended, status = os.waitpid(child, os.WNOHANG)
            assert not ended, f"a child ended by itself: {status}"
            time.sleep(0.003)
        time.sleep(chance.uniform(0, LONGEST))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    last = Life(url, folder)
    last.set_up()
    last.pay()
    last.room.post()
    assert last.room.state(LEDGER).open_day is not None


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
