"""The command as it is, which can be made to hang: after SIGUSR1 its loop stands still, and its threads go on.

`python -m tests.faults.this_version serve ...` is `pokerroom serve ...`.
"""

import signal
import time

HANGS_FOR = 15.0


def hang(*_: object) -> None:
    time.sleep(HANGS_FOR)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, hang)
    from pokerroom.cli import main

    main()
