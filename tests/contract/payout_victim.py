"""Processes killed with -9 between a showdown and the last award: `python -m tests.contract.payout_victim URL FOLDER`.

With a step named after it, such as `"paid 2"`, every child dies by its own hand as soon as that step is durable, one
child for each of STEPS; with a number and a seed, children are killed from outside at any moment. Each goes on from
the record, notes in FOLDER/acknowledged what it was told is durable and what the display says, and the last lives on
until everything is paid.
"""

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.reopening import reopened
from pokerroom.store import Writer, open_store
from tests.payout_room import PayoutRoom, blank
from tests.payouts import NAME

STEPS = (
    "showdown",
    "hit reported",
    "hit reported, booked",
    "verified",
    "prepared",
    *(step for number in range(1, 6) for step in (f"paid {number}", f"paid {number}, booked")),
    "adjusted",
    "resumed",
)
"""From the round that is recorded while the payout does not know of it yet, to the next round."""
LONGEST = 0.25
"""Seconds within which a child is killed from outside: it pays a hit in about that time."""


class Life(PayoutRoom):
    """One process: the room from its record, and what is done next there."""

    def __init__(self, url: str, folder: Path, dies_after: Callable[[str], bool]) -> None:
        store = open_store(url)
        super().__init__(reopened(store, blank(Writer(store))), self._told)
        self.notes = os.open(folder / "acknowledged", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._dies_after = dies_after
        os.write(self.notes, b"begun\n")
        self._note_display()
        if NAME not in self.room.state(PAYOUTS).by_name:  # The last that is set up: an id is not remembered for ever.
            self.set_up()

    def _told(self, step: str, id_: str) -> None:
        os.write(self.notes, f"done\t{step}\t{id_}\n".encode())
        self._note_display()
        if self._dies_after(step):
            os.kill(os.getpid(), signal.SIGKILL)

    def _note_display(self) -> None:
        payout = self.room.state(PAYOUTS).by_name.get(NAME)
        if payout is not None:
            says = f"{payout.primary.shown} {'pending' if payout.is_pending else 'adjusted'}"
            os.write(self.notes, f"display\t{self.room.head(PAYOUTS.name).sequence}\t{says}\n".encode())

    @property
    def is_settled(self) -> bool:
        payout = self.payout
        is_shown = payout.primary.shown == payout.primary.current
        return is_shown and not (payout.open_hits or payout.is_pending or payout.held or any(self.room.due.values()))


def lived(url: str, folder: Path, dies_after: Callable[[str], bool]) -> int:
    """A child that goes on with the room for ever, or until it dies."""
    child = os.fork()
    if child:
        return child
    try:
        life = Life(url, folder, dies_after)
        while True:
            life.go_on()
    except BaseException:  # noqa: BLE001  whatever it was, the child must not go on as its parent
        traceback.print_exc()
    os._exit(3)


def ended_by_kill(child: int) -> None:
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"a child ended by itself: {status}"


def die_at_steps(url: str, folder: Path) -> None:
    for step in STEPS:
        ended_by_kill(lived(url, folder, step.__eq__))


def die_at_any_moment(url: str, folder: Path, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    ended_by_kill(lived(url, folder, "resumed".__eq__))
    for _ in range(kills):
        child = lived(url, folder, lambda _step: False)
        time.sleep(chance.uniform(0.02, LONGEST))
        os.kill(child, signal.SIGKILL)
        ended_by_kill(child)


def main(url: str, folder: Path, *random_kills: str) -> None:
    open_store(url).close()
    if random_kills:
        die_at_any_moment(url, folder, *map(int, random_kills))
    else:
        die_at_steps(url, folder)
    last = Life(url, folder, lambda _step: False)
    while not last.is_settled:
        last.go_on()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
