"""Why somebody may not in the room: a code, the paragraph behind it if there is one, and the facts."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from pokerroom.money import dollars
from pokerroom.rules.citation import Citation


class Code(StrEnum):
    """In order of precedence: of two that apply, the earlier is returned."""

    NO_TIME_ZONE = "no time zone"
    NOT_AN_ID = "not an id"
    NOT_A_NAME = "not a name"
    RECORDED_LATER = "recorded later"
    DAY_CLOSED = "day closed"
    NO_GAMING_DAY = "no gaming day"
    NOT_BY_HAND = "not by hand"
    NO_AUTHORITY = "no authority"
    NOT_FOR_ANOTHER = "not for another"

    NO_SUBJECT = "no subject"
    NO_DOCUMENT = "no document"
    FILED_LATER = "filed later"
    EFFECTIVE_BEFORE_FILED = "effective before filed"
    WRONG_SUBJECT = "wrong subject"
    OTHER_KIND = "other kind"
    CANNOT_BE_POSTED = "cannot be posted"
    NO_SUCH_VERSION = "no such version"
    VERSION_WITHDRAWN = "version withdrawn"
    ALREADY_APPROVED = "already approved"
    NO_REASON = "no reason"
    SAME_PERSON = "same person"
    NEEDS_TWO_PEOPLE = "needs two people"
    EFFECTIVE_PASSED = "effective passed"
    FOLLOWED_BY_ANOTHER = "followed by another"
    RAKE_NOT_FILED = "rake not filed"
    ABOVE_FILED_MAXIMUM = "above the filed maximum"
    NOTHING_IN_FORCE = "nothing in force"
    DIFFERS_FROM_FILED = "differs from filed"
    SUPERSEDED = "superseded"

    NOTHING_TO_SHUFFLE = "nothing to shuffle"

    NO_NAME = "no name"
    NO_TITLE = "no title"
    BARRED = "barred"
    NOT_BARRED = "not barred"
    NO_SUCH_LIST = "no such list"
    LIST_OPEN = "list open"
    LIST_IN_USE = "list in use"
    NO_SUCH_TABLE = "no such table"
    TABLE_KNOWN = "table known"
    NO_SEATS = "no seats"
    CANNOT_FEED = "cannot feed"
    NO_SUCH_SEAT = "no such seat"
    ALREADY_SEATED = "already seated"
    NOT_SEATED = "not seated"
    ALREADY_WAITING = "already waiting"
    TOO_MANY_LISTS = "too many lists"
    NOT_WAITING = "not waiting"
    MUST_MOVE_TABLE = "must-move table"
    OTHER_GAME = "other game"
    CHANGE_REQUESTED = "change requested"
    NO_CHANGE_REQUESTED = "no change requested"
    SEAT_TAKEN = "seat taken"
    SEAT_HELD = "seat held"
    SEAT_NOT_LOCKED = "seat not locked"
    NO_VACANT_SEAT = "no vacant seat"
    NOBODY_WAITS = "nobody waits"
    HOLDS_ANOTHER = "holds another"
    OTHERS_WAIT = "others wait"
    NO_OFFER = "no offer"
    OFFER_EXPIRED = "offer expired"
    ALREADY_ACCEPTED = "already accepted"
    NOT_A_TIME_AHEAD = "not a time ahead"
    HELD_TOO_LONG = "held too long"


Facts = dict[str, int | str]

PRECEDENCE: Mapping[Code, int] = {code: place for place, code in enumerate(Code)}


class Refusal(msgspec.Struct, frozen=True, gc=False):
    code: Code
    rule: Citation | None
    """None where only the house's own order forbids it."""
    facts: Mapping[str, int | str]

    def __str__(self) -> str:
        cited = "" if self.rule is None else f" ({self.rule})"
        return f"{SENTENCES[self.code].format_map(_Readable(self.facts))}{cited}"


class _Readable(dict[str, int | str]):
    """Facts as a person reads them: amounts in dollars, seats from one."""

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        if name in {"amount", "most"} and isinstance(value, int):
            return dollars(value)
        if name == "seat" and isinstance(value, int):
            return str(value + 1)
        return str(value)


