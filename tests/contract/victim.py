"""Processes that append and are killed: `python -m tests.contract.victim URL FOLDER KILLS SEED`.

A child plays four tables through one writer and notes in FOLDER/acknowledged what it was told is durable. It is killed
at a random moment and the next one goes on. What a child had submitted without an answer, the next submits again.
"""

import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

from pokerroom.room.ports import CommandRepeated
from pokerroom.store import HeadsFile, Writer, open_store, read_signing_key
from tests.contract.recording import batch

TABLES = 4
LONGEST_LIFE = 0.25
LONGEST_START = 10.0


def cause(table: int, command: int) -> str:
    return f"table-{table}-command-{command}"


def acknowledged(folder: Path) -> list[tuple[int, int]]:
    """Table and command of each line; a line without its end was never written out."""
    path = folder / "acknowledged"
    lines = path.read_text(encoding="ascii").splitlines(keepends=True) if path.exists() else []
    return [(int(line.split()[0]), int(line.split()[1])) for line in lines if line.endswith("\n")]


def play(writer: Writer, table: int, command: int, notes: int) -> None:
    head = writer.reopen(f"table/{table}")
    while True:
        events = batch(head, cause(table, command), *range(1 + command % 3))
        try:
            writer.append(events)
            head = events.heads[head.stream]
        except CommandRepeated:
            # The one before us stored it and died before it could say so.
            head = writer.reopen(head.stream)
        os.write(notes, f"{table} {command}\n".encode())
        command += 1


def die_aloud(failure: threading.ExceptHookArgs) -> None:
    sys.__excepthook__(failure.exc_type, failure.exc_value or failure.exc_type(), failure.exc_traceback)
    os._exit(3)


def live(url: str, folder: Path) -> None:
    threading.excepthook = die_aloud
    done = acknowledged(folder)
    store = open_store(url)
    heads = HeadsFile(folder / "heads", read_signing_key(folder / "key"))
    writer = Writer(store, heads=heads, heads_every=0.02)
    notes = os.open(folder / "acknowledged", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for table in range(TABLES):
        command = 1 + max((each for of, each in done if of == table), default=0)
        threading.Thread(target=play, args=(writer, table, command, notes)).start()


def noted(folder: Path) -> int:
    path = folder / "acknowledged"
    return path.stat().st_size if path.exists() else 0


def wait_for_a_note(folder: Path, before: int) -> None:
    latest = time.monotonic() + LONGEST_START
    while noted(folder) == before and time.monotonic() < latest:
        time.sleep(0.005)


def main(url: str, folder: Path, kills: int, seed: int) -> None:
    dice = random.Random(seed)
    # Whatever is imported lazily is imported now, so that a child's short life is spent on the store.
    open_store(url).close()
    for number in range(kills):
        before = noted(folder)
        child = os.fork()
        if child == 0:
            live(url, folder)
            signal.pause()
        if number % 3:
            # Most are let to say something first, however busy the machine is; the others die while they start.
            wait_for_a_note(folder, before)
        time.sleep(dice.uniform(0, LONGEST_LIFE))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise SystemExit(f"a child ended by itself: status {status}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
