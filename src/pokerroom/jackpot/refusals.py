"""Why something about a payout is refused: the codes."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["Code", "Refusal"]


@unique
class Code(RefusalCode, layer="jackpot"):
    NO_SUCH_PAYOUT = "no such payout"
    PAYOUT_OFFERED = "payout offered"
    NOT_THEIR_POSITION = "not their position"
    NOBODY_PRESENT = "nobody present"
    SAME_PERSON = "same person"
    NO_FILING = "no filing"
    NOT_COMPLETE = "not complete"
    NO_NOTICE = "no notice"
    REQUIREMENTS_INCREASED = "requirements increased"
    FUND_NOT_EMPTY = "fund not empty"
    HIT_PENDING = "hit pending"
    NOT_COLLECTING = "not collecting"

    NOT_PARTICIPATING = "not participating"
    TABLE_HELD = "table held"
    CONTAINER_FULL = "container full"
    CONTAINER_NEARLY_FULL = "container nearly full"
    ANOTHER_ROUTE = "another route"
    NO_RECORDING = "no recording"
    NOT_CLOSED = "not closed"
    NO_POKER_SUPERVISOR = "no poker supervisor"
    PROHIBITED_WITNESS = "prohibited witness"
    WITNESS_NOT_NAMED = "witness not named"
    WITNESS_NOT_LICENSED = "witness not licensed"
    INCOMPATIBLE_FUNCTION = "incompatible function"
    WRONG_TOTAL = "wrong total"
    BOXES_UNACCOUNTED = "boxes unaccounted"
    NO_SUCH_CONTAINER = "no such container"
    NOT_DELIVERED = "not delivered"
    NO_SUCH_FORM = "no such form"
    SERIAL_USED = "serial used"
    NOT_THEIR_PART = "not their part"
    PART_PLACED = "part placed"
    COUNT_DUE = "count due"
    BOXES_DUE = "boxes due"

    NOTHING_TO_RECORD = "nothing to record"
    NO_SUCH_HIT = "no such hit"
    HIT_KNOWN = "hit known"
    NO_SHOWDOWN = "no showdown"
    CARDS_UNFIT = "cards unfit"
    NO_BAD_BEAT = "no bad beat"
    NOT_VERIFIED = "not verified"
    NOT_DECIDED = "not decided"
    NOT_HELD = "not held"
    ALREADY_SETTLED = "already settled"
    NOT_PREPARED = "not prepared"
    NO_SUCH_AWARD = "no such award"
    NO_SUCH_BONUS = "no such bonus"
    FUND_TOO_SMALL = "fund too small"
    NO_WORDS = "no words"
    HOST_DECIDES = "host decides"
    SYSTEM_SUSPENDED = "system suspended"
