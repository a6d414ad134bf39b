"""The stream of the filing register."""

from pokerroom.log import Codec
from pokerroom.room.filing.decide import apply, perform
from pokerroom.room.filing.events import Event
from pokerroom.room.filing.state import Register
from pokerroom.room.streams import Stream, kinds_of

FILING: Stream[Register] = Stream(
    name="filing", codec=Codec(kinds_of(Event)), first=lambda _: Register(), perform=perform, apply=apply
)
