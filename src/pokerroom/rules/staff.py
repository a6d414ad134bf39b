"""The positions of staff in the poker room and their order of authority; the device that reads cards for a dealer."""

from enum import StrEnum

import msgspec

from pokerroom.words import Saying, Value, saying, term


class Position(StrEnum):
    """The positions at the tables."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    POKER_SUPERVISOR = "poker supervisor"
    CASINO_SUPERVISOR = "casino supervisor"
    SHIFT_SUPERVISOR = "poker shift supervisor"
    SHIFT_MANAGER = "casino shift manager"
    CARD_READER = "card reader"
    """No person: a device that names open cards, in the name of the dealer for whom it reads."""


AUTHORITY = {
    Position.CARD_READER: -1,
    Position.DEALER: 0,
    Position.FLOORPERSON: 1,
    Position.POKER_SUPERVISOR: 1,
    Position.CASINO_SUPERVISOR: 1,
    Position.SHIFT_SUPERVISOR: 2,
    Position.SHIFT_MANAGER: 3,
}
"""Each supervises those of a lower step; who a poker supervisor and a casino supervisor are, R-50 and AMB-167."""


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

    @property
    def is_reader(self) -> bool:
        return self.position is Position.CARD_READER

    def reads_for(self, dealer: "Official | None") -> bool:
        return self.is_reader and dealer is not None and self.name == dealer.name


def named(by: Official | str) -> Value:
    """Whoever gave an order, as a refusal names them."""
    return by.saying if isinstance(by, Official) else by
