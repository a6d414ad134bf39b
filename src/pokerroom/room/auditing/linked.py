"""The records of a multi-casino system: letters in order and as the payout has it, meters that are the sum of letters.

A casino's letters are worked out again from its payouts, and compared. At the host every letter and every notice
follows the one before it, meters balance after each event, displays fall only by what was paid, and the parts of a
payout are its amount.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pokerroom.linked.host import events as of_host
from pokerroom.linked.host.state import Host
from pokerroom.linked.letters import Body, Contributed
from pokerroom.linked.member import events as of_member
from pokerroom.linked.member.state import Member
from pokerroom.linked.signing import digest
from pokerroom.log import CodecError, Envelope
from pokerroom.room.auditing.banked import Played
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Notes, reason
from pokerroom.room.link import LINK
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.ports import EventStore
from pokerroom.room.processes import Recorded
from pokerroom.room.processes.linking import letters_due
from pokerroom.room.streams import Stream


def wrong_on_link(played: Played) -> Iterator[str]:
    """What is wrong with an event of a casino's record of the system."""
    member, event = played.before, played.event
    if isinstance(event, of_member.LetterWritten):
        letter = event.letter
        if (letter.number, letter.before, digest(letter)) != (member.written + 1, member.last_letter, event.digest):
            yield f"letter {letter.number} does not follow letter {member.written}"
    if isinstance(event, of_member.NoticeTaken) and member.notices:
        notice = event.notice
        if (notice.number, notice.before) != (member.notices + 1, member.last_notice):
            yield f"notice {notice.number} does not follow notice {member.notices}"


def letters_examined(store: EventStore) -> Examined:
    """A casino's letters against its own payouts: nothing is told that did not happen, and nothing is kept back."""
    notes, due = Notes(), bodies_due(store)
    written: dict[int, list[Body]] = {}
    for envelope, event in LINK.events(store):
        if isinstance(event, of_member.LetterWritten) and event.event:
            written.setdefault(event.event, []).append(event.letter.body)
            if told(event.letter.body) not in map(told, due.get(event.event, ())):
                notes.find(Check.REGISTERS, envelope, f"letter {event.letter.number} tells what did not happen")
    last = max(written, default=0)
    for envelope, _event in PAYOUTS.events(store):
        number = envelope.sequence
        if number < last and len(due.get(number, ())) != len(written.get(number, ())):
            notes.find(Check.REGISTERS, envelope, "what it leads to was not written to the host")
    notes.counts["letters re-derived"] += sum(map(len, written.values()))
    return notes.told()


def bodies_due(store: EventStore) -> dict[int, tuple[Body, ...]]:
    """By event of the payouts: the letters that it leads to."""
    found, state = dict[int, tuple[Body, ...]](), PAYOUTS.first("")
    for envelope, event in PAYOUTS.events(store):
        after = PAYOUTS.apply(state, event)
        recorded = Recorded("", envelope.sequence, envelope.at, state, (event,), after)
        found |= {each.event: each.bodies for each in letters_due(recorded, Member())}
        state = after
    return found


def told(body: Body) -> Any:
    """What is compared of a letter: a contribution whole, and of the others what they are and about which hit."""
    return body if isinstance(body, Contributed) else (type(body), getattr(body, "hit", None))


# The host.


def examine_host(store: EventStore, stream: Stream[Host]) -> Examined:
    notes, host, envelope = Notes(), Host(), None
    try:
        for envelope, event in stream.events(store):
            after = stream.apply(host, event)
            for what in wrong_at_host(host, event, after):
                notes.find(Check.REGISTERS, envelope, what)
            host = after
            notes.counts["events of the host"] += 1
    except (CodecError, *UNFIT) as error:
        unfit(notes, envelope, error)
    return notes.told()


def unfit(notes: Notes, envelope: Envelope | None, error: Exception) -> None:
    assert envelope is not None
    what = f"{envelope.tag} does not fit what came before it, and nothing after it was replayed"
    notes.find(Check.REGISTERS, envelope, f"{what}: {reason(error)}")


def wrong_at_host(before: Host, event: Any, after: Host) -> Iterator[str]:
    rule = WRONG.get(type(event))
    if rule is not None:
        yield from rule(before, event)
    for level, meter in after.meters.items():
        if not meter.is_balanced:
            yield f"the {level} meter does not balance"
        if meter.contributed != sum(each.contributed.get(level, 0) for each in after.members.values()):
            yield f"the {level} meter is not the sum of what the casinos contributed"
        if meter.shown < before.meters[level].shown and not isinstance(event, of_host.PayoutCompleted):
            yield f"the {level} display fell though nothing was paid"


def wrong_letter(host: Host, event: of_host.LetterTaken) -> Iterator[str]:
    letter, member = event.letter, host.member(event.letter.casino)
    if (letter.number, letter.before, digest(letter)) != (member.letters + 1, member.last, event.digest):
        yield f"letter {letter.number} of {letter.casino} does not follow its letter {member.letters}"
    key = member.keys.get(event.key)
    if key is None or key.revoked_at is not None:
        yield f"letter {letter.number} of {letter.casino} was taken under a key that was not in force"


def wrong_notice(host: Host, event: of_host.NoticeIssued) -> Iterator[str]:
    notice = event.notice
    if (notice.number, notice.before) != (host.notices + 1, host.last_notice):
        yield f"notice {notice.number} does not follow notice {host.notices}"


def wrong_decision(host: Host, event: of_host.JackpotDecided) -> Iterator[str]:
    if event.jackpot != host.jackpots[event.level]:
        yield f"the {event.level} payout {event.jackpot} was decided before"
    if sum(verdict.amount for verdict in event.verdicts) != event.amount:
        yield f"what was awarded of the {event.level} payout {event.jackpot} is not its amount"


def wrong_payout(_host: Host, event: of_host.PayoutDocumented) -> Iterator[str]:
    if sum(award.amount for award in event.awards) != event.amount:
        yield f"the awards of {event.claim} are not its amount"
    if sum(part for _, part in event.parts) != event.amount:
        yield f"the parts that members give for {event.claim} are not its amount"


WRONG: dict[type[Any], Callable[[Host, Any], Iterator[str]]] = {
    of_host.LetterTaken: wrong_letter,
    of_host.NoticeIssued: wrong_notice,
    of_host.JackpotDecided: wrong_decision,
    of_host.PayoutDocumented: wrong_payout,
}
