"""Why somebody may not in the room: the codes."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode
from pokerroom.words import Value

__all__ = ["Code", "Facts", "Refusal"]

Facts = dict[str, Value]


@unique
class Code(RefusalCode, layer="room"):
    NO_TIME_ZONE = "no time zone"
    NOT_AN_ID = "not an id"
    NOT_A_NAME = "not a name"
    ID_TAKEN = "id taken"
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
    NOTHING_TO_ERASE = "nothing to erase"

    NOT_SAID = "not said"
    CARRIED_ALREADY = "carried already"
    NOT_CARRIED = "not carried"
    NO_SUCH_NOTICE = "no such notice"
    OWN_NOTICE = "own notice"

    NO_SUCH_SHARE = "no such share"
    SHARE_TAKEN_BACK = "share taken back"
    TOO_MANY_SHARES = "too many shares"

    TOO_MANY_TABLES = "too many tables"
    NO_ROOM_FOR_TABLES = "no room for tables"
    NOT_AMONG_FRIENDS = "not among friends"
    NOT_THE_HOST = "not the host"
    FRIENDS_TABLE_ENDED = "table ended"

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