SENTENCES: Mapping[Code, str] = {
    Code.NO_TIME_ZONE: "{at} says no time zone",
    Code.NOT_AN_ID: "{id} cannot name an order: it is empty, or holds what no record keeps",
    Code.NOT_A_NAME: "{name} names nobody and nothing: a name begins with a letter or a figure and has no : or /",
    Code.RECORDED_LATER: "{at} is earlier than what is recorded already, {last}",
    Code.DAY_CLOSED: "{at} is before {closed}, when the last gaming day was closed: closed books stay closed",
    Code.NO_GAMING_DAY: "no gaming day is open: a round of play is dealt in one, and its rake is booked there",
    Code.NOT_BY_HAND: "{what} is not written by hand: the books follow the tables and the cage, where it is put right",
    Code.NO_AUTHORITY: "{who} may not do this: it takes {needed}",
    Code.NOT_FOR_ANOTHER: "{who} cannot do this for {player}",
    Code.NO_SUBJECT: "nothing says what the settings are for",
    Code.NO_DOCUMENT: "no document of the submission is named for {subject}",
    Code.FILED_LATER: "the filing date {filed_on} of {subject} is after today, {today}",
    Code.EFFECTIVE_BEFORE_FILED: "{subject} cannot take effect at {effective}, before it was filed on {filed_on}",
    Code.WRONG_SUBJECT: "the rake is filed once for the house, under {rake}, and nothing else is: not under {subject}",
    Code.OTHER_KIND: "{subject} has been filed as {filed}, so it cannot be filed as {proposed}",
    Code.CANNOT_BE_POSTED: "{subject} cannot be filed: {what}",
    Code.NO_SUCH_VERSION: "{subject} has no version {version}",
    Code.VERSION_WITHDRAWN: "version {version} of {subject} was withdrawn",
    Code.ALREADY_APPROVED: "version {version} of {subject} has been approved already",
    Code.NO_REASON: "no reason is given",
    Code.SAME_PERSON: "{who} cannot approve what {maker} did: it takes two people",
    Code.NEEDS_TWO_PEOPLE: "version {version} of {subject} is approved: a second person must agree to withdraw it",
    Code.EFFECTIVE_PASSED: "version {version} of {subject} was to take effect at {effective}, which has passed: "
    "propose it again",
    Code.FOLLOWED_BY_ANOTHER: "version {other} of {subject} takes effect at {effective}: withdraw that first",
    Code.RAKE_NOT_FILED: "the rake of {subject} is not the one filed: {what}",
    Code.ABOVE_FILED_MAXIMUM: "{subject} could rake {amount}, above the filed maximum of {most}: {what}",
    Code.NOTHING_IN_FORCE: "no settings of {subject} are in force at {moment}",
    Code.DIFFERS_FROM_FILED: "what is posted for {subject} is not version {version}, which is in force: {what}",
    Code.NOTHING_TO_SHUFFLE: "no deck at table {table} waits to be shuffled again",
    Code.SUPERSEDED: "table {table} posts {settings}, which is no longer in force: {now} is",
    Code.NO_NAME: "no name is given to call {player} by",
    Code.NO_TITLE: "a list is named by a game and its limits: nothing says {what}",
    Code.BARRED: "{player} may not play here: {reason}",
    Code.NOT_BARRED: "{player} is not barred",
    Code.NO_SUCH_LIST: "there is no list for {wanted}",
    Code.LIST_OPEN: "there is a list for {wanted} already",
    Code.LIST_IN_USE: "table {table} offers {wanted}, so its list stays",
    Code.NO_SUCH_TABLE: "there is no table {table} in the room",
    Code.TABLE_KNOWN: "table {table} is in the room already",
    Code.NO_SEATS: "table {table} needs at least two seats, not {seats}",
    Code.CANNOT_FEED: "table {table} cannot feed table {main}: {what}",
    Code.NO_SUCH_SEAT: "table {table} has no seat {seat}",
    Code.ALREADY_SEATED: "{player} has a seat at table {table} already",
    Code.NOT_SEATED: "{player} has no seat at table {table}",
    Code.ALREADY_WAITING: "{player} is on the list for {wanted} already",
    Code.TOO_MANY_LISTS: "{player} is on {lists} lists already, as many as the house allows",
    Code.NOT_WAITING: "{player} is not on the list for {wanted}",
    Code.MUST_MOVE_TABLE: "table {table} feeds table {main}: one goes from there to the main game in order only",
    Code.OTHER_GAME: "table {table} offers {other}, not {wanted}",
    Code.CHANGE_REQUESTED: "{player} has asked for another table already",
    Code.NO_CHANGE_REQUESTED: "{player} has not asked for another table",
    Code.SEAT_TAKEN: "seat {seat} of table {table} is taken by {other}",
    Code.SEAT_HELD: "seat {seat} of table {table} is held for {other}",
    Code.SEAT_NOT_LOCKED: "seat {seat} of table {table} is not locked up for anybody",
    Code.NO_VACANT_SEAT: "table {table} has no vacant seat that nobody is called to",
    Code.NOBODY_WAITS: "nobody can be called to table {table}",
    Code.HOLDS_ANOTHER: "seat {seat} of table {table} is held for {player} already",
    Code.OTHERS_WAIT: "{other} is to be called to table {table} before {player}",
    Code.NO_OFFER: "seat {seat} of table {table} is not offered to {player}",
    Code.OFFER_EXPIRED: "the seat was held for {player} until {until}, which has passed",
    Code.ALREADY_ACCEPTED: "{player} has accepted the seat already",
    Code.NOT_A_TIME_AHEAD: "{until} is not after {at}",
    Code.HELD_TOO_LONG: "a seat is held for {minutes} minutes at most, not until {until}",
}
