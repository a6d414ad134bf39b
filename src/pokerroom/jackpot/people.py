"""Who takes part in a payout: a person with the position they act in, and every other position they hold.

A prohibition follows the person: somebody from the poker department is no witness of a count, whatever position they
act in that evening. The text says so in 14.19(f)2ii; that nobody signs twice under two positions is the house's rule.
"""

from enum import StrEnum

import msgspec

from pokerroom.words import Saying, saying, term


class StaffPosition(StrEnum):
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    POKER_SUPERVISOR = "poker supervisor"
    SHIFT_SUPERVISOR = "poker shift supervisor"
    CAGE = "cage"
    SATELLITE_CAGE = "satellite cage"
    ACCOUNTING = "accounting"
    COUNT_ROOM = "count room"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    INTERNAL_AUDIT = "internal audit"
    SECOND_DEPARTMENT = "representative of a second department"
    DIVISION = "Division"
    NOBODY = "the room"
    """What follows from a round of play by itself."""


POKER_SUPERVISORS = frozenset(
    {StaffPosition.FLOORPERSON, StaffPosition.POKER_SUPERVISOR, StaffPosition.SHIFT_SUPERVISOR}
)
"""Whoever supervises poker, R-50."""
CASHIERS = frozenset({StaffPosition.CAGE, StaffPosition.SATELLITE_CAGE})
CONDUCTS_POKER = POKER_SUPERVISORS | {StaffPosition.DEALER}
OTHER_DEPARTMENTS = frozenset({StaffPosition.SURVEILLANCE, StaffPosition.INTERNAL_AUDIT})
NEVER_WITNESSES = CONDUCTS_POKER | OTHER_DEPARTMENTS
"""Prohibited from witnessing a count as a second department, 14.19(f)2ii(1)."""
INCOMPATIBLE = frozenset({StaffPosition.ACCOUNTING, StaffPosition.COUNT_ROOM})
"""Whoever later matches the forms, or receives the originals, does not sign them, 14.19(f)2ii(2) (R-51)."""


class Person(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Somebody of the staff, as recorded."""

    id: str
    name: str
    acts_as: StaffPosition
    also: tuple[StaffPosition, ...] = ()
    """The other positions they hold, in the order of the list above."""

    @property
    def holds(self) -> frozenset[StaffPosition]:
        return frozenset({self.acts_as, *self.also})

    @property
    def is_the_room(self) -> bool:
        """Whether the room does itself, at once, what others have people for."""
        return self.id.startswith(ROOM.id)

    @property
    def saying(self) -> Saying:
        return saying("detail.official", name=self.name, position=term(self.acts_as))


ROOM = Person(id="the room", name="the room", acts_as=StaffPosition.NOBODY)


def the_room_as(position: StaffPosition) -> Person:
    """Whoever holds a position where a room of play chips does everything itself; no two are one person."""
    return Person(id=f"{ROOM.id} as {position.value}", name=ROOM.name, acts_as=position)
