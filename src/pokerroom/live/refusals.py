"""Why the running room itself refuses: the codes and their sentences; and how a client is told any refusal."""

from collections.abc import Callable
from enum import unique

from msgspec.structs import replace

from pokerroom.rules.refusal import Refusal, RefusalCode
from pokerroom.wire import messages as wire

__all__ = ["Code", "Refusal", "refused"]


@unique
class Code(RefusalCode):
    """Sentences that are whole; people in their facts are called by name."""

    CLOSING = "closing", "The room is restarting."
    TOO_MANY_CONNECTIONS = "too many connections", "There are too many connections; close one and try again."
    TOO_LONG = "too long", "A message has at most {most} bytes, not {length}."
    TOO_FAST = "too fast", "You are sending messages too fast; wait a second."
    UNREADABLE = "unreadable", "The room does not understand this message: {error}."
    NOT_GREETED = "not greeted", "Say Hello first, with the version you speak."
    NOT_PERMITTED = "not permitted", "A {role} may not do this."
    FAILED = "failed", "The room could not do this because of a failure of its own; nothing has happened."
    BUSY = "busy", "The room is too busy to write this down; try again."
    HALTED = "halted", "The table has stopped because of a failure; the floor has been told."
    STOPPED = (
        "stopped",
        "The table has stopped because of a failure; the floor has been told. Your stakes are safe.",
        "halted",
    )
    BOOKS_HALTED = (
        "books halted",
        "The books of the room have stopped because of a failure; the floor has been told.",
        "halted",
    )
    RECORD_HALTED = (
        "record halted",
        "A part of the record has stopped because of a failure: nothing has happened.",
        "halted",
    )

    NO_SUCH_TABLE = "no such table", "There is no table {table}."
    STALE = "too late", "The round of play has gone on since you looked."
    NOT_A_CARD = "not a card", "{error}."
    NOT_AT_TABLE = "not at the table", "You have no seat at this table."
    NOT_AT_THAT_TABLE = "not at that table", "You have no seat at {table}.", "not at the table"
    NOT_YOUR_TURN = "not your turn", "It is not your turn."
    NO_TIME_BANK = "no time bank", "There is no time left in your bank for this turn."
    NOT_ASKED = "no proposal", "Nothing is proposed that this player has yet to answer."
    NOT_AN_INCREASE = "not an increase", "At a play-chip table the minimum stays within the least buy-in."

    PLAY_CHIPS_ONLY = "play chips only", "Guests play for play chips only: this table is licensed."
    SEATED_HERE = "already seated", "You have a seat at this table."
    SEATED_ELSEWHERE = (
        "already seated elsewhere",
        "You have a seat at {table}: ask for a change to another table.",
        "already seated",
    )
    DEALT_IN = "round in progress", "You are dealt into a round of play: take the seat when it is over."
    BELOW_BUY_IN = "below the buy-in", "You have less than the other table's least buy-in."
    NO_SEAT = "no seat", "There is no seat free in this game; the waiting list is open."
    TABLE_FULL = "table full", "There is no seat free at this table; the waiting list is open.", "no seat"
    NO_SUCH_LIST = "no such list", "There is no waiting list for {wanted}."
    NO_OFFER = "no offer", "This seat is not held for you, or the time to take it is over."

    NOT_HERE = "not here", "You are not at this table."
    HAND_IN_PLAY = "hand in play", "Whoever has a hand in play does not talk about it: wait until it is over."
    SILENCED = "silenced", "The floor has silenced you until {until} UTC."
    NOTHING_SAID = "nothing said", "There is nothing to say in this message."
    TALKING_TOO_FAST = "talking too fast", "You are talking too fast; wait a few seconds.", "too fast"

    NO_SUCH_ORDER = "no such order", "No order {order} is given at {counter}."
    NOT_YOURS_TO_SAY = "not yours to say", "The room itself says who gives an order and when: leave out {field}."
    UNKNOWN_FIELD = "unknown field", "{order} says nothing of {field}.", "unreadable"
    NOT_A_TABLE = "not a table", "No table is called {table}.", "unreadable"
    NO_TABLE_NAMED = "no table named", "The order names no table.", "unreadable"
    NOT_A_PLAYER = "not a player", "A player is named by the id of his account.", "unreadable"
    ORDER_UNFIT = "order unfit", "{order}: {error}.", "unreadable"
    NOT_FOR_THE_ROLE = "not for the role", "A {role} gives no such order.", "not permitted"
    TAKES_NO_SEAT = "takes no seat", "A {role} takes no seat.", "not permitted"
    ROLE_LOST = "role lost", "{name} is no longer a {role}.", "not permitted"
    NO_SUCH_PLAYER = "no such player", "No account has the id {id}: guests and bots play for play chips only."
    NO_TABLE_IN_ROOM = "no such table in the room", "There is no table {table} in this room.", "no such table"
    SEATED_ALREADY = (
        "player already seated",
        "{name} has a seat, and changes tables without an order.",
        "already seated",
    )
    OTHER_DAY = "other day", "It is {today}: a gaming day far from it would keep the next from beginning."
    DAY_OPEN = "day open", "The gaming day goes on: another has a later date, and while tables are open it is followed."
    NOT_POSTED = "not posted", "The books hold no transfer of this id."
    OF_A_TABLE = "of a table", "What happened at a table is put right there: the books follow the table."

    NO_SUCH_PROPOSAL = "no such proposal", "There is no such proposal, or its time is over."
    TOO_MANY_PROPOSALS = "too many proposals", "{most} of your proposals wait already."
    SIGNED = "already signed", "{name} has signed it already."
    BEING_SIGNED = "being signed", "Somebody is signing it at this moment.", "already signed"
    SAME_PERSON = "same person", "{name} has proposed it: it takes another to sign."


def refused(refusal: Refusal, name_of: Callable[[str], str], request: str | None = None) -> wire.Refused:
    """Any refusal as a client is told it; one from below becomes a whole sentence that calls people by their names."""
    if isinstance(refusal.code, Code):
        words = refusal.sentence
    else:
        facts = {name: name_of(fact) if isinstance(fact, str) else fact for name, fact in refusal.facts.items()}
        told = str(replace(refusal, facts=facts))
        words = f"{told[:1].upper()}{told[1:]}."
    return wire.Refused(id=request, code=refusal.code.sent_as, words=words, rule=refusal.paragraph)
