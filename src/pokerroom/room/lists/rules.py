"""How the house runs its waiting lists. The regulation leaves this to the house, so a setting here always decides."""

from enum import StrEnum

import msgspec


class Queue(StrEnum):
    """The queues that a player may be called from."""

    MUST_MOVE = "must-move"
    """Seated at a table that feeds the main game."""
    TABLE_CHANGE = "table change"
    """Seated at another table of the same game and limits."""
    LIST = "waiting list"


class Fate(StrEnum):
    """What happens to the place of a player who lets a seat go."""

    KEEPS = "keeps the place"
    GOES_LAST = "goes last"
    LOSES = "loses the place"


class ListRules(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    order: tuple[Queue, ...] = (Queue.MUST_MOVE, Queue.TABLE_CHANGE, Queue.LIST)
    """Which queue comes first when a seat is vacant."""
    call_automatically: bool = False
    """Whether a vacant seat is offered automatically. A must-move always is."""
    offer_minutes: int = 5
    """The time to answer an offer."""
    arrival_minutes: int = 10
    """The time to take an accepted seat."""
    lock_minutes: int = 60
    """The longest that a floorperson may keep a seat for somebody."""
    declined: Fate = Fate.KEEPS
    expired: Fate = Fate.LOSES
    no_show: Fate = Fate.LOSES
    move_refused: Fate = Fate.LOSES
    """A player at a must-move table who loses their place must leave the game."""
    lists_most: int | None = None
    """How many lists a player may be on at a time."""

    def __post_init__(self) -> None:
        if sorted(self.order) != sorted(Queue):
            raise ValueError(f"the order names each of {', '.join(Queue)} once, not {', '.join(self.order)}")
        if min(self.offer_minutes, self.arrival_minutes, self.lock_minutes) < 1:
            raise ValueError("a seat is held for at least a minute")
        if self.lists_most is not None and self.lists_most < 1:
            raise ValueError("one must be allowed on at least one list")
        if self.move_refused is Fate.KEEPS:
            raise ValueError("a must-move that leaves the player where they are is not one")
