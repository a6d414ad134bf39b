"""The Division: notices in both directions with their acknowledgements, software authenticated, audits made."""

from pokerroom.room.division.stream import DIVISION, Checked, Notice, Oversight

__all__ = ["DIVISION", "Checked", "Notice", "Oversight"]
