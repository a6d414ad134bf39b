"""Why the books do not record something: a code, the paragraph behind it if there is one, and the facts."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from pokerroom.money import dollars
from pokerroom.rules.citation import Citation


class Code(StrEnum):
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

    SAME_ACCOUNT = "same account"
    WRONG_ACCOUNTS = "wrong accounts"
    OTHER_PLAYER = "other player"
    OTHER_TABLE = "other table"
    OVERDRAWN = "overdrawn"


class Refusal(msgspec.Struct, frozen=True, gc=False):
    code: Code
    rule: Citation | None
    """None where only bookkeeping forbids it."""
    facts: Mapping[str, int | str]

    def __str__(self) -> str:
        cited = "" if self.rule is None else f" ({self.rule})"
        return f"{SENTENCES[self.code].format_map(_Readable(self.facts))}{cited}"


class _Readable(dict[str, int | str]):
    """Facts as a person reads them: amounts in dollars."""

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        return dollars(value) if name in {"amount", "balance"} and isinstance(value, int) else str(value)


SENTENCES: Mapping[Code, str] = {
    Code.NOTHING_TO_POST: "there is no transfer to post",
    Code.SEVERAL_STREAMS: "{id} is of another stream than {first}: what is posted at once comes from one",
    Code.IDS_DO_NOT_RISE: "{id} does not come after {before}",
    Code.NOT_MONEY: "{id}: {value} is not an amount of whole cents from {least} to {most}",
    Code.NOT_A_NUMBER: "{id}: {value} is not a number of rounds of play",
    Code.NOT_A_TABLE: "{id}: {table} is not the name of a table",
    Code.NO_TIME_ZONE: "{at} says no time zone",
    Code.ID_TAKEN: "{id} is recorded already, and what was recorded is something else",
    Code.TOO_LATE: "{id} comes too late: its stream is recorded up to {last}, and it is not among the last before that",
    Code.PARTLY_RECORDED: "{first} is recorded already and {id} is not: a batch is new or recorded as a whole",
    Code.DAY_OPEN: "gaming day {date} is still open",
    Code.NO_DAY: "no gaming day is open",
    Code.OTHER_DAY: "the gaming day that is open is {date}, not {asked}",
    Code.DAY_NOT_LATER: "gaming day {asked} does not come after {date}, the last one",
    Code.SHIFTS_OUT_OF_ORDER: "the shifts of a gaming day start one after the other, the first by {at} when it opens",
    Code.SHIFT_UNNAMED: "the shift that starts at {starts} has no name",
    Code.RECORDED_LATER: "{at} is earlier than what is recorded already, {latest}",
    Code.BEFORE_THE_DAY: "{id} is of {at}, before {begins} when gaming day {date} begins: closed books stay closed",
    Code.SAME_PERSON: "{who} cannot check what {maker} made: it takes two people",
    Code.NO_REASON: "{id}: a correction needs a note that says why",
    Code.NOT_A_COMPENSATION: "{id} does not take back {original}",
    Code.ITSELF_A_CORRECTION: "{id} takes back {original}: make that transfer again rather than correct the correction",
    Code.NOT_POSTED: "{id} was never posted, so it cannot be corrected",
    Code.ORIGINAL_DIFFERS: "{id} was posted, but not as it is given here",
    Code.ALREADY_CORRECTED: "{id} has been corrected already",
    Code.BLANK_NOTE: "{id}: its note says nothing: it is words, or there is none",
    Code.NEEDS_TWO_PEOPLE: "{id} takes back {original}: a correction needs a second person to check it",
    Code.SAME_ACCOUNT: "{id} moves money from {account} to itself",
    Code.WRONG_ACCOUNTS: "{id}: money does not go from {debit} to {credit} as a {reason}",
    Code.OTHER_PLAYER: "{id}: {debit} and {credit} are two players' accounts",
    Code.OTHER_TABLE: "{id}: {debit} and {credit} are at different tables",
    Code.OVERDRAWN: "{id}: {account} holds {balance} and cannot give {amount}",
}
