"""Opening keno in a room of the house. A play-chip room files and posts a card of its own."""

from collections.abc import Callable

from pokerroom.keno import HOUSE_CARD
from pokerroom.keno.requests import Attendant, KenoPosition
from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.banked.keno.actor import KenoActor
from pokerroom.live.room import LiveRoom
from pokerroom.live.seeding import do, file
from pokerroom.live.together import recorded_together
from pokerroom.room import filing
from pokerroom.room.keno import KENO
from pokerroom.room.keno.commands import AtKeno, OpenGame, PostCard

CARD = "keno rate card"
"""The subject under which the play-chip room files it."""
SUPERVISOR = Attendant("the room", KenoPosition.SUPERVISOR)


async def open_keno(live: LiveRoom, changed: Callable[[], None]) -> list[BankedActor]:
    if live.has_desk and live.play_chips and live.room.state(KENO).card is None:
        async with recorded_together(live):
            await file(live, CARD, filing.KenoSettings(card=HOUSE_CARD))
            await do(live, AtKeno(PostCard(by=SUPERVISOR, at=live.moment(), subject=CARD)))
            await do(live, AtKeno(OpenGame(by=SUPERVISOR, at=live.moment())))
    return [KenoActor(live, place_of(live), changed=changed)]


def place_of(live: LiveRoom) -> str:
    """Where its page is: the house may have one for play chips and one for money."""
    return KENO.name if live.play_chips else f"{KENO.name}/money"
