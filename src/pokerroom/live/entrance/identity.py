"""Who somebody is to the room: a guest with play chips, a player with an account, or a member of staff."""

from enum import StrEnum

import msgspec


class Role(StrEnum):
    VISITOR = "visitor"
    """Anybody who has opened the page: they may watch and, as a guest, play for play chips."""
    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SHIFT_SUPERVISOR = "poker shift supervisor"
    CAGE = "cage"
    ACCOUNTING = "accounting"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    DIVISION = "Division"
    KENO_WRITER = "keno writer"
    KENO_RUNNER = "keno runner"
    KENO_SUPERVISOR = "keno supervisor"


class Identity(msgspec.Struct, frozen=True):
    """One person, as a session identifies them. `id` is their id in every record."""

    id: str
    name: str
    role: Role
    guest: bool
