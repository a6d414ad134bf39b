"""What was taken while a system was suspended, by a casino's own record, event by event in its order."""

from collections.abc import Iterator

from pokerroom.jackpot.events import HitReported, PotsContributed
from pokerroom.linked.letters import Operational, Suspended
from pokerroom.linked.member.events import HostHeard, HostLost, NoticeTaken
from pokerroom.play.events import ContributionTaken
from pokerroom.room.link import LINK
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.ports import EventStore
from pokerroom.room.tables import TABLES


def while_suspended(store: EventStore) -> Iterator[str]:
    """Whatever was taken from a pot before the system was operational, or after it no longer was (AMB-139, R-73)."""
    told = heard = False
    for committed in store.read_all():
        envelope = committed.envelope
        if envelope.stream == LINK.name:
            event = LINK.read(envelope, None)
            heard = (heard or isinstance(event, HostHeard)) and not isinstance(event, HostLost)
            body = event.notice.body if isinstance(event, NoticeTaken) else None
            told = (told or isinstance(body, Operational)) and not isinstance(body, Suspended)
        elif envelope.tag == ContributionTaken.__name__ and TABLES.holds(envelope.stream) and not (told and heard):
            yield f"a pot contributed at {envelope.stream} at {envelope.at}"


def kept_in(store: EventStore) -> tuple[int, int]:
    """What its pots contributed, and how many hits it reported."""
    events = [event for _, event in PAYOUTS.events(store)]
    pots = sum(each.primary + each.secondary for each in events if isinstance(each, PotsContributed))
    return pots, sum(isinstance(each, HitReported) for each in events)
