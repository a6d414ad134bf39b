"""The stream of a host: agreement, keys, letters taken, notices issued, claims, payouts and who owes whom."""

from pokerroom.linked import host
from pokerroom.linked.host.events import Event
from pokerroom.linked.host.state import Host
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Stream, kinds_of

HOST: Stream[Host] = Stream(
    name="linked-host",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Host(),
    perform=host.perform,
    apply=host.apply,
    kept=kept_whole(Host),
)
