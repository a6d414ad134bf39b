"""The stream of a host: agreement, keys, letters taken, notices issued, claims, payouts and who owes whom."""

from pokerroom.linked.host.apply import apply
from pokerroom.linked.host.decide import perform
from pokerroom.linked.host.events import Event
from pokerroom.linked.host.state import Host
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Stream, kinds_of

HOST: Stream[Host] = Stream(
    name="linked-host",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Host(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Host),
)
