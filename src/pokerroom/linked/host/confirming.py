"""A payout that is decided: documented, confirmed, paid, and settled between the members, 14.20(d)2, (e)4.

It is confirmed once its record has everything that 14.20(e)4ii asks for, and everybody has been told of it.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from pokerroom.jackpot.sharing import Award, Entitled, divided
from pokerroom.linked.host import commands, events
from pokerroom.linked.host.acting import Acting, cite
from pokerroom.linked.host.debts import owed_for, parts_of, to_pay
from pokerroom.linked.host.refusals import HostCode, Refusal
from pokerroom.linked.host.state import Claim, ClaimStanding, Cover, Host
from pokerroom.linked.letters import (
    AwardsFoundPaid,
    AwardsPaid,
    AwardsReserved,
    AwardsTakenOver,
    CoverAsked,
    Letter,
    Owing,
    PayoutConfirmed,
    PayoutPaid,
    SettlementAnnounced,
    SettlementConfirmed,
    SettlementNoted,
    SettlementPaid,
    at_home,
    elsewhere,
)
from pokerroom.linked.people import Official
from pokerroom.rules.wording import is_said
from pokerroom.words import saying


def blanks(host: Host, claim: Claim, now: datetime) -> Iterator[str]:
    """What the record of a payout lacks before it is confirmed, 14.20(e)4ii; and who has not been told, (e)4i."""
    body = claim.body
    if not is_named(claim.verified_by):
        yield "verifier"
    if not is_named(claim.authorised_by):
        yield "authoriser"
    if not body.winning_hands or not all(map(is_said, body.winning_hands)):
        yield "winning-hand"
    if not body.losing_hands or not all(map(is_said, body.losing_hands)):
        yield "losing-hand"
    if not is_said(body.table):
        yield "location"
    if unreached(host, claim):
        yield "not-told"
    if not is_counted(host, claim, now):
        yield "census"


def is_named(who: Official | None) -> bool:
    return who is not None and is_said(who.name)


def unreached(host: Host, claim: Claim) -> tuple[str, ...]:
    """The casinos that have neither acknowledged the pending payout nor been told of it by other means."""
    return tuple(
        each
        for each in host.casinos
        if host.member(each).acknowledged < claim.notice and each not in claim.told_otherwise
    )


def is_counted(host: Host, claim: Claim, now: datetime) -> bool:
    """Whether everybody has said who is dealt in; whoever cannot be reached is not waited for without end."""
    assert host.agreement is not None
    if not host.agreement.rules.shares_of(claim.level).room or set(host.casinos) <= set(claim.census):
        return True
    return now - claim.taken_at >= timedelta(seconds=host.agreement.claim_wait_seconds)


def confirm_payout(acting: Acting, command: commands.ConfirmPayout) -> Refusal | None:
    claim = acting.host.claims.get(command.claim)
    if claim is None:
        return Refusal(HostCode.NO_SUCH_CLAIM, cite("14.20(e)4ii"), {"claim": command.claim})
    if claim.standing is not ClaimStanding.DECIDED:
        return Refusal(HostCode.NOT_DECIDED, cite("14.20(e)4iii"), {"claim": command.claim})
    blank = next(blanks(acting.host, claim, acting.at), None)
    if blank is not None:
        what = saying(f"detail-linked.{blank}")
        return Refusal(HostCode.RECORD_INCOMPLETE, cite("14.20(e)4ii"), {"claim": command.claim, "what": what})
    confirm(acting, command.claim)
    return None


def confirm(acting: Acting, name: str) -> None:
    host, claim = acting.host, acting.host.claims[name]
    awards = awards_of(host, claim)
    paying = host.paying(claim.level)
    parts = parts_of(claim.amount, {casino: each.held(paying) for casino, each in host.members.items()})
    owed = owed_for(parts, to_pay(awards))
    acting.does(
        events.PayoutDocumented,
        "14.20(e)4ii",
        claim=name,
        amount=claim.amount,
        awards=awards,
        parts=tuple(parts.items()),
        owed=owed,
    )
    acting.tells(confirmation(acting.host.claims[name], acting.at, owed))


def confirmation(claim: Claim, at: datetime, owed: tuple[Owing, ...]) -> PayoutConfirmed:
    assert claim.verified_by is not None
    assert claim.authorised_by is not None
    return PayoutConfirmed(
        claim=claim.claim,
        jackpot=claim.jackpot,
        level=claim.level,
        at=at,
        amount=claim.amount,
        winning_hands=claim.body.winning_hands,
        losing_hands=claim.body.losing_hands,
        casino=claim.casino,
        table=claim.body.table,
        verified_by=claim.verified_by,
        authorised_by=claim.authorised_by,
        awards=claim.awards,
        parts=claim.parts,
        owed=owed,
    )


def awards_of(host: Host, claim: Claim) -> tuple[Award, ...]:
    """Who is paid what, each player called by casino and number."""
    assert host.agreement is not None
    body = claim.body
    losing, winning, others = (
        tuple(elsewhere(claim.casino, each) for each in players) for players in (body.losing, body.winning, body.others)
    )
    counted = dict.fromkeys(elsewhere(casino, each) for casino in sorted(claim.census) for each in claim.census[casino])
    room = tuple(each for each in counted if each not in {*losing, *winning, *others})
    to = Entitled(losing=losing, winning=winning, table=others, room=room)
    return tuple(each for each in divided(claim.amount, host.agreement.rules.shares_of(claim.level), to) if each.amount)


# Paying.


def note_awards(acting: Acting, letter: Letter) -> HostCode | None:
    body = letter.body
    assert isinstance(body, AwardsPaid)
    claim = acting.host.claims.get(body.claim)
    if claim is None:
        return HostCode.NO_SUCH_CLAIM
    if not set(body.awards) <= set(claim.unpaid):
        return HostCode.AWARD_UNKNOWN
    if homes_of(body.awards) - {letter.casino}:
        return HostCode.NOT_THEIR_PATRONS
    acting.does(events.AwardsNoted, "14.20(d)2", claim=body.claim, casino=letter.casino, awards=body.awards)
    complete_if_paid(acting, body.claim)
    return None


def homes_of(awards: Iterable[Award]) -> set[str]:
    """The casinos whose patrons these are."""
    return {at_home(each.player)[0] for each in awards}


def ask_to_cover(acting: Acting, letter: Letter) -> HostCode | None:
    """A member would pay another's patrons: their own casino is told first that it must not."""
    body = letter.body
    assert isinstance(body, CoverAsked)
    claim = acting.host.claims.get(body.claim)
    if claim is None:
        return HostCode.NO_SUCH_CLAIM
    tell_what_is_paid(acting, claim, letter.casino, body.awards)
    is_open = bool(body.awards) and set(body.awards) <= set(claim.unpaid)
    if not is_open or claim.reserved & {each.player for each in body.awards}:
        return HostCode.AWARD_UNKNOWN
    if letter.casino in homes_of(body.awards):
        return HostCode.NOT_THEIR_PATRONS
    acting.does(events.CoverReserved, "14.20(d)2", claim=body.claim, casino=letter.casino, awards=body.awards)
    acting.tells(AwardsReserved(claim=body.claim, payer=letter.casino, awards=body.awards), "14.20(d)2")
    return None


