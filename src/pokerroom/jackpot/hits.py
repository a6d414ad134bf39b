"""A hit, from the showdown to the last award: reported, verified, prepared, paid, 14.19(i), (j), (m), (n)."""

from datetime import datetime

from msgspec.structs import replace

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.census import players_in, taken
from pokerroom.jackpot.commands import PaidAt
from pokerroom.jackpot.linking import not_awarded, suspended
from pokerroom.jackpot.people import CASHIERS, Person, StaffPosition
from pokerroom.jackpot.qualifying import BadBeat, Showdown, bad_beats
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import Level, cite
from pokerroom.jackpot.sharing import Award, divided
from pokerroom.jackpot.state import Hit, Payout, Standing
from pokerroom.rules.wording import is_said
from pokerroom.words import Value, saying, term

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
    judged = payout.as_dealt(command.began)
    census = taken(payout.rules, payout.rounds, command.showdown, command.at)
    return (
        fact(
            events.HitReported,
            command,
            cite("14.19(a)"),
            hit=max(payout.hits, default=0) + 1,
            beats=bad_beats(judged.rules, command.showdown, judged.qualifier(command.at)),
            room=players_in(census, command.showdown.dealt_in),
            census=census,
        ),
    )


def unreportable(payout: Payout, command: commands.ReportHit) -> Refusal | None:
    showdown = command.showdown
    takes_part = payout.takes_part(showdown.table, command.began or command.at)
    if payout.standing is Standing.DISCONTINUED or not takes_part:
        facts = {"payout": command.payout, "table": showdown.table}
        return Refusal(Code.NOT_PARTICIPATING, cite("14.19(a)"), facts)
    # What follows from a round was asked when the round was played.
    refusal = None if command.event else suspended(payout)
    if refusal is not None:
        return refusal
    if is_known(payout, command):
        return Refusal(Code.HIT_KNOWN, cite("14.19(i)"), {"table": showdown.table, "round": showdown.round})
    judged = payout.as_dealt(command.began)
    if not bad_beats(judged.rules, showdown, judged.qualifier(command.at)):
        return no_bad_beat(judged, command.at)
    return None


def is_known(payout: Payout, command: commands.ReportHit) -> bool:
    """Whether the round has been reported. What was rejected may be declared anew, with other cards or by the same
    ones (R-77); a round does not tell once more what somebody has rejected already.
    """
    of_round = [hit for hit in payout.hits.values() if is_of_round(hit.showdown, command.showdown)]
    is_declared = command.by.acts_as is StaffPosition.DEALER
    return any(not hit.rejected or (not is_declared and command.showdown.tells(hit.showdown)) for hit in of_round)


def is_of_round(one: Showdown, other: Showdown) -> bool:
    return (one.table, one.round) == (other.table, other.round)


def verify(payout: Payout, command: commands.VerifyHit) -> Answer:
    hit = payout.hits.get(command.hit)
    refusal = not_open(command.hit, hit)
    if refusal is not None or hit is None:
        return refusal or Refusal(Code.NO_SUCH_HIT, cite("14.19(i)"), {"hit": command.hit})
    if hit.verified_by is not None:
        return Refusal(Code.ALREADY_SETTLED, cite("14.19(i)"), {"hit": command.hit})
    refusal = took_part(hit, command.by, "14.19(i)")
    if refusal is not None:
        return refusal
    beats = standing(payout, hit)
    refusal = first_undecided(payout, hit) or (None if beats else no_bad_beat(payout.as_dealt(hit.began), hit.at))
    if refusal is not None:
        return refusal
    amounts = () if payout.rules.system else owed(payout, beats)
    verified = fact(
        events.HitVerified,
        command,
        cite("14.19(i)"),
        amounts=amounts,
        awards=awards_of(payout, replace(hit, beats=beats), amounts) if amounts else (),
        shortfalls=shortfalls(payout, amounts),
        beats=() if beats == hit.beats else beats,
        begins_next=not payout.rules.system,
    )
    # What a hit of a system is worth, its host decides.
    is_left = verified.awards or payout.rules.system
    return (verified,) if is_left else (verified, settled(command))


def first_undecided(payout: Payout, hit: Hit) -> Refusal | None:
    """Hits are decided as they came: what one leaves is what the next can win, whoever is quicker (R-98)."""
    earlier = payout.undecided
    if payout.rules.system or earlier is None or earlier.number >= hit.number:
        return None
    return Refusal(Code.NOT_DECIDED, cite("14.19(i)", reading="R-98"), {"hit": earlier.number})


def standing(payout: Payout, hit: Hit) -> tuple[BadBeat, ...]:
    """What of a hit qualifies, now that all before it are decided: an earlier one may have won the payout, and a hand
    for the next one be asked for more. In a system its host says who was first.
    """
    if payout.rules.system:
        return hit.beats
    judged = payout.as_dealt(hit.began)
    return bad_beats(judged.rules, hit.showdown, judged.qualifier(hit.at))


def no_bad_beat(payout: Payout, at: datetime) -> Refusal:
    return Refusal(Code.NO_BAD_BEAT, cite("14.19(b)3"), {"qualifier": str(payout.qualifier(at))})


