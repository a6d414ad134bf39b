"""Between a casino's payout and its record of a multi-casino system, both ways.

What happens to the payout becomes letters: contributions, hits, who verified them and what was paid. What the host's
notices say becomes the payout's: what is shown, whether it is offered, what is awarded. Each follows under the number
of the event that it follows from, so that a room which stopped in between goes on where the other ends.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pokerroom.cards import cards_text
from pokerroom.jackpot import events as paid
from pokerroom.jackpot.commands import FollowSystem, NoteCovered, SystemAward, TakeSystemAwards
from pokerroom.jackpot.linking import AT_THE_TABLE, number_of
from pokerroom.jackpot.people import ROOM, Person
from pokerroom.jackpot.qualifying import BadBeat, Showdown
from pokerroom.jackpot.rules import Level
from pokerroom.jackpot.sharing import Award
from pokerroom.jackpot.state import SYSTEM, Hit, Payout, Payouts
from pokerroom.linked.host.state import Offering
from pokerroom.linked.letters import (
    AwardsPaid,
    AwardsTakenOver,
    Body,
    Claimed,
    ClaimRejected,
    ClaimsDecided,
    ClaimVerified,
    ClaimWithdrawn,
    Contributed,
    DisplayVerified,
    PayoutConfirmed,
    PayoutPaid,
    Verdict,
    at_home,
    claim_of,
)
from pokerroom.linked.member import events as told
from pokerroom.linked.member.apply import apply as taken
from pokerroom.linked.member.commands import WriteLetters
from pokerroom.linked.member.state import Member
from pokerroom.linked.people import Official
from pokerroom.room.link import LINK
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.processes import Process, Recorded

Follows = FollowSystem | TakeSystemAwards | NoteCovered

HERE = ""
"""For this casino, in what a process writes: the record of the system puts its name there."""


# From the payout to letters.


def letters_due(recorded: Recorded, member: Member) -> Iterator[WriteLetters]:
    payouts: Payouts = recorded.before
    for number, event in enumerate(recorded.events, start=recorded.first):
        payout = payouts.by_name.get(event.payout)
        if number > member.followed and payout is not None and payout.rules.system:
            bodies = tuple(bodies_of(payout, event))
            if bodies:
                yield WriteLetters(at=event.at, bodies=bodies, event=number)
        payouts = PAYOUTS.apply(payouts, event)


def bodies_of(payout: Payout, event: Any) -> Iterator[Body]:
    match event:
        case paid.PotsContributed() if event.primary or event.secondary:
            yield Contributed(
                table=event.table, round=event.round, at=event.at, primary=event.primary, secondary=event.secondary
            )
        case paid.HitReported():
            yield from (claim(event, beat) for beat in event.beats)
        case paid.HitVerified(hit=hit):
            yield from (
                ClaimVerified(claim=own_claim(hit, beat.level), by=official(event.by))
                for beat in payout.hits[hit].beats
            )
        case paid.HitRejected(hit=hit, reason=why):
            yield from (
                ClaimRejected(claim=own_claim(hit, beat.level), by=official(event.by), reason=why)
                for beat in payout.hits[hit].beats
            )
        case paid.AwardPaid(hit=hit, award=award):
            yield from awards_paid(payout.hits[hit], award, official(event.by))
        case paid.DisplayAdjusted():
            yield DisplayVerified(shown=event.shown, by=official(event.by), beside=official(event.supervisor))


def official(person: Person) -> Official:
    return Official(id=person.id, name=person.name)


def own_claim(hit: int, level: Level) -> str:
    return claim_of(HERE, hit, level)


def claim(event: paid.HitReported, beat: BadBeat) -> Claimed:
    showdown = event.showdown
    involved = {*beat.losing, *beat.winning}
    return Claimed(
        hit=event.hit,
        level=beat.level,
        table=showdown.table,
        round=showdown.round,
        game=showdown.game,
        completed_at=event.at,
        losing_hands=hands(showdown, beat.losing),
        winning_hands=hands(showdown, beat.winning),
        losing=tuple(number_of(each, showdown) for each in beat.losing),
        winning=tuple(number_of(each, showdown) for each in beat.winning),
        others=tuple(number_of(each, showdown) for each in showdown.dealt_in if each not in involved),
    )


def hands(showdown: Showdown, players: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of each, with the board."""
    board = cards_text(showdown.board)
    return tuple(f"{cards_text(each.own)} / {board}" for each in showdown.hands if each.player in players)


def awards_paid(hit: Hit, award: Award, by: Official) -> Iterator[AwardsPaid]:
    """Each part that the host knows of, by the claim it belongs to."""
    for claim_, each in hit.called:
        if each.player == award.player:
            told_as = Award(player=each.called, part=each.part, amount=each.amount)
            yield AwardsPaid(claim=claim_, awards=(told_as,), by=by)


def is_written(member: Member, item: WriteLetters) -> bool:
    return member.followed >= item.event


LETTERS = Process(
    name="letters",
    by=ROOM.name,
    source=PAYOUTS,
    target=LINK,
    kinds=(WriteLetters,),
    idle=frozenset(),
    due=letters_due,
    is_done=is_written,
    commands=list,
    is_open=lambda member: member.agreement is not None,
    at_once=lambda _events: False,
    divides=lambda _command: False,
)


# From notices to the payout.


