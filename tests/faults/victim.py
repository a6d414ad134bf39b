"""A server that is killed and started again: `python -m tests.faults.victim FOLDER`.

Whoever runs this writes `start` or `stop` on its standard input, a line each time, and kills what he likes in between.
Every server is a process of its own, which prints its number and, once it can be reached, its address; the settings
come from the environment. It is made by a fork of one that has everything imported, so that fifty starts take little
longer than what a start is about: the record.
"""

import os
import signal
import sys
import traceback

import uvicorn

from pokerroom.live import house
from pokerroom.live.settings import read_settings
from pokerroom.web.metrics import configure_logging
from pokerroom.web.running import Server, configured

house.POINTS_EVERY, house.EVENTS_BETWEEN_POINTS = 0.05, 1
"""All the time, so that servers die before, after and while they note what the record has come to."""

PACE = 0.02
"""How slowly bots act: fifty times as quickly as people, so that rounds of play go on whenever a server dies."""


def config(folder: str) -> uvicorn.Config:
    settings = read_settings(None, store=folder, port=0)
    configure_logging(level=settings.log_level.upper())
    return configured(settings, pace=PACE)


def child_of(folder: str) -> int:
    child = os.fork()
    if child:
        return child
    try:
        sys.stdin.close()
        print(os.getpid(), flush=True)  # noqa: T201  the line that its killer waits for
        Server(config(folder)).run()
    except BaseException:  # noqa: BLE001  whatever it was, the child must not go on as its parent
        traceback.print_exc()
        print("failed", flush=True)  # noqa: T201
        os._exit(3)
    os._exit(0)


def main(folder: str) -> None:
    # Whatever is imported only when it is needed is imported now.
    config(folder).load()
    child = 0
    for line in sys.stdin:
        if child:
            if line.strip() == "stop":
                os.kill(child, signal.SIGTERM)
            _, status = os.waitpid(child, 0)
            print(f"ended {os.waitstatus_to_exitcode(status)}", flush=True)  # noqa: T201
            child = 0
        if line.strip() == "start":
            child = child_of(folder)


if __name__ == "__main__":
    main(sys.argv[1])
