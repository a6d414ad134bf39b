"""The last resort: what nobody foresaw is logged under a number, and whoever asked is told that number."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

import structlog

LOG = structlog.get_logger(__name__)

LONGEST = 200
OPEN_TO = len("/replay/") + 4
TOO_DEEP = "the request is nested too deeply"


def noted(error: BaseException, scope: Mapping[str, Any]) -> str:
    """Log a failure with its trace; returns the number that the log has it under."""
    number = token_hex(4)
    LOG.error(
        "a request failed",
        failure=number,
        kind=scope.get("type", ""),
        method=scope.get("method", ""),
        path=path_told(str(scope.get("path", ""))),
        error=repr(error)[:500],
        exc_info=error,
    )
    return number


def path_told(path: str) -> str:
    """Without the token of a shared round, which would open it."""
    return f"{path[:OPEN_TO]}..." if path.startswith("/replay/") else path[:LONGEST]


def words_for(number: str) -> str:
    return f"the room failed at this, and its log says why under {number}"
