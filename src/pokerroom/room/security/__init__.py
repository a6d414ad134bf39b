"""Security: what is carried from where to where, who handed it over to whom, and incidents."""

from pokerroom.room.security.stream import SECURITY, Carriage, Guarding, IncidentReported

__all__ = ["SECURITY", "Carriage", "Guarding", "IncidentReported"]
