"""Who somebody is to the room: a guest with play chips, a player with an account, or a member of staff."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace


class Role(StrEnum):
    """Guests, players, and the positions of staff. An account may hold several positions; a session acts in one."""

    VISITOR = "visitor"
    """Anybody who has opened the page: they may watch and, as a guest, play for play chips."""
    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    POKER_SUPERVISOR = "poker supervisor"
    """Supervises poker dealers: floorpersons and shift supervisors do, too, R-50."""
    SHIFT_SUPERVISOR = "poker shift supervisor"
    CASINO_SUPERVISOR = "casino supervisor"
    """Any supervisor of the casino, 14.5(c)."""
    CAGE = "cage"
    SATELLITE_CAGE = "satellite cage"
    COUNT_ROOM = "count room"
    ACCOUNTING = "accounting"
    INTERNAL_AUDIT = "internal audit"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    SECOND_DEPARTMENT = "representative of a second department"
    """Neither of the poker room nor of those who may not witness there, 14.19(f)2."""
    KEY_EMPLOYEE = "key-employee representative"
    """Speaks for a member of a multi-casino payout, 14.20(f)."""
    KENO_WRITER = "keno writer"
    KENO_RUNNER = "keno runner"
    KENO_SUPERVISOR = "keno supervisor"
    DIVISION = "Division"


NO_STAFF = frozenset({Role.VISITOR, Role.PLAYER})


class Identity(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person, as a session identifies them. `id` is their id in every record."""

    id: str
    name: str
    role: Role
    """The one they act in: what they may do is decided by it alone."""
    guest: bool
    positions: tuple[Role, ...] = ()
    """Every position of staff that they hold: what they may not do is decided by all of them."""
    scope: str = ""
    """The only room in which they work; empty for all of the house."""

    @property
    def is_staff(self) -> bool:
        return self.role not in NO_STAFF

    @property
    def visitor(self) -> "Identity":
        """Who they are where their position does not count."""
        if not self.scope:
            return self
        role = Role.VISITOR if self.guest else Role.PLAYER
        return replace(self, role=role, positions=(), scope="")

    def works_in(self, room: str) -> bool:
        """Whether their position counts in a room of the house."""
        return self.is_staff and self.scope in {"", room}