def settled(command: commands.VerifyHit | commands.PayAward) -> events.PayoutSettled:
    """Nothing of a hit is left to be paid: also where nothing was displayed yet when it was verified."""
    return fact(events.PayoutSettled, command, cite("14.19(k)"))


def owed(payout: Payout, beats: tuple[BadBeat, ...]) -> tuple[tuple[Level, int], ...]:
    """What is at stake (R-98): what is displayed binds (AMB-134), and what other hits have won of it is theirs.

    A secondary payout out of the primary is subtracted from it, also where one round has both, 14.19(m)2ii (R-76).
    """
    left = {level: payout.funds[level].at_stake for level in Level}
    amounts = {}
    for beat in sorted(beats, key=lambda each: each.level is Level.PRIMARY):
        paying = payout.rules.paying(beat.level)
        amounts[beat.level] = min(payout.at_stake(beat.level), left[paying])
        left[paying] -= amounts[beat.level]
    return tuple((beat.level, amounts[beat.level]) for beat in beats)


def shortfalls(payout: Payout, amounts: tuple[tuple[Level, int], ...]) -> tuple[tuple[Level, int], ...]:
    """What each fund lacks for what is displayed, beside what other hits have won of it."""
    found = []
    for paying in Level:
        now = sum(amount for level, amount in amounts if payout.rules.paying(level) is paying)
        lacking = now - payout.official(paying)
        if now and lacking > 0:
            found.append((paying, lacking))
    return tuple(found)


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
    if refusal is not None or hit is None:
        return refusal or Refusal(Code.NO_SUCH_HIT, cite("14.19(i)"), {"hit": command.hit})
    if hit.verified_by is not None:
        return Refusal(Code.ALREADY_SETTLED, cite("14.19(i)"), {"hit": command.hit})
    refusal = took_part(hit, command.by, "14.19(i)")
    if refusal is not None:
        return refusal
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
    return (fact(events.PlayResumed, command, rule, table=table),)


def not_open(number: int, hit: Hit | None) -> Refusal | None:
    if hit is None:
        return Refusal(Code.NO_SUCH_HIT, cite("14.19(i)"), {"hit": number})
    if not hit.is_open:
        return Refusal(Code.ALREADY_SETTLED, cite("14.19(i)"), {"hit": number})
    return None


def took_part(hit: Hit, who: Person, paragraph: str) -> Refusal | None:
    return is_concerned(hit, who.id, who.saying, paragraph)


def is_concerned(hit: Hit, who: str, called: Value, paragraph: str) -> Refusal | None:
    """Whoever took a step of a hit takes no later one, and whoever may have a part in it none at all (R-80)."""
    rule = cite(paragraph, reading="R-80")
    if who in hit.hands:
        return Refusal(Code.SAME_PERSON, rule, {"who": called})
    if who in hit.players:
        return Refusal(Code.HAS_A_PART, rule, {"who": called})
    return None


def prepare(payout: Payout, command: commands.PreparePayout) -> Answer:
    hit = payout.hits.get(command.hit)
    refusal = not_open(command.hit, hit)
    if refusal is not None or hit is None:
        return refusal or Refusal(Code.NO_SUCH_HIT, cite("14.19(j)"), {"hit": command.hit})
    if hit.verified_by is None:
        return Refusal(Code.NOT_VERIFIED, cite("14.19(i)"), {"hit": command.hit})
    refusal = took_part(hit, command.by, "14.19(j)") or not_awarded(payout, hit) or no_cashier(command)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.PayoutPrepared,
            command,
            cite("14.19(j)", reading="AMB-130"),
        ),
    )


def no_cashier(command: commands.PreparePayout) -> Refusal | None:
    """Whoever gives it out for the table is a cashier, and another person than prepares it (R-75)."""
    cashier, rule = command.second, cite("14.19(j)", reading="R-75")
    if cashier is None:
        return None
    if cashier.acts_as not in CASHIERS:
        needed = term(min(CASHIERS))
        return Refusal(Code.NOT_THEIR_POSITION, rule, {"who": cashier.saying, "needed": needed})
    if cashier.id == command.by.id:
        return Refusal(Code.SAME_PERSON, rule, {"who": cashier.saying})
    return None


def undelivered(payout: Payout, cashier: str) -> Hit | None:
    """A payout that was taken out of a cashier's drawer and has not all reached the players yet."""
    out = (hit for hit in payout.open_hits if hit.cashier is not None and hit.cashier.name == cashier)
    return next((hit for hit in out if hit.unpaid), None)


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
    paragraph = "14.19(j)" if hit.paid_at is PaidAt.CAGE else "14.19(i)2"
    refusal = took_part(hit, command.by, paragraph)
    if refusal is not None:
        return refusal
    award = next((each for each in hit.unpaid if each.player == command.player), None)
    if award is None:
        return Refusal(Code.NO_SUCH_AWARD, cite("14.19(j)"), {"hit": command.hit, "player": command.player})
    rule = cite(paragraph)
    paid = fact(events.AwardPaid, command, rule, award=award)
    return (paid,) if len(hit.unpaid) > 1 else (paid, settled(command))
