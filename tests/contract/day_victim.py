"""A simulated day killed again and again: `python -m tests.contract.day_victim URL FOLDER ORDERS KILLS`.

Each child goes on with the day and notes in FOLDER/acknowledged every order that it was told is durable. It is killed
a moment after so many have been noted; the numbers are spread over the ORDERS of the day, so that kills are as many at
its end as at its beginning. The last child is left alone.
"""

import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path

from pokerroom.bots.day import Day, DaySettings
from pokerroom.shuffle.seal import read_keys
from pokerroom.store import HeadsFile, Writer, open_store, read_signing_key

SMALL_DAY = DaySettings(seed=3, tables=4, hours=0.08, thought_ticks=6)
MOMENT = 0.03
"""Seconds, at most, between the order that a child is killed after and its death."""
OVER = "over"
PATIENCE = 60.0


def acknowledged(folder: Path) -> list[str]:
    """The ids of orders; a line without its end was never written out."""
    path = folder / "acknowledged"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    return [line.removesuffix("\n") for line in lines if line.endswith("\n")]


def live(url: str, folder: Path) -> None:
    """To the end of the day."""
    notes = os.open(folder / "acknowledged", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    store = open_store(url)
    heads = HeadsFile(folder / "heads", read_signing_key(folder / "key"))
    with Writer(store, heads=heads, heads_every=0.05) as writer:
        keys = read_keys(folder / "deck-keys")
        Day(SMALL_DAY, store, writer, keys=keys, told=lambda done: note(notes, done.id)).run()
    note(notes, OVER)
    store.close()


def note(notes: int, what: str) -> None:
    os.write(notes, f"{what}\n".encode())


def child_of(url: str, folder: Path) -> int:
    child = os.fork()
    if child:
        return child
    try:
        live(url, folder)
    except BaseException:  # noqa: BLE001  whatever it was, the child must not go on as its parent
        traceback.print_exc()
        os._exit(3)
    os._exit(0)


def await_orders(folder: Path, child: int, wanted: int) -> bool:
    """Whether the child lives when so many are noted; the day may be over before, for some notes die with a child."""
    notes, give_up = folder / "acknowledged", time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended and status:
            raise SystemExit(f"a child ended by itself: status {status}")
        if ended:
            return False
        if notes.exists() and notes.read_bytes().count(b"\n") >= wanted:
            return True
        # Not so often that the child is kept from living.
        time.sleep(0.01)
    raise SystemExit(f"no {wanted} orders in {PATIENCE} seconds")


def main(url: str, folder: Path, orders: int, kills: int) -> None:
    dice = random.Random(orders)
    killed = 0
    for wanted in sorted(dice.randrange(orders) for _ in range(kills)):
        child = child_of(url, folder)
        if not await_orders(folder, child, wanted):
            break
        time.sleep(dice.uniform(0, MOMENT))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        killed += 1
    _, status = os.waitpid(child_of(url, folder), 0)
    sys.stdout.write(f"{killed}\n")
    raise SystemExit(status)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
