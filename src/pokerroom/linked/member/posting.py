"""What a casino posts in each of its poker rooms: the payout information, all members, and the host, 14.20(d)1."""

from collections.abc import Iterator, Sequence

from pokerroom.linked.agreement import Agreement
from pokerroom.linked.member.state import Member


def lines(agreement: Agreement) -> tuple[str, ...]:
    """What the sign must have."""
    host = agreement.host_member
    about_host = () if host is None else (host.name, host.address)
    return (agreement.posted, *(each.name for each in agreement.members), *about_host)


def lacking(agreement: Agreement, signs: Sequence[str]) -> Iterator[str]:
    """What no sign says, wherever it breaks its lines."""
    texts = [" ".join(sign.split()) for sign in signs]
    return (line for line in lines(agreement) if not any(line and " ".join(line.split()) in text for text in texts))


def outdated(member: Member, agreement: Agreement) -> tuple[str, ...]:
    """What the signs of a casino lack since the agreement was changed: a new member, another host."""
    return tuple(lacking(agreement, member.signs))