def followed_by(recorded: Recorded, payouts: Payouts) -> Iterator[Follows]:
    member, done = recorded.before, payouts.followed.get(SYSTEM, 0)
    for number, event in enumerate(recorded.events, start=recorded.first):
        member = taken(member, event)
        if number > done and isinstance(event, FOLLOWED):
            yield from follows(member, event, number)


FOLLOWED = (told.NoticeTaken, told.HostLost, told.HostHeard)


def follows(member: Member, event: Any, number: int) -> Iterator[Follows]:
    offered = member.offering is Offering.OFFERED
    if isinstance(event, told.NoticeTaken) and isinstance(event.notice.body, PayoutConfirmed):
        yield awarded(member, event.notice.body, event, number)
    if isinstance(event, told.NoticeTaken) and isinstance(event.notice.body, AwardsTakenOver):
        yield from covered(member, event.notice.body, event, number)
    if isinstance(event, told.NoticeTaken) and isinstance(event.notice.body, ClaimsDecided):
        yield from without_award(member, event.notice.body, event, number)
    if isinstance(event, told.NoticeTaken) and isinstance(event.notice.body, ClaimWithdrawn):
        yield from withdrawn(member, event.notice.body, event, number)
    yield FollowSystem(
        payout=member.payout,
        by=ROOM,
        at=event.at,
        event=number,
        offered=offered,
        why="" if offered else member.why_suspended,
        shown=(member.shown.primary, member.shown.secondary),
        pending=tuple(member.pending),
        won=is_won(event),
    )


def is_won(event: Any) -> bool:
    """Whether a notice says that the primary payout has been won and paid."""
    body = event.notice.body if isinstance(event, told.NoticeTaken) else None
    return isinstance(body, PayoutPaid) and body.level is Level.PRIMARY


def awarded(member: Member, body: PayoutConfirmed, event: told.NoticeTaken, number: int) -> TakeSystemAwards:
    mine = [
        SystemAward(called=each.player, player=known_here(member, body.claim, each), part=each.part, amount=each.amount)
        for each in body.awards
        if at_home(each.player)[0] == member.casino
    ]
    nothing = decided(member, body, body.level, event, number)
    part = dict(body.parts).get(member.casino, 0)
    return replace(nothing, awards=tuple(mine), part=part, owed=owed_here(member, body))


def without_award(
    member: Member, body: ClaimsDecided, event: told.NoticeTaken, number: int
) -> Iterator[TakeSystemAwards]:
    """A hit here that the filed rule gives nothing is over: another was first, or nothing had been collected."""
    for each in body.verdicts:
        if each.casino == member.casino and not each.amount:
            yield decided(member, each, body.level, event, number)


def withdrawn(member: Member, body: ClaimWithdrawn, event: told.NoticeTaken, number: int) -> Iterator[TakeSystemAwards]:
    """A hit here that was rejected by other means is over, whatever was said of it here meanwhile."""
    level = next((each for each in Level if body.claim.endswith(f".{each.value}")), None)
    if body.otherwise and body.casino == member.casino and level is not None:
        nothing = Verdict(claim=body.claim, casino=body.casino, amount=0)
        yield decided(member, nothing, level, event, number)


def decided(
    member: Member, of: PayoutConfirmed | Verdict, level: Level, event: told.NoticeTaken, number: int
) -> TakeSystemAwards:
    """What the host decided about a claim, as far as it gives nobody here anything."""
    return TakeSystemAwards(
        payout=member.payout,
        by=ROOM,
        at=event.at,
        event=number,
        claim=of.claim,
        casino=of.casino,
        hit=own_hit(member, of.casino, of.claim, level),
        level=level,
        awards=(),
        part=0,
        owed=(),
    )


def covered(member: Member, body: AwardsTakenOver, event: told.NoticeTaken, number: int) -> Iterator[NoteCovered]:
    mine = tuple(each.player for each in body.awards if at_home(each.player)[0] == member.casino)
    if mine:
        yield NoteCovered(
            payout=member.payout, by=ROOM, at=event.at, event=number, claim=body.claim, payer=body.payer, called=mine
        )


def own_hit(member: Member, casino: str, claim: str, level: Level) -> int:
    if casino != member.casino:
        return 0
    return int(claim.removesuffix(f".{level.value}").removeprefix(f"{casino}."))


def known_here(member: Member, claim: str, award: Award) -> str:
    """Whom a number stands for: the record of the system knows the census, the payout who was at the table."""
    _, number = at_home(award.player)
    place = number.removeprefix("room ")
    return f"{AT_THE_TABLE}{number}" if place == number else member.census[claim][int(place) - 1]


def owed_here(member: Member, body: PayoutConfirmed) -> tuple[tuple[str, int], ...]:
    mine = [(each.debtor, each.amount) for each in body.owed if each.creditor == member.casino]
    theirs = [(each.creditor, -each.amount) for each in body.owed if each.debtor == member.casino]
    return (*mine, *theirs)


def is_followed(payouts: Payouts, item: Follows) -> bool:
    return payouts.followed.get(SYSTEM, 0) >= item.event


SYSTEM_NOTICES = Process(
    name="system",
    by=ROOM.name,
    source=LINK,
    target=PAYOUTS,
    kinds=(FollowSystem, TakeSystemAwards, NoteCovered),
    idle=frozenset(
        {told.LetterWritten, told.LettersReceived, told.HostTimeMeasured, told.JoinedSystem, told.NoticeRefused}
    ),
    due=followed_by,
    is_done=is_followed,
    commands=list,
    is_open=lambda _payouts: True,
    at_once=lambda _events: False,
    divides=lambda _command: False,
)