def tell_what_is_paid(acting: Acting, claim: Claim, asked_by: str, awards: Iterable[Award]) -> None:
    """Whoever asks to pay what is paid is told by whom; of a payout that is all paid everybody has been told."""
    paid = tuple((each.player, claim.paid[each.player]) for each in awards if each.player in claim.paid)
    if paid and claim.standing is ClaimStanding.CONFIRMED:
        acting.tells(AwardsFoundPaid(claim=claim.claim, asked_by=asked_by, paid=paid), "14.20(d)2")


def is_certain(acting: Acting, cover: Cover) -> bool:
    """Whether their own casino cannot have paid them without our knowing; or it was waited for long enough (R-74)."""
    host = acting.host
    assert host.agreement is not None
    if acting.at - cover.asked_at >= timedelta(seconds=host.agreement.claim_wait_seconds):
        return True
    homes = [host.member(each) for each in homes_of(cover.awards)]
    return all(each.acknowledged >= cover.notice and each.letters >= each.wrote for each in homes)


def take_over(acting: Acting, name: str, cover: Cover) -> None:
    """What is still unpaid is the other member's to pay, which is owed it from then on."""
    still = tuple(each for each in cover.awards if each in acting.host.claims[name].unpaid)
    owed = taken_over(cover.payer, still)
    acting.does(
        events.AwardsNoted,
        "14.20(d)2",
        claim=name,
        casino=cover.payer,
        awards=still,
        owed=owed,
        reserved=cover.notice,
    )
    told = AwardsTakenOver(claim=name, payer=cover.payer, awards=still, owed=owed, reserved=cover.notice)
    acting.tells(told, "14.20(d)2")
    complete_if_paid(acting, name)


