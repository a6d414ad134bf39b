"""The stream of a casino's letters to the host and the host's notices."""

from pokerroom.linked.member.apply import apply
from pokerroom.linked.member.decide import perform
from pokerroom.linked.member.events import Event
from pokerroom.linked.member.state import Member
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Stream, kinds_of

LINK: Stream[Member] = Stream(
    name="link",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Member(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Member),
)
