"""Why the books do not record something: the codes."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["Code", "Refusal"]


@unique
class Code(RefusalCode, layer="ledger"):
    """In order of precedence: of two that apply to a record, the earlier is returned; of two records, the first is."""

    NOTHING_TO_POST = "nothing to post"
    SEVERAL_STREAMS = "several streams"
    IDS_DO_NOT_RISE = "ids do not rise"
    NOT_MONEY = "not money"
    NOT_A_NUMBER = "not a number"
    NOT_A_TABLE = "not a table"
    NO_TIME_ZONE = "no time zone"
    ID_TAKEN = "id taken"
    TOO_LATE = "too late"
    PARTLY_RECORDED = "partly recorded"

    DAY_OPEN = "day open"
    NO_DAY = "no day"
    OTHER_DAY = "other day"
    DAY_NOT_LATER = "day not later"
    SHIFTS_OUT_OF_ORDER = "shifts out of order"
    SHIFT_UNNAMED = "shift unnamed"
    RECORDED_LATER = "recorded later"
    BEFORE_THE_DAY = "before the day"

    SAME_PERSON = "same person"
    NO_REASON = "no reason"
    NOT_A_COMPENSATION = "not a compensation"
    NEEDS_TWO_PEOPLE = "needs two people"
    ITSELF_A_CORRECTION = "itself a correction"
    NOT_POSTED = "not posted"
    ORIGINAL_DIFFERS = "original differs"
    ALREADY_CORRECTED = "already corrected"
    BLANK_NOTE = "blank note"

    DRAWER_OPEN = "drawer open"
    NO_DRAWER = "no drawer"
    NOT_PIECES = "not pieces"
    MOVED_SINCE = "moved since"

    SAME_ACCOUNT = "same account"
    WRONG_ACCOUNTS = "wrong accounts"
    OTHER_PLAYER = "other player"
    OTHER_TABLE = "other table"
    HELD_ALREADY = "held already"
    NOT_HELD = "not held"
    OVERDRAWN = "overdrawn"
