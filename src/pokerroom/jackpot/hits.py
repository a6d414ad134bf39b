"""A hit, from the showdown to the last award: reported, verified, prepared, paid, 14.19(i), (j), (m), (n)."""

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.apply import paying_level
from pokerroom.jackpot.census import players_in, taken
from pokerroom.jackpot.commands import PaidAt
from pokerroom.jackpot.linking import not_awarded, suspended
from pokerroom.jackpot.people import CASHIERS, StaffPosition
from pokerroom.jackpot.qualifying import bad_beats
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import Level, cite
from pokerroom.jackpot.sharing import Award, divided
from pokerroom.jackpot.state import Hit, Payout, Standing
from pokerroom.rules.wording import is_said
from pokerroom.words import saying, term

DELIVERING = {
    PaidAt.TABLE: frozenset({StaffPosition.SECURITY, StaffPosition.ACCOUNTING}),
    PaidAt.CAGE: CASHIERS,
}
"""Who hands a payout over, 14.19(i)2, (j)."""


def report(payout: Payout, command: commands.ReportHit) -> Answer:
    """What a dealer declares may be refused; what follows from a round is not, and adds nothing where it is known."""
    refusal = unreportable(payout, command)
    if refusal is not None:
        return refusal if command.by.acts_as is StaffPosition.DEALER else ()
    census = taken(payout.rules, payout.rounds, command.showdown, command.at)
    return (
        fact(
            events.HitReported,
            command,
            cite("14.19(a)"),
            hit=max(payout.hits, default=0) + 1,
            beats=bad_beats(payout.rules, command.showdown, payout.qualifier(command.at)),
            room=players_in(census, command.showdown),
            census=census,
        ),
    )


def unreportable(payout: Payout, command: commands.ReportHit) -> Refusal | None:
    showdown = command.showdown
    if payout.standing is Standing.DISCONTINUED or showdown.table not in payout.rules.tables:
        facts = {"payout": command.payout, "table": showdown.table}
        return Refusal(Code.NOT_PARTICIPATING, cite("14.19(a)"), facts)
    refusal = suspended(payout)
    if refusal is not None:
        return refusal
    if any(
        (hit.showdown.table, hit.showdown.round) == (showdown.table, showdown.round) for hit in payout.hits.values()
    ):
        return Refusal(Code.HIT_KNOWN, cite("14.19(i)"), {"table": showdown.table, "round": showdown.round})
    if not bad_beats(payout.rules, showdown, payout.qualifier(command.at)):
        return Refusal(Code.NO_BAD_BEAT, cite("14.19(b)3"), {"qualifier": str(payout.qualifier(command.at))})
    return None


def verify(payout: Payout, command: commands.VerifyHit) -> Answer:
    hit = payout.hits.get(command.hit)
    refusal = not_open(command.hit, hit)
    if refusal is not None or hit is None:
        return refusal or Refusal(Code.NO_SUCH_HIT, cite("14.19(i)"), {"hit": command.hit})
    if hit.verified_by is not None:
        return Refusal(Code.ALREADY_SETTLED, cite("14.19(i)"), {"hit": command.hit})
    amounts = () if payout.rules.system else owed(payout, hit)
    verified = fact(
        events.HitVerified,
        command,
        cite("14.19(i)"),
        amounts=amounts,
        awards=awards_of(payout, hit, amounts) if amounts else (),
        shortfalls=shortfalls(payout, amounts),
    )
    # What a hit of a system is worth, its host decides.
    is_left = verified.awards or payout.rules.system
    return (verified,) if is_left else (verified, settled(command))


def settled(command: commands.VerifyHit | commands.PayAward) -> events.PayoutSettled:
    """Nothing of a hit is left to be paid: also where nothing was displayed yet when it was verified."""
    return fact(events.PayoutSettled, command, cite("14.19(k)"))


def owed(payout: Payout, hit: Hit) -> tuple[tuple[Level, int], ...]:
    """What is displayed binds (AMB-134); what other verified hits already claim of it is theirs."""
    return tuple(
        (beat.level, max(0, payout.shown(beat.level) - claims(payout, paying_level(payout, beat.level))))
        for beat in hit.beats
    )


def shortfalls(payout: Payout, amounts: tuple[tuple[Level, int], ...]) -> tuple[tuple[Level, int], ...]:
    """What each fund lacks for what is displayed, and for what other verified hits already claim of it."""
    found = []
    for paying in Level:
        now = sum(amount for level, amount in amounts if paying_level(payout, level) is paying)
        lacking = now + claims(payout, paying) - payout.funds[paying].current
        if now and lacking > 0:
            found.append((paying, lacking))
    return tuple(found)


def claims(payout: Payout, paying: Level) -> int:
    """What verified hits that are not settled yet will take out of a fund."""
    return sum(
        amount for hit in payout.open_hits for level, amount in hit.amounts if paying_level(payout, level) is paying
    )


