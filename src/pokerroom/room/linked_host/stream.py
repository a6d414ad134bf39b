"""The stream of the host: letters taken, notices issued, meters, claims and debts."""

from pokerroom.linked.host.apply import apply
from pokerroom.linked.host.decide import perform
from pokerroom.linked.host.events import Event
from pokerroom.linked.host.state import Host
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Stream, kinds_of

LINKED_HOST: Stream[Host] = Stream(
    name="host",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Host(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Host),
)
