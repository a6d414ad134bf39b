"""Who acts for the system: a person with a name, and the casino they are of."""

import msgspec


class Official(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Somebody who acts for a casino or for the host, as recorded."""

    id: str
    name: str
    casino: str = ""
    """Empty for the host's own people."""

    def __str__(self) -> str:
        return self.name


SYSTEM = Official(id="the system", name="the system")
"""What follows by itself: letters taken, notices issued, time that passes."""
STRANGER = Official(id="", name="somebody who has not logged in")
