"""Why the books do not record something: the codes and their sentences."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["Code", "Refusal"]


@unique
class Code(RefusalCode):
    """In order of precedence: of two that apply to a record, the earlier is returned; of two records, the first is."""

    NOTHING_TO_POST = "nothing to post", "there is no transfer to post"
    SEVERAL_STREAMS = "several streams", "{id} is of another stream than {first}: what is posted at once comes from one"
    IDS_DO_NOT_RISE = "ids do not rise", "{id} does not come after {before}"
    NOT_MONEY = "not money", "{id}: {value} is not an amount of whole cents from {least} to {most}"
    NOT_A_NUMBER = "not a number", "{id}: {value} is not a number of rounds of play"
    NOT_A_TABLE = "not a table", "{id}: {table} is not the name of a table"
    NO_TIME_ZONE = "no time zone", "{at} says no time zone"
    ID_TAKEN = "id taken", "{id} is recorded already, and what was recorded is something else"
    TOO_LATE = (
        "too late",
        "{id} comes too late: its stream is recorded up to {last}, and it is not among the last before that",
    )
    PARTLY_RECORDED = (
        "partly recorded",
        "{first} is recorded already and {id} is not: a batch is new or recorded as a whole",
    )

    DAY_OPEN = "day open", "gaming day {date} is still open"
    NO_DAY = "no day", "no gaming day is open"
    OTHER_DAY = "other day", "the gaming day that is open is {date}, not {asked}"
    DAY_NOT_LATER = "day not later", "gaming day {asked} does not come after {date}, the last one"
    SHIFTS_OUT_OF_ORDER = (
        "shifts out of order",
        "the shifts of a gaming day start one after the other, the first by {at} when it opens",
    )
    SHIFT_UNNAMED = "shift unnamed", "the shift that starts at {starts} has no name"
    RECORDED_LATER = "recorded later", "{at} is earlier than what is recorded already, {latest}"
    BEFORE_THE_DAY = (
        "before the day",
        "{id} is of {at}, before {begins} when gaming day {date} begins: closed books stay closed",
    )

    SAME_PERSON = "same person", "{who} cannot check what {maker} made: it takes two people"
    NO_REASON = "no reason", "{id}: a correction needs a note that says why"
    NOT_A_COMPENSATION = "not a compensation", "{id} does not take back {original}"
    NEEDS_TWO_PEOPLE = "needs two people", "{id} takes back {original}: a correction needs a second person to check it"
    ITSELF_A_CORRECTION = (
        "itself a correction",
        "{id} takes back {original}: make that transfer again rather than correct the correction",
    )
    NOT_POSTED = "not posted", "{id} was never posted, so it cannot be corrected"
    ORIGINAL_DIFFERS = "original differs", "{id} was posted, but not as it is given here"
    ALREADY_CORRECTED = "already corrected", "{id} has been corrected already"
    BLANK_NOTE = "blank note", "{id}: its note says nothing: it is words, or there is none"

    SAME_ACCOUNT = "same account", "{id} moves money from {account} to itself"
    WRONG_ACCOUNTS = "wrong accounts", "{id}: money does not go from {debit} to {credit} as a {reason}"
    OTHER_PLAYER = "other player", "{id}: {debit} and {credit} are two players' accounts"
    OTHER_TABLE = "other table", "{id}: {debit} and {credit} are at different tables"
    OVERDRAWN = "overdrawn", "{id}: {account} holds {balance:$} and cannot give {amount:$}"