def awards_of(payout: Payout, hit: Hit, amounts: tuple[tuple[Level, int], ...]) -> tuple[Award, ...]:
    """One award a player: whoever has parts of two levels receives them together."""
    by_player: dict[str, Award] = {}
    for beat, (level, amount) in zip(hit.beats, amounts, strict=True):
        for award in divided(amount, payout.rules.shares_of(level), beat.entitled(hit.showdown, hit.room)):
            before = by_player.get(award.player)
            more = award.amount + (0 if before is None else before.amount)
            by_player[award.player] = Award(
                player=award.player, part=award.part if before is None else before.part, amount=more
            )
    return tuple(award for award in by_player.values() if award.amount)


def reject(payout: Payout, command: commands.RejectHit) -> Answer:
    hit = payout.hits.get(command.hit)
    refusal = not_open(command.hit, hit)
    if refusal is not None:
        return refusal
    if hit is not None and hit.verified_by is not None:
        return Refusal(Code.ALREADY_SETTLED, cite("14.19(i)"), {"hit": command.hit})
    if not is_said(command.reason):
        return Refusal(Code.NO_WORDS, cite("14.19(i)"), {"what": saying("detail-jackpot.why-rejected")})
    return (
        fact(
            events.HitRejected,
            command,
            cite("14.19(i)"),
        ),
    )


def resume(payout: Payout, command: commands.ResumePlay) -> Answer:
    """Once somebody has decided about the hit; the paying of it may go on meanwhile (R-57)."""
    rule, hit = cite("14.19(i)", reading="R-57"), payout.hits.get(command.hit)
    table = next((table for table, number in payout.held.items() if number == command.hit), None)
    if hit is None or table is None:
        return Refusal(Code.NOT_HELD, rule, {"hit": command.hit})
    if hit.verified_by is None and not hit.rejected:
        return Refusal(Code.NOT_DECIDED, rule, {"hit": command.hit})
    return (
        events.PlayResumed(
            rule=rule, payout=command.payout, by=command.by, at=command.at, hit=command.hit, table=table
        ),
    )


def not_open(number: int, hit: Hit | None) -> Refusal | None:
    if hit is None:
        return Refusal(Code.NO_SUCH_HIT, cite("14.19(i)"), {"hit": number})
    if not hit.is_open:
        return Refusal(Code.ALREADY_SETTLED, cite("14.19(i)"), {"hit": number})
    return None


def prepare(payout: Payout, command: commands.PreparePayout) -> Answer:
    hit = payout.hits.get(command.hit)
    refusal = not_open(command.hit, hit)
    if refusal is not None or hit is None:
        return refusal or Refusal(Code.NO_SUCH_HIT, cite("14.19(j)"), {"hit": command.hit})
    if hit.verified_by is None:
        return Refusal(Code.NOT_VERIFIED, cite("14.19(i)"), {"hit": command.hit})
    refusal = not_awarded(payout, hit)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.PayoutPrepared,
            command,
            cite("14.19(j)", reading="AMB-130"),
        ),
    )


def pay(payout: Payout, command: commands.PayAward) -> Answer:
    hit = payout.hits.get(command.hit)
    refusal = not_open(command.hit, hit)
    if refusal is not None or hit is None:
        return refusal or Refusal(Code.NO_SUCH_HIT, cite("14.19(j)"), {"hit": command.hit})
    if hit.verified_by is None:
        return Refusal(Code.NOT_VERIFIED, cite("14.19(i)"), {"hit": command.hit})
    if hit.paid_at is None:
        return Refusal(Code.NOT_PREPARED, cite("14.19(j)"), {"hit": command.hit})
    if command.by.acts_as not in DELIVERING[hit.paid_at]:
        needed = term(min(DELIVERING[hit.paid_at]))
        return Refusal(Code.NOT_THEIR_POSITION, cite("14.19(i)2"), {"who": command.by.saying, "needed": needed})
    award = next((each for each in hit.unpaid if each.player == command.player), None)
    if award is None:
        return Refusal(Code.NO_SUCH_AWARD, cite("14.19(j)"), {"hit": command.hit, "player": command.player})
    rule = cite("14.19(j)" if hit.paid_at is PaidAt.CAGE else "14.19(i)2")
    paid = fact(events.AwardPaid, command, rule, award=award)
    return (paid,) if len(hit.unpaid) > 1 else (paid, settled(command))


def award_bonus(payout: Payout, command: commands.AwardBonus) -> Answer:
    """Only what the posted rules list, and only out of what the fund holds, 14.19(a), (b)4."""
    bonus = next((each for each in payout.rules.bonuses if each.name == command.bonus), None)
    if bonus is None:
        return Refusal(Code.NO_SUCH_BONUS, cite("14.19(b)4"), {"bonus": command.bonus})
    if payout.funds[command.level].current - claims(payout, command.level) < bonus.amount:
        return Refusal(Code.FUND_TOO_SMALL, cite("14.19(a)"), {"amount": bonus.amount})
    return (
        fact(
            events.BonusAwarded,
            command,
            cite("14.19(b)4"),
            bonus=bonus.name,
            award=Award(player=command.player, part=bonus.name, amount=bonus.amount),
        ),
    )
