"""Everything of a PostgreSQL commit sent before its answer is awaited.

In a pipeline the driver sends what the socket takes at once and then only listens: of a value of some megabytes, such
as a checkpoint of a busy room, the rest would never leave, and both ends would wait for ever.
"""

from collections.abc import Generator
from typing import Any

READABLE, WRITABLE = 1, 2
"""As the driver says what to wait for, and what is ready."""


def send_all(connection: Any) -> None:
    """Until the socket has taken everything, and has room for the commit."""
    connection.wait(sending(connection.pgconn))


def sending(pgconn: Any) -> Generator[int, int, None]:
    while True:
        unsent = pgconn.flush()
        ready = yield READABLE | WRITABLE
        if ready & READABLE:
            pgconn.consume_input()
        if ready & WRITABLE and not unsent:
            return
