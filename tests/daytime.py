"""Tests run by day: whatever the machine's clock says, no gaming day begins or ends while they run.

A room asks its machine for the zone it stands in unless it is told one, and its gaming day begins at six in the
morning. So the tests are given one of two zones, in which their first hour lies between eight and twenty: the date
is then that of UTC, too, and it is ten hours or more to the next gaming day.
"""

import os
import time
from datetime import UTC, date, datetime

from pokerroom.live.settings import Settings

EAST, WEST = "Etc/GMT-8", "Etc/GMT+4"
"""Eight hours ahead of UTC and four behind it: the signs of these names are the other way round."""

CHOSEN = "POKERROOM_TESTS_ZONE"
"""Kept in the environment, so that every worker and every process it starts is in the same zone."""


def go_where_it_is_day() -> None:
    zone = os.environ.setdefault(CHOSEN, zone_by_day(datetime.now(UTC).hour))
    os.environ["TZ"] = zone
    time.tzset()


def zone_by_day(hour: int) -> str:
    return EAST if hour < 12 else WEST


def gaming_day(moment: datetime | None = None) -> date:
    """The gaming day that this moment, or now, is in at a room with the usual settings."""
    return Settings().gaming_date(moment or datetime.now(UTC))