def complete_if_paid(acting: Acting, name: str) -> None:
    claim = acting.host.claims[name]
    if claim.standing is ClaimStanding.CONFIRMED and not claim.unpaid:
        complete(acting, name)


def taken_over(payer: str, awards: tuple[Award, ...]) -> tuple[Owing, ...]:
    """What others owe a casino that has paid their patrons: every member is liable for all of it, 14.20(d)2."""
    paid = to_pay(each for each in awards if at_home(each.player)[0] != payer)
    return tuple(Owing(debtor=each, creditor=payer, amount=amount) for each, amount in sorted(paid.items()))


def complete(acting: Acting, name: str) -> None:
    acting.does(events.PayoutCompleted, "14.19(o)", claim=name)
    claim = acting.host.claims[name]
    acting.tells(
        PayoutPaid(claim=name, jackpot=claim.jackpot, level=claim.level, amount=claim.amount, shown=acting.host.shown),
        "14.19(o)",
    )


def announce_settlement(acting: Acting, letter: Letter) -> HostCode | None:
    """The debtor's word: it is owed until the creditor's people say that the money has come (R-103)."""
    body = letter.body
    assert isinstance(body, SettlementPaid)
    if body.to not in acting.host.correspondents or body.to == letter.casino or body.amount <= 0:
        return HostCode.UNKNOWN_CASINO
    acting.tells(
        SettlementAnnounced(debtor=letter.casino, creditor=body.to, amount=body.amount, reference=body.reference),
        "14.20(c)2",
    )
    return None


def note_settlement(acting: Acting, letter: Letter) -> HostCode | None:
    body = letter.body
    assert isinstance(body, SettlementConfirmed)
    said = acting.host.announced.get(body.announced)
    if said is None or (said.creditor, said.debtor, said.amount) != (letter.casino, body.debtor, body.amount):
        return HostCode.NOT_ANNOUNCED
    acting.tells(
        SettlementNoted(
            debtor=said.debtor,
            creditor=said.creditor,
            amount=said.amount,
            reference=said.reference,
            announced=body.announced,
        ),
        "14.20(c)2",
    )
    return None


def notify_by_other_means(acting: Acting, command: commands.NotifyByOtherMeans) -> Refusal | None:
    claim = acting.host.claims.get(command.claim)
    if claim is None:
        return Refusal(HostCode.NO_SUCH_CLAIM, cite("14.20(e)4i"), {"claim": command.claim})
    if command.casino not in unreached(acting.host, claim):
        return Refusal(HostCode.WAS_REACHED, cite("14.20(e)4i"), {"casino": command.casino})
    if not is_said(command.person) or not is_said(command.means):
        return Refusal(HostCode.NOT_SAID, cite("14.20(e)4i"), {"what": saying("detail-linked.who-was-told")})
    acting.does(
        events.OtherMeansUsed,
        "14.20(e)4i",
        claim=command.claim,
        casino=command.casino,
        person=command.person,
        means=command.means,
    )
    return None
