"""A simulated gaming day: a full room of tables, guests who come and go, and staff, all of it from one seed.

`Day` runs or goes on with one against any store, `day_digest` says in one number what it came to.
"""

from pokerroom.bots.day.digest import day_digest, digests
from pokerroom.bots.day.plan import DaySettings, Plan
from pokerroom.bots.day.running import Day, DayError

__all__ = ["Day", "DayError", "DaySettings", "Plan", "day_digest", "digests"]
