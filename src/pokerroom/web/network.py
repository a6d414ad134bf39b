"""Under which addresses others in the same network can come to this machine."""

import socket

ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's: nothing is sent there, the system only says from where it would be."""


def own_addresses() -> tuple[str, ...]:
    """Of this machine in its network; none where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(ELSEWHERE)
        except OSError:
            return ()
        found = str(line.getsockname()[0])
    return () if found.startswith("127.") or found == "0.0.0.0" else (found,)  # noqa: S104  which says nothing
