"""Why the running room itself refuses: the codes; and how a client is told any refusal."""

from collections.abc import Callable
from enum import unique

from msgspec.structs import replace

from pokerroom.rules.refusal import Refusal, RefusalCode
from pokerroom.wire import messages as wire
from pokerroom.words import Saying, Value, saying

__all__ = ["Code", "Refusal", "refused", "told"]


@unique
class Code(RefusalCode, layer="live"):
    """Their sentences are whole; people in their facts are called by name."""

    CLOSING = "closing"
    TOO_MANY_CONNECTIONS = "too many connections"
    ROOM_FULL = "room full", "too many connections"
    TOO_LONG = "too long"
    TOO_FAST = "too fast"
    UNREADABLE = "unreadable"
    NOT_GREETED = "not greeted"
    NOT_PERMITTED = "not permitted"
    FAILED = "failed"
    BUSY = "busy"
    HALTED = "halted"
    STOPPED = "stopped", "halted"
    BOOKS_HALTED = "books halted", "halted"
    RECORD_HALTED = "record halted", "halted"
    CANNOT_RECORD = "cannot record"
    TAKEN_OVER = "taken over", "cannot record"
    NOBODY_ANSWERS = "nobody answers", "cannot record"

    NO_SUCH_TABLE = "no such table"
    NO_SUCH_ROOM = "no such room"
    STALE = "too late"
    NOT_A_CARD = "not a card"
    NOT_AT_TABLE = "not at the table"
    NOT_AT_THAT_TABLE = "not at that table", "not at the table"
    NOT_YOUR_TURN = "not your turn"
    NO_TIME_BANK = "no time bank"
    NOT_ASKED = "no proposal"
    NOT_AN_INCREASE = "not an increase"

    PLAY_CHIPS_ONLY = "play chips only"
    SEATED_HERE = "already seated"
    SEATED_ELSEWHERE = "already seated elsewhere", "already seated"
    DEALT_IN = "round in progress"
    BELOW_BUY_IN = "below the buy-in"
    BELOW_LEAST = "below the least stakes", "below the buy-in"
    OTHERS_WAIT = "others wait there", "others wait"
    NO_SEAT = "no seat"
    DEMONSTRATION = "demonstration", "no seat"
    TABLE_FULL = "table full", "no seat"
    NO_SUCH_LIST = "no such list"
    NO_OFFER = "no offer"

    NOT_ON_OFFER = "not on offer"
    NO_INVITATION = "no invitation"
    INVITATION_OVER = "invitation over"

    NOT_HERE = "not here"
    HAND_IN_PLAY = "hand in play"
    SILENCED = "silenced"
    NOTHING_SAID = "nothing said"
    HAS_ENOUGH = "has enough"
    TALKING_TOO_FAST = "talking too fast", "too fast"

    NO_SUCH_ORDER = "no such order"
    NOT_YOURS_TO_SAY = "not yours to say"
    UNKNOWN_FIELD = "unknown field", "unreadable"
    NOT_A_TABLE = "not a table", "unreadable"
    NO_TABLE_NAMED = "no table named", "unreadable"
    NOT_A_PLAYER = "not a player", "unreadable"
    ORDER_UNFIT = "order unfit", "unreadable"
    NOT_FOR_THE_ROLE = "not for the role", "not permitted"
    TAKES_NO_SEAT = "takes no seat", "not permitted"
    ROLE_LOST = "role lost", "not permitted"
    NO_SUCH_PLAYER = "no such player"
    OF_THE_HOUSE = "of the house", "no such player"
    NOT_FORETOLD = "not foretold"
    DOES_OTHERWISE = "does otherwise"
    NO_TABLE_IN_ROOM = "no such table in the room", "no such table"
    TABLE_ELSEWHERE = "table elsewhere", "name taken"
    SEATED_ALREADY = "player already seated", "already seated"
    OTHER_DAY = "other day"
    DAY_OPEN = "day open"
    NOT_POSTED = "not posted"
    OF_A_TABLE = "of a table"

    NO_SUCH_PROPOSAL = "no such proposal"
    CONSENT_DECLINED = "consent declined"
    NOT_IN_WORDS = "not in words"
    BANK_TOO_SMALL = "bank too small"
    TOO_MANY_PROPOSALS = "too many proposals"
    SIGNED = "already signed"
    BEING_SIGNED = "being signed", "already signed"
    SAME_PERSON = "same person"
    SAME_PERSON_HERE = "same person here", "same person"
    IN_PRESENCE = "in presence"

    NO_LINKED_PAYOUT = "no linked payout"
    NOT_IN_FORCE = "not in force"


def refused(refusal: Refusal, name_of: Callable[[str], str], request: str | None = None) -> wire.Refused:
    """Any refusal as a client is told it."""
    says = told(refusal, name_of)
    return wire.Refused(id=request, code=refusal.code.sent_as, says=says, rule=refusal.paragraph)


def told(refusal: Refusal, name_of: Callable[[str], str]) -> Saying:
    """A whole sentence; in one from below people are called by their names."""
    if isinstance(refusal.code, Code):
        return refusal.saying
    facts = {name: with_names(fact, name_of) for name, fact in refusal.facts.items()}
    return saying("refused.sentence", what=replace(refusal, facts=facts).saying)


def with_names(value: Value, name_of: Callable[[str], str]) -> Value:
    """The same with names for whoever is meant by an id, however deep."""
    if isinstance(value, tuple):
        return tuple([_with_names(each, name_of) for each in value])
    return _with_names(value, name_of)


def _with_names(value: int | str | Saying, name_of: Callable[[str], str]) -> int | str | Saying:
    if isinstance(value, Saying):
        return Saying(value.key, {name: with_names(each, name_of) for name, each in value.values.items()})
    return name_of(value) if isinstance(value, str) else value
