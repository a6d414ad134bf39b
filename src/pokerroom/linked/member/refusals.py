"""Why something is refused in a casino's own record of the system: the codes."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["MemberCode", "Refusal"]


@unique
class MemberCode(RefusalCode, layer="member"):
    NOT_A_MEMBER = "not a member"
    NOT_JOINED = "not joined"
    RULES_DIFFER = "rules differ"
    SIGN_INCOMPLETE = "sign incomplete"
    NO_HOST_KEY = "no host key"
    UNKNOWN_KEY = "unknown key"
    ALTERED = "altered"
    OTHER_SYSTEM = "other system"
    CHAIN_BROKEN = "chain broken"
    NO_PAYOUT_HERE = "no payout here"
    NO_SUCH_PAYOUT = "no such payout"
    NO_CENSUS_ASKED = "no census asked"
    NOT_TO_COVER = "not to cover"
    IS_PAID = "is paid"
    IS_COVERED = "is covered"
    NOTHING_OWED = "nothing owed"
    NOT_ANNOUNCED = "not announced"
    NOT_SAID = "not said"
