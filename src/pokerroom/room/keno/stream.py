"""The stream of keno: the room has one, whoever sells its tickets."""

from pokerroom import keno
from pokerroom.keno import Keno
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Stream, kinds_of

NAME = "keno"

KENO: Stream[Keno] = Stream(
    name=NAME,
    codec=Codec(kinds_of(keno.Event)),
    first=lambda _: Keno(name=NAME),
    perform=keno.perform,
    apply=keno.apply,
    kept=kept_whole(Keno),
)
