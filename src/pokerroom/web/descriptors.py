"""How many files and connections the system lets this process have open, raised as far as it permits."""

import sys

WITHOUT_A_LIMIT = 65_536
"""What is asked for where the system names no hard limit: a table that large costs nothing."""
KEPT_FOR_FILES = 96
"""Descriptors for the records, the keys, the listeners and whatever a library opens."""
UNKNOWN = 8_192
"""Connections where the system has no such limit, or does not say."""


def raised() -> int | None:
    """The limit, once raised to the hard one where that is permitted; None where there is no such limit."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415  there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WITHOUT_A_LIMIT if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft if soft != resource.RLIM_INFINITY else None
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def room_for(limit: int | None) -> int:
    """How many connections fit beside the files."""
    return UNKNOWN if limit is None else max(limit - KEPT_FOR_FILES, limit // 2)
