"""Time that passes: a notice that does not reach everybody suspends the whole system, 14.20(e)4i (AMB-139, AMB-141)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from pokerroom.linked.agreement import Agreement, agreement_digest
from pokerroom.linked.host import commands, events
from pokerroom.linked.host.acting import Acting
from pokerroom.linked.host.claiming import set_meters
from pokerroom.linked.host.effects import move_on
from pokerroom.linked.host.refusals import Refusal
from pokerroom.linked.host.state import Host, Offering
from pokerroom.linked.letters import Operational, Suspended

BETWEEN_METERS = timedelta(seconds=1)
"""Displays follow the meters at most this often, so that a busy evening is not all notices."""


def watch(acting: Acting, command: commands.Watch) -> Refusal | None:
    host = acting.host
    if host.agreement is None or not host.started:
        return None
    move_on(acting)
    trouble = {
        "not-installed": not_installed(host, command.software),
        **troubles(acting.host, host.agreement, command.heard, command.at),
    }
    why = next((each for each, casinos in trouble.items() if casinos), None)
    if acting.host.offering is Offering.OFFERED:
        if why is not None:
            suspend(acting, why, trouble[why])
        elif is_meter_due(acting.host, command.at):
            set_meters(acting)
    elif why is None and is_up_to_date(acting.host):
        resume(acting)
    return None


def troubles(
    host: Host, agreement: Agreement, heard: Mapping[str, datetime], now: datetime
) -> dict[str, tuple[str, ...]]:
    """What keeps the payout from being offered, and at which casinos."""
    return {
        "not-joined": not_joined(host, agreement),
        "not-reached": overdue(host, agreement, now),
        "not-heard": silent(agreement, heard, now),
    }


def not_installed(host: Host, software: str) -> tuple[str, ...]:
    """The host itself, where it runs what was not put into use after notice to the Division, 14.20(e)5."""
    assert host.agreement is not None
    return (host.agreement.host,) if software and software != host.software else ()


def not_joined(host: Host, agreement: Agreement) -> tuple[str, ...]:
    """Whose rules are not known to be the same, 14.20(a)."""
    digest = agreement_digest(agreement)
    return tuple(each for each in agreement.casinos if host.member(each).agreement != digest)


def overdue(host: Host, agreement: Agreement, now: datetime) -> tuple[str, ...]:
    """Who has not acknowledged a notice within the agreed bound."""
    bound = timedelta(seconds=agreement.notice_bound_seconds)
    found = []
    for casino in agreement.casinos:
        waiting = host.out.get(host.member(casino).acknowledged + 1)
        if waiting is not None and now - waiting.issued_at > bound:
            found.append(casino)
    return tuple(found)


def silent(agreement: Agreement, heard: Mapping[str, datetime], now: datetime) -> tuple[str, ...]:
    """Who has not been heard for a heartbeat."""
    since = now - timedelta(seconds=agreement.heartbeat_seconds)
    return tuple(each for each in agreement.casinos if each not in heard or heard[each] < since)


def is_up_to_date(host: Host) -> bool:
    """Whether every member has acknowledged everything, and all that it had written by then is taken."""
    members = [host.member(each) for each in host.casinos]
    return all(each.acknowledged == host.notices and each.letters >= each.wrote for each in members)


def is_meter_due(host: Host, now: datetime) -> bool:
    return host.metered_at is None or now - host.metered_at >= BETWEEN_METERS


def suspend(acting: Acting, why: str, casinos: tuple[str, ...]) -> None:
    acting.does(events.OfferSuspended, "14.20(e)4i", "AMB-139", why=why, casinos=casinos)
    acting.tells(Suspended(why=why, casinos=casinos, since=acting.at))


def resume(acting: Acting) -> None:
    set_meters(acting)
    acting.does(events.OfferResumed, "14.20(e)4i", "AMB-139")
    acting.tells(Operational(shown=acting.host.shown))
