"""Opponents that know the rules and little else. A bot is a client like any other: it sees its own seat's view."""

from pokerroom.bots.plain import choose

__all__ = ["choose"]
