"""The stream of the waiting lists."""

from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.lists.apply import apply
from pokerroom.room.lists.decide import perform
from pokerroom.room.lists.events import Event
from pokerroom.room.lists.state import Lists
from pokerroom.room.streams import Stream, kinds_of

LISTS: Stream[Lists] = Stream(
    name="lists",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Lists(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Lists),
)
