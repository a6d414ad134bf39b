"""A simulated gaming day: a full room of tables, guests who come and go, and staff, all from one seed.

`Day` runs or resumes one on any store; `day_digest` sums up its result in one number.
"""

from pokerroom.bots.day.digest import day_digest, digests
from pokerroom.bots.day.plan import DaySettings, Plan
from pokerroom.bots.day.running import Day, DayError

__all__ = ["Day", "DayError", "DaySettings", "Plan", "day_digest", "digests"]
