"""Who somebody is to the room: a guest with play chips, a player with an account, or a member of staff."""

from enum import StrEnum

import msgspec


class Role(StrEnum):
    VISITOR = "visitor"
    """Whoever opened the page: he may look on, and as a guest play for play chips."""
    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SHIFT_SUPERVISOR = "poker shift supervisor"
    CAGE = "cage"
    ACCOUNTING = "accounting"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    DIVISION = "Division"


class Identity(msgspec.Struct, frozen=True):
    """One person, as a session names him. `id` is the room's name for him in every record."""

    id: str
    name: str
    role: Role
    guest: bool
