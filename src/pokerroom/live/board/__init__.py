"""The board of the floor: every table and list of a room at a glance, kept current for those who walk it."""

from pokerroom.live.board.boards import Boards

__all__ = ["Boards"]
