"""A command killed after one of its steps: `python -m tests.contract.step_victim MODULE STEP COUNT ARGUMENT...`.

The step is a function that the module of the command names; the process dies with SIGKILL when it has been called
COUNT times, as if the power had gone.
"""

import os
import signal
import sys
from importlib import import_module
from typing import Any

from pokerroom.cli import app


def die_after(module: str, step: str, count: int) -> None:
    holder = import_module(module)
    whole, calls = getattr(holder, step), 0

    def then_die(*given: Any, **named: Any) -> Any:
        nonlocal calls
        done = whole(*given, **named)
        calls += 1
        if calls == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(holder, step, then_die)


if __name__ == "__main__":
    die_after(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    app(sys.argv[4:])
