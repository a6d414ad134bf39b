"""Why something is refused at the host: the codes."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["HostCode", "Refusal"]


@unique
class HostCode(RefusalCode, layer="linked"):
    NO_ACCESS = "no access"
    NO_AGREEMENT = "no agreement"
    AGREEMENT_INCOMPLETE = "agreement incomplete"
    RUNNING = "running"
    NOT_RUNNING = "not running"
    NO_DIVISION_NOTICE = "no division notice"
    NOT_YET = "not yet"
    SAME_APPROVAL = "same approval"
    NO_SOFTWARE = "no software"
    NOTHING_PROPOSED = "nothing proposed"
    NOT_APPROVED = "not approved"
    NOT_A_REPRESENTATIVE = "not a representative"
    OTHER_CHANGE = "other change"
    CLAIM_OPEN = "claim open"
    LETTERS_DUE = "letters due"
    REQUIREMENTS_INCREASED = "requirements increased"
    FUND_NOT_EMPTY = "fund not empty"
    HAS_APPROVED = "has approved"
    NOT_A_KEY = "not a key"
    KEY_KNOWN = "key known"

    UNKNOWN_CASINO = "unknown casino"
    WRONG_CASINO = "wrong casino"
    UNKNOWN_KEY = "unknown key"
    REVOKED_KEY = "revoked key"
    ALTERED = "altered"
    IMPLAUSIBLE = "implausible"
    OTHER_CONTENT = "other content"
    GAP = "gap"
    CHAIN_BROKEN = "chain broken"
    RULES_DIFFER = "rules differ"
    AGREEMENT_DIFFERS = "agreement differs"
    NOT_POSTED = "not posted"

    NO_SUCH_CLAIM = "no such claim"
    CLAIM_KNOWN = "claim known"
    NOT_THEIR_CLAIM = "not their claim"
    CLAIM_DECIDED = "claim decided"
    NO_HANDS = "no hands"
    NO_SUCH_LEVEL = "no such level"
    NOT_DECIDED = "not decided"
    RECORD_INCOMPLETE = "record incomplete"
    SAYS_SO_ITSELF = "says so itself"
    WAS_REACHED = "was reached"
    AWARD_UNKNOWN = "award unknown"
    NOT_THEIR_PATRONS = "not their patrons"
    NOT_ANNOUNCED = "not announced"
    NOT_SAID = "not said"
    NO_CHANGE = "no change"
