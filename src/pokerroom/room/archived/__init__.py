"""Gaming days whose events lie in files: which file, and where the streams stood before and after it."""

from pokerroom.room.archived.stream import ARCHIVED, DayArchived, Files

__all__ = ["ARCHIVED", "DayArchived", "Files"]
