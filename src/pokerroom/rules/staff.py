"""The positions of staff in the poker room, and their order of authority."""

from enum import StrEnum

import msgspec

from pokerroom.words import Saying, Value, saying, term


class Position(StrEnum):
    """The positions at the tables in order of authority: each supervises those before it."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SHIFT_SUPERVISOR = "poker shift supervisor"
    SHIFT_MANAGER = "casino shift manager"


AUTHORITY = {position: step for step, position in enumerate(Position)}


class Official(msgspec.Struct, frozen=True, gc=False):
    """A member of staff, as recorded."""

    name: str
    position: Position

    def __str__(self) -> str:
        return f"{self.name} ({self.position.value})"

    @property
    def saying(self) -> Saying:
        return saying("detail.official", name=self.name, position=term(self.position))

    def is_at_least(self, position: Position) -> bool:
        """Whether they hold this position or supervise it."""
        return AUTHORITY[self.position] >= AUTHORITY[position]


def named(by: Official | str) -> Value:
    """Whoever gave an order, as a refusal names them."""
    return by.saying if isinstance(by, Official) else by
