"""Who is on duty in the room, and in which position."""

from pokerroom.room.duty.stream import DUTY, Duty, OnDuty

__all__ = ["DUTY", "Duty", "OnDuty"]
