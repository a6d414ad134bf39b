"""Messages about the games that the house banks, whichever they are: what the lobby lists, and watching one.

A game is named by where its page is: `dice/Dice 1` is the table Dice 1 of mini-dice, `keno` the keno of the room. What
happens there its own messages say.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from pokerroom.wire.common import Cents, Message

Place = Annotated[str, Meta(min_length=1, max_length=96)]


class WatchGame(Message, frozen=True, kw_only=True):
    """Send me what happens there, beginning with how it stands."""

    game: Place


class UnwatchGame(Message, frozen=True, kw_only=True):
    game: Place


class LobbyGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that the house banks, as the lobby lists it."""

    game: str
    """Where it is played: the address of its page."""
    kind: str
    """Which game it is: `dice`, `keno`."""
    title: str
    least: Cents
    """The smallest and the largest wager."""
    most: Cents
    playing: int
    """How many play there now."""
    free: int | None = None
    """Vacant seats; none where nobody needs one."""
    play_chips: bool = True
    mine: bool = False
    """I have a seat or a wager there."""
