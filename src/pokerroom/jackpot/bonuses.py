"""Other awards from the fund of a payout, such as for the high hand of an hour, 14.19(a), (b)4.

The text says who verifies and who prepares a bad beat payout; what else the fund pays goes the same way (R-81).
"""

from collections.abc import Iterator
from itertools import chain

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.displaying import undecided
from pokerroom.jackpot.people import Person, StaffPosition
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import cite
from pokerroom.jackpot.sharing import Award
from pokerroom.jackpot.state import BonusGiven, Payout
from pokerroom.rules.wording import is_said
from pokerroom.words import saying, term


def award_bonus(payout: Payout, command: commands.AwardBonus) -> Answer:
    """Only what the posted rules list, once for what earned it, and only out of what the fund holds."""
    bonus = next((each for each in payout.rules.bonuses if each.name == command.bonus), None)
    if bonus is None:
        return Refusal(Code.NO_SUCH_BONUS, cite("14.19(b)4"), {"bonus": command.bonus})
    if command.second is None:
        return Refusal(Code.NOBODY_PRESENT, cite("14.19(j)", reading="R-81"))
    refusal = undecided(payout, command.by)
    refusal = refusal or next(chain(signing(command, command.second), earning(payout, command)), None)
    if refusal is not None:
        return refusal
    if payout.official(command.level) < bonus.amount:
        return Refusal(Code.FUND_TOO_SMALL, cite("14.19(a)"), {"amount": bonus.amount})
    return (
        fact(
            events.BonusAwarded,
            command,
            cite("14.19(b)4", reading="R-81"),
            award=Award(player=command.player, part=bonus.name, amount=bonus.amount),
        ),
    )


def signing(command: commands.AwardBonus, second: Person) -> Iterator[Refusal]:
    """Two people, one of accounting, and neither of them the player."""
    rule = cite("14.19(j)", reading="R-81")
    if second.acts_as is not StaffPosition.ACCOUNTING:
        yield Refusal(Code.NOT_THEIR_POSITION, rule, {"who": second.saying, "needed": term(StaffPosition.ACCOUNTING)})
    if second.id == command.by.id:
        yield Refusal(Code.SAME_PERSON, rule, {"who": second.saying})
    for who in (command.by, second):
        if who.id == command.player:
            yield Refusal(Code.HAS_A_PART, rule, {"who": who.saying})


def earning(payout: Payout, command: commands.AwardBonus) -> Iterator[Refusal]:
    """For which round of play at a participating table, and for what: the same is not awarded twice."""
    if command.table not in payout.rules.tables:
        facts = {"payout": command.payout, "table": command.table}
        yield Refusal(Code.NOT_PARTICIPATING, cite("14.19(b)4"), facts)
    if not is_said(command.earned):
        yield Refusal(Code.NO_WORDS, cite("14.19(b)4"), {"what": saying("detail-jackpot.what-earned")})
    given = BonusGiven(bonus=command.bonus, player=command.player, table=command.table, round=command.round)
    if given in payout.bonuses_given:
        yield Refusal(Code.BONUS_GIVEN, cite("14.19(b)4", reading="R-81"), {"bonus": command.bonus})
