"""What must hold after a simulated run, whatever happened in it: each check yields what is wrong."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import inf
from typing import Any

from pokerroom.jackpot.events import AwardPaid, PlayersDealtIn, PotsContributed
from pokerroom.jackpot.rules import Level
from pokerroom.ledger import BAD_BEAT_FUND, member
from pokerroom.linked.host.events import (
    JackpotDecided,
    LetterTaken,
    LetterWithoutEffect,
    NoticeIssued,
    PayoutDocumented,
)
from pokerroom.linked.host.state import Claim, ClaimStanding, Offering
from pokerroom.linked.letters import AwardsPaid, Operational, PayoutPaid
from pokerroom.linked.member.events import AwardsCovered, CensusRecorded, NoticeTaken
from pokerroom.room.auditing.linked import examine_host, letters_examined
from pokerroom.room.books import LEDGER
from pokerroom.room.link import LINK
from pokerroom.room.linked_host import LINKED_HOST
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.streams import Stream
from tests.linked.nodes import CasinoMachine
from tests.linked.simulator import Simulation

MEASURED_AGAIN = 8.0
"""Seconds by which a casino that can be reached has measured host time again."""


def given(casino: CasinoMachine) -> int:
    """What the pots of a casino contributed, by its own books."""
    events = (event for _, event in PAYOUTS.events(casino.store))
    return sum(event.primary + event.secondary for event in events if isinstance(event, PotsContributed))


def every_contribution_counts_once(run: Simulation) -> Iterator[str]:
    host = run.host.state
    for name, casino in run.casinos.items():
        counted = sum(host.member(name).contributed.values())
        if counted != given(casino):
            yield f"{name} collected {given(casino)} by its own books, and the host has {counted}"


def meters_are_the_sum_of_all_books(run: Simulation) -> Iterator[str]:
    host = run.host.state
    in_all = sum(meter.contributed for meter in host.meters.values())
    if in_all != sum(map(given, run.casinos.values())):
        yield f"the meters say {in_all}"
    for level, meter in host.meters.items():
        if not meter.is_balanced:
            yield f"the {level} meter does not balance: {meter}"
        if meter.committed or any(each.level is level for each in host.pending):
            continue
        if meter.shown != meter.current:
            yield f"the {level} display says {meter.shown}, and {meter.current} can be won"


def no_jackpot_is_paid_twice(run: Simulation) -> Iterator[str]:
    """Of each payout no more is awarded than was at stake, and every award is paid once."""
    decided = [event for _, event in LINKED_HOST.events(run.host.store) if isinstance(event, JackpotDecided)]
    for (level, jackpot), times in Counter((each.level, each.jackpot) for each in decided).items():
        if times > 1:
            yield f"the {level} payout {jackpot} was decided {times} times"
    for each in decided:
        if sum(verdict.amount for verdict in each.verdicts) != each.amount:
            yield f"the {each.level} payout {each.jackpot} of {each.amount} was awarded as {each.verdicts}"
    yield from wrongly_paid(run)


def wrongly_paid(run: Simulation) -> Iterator[str]:
    owed = {
        event.claim: sum(award.amount for award in event.awards)
        for _, event in LINKED_HOST.events(run.host.store)
        if isinstance(event, PayoutDocumented)
    }
    paid = sum(map(handed_out, run.casinos.values())) - paid_by_mistake(run)
    if paid != sum(owed.values()):
        yield f"{sum(owed.values())} were confirmed, and the casinos paid {paid}"
    if paid != sum(meter.paid for meter in run.host.state.meters.values()):
        yield f"the casinos paid {paid}, and the meters say {run.host.state.meters}"


def handed_out(casino: CasinoMachine) -> int:
    """To its own patrons, and to those of members that did not pay."""
    own = sum(event.award.amount for _, event in PAYOUTS.events(casino.store) if isinstance(event, AwardPaid))
    covered = (event for _, event in LINK.events(casino.store) if isinstance(event, AwardsCovered))
    return own + sum(award.amount for event in covered for award in event.awards)


def paid_by_mistake(run: Simulation) -> int:
    """What a casino had paid that could not be asked in the agreed time, while another paid for it (R-74)."""
    taken = {
        (event.letter.casino, event.letter.number): event.letter.body
        for _, event in LINKED_HOST.events(run.host.store)
        if isinstance(event, LetterTaken) and isinstance(event.letter.body, AwardsPaid)
    }
    idle = (event for _, event in LINKED_HOST.events(run.host.store) if isinstance(event, LetterWithoutEffect))
    found = [taken[key] for each in idle if (key := (each.casino, each.number)) in taken]
    return sum(award.amount for body in found for award in body.awards)


def the_earliest_claim_is_paid(run: Simulation) -> Iterator[str]:
    """In true time, as far as the clocks could be measured: whoever was earlier had no claim, or one that came late."""
    claims = run.host.state.claims
    for _, event in LINKED_HOST.events(run.host.store):
        if isinstance(event, JackpotDecided):
            known = [each for each in claims.values() if each.claim in {one.claim for one in event.verdicts}]
            first = [each for each in known if each.amount]
            others = [each for each in claims.values() if each.jackpot > event.jackpot and each.taken_at < event.at]
            for one, other in ((one, other) for one in first for other in others if other.level is one.level):
                known_by = unsure(one, other) + set_lately(run, one) + set_lately(run, other)
                if true_time(run, other) < true_time(run, one) - known_by and not other.too_late:
                    yield f"{one.claim} was paid before {other.claim}, whose round was completed earlier"


def true_time(run: Simulation, claim: Claim) -> float:
    return run.casinos[claim.casino].completed[claim.body.hit]


def unsure(*claims: Claim) -> float:
    """Stamps are in tenths of a second, by clocks that were measured with an error each."""
    return 0.11 + sum(each.body.error_seconds for each in claims)


def set_lately(run: Simulation, claim: Claim) -> float:
    """By how much a clock had been set, and not measured since: a house that is set back waits for its time."""
    moment = true_time(run, claim)
    steps = run.casinos[claim.casino].stepped
    return sum(abs(by) for at, by in steps if at <= moment <= at + abs(by) + MEASURED_AGAIN)


def the_census_is_of_the_moment_of_the_hit(run: Simulation) -> Iterator[str]:
    """Whoever was dealt in at a casino then has a part, as far as clocks can say; not whoever is when it is asked."""
    for name, casino in run.casinos.items():
        for _, event in LINK.events(casino.store):
            if isinstance(event, CensusRecorded) and event.players not in might_be_counted(run, casino, event.claim):
                yield f"{name} counted {event.players} for {event.claim}"


def might_be_counted(run: Simulation, casino: CasinoMachine, name: str) -> list[tuple[str, ...]]:
    """The players of each round that may have been in progress at a casino at the moment of a hit."""
    claim = run.host.state.claims[name]
    moment, known_by = true_time(run, claim), unsure(claim) + 0.5
    known_by += sum(abs(by) for each in (casino, run.casinos[claim.casino]) for _, by in each.stepped)
    dealt = [event for _, event in PAYOUTS.events(casino.store) if isinstance(event, PlayersDealtIn)]
    ends = [*(casino.dealt[each.round] for each in dealt[1:]), inf]
    begun: list[tuple[float, float, tuple[str, ...]]] = [(-inf, casino.dealt[dealt[0].round] if dealt else inf, ())]
    begun += [(casino.dealt[each.round], end, each.players) for each, end in zip(dealt, ends, strict=False)]
    return [players for since, until, players in begun if since <= moment + known_by and until >= moment - known_by]


def displays_agree(run: Simulation) -> Iterator[str]:
    host = run.host.state
    for name, casino in run.casinos.items():
        on_the_wall = tuple(casino.payout.funds[level].shown for level in Level)
        if casino.link.shown != host.shown or on_the_wall != (host.shown.primary, host.shown.secondary):
            yield f"{name} shows {casino.link.shown} and {on_the_wall}, and the host says {host.shown}"


def displays_fall_only_by_payment(run: Simulation) -> Iterator[str]:
    for name, casino in run.casinos.items():
        taken = [event.notice.body for _, event in LINK.events(casino.store) if isinstance(event, NoticeTaken)]
        shows = [body for body in taken if hasattr(body, "shown")]
        for before, after in pairwise(shows):
            if after.shown.primary < before.shown.primary and not isinstance(after, PayoutPaid):
                yield f"the display of {name} fell from {before.shown} to {after.shown} with {type(after).__name__}"


def debts_cancel_out(run: Simulation) -> Iterator[str]:
    between = {(each.debtor, each.creditor): each.amount for each in run.host.state.debts}
    for name, casino in run.casinos.items():
        for other in run.casinos:
            said = casino.link.owed.get(other, 0)
            if said != between.get((other, name), 0) - between.get((name, other), 0):
                yield f"{name} says that {other} owes it {said}, and the host says {between}"
    for claim in run.host.state.claims.values():
        if claim.parts and sum(part for _, part in claim.parts) != claim.amount:
            yield f"the parts of {claim.claim} are not its amount: {claim.parts}"


def books_say_who_owes_whom(run: Simulation) -> Iterator[str]:
    """The accounts of each casino hold what the system says, and its fund what its payout says."""
    for name, casino in run.casinos.items():
        books = casino.room.state(LEDGER)
        for other in run.casinos:
            if books.balance(member(other)) != -casino.link.owed.get(other, 0) - casino.link.on_the_way(other):
                yield f"the books of {name} have {books.balance(member(other))} for {other}, and {casino.link.owed}"
        funds = casino.payout.funds.values()
        if books.balance(BAD_BEAT_FUND) != sum(fund.held for fund in funds):
            yield f"the books of {name} have {books.balance(BAD_BEAT_FUND)} in the fund, and its payout {funds}"
        if not all(fund.is_balanced for fund in funds):
            yield f"the fund of {name} does not balance: {funds}"


def everything_is_operational(run: Simulation) -> Iterator[str]:
    if run.host.state.offering is not Offering.OFFERED:
        yield f"the system is still {run.host.state.offering}: {run.host.state.why_suspended}"
    for name, casino in run.casinos.items():
        if not casino.offers(run.passed):
            yield f"{name} does not offer the payout"
        if casino.link.received != casino.link.written:
            yield f"{name} has letters that were not delivered"
    unfinished = {ClaimStanding.PENDING, ClaimStanding.DECIDED, ClaimStanding.CONFIRMED}
    left = [each.claim for each in run.host.state.claims.values() if each.standing in unfinished]
    if left:
        yield f"claims were not finished: {left}"


def no_offer_while_a_notice_does_not_arrive(run: Simulation) -> Iterator[str]:
    yield from run.wrong
    told = [body for body in notices(run) if isinstance(body, Operational)]
    if not told:
        yield "the system was never operational"


def notices(run: Simulation) -> Iterator[object]:
    return (event.notice.body for _, event in LINKED_HOST.events(run.host.store) if isinstance(event, NoticeIssued))


def records_hold(run: Simulation) -> Iterator[str]:
    """The audit finds nothing, and a machine that is opened again from its record is as it was."""
    findings = [*examine_host(run.host.store, LINKED_HOST).findings]
    for casino in run.casinos.values():
        findings += letters_examined(casino.store).findings
    yield from map(str, findings)
    for machine in (run.host, *run.casinos.values()):
        stream: Stream[Any] = LINKED_HOST if machine is run.host else LINK
        before = machine.room.state(stream)
        machine.start()
        if machine.room.state(stream) != before:
            yield f"the record of {machine} leads to another state"


CHECKS: tuple[Callable[[Simulation], Iterator[str]], ...] = (
    every_contribution_counts_once,
    meters_are_the_sum_of_all_books,
    no_jackpot_is_paid_twice,
    the_earliest_claim_is_paid,
    the_census_is_of_the_moment_of_the_hit,
    displays_agree,
    displays_fall_only_by_payment,
    debts_cancel_out,
    books_say_who_owes_whom,
    everything_is_operational,
    no_offer_while_a_notice_does_not_arrive,
    records_hold,
)


def wrong_with(run: Simulation) -> list[str]:
    return [f"{check.__name__}: {what}" for check in CHECKS for what in check(run)]
