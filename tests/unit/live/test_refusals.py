"""What a client is told of a refusal: the code, the sentence and the paragraph, each as clients know them."""

from collections.abc import Mapping

import pytest

from pokerroom import ledger, play
from pokerroom.live import house, talk
from pokerroom.live.entrance.refusals import AccountCode
from pokerroom.live.players import seats
from pokerroom.live.refusals import Code, Refusal, refused, told
from pokerroom.live.tables import actor
from pokerroom.room import refusals as room
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.refusal import RefusalCode
from pokerroom.table import refusals as table
from pokerroom.words import Saying, Value, said, saying

NAMES = {"0f3a": "Ann Lee", "77bc": "Ben"}
RULE = NJAC_13_69F.cite("14.7(a)")

Facts = Mapping[str, Value]

TOLD: dict[Code, tuple[Facts, str, str]] = {
    Code.CLOSING: ({}, "closing", "The room is restarting."),
    Code.TOO_MANY_CONNECTIONS: (
        {},
        "too many connections",
        "You have too many connections; close one and try again.",
    ),
    Code.ROOM_FULL: (
        {},
        "too many connections",
        "The room is full: everybody who may be connected at once is; try again in a minute.",
    ),
    Code.TOO_LONG: ({"most": 8192, "length": 9000}, "too long", "A message has at most 8192 bytes, not 9000."),
    Code.TOO_FAST: ({}, "too fast", "You are sending messages too fast; wait a second."),
    Code.UNREADABLE: (
        {"error": "JSON is malformed"},
        "unreadable",
        "The room does not understand this message: JSON is malformed.",
    ),
    Code.NOT_GREETED: ({}, "not greeted", "Say Hello first, with the version you speak."),
    Code.NOT_PERMITTED: ({"role": "visitor"}, "not permitted", "Your role, visitor, does not permit this."),
    Code.FAILED: (
        {},
        "failed",
        "The room could not do this because of a failure of its own; nothing has happened.",
    ),
    Code.BUSY: ({}, "busy", "The room is too busy to write this down; try again."),
    Code.HALTED: ({}, "halted", "The table has stopped because of a failure; the floor has been told."),
    Code.STOPPED: (
        {},
        "halted",
        "The table has stopped because of a failure; the floor has been told. Your stakes are safe.",
    ),
    Code.BOOKS_HALTED: (
        {},
        "halted",
        "The books of the room have stopped because of a failure; the floor has been told.",
    ),
    Code.RECORD_HALTED: (
        {},
        "halted",
        "A part of the record has stopped because of a failure: nothing has happened.",
    ),
    Code.CANNOT_RECORD: (
        {},
        "cannot record",
        "The record cannot be written at the moment; nothing has happened. Try again in a few seconds.",
    ),
    Code.TAKEN_OVER: (
        {},
        "cannot record",
        "Another server has taken over this room; nothing has happened. Connect again.",
    ),
    Code.NOBODY_ANSWERS: (
        {},
        "cannot record",
        "The server that decides this does not answer. Try again in a few seconds; nothing is done twice.",
    ),
    Code.NO_SUCH_TABLE: ({"table": "'x'"}, "no such table", "There is no table 'x'."),
    Code.TABLE_ELSEWHERE: (
        {"table": "3"},
        "name taken",
        "Another room of this house has a table 3: choose another name, so that everybody knows which table is meant.",
    ),
    Code.NO_LINKED_PAYOUT: (
        {"system": "Boardwalk"},
        "no linked payout",
        "No payout of the system Boardwalk is offered in this room: offer one by its rules first.",
    ),
    Code.STALE: ({}, "too late", "The round of play has gone on since you looked."),
    Code.NOT_A_CARD: ({"error": "'Zz' names no card"}, "not a card", "'Zz' names no card."),
    Code.NOT_AT_TABLE: ({}, "not at the table", "You have no seat at this table."),
    Code.NOT_AT_THAT_TABLE: ({"table": "3"}, "not at the table", "You have no seat at 3."),
    Code.NOT_YOUR_TURN: ({}, "not your turn", "It is not your turn."),
    Code.NO_TIME_BANK: ({}, "no time bank", "There is no time left in your bank for this turn."),
    Code.NOT_ASKED: ({}, "no proposal", "Nothing is proposed that this player has yet to answer."),
    Code.NOT_AN_INCREASE: (
        {},
        "not an increase",
        "At a play-chip table the minimum stays within the least buy-in.",
    ),
    Code.PLAY_CHIPS_ONLY: ({}, "play chips only", "Guests play for play chips only: this table is licensed."),
    Code.SEATED_HERE: ({}, "already seated", "You have a seat at this table."),
    Code.SEATED_ELSEWHERE: (
        {"table": "3"},
        "already seated",
        "You have a seat at 3: leave it for this one.",
    ),
    Code.DEALT_IN: (
        {},
        "round in progress",
        "You are dealt into a round of play: take the seat when it is over.",
    ),
    Code.BELOW_LEAST: (
        {"amount": 500, "buy_in": 4000},
        "below the buy-in",
        "That would make $5; $40 is the least to play with at this table.",
    ),
    Code.OTHERS_WAIT: ({}, "others wait", "Others wait for a seat at that table: join its list."),
    Code.DEMONSTRATION: (
        {},
        "no seat",
        "This table is a demonstration: simulated players and a simulated dealer play there, and everybody may watch.",
    ),
    Code.NOT_ON_OFFER: (
        {},
        "not on offer",
        "The room has filed no such game for tables among friends: choose one of the list.",
    ),
    Code.NO_INVITATION: ({}, "no invitation", "This link leads to no table."),
    Code.INVITATION_OVER: ({}, "invitation over", "This table among friends has ended."),
    Code.NOT_FORETOLD: (
        {"order": "Deposit"},
        "not foretold",
        "What Deposit would lead to cannot be told before it is given.",
    ),
    Code.DOES_OTHERWISE: (
        {},
        "does otherwise",
        "It would do something else by now than you have read: read again what it does.",
    ),
    Code.BELOW_BUY_IN: ({}, "below the buy-in", "You have less than the other table's least buy-in."),
    Code.NO_SEAT: ({}, "no seat", "There is no seat free in this game; the waiting list is open."),
    Code.TABLE_FULL: ({}, "no seat", "There is no seat free at this table; the waiting list is open."),
    Code.NO_SUCH_LIST: (
        {"wanted": "omaha $2/$4"},
        "no such list",
        "There is no waiting list for omaha $2/$4.",
    ),
    Code.NO_OFFER: ({}, "no offer", "This seat is not held for you, or the time to take it is over."),
    Code.NOT_HERE: ({}, "not here", "You are not at this table."),
    Code.HAND_IN_PLAY: (
        {},
        "hand in play",
        "You have a hand in play: wait until it is over before you talk.",
    ),
    Code.SILENCED: ({"until": "10:30"}, "silenced", "The floor has silenced you until 10:30 UTC."),
    Code.NOTHING_SAID: ({}, "nothing said", "The message is empty."),
    Code.TALKING_TOO_FAST: ({}, "too fast", "You are talking too fast; wait a few seconds."),
    Code.NO_SUCH_ORDER: (
        {"order": "None", "counter": "'cage'"},
        "no such order",
        "There is no order None at 'cage'.",
    ),
    Code.NOT_YOURS_TO_SAY: (
        {"field": "'by'"},
        "not yours to say",
        "The room itself says who gives an order and when: leave out 'by'.",
    ),
    Code.UNKNOWN_FIELD: ({"order": "Deposit", "field": "'x'"}, "unreadable", "Deposit has no field 'x'."),
    Code.NOT_A_TABLE: ({"table": "'a/b'"}, "unreadable", "No table is called 'a/b'."),
    Code.NO_TABLE_NAMED: ({}, "unreadable", "The order names no table."),
    Code.NOT_A_PLAYER: ({}, "unreadable", "A player is named by the id of their account."),
    Code.ORDER_UNFIT: (
        {"order": "Correct", "error": "no such account"},
        "unreadable",
        "Correct: no such account.",
    ),
    Code.NOT_FOR_THE_ROLE: ({"role": "dealer"}, "not permitted", "The role of dealer does not include this order."),
    Code.TAKES_NO_SEAT: ({"role": "dealer"}, "not permitted", "Somebody with the role of dealer cannot take a seat."),
    Code.ROLE_LOST: (
        {"name": "bo Ek", "role": "floorperson"},
        "not permitted",
        "bo Ek no longer has the role of floorperson.",
    ),
    Code.NO_SUCH_PLAYER: (
        {"id": "'bot-Max'"},
        "no such player",
        "No account has the id 'bot-Max': guests and bots play for play chips only.",
    ),
    Code.NO_TABLE_IN_ROOM: ({"table": "'x'"}, "no such table", "There is no table 'x' in this room."),
    Code.SEATED_ALREADY: (
        {"name": "ann"},
        "already seated",
        "ann has a seat, and changes tables without an order.",
    ),
    Code.OTHER_DAY: (
        {"today": "2026-01-31"},
        "other day",
        "It is 2026-01-31: a gaming day far from it would keep the next from beginning.",
    ),
    Code.DAY_OPEN: (
        {},
        "day open",
        "The gaming day is still open: the next needs a later date; the last can be closed once all tables are.",
    ),
    Code.NOT_POSTED: ({}, "not posted", "The books hold no transfer of this id."),
    Code.OF_A_TABLE: (
        {},
        "of a table",
        "What happened at a table is put right there: the books follow the table.",
    ),
    Code.NO_SUCH_PROPOSAL: ({}, "no such proposal", "There is no such proposal, or its time is over."),
    Code.HAS_ENOUGH: ({}, "has enough", "There are enough chips in the bank already."),
    Code.CONSENT_DECLINED: ({}, "consent declined", "The player has declined it: nothing has happened."),
    Code.OF_THE_HOUSE: (
        {},
        "no such player",
        "Behind the scenes nobody of the house can be named: these tables have simulated players.",
    ),
    Code.NOT_IN_FORCE: (
        {"system": "Bay"},
        "not in force",
        "The agreement in the file is not the one in force for the system Bay: the casino joins by it once it is.",
    ),
    Code.NOT_IN_WORDS: (
        {"field": "'reason'", "said": "x"},
        "not in words",
        "Say 'reason' in words that another person understands later; “x” is too little.",
    ),
    Code.BANK_TOO_SMALL: (
        {"held": 500, "amount": 700},
        "bank too small",
        "The bank of the player holds $5: $7 cannot be taken from it.",
    ),
    Code.TOO_MANY_PROPOSALS: ({"most": 20}, "too many proposals", "You already have 20 proposals waiting."),
    Code.NO_SUCH_ROOM: ({}, "no such room", "There is no such room."),
    Code.SIGNED: ({"name": "bot-Ann"}, "already signed", "bot-Ann has signed it already."),
    Code.BEING_SIGNED: ({}, "already signed", "Somebody is signing it at this moment."),
    Code.IN_PRESENCE: (
        {},
        "in presence",
        "It is done in the presence of another person: both sign here, in one sitting.",
    ),
    Code.SAME_PERSON: (
        {"name": "sue"},
        "same person",
        "sue proposed it: somebody else must sign.",
    ),
    Code.SAME_PERSON_HERE: (
        {"name": "sue"},
        "same person",
        "sue proposed it: by a rule of the house somebody else must sign.",
    ),
}


def name_of(player: str) -> str:
    return NAMES.get(player, player.removeprefix("bot-"))


@pytest.mark.parametrize("code", Code)
def test_a_client_is_told_what_the_room_itself_refuses_in_these_words(code: Code) -> None:
    facts, sent, words = TOLD[code]
    told = refused(Refusal(code, facts=facts), name_of, "1")
    assert (told.id, told.code, said(told.says), told.rule) == ("1", sent, words, "")


CITED: tuple[tuple[Refusal, Code, str], ...] = (
    (house.PLAY_CHIPS_ONLY, Code.PLAY_CHIPS_ONLY, "14.7(a)"),
    (talk.HAND_IN_PLAY, Code.HAND_IN_PLAY, "14.16(a)"),
    (seats.DEALT_IN, Code.DEALT_IN, "14.7(c)1"),
    (seats.BELOW_BUY_IN, Code.BELOW_BUY_IN, "14.15(r)"),
    (seats.NOT_AN_INCREASE, Code.NOT_AN_INCREASE, "14.17"),
    (Refusal(Code.NOT_AT_THAT_TABLE, seats.PLAYERS, {"table": "3"}), Code.NOT_AT_THAT_TABLE, "14.7(a)"),
    (actor.NOT_AT_TABLE, Code.NOT_AT_TABLE, "14.7(a)"),
    (actor.NOT_ASKED, Code.NOT_ASKED, "14.17"),
)


@pytest.mark.parametrize(("refusal", "code", "paragraph"), CITED)
def test_the_paragraph_is_told_beside_the_words_of_the_room(refusal: Refusal, code: Code, paragraph: str) -> None:
    _, sent, words = TOLD[code]
    told = refused(refusal, name_of)
    assert (told.id, told.code, said(told.says), told.rule) == (None, sent, words, paragraph)


@pytest.mark.parametrize(
    ("code", "facts", "words"),
    [
        (play.Code.NOT_YOUR_TURN, {"seat": 1, "turn": 2}, "Seat 2 acted, but it is seat 3's turn"),
        (table.Code.NOT_AT_TABLE, {"player": "0f3a", "table": "3"}, "Ann Lee is not seated at table 3"),
        (table.Code.AWAY, {"player": "bot-max"}, "Max is away"),
        (
            room.Code.OTHERS_WAIT,
            {"other": "77bc", "table": "3", "player": "0f3a"},
            "Ben is to be called to table 3 before Ann Lee",
        ),
        (
            ledger.Code.OVERDRAWN,
            {"id": "cage/1", "account": "bank:0f3a", "balance": 5, "amount": 700},
            "Cage/1: bank:0f3a holds $0.05 and cannot give $7",
        ),
    ],
)
def test_what_is_refused_below_is_told_as_a_sentence_with_names_beside_its_paragraph(
    code: RefusalCode, facts: Facts, words: str
) -> None:
    told = refused(Refusal(code, RULE, facts), name_of)
    assert (told.code, said(told.says), told.rule) == (code.value, f"{words}.", "14.7(a)")


def test_people_are_called_by_their_names_however_deep_in_a_refusal_they_are() -> None:
    warning = saying("detail-table.warning", player="0f3a")
    bills = (saying("detail-table.warning", player="77bc"), "0f3a", 5)
    refusal = Refusal(table.Code.NO_WORDS, facts={"what": warning, "more": bills})
    what = told(refusal, name_of).values["what"]
    assert isinstance(what, Saying)
    assert what.values["more"] == (saying("detail-table.warning", player="Ben"), "Ann Lee", 5)
    assert said(refused(refusal, name_of).says) == "This must be put in words: the warning to Ann Lee."


def test_where_no_paragraph_stands_behind_a_refusal_none_is_told() -> None:
    told = refused(Refusal(room.Code.NO_REASON), name_of)
    assert (said(told.says), told.rule) == ("No reason is given.", "")


AT_THE_ENTRANCE: dict[AccountCode, tuple[Facts, str]] = {
    AccountCode.NAME_UNFIT: ({"what": "a name has letters"}, "a name has letters"),
    AccountCode.NAME_RESERVED: (
        {"name": "Dealer"},
        "Dealer would be taken for the room, its staff or a bot: choose another name",
    ),
    AccountCode.PASSWORD_UNFIT: ({"what": "the password contains the name"}, "the password contains the name"),
    AccountCode.NAME_TAKEN: (
        {"name": "Ann"},
        "Ann is taken, or looks too much like a name that is: choose another",
    ),
    AccountCode.NO_SUCH_ACCOUNT: ({}, "there is no such account"),
    AccountCode.NO_AUTHORITY: (
        {"who": "Ann", "needed": "accounting"},
        "Ann may not do this: it takes one of these roles: accounting",
    ),
    AccountCode.LOCKED: (
        {"failures": 3, "until": "2026-01-01T11:30:00+01:00"},
        "after 3 failures this name is locked for this device or address until 10:30 UTC",
    ),
    AccountCode.NOT_RECOGNIZED: (
        {},
        "name and password do not match an account, or the account is locked: then only staff can release it",
    ),
    AccountCode.CODE_NOT_RECOGNIZED: (
        {},
        "name and code do not match an account, or the account is locked: then only staff can release it",
    ),
    AccountCode.NO_SUCH_CODE: ({}, "there is no such code: it was used, has expired, or was mistyped"),
    AccountCode.NOT_LOCKED: ({"name": "Ann"}, "the account of Ann is not locked"),
    AccountCode.OWN_ROLE: ({"who": "Ann"}, "Ann cannot decide on their own role"),
    AccountCode.NOT_GRANTABLE: ({"role": "visitor"}, "the role of visitor cannot be granted to an account"),
    AccountCode.ROLE_HELD: ({"name": "Ann", "role": "dealer"}, "Ann already has the role of dealer"),
    AccountCode.NO_SUCH_PASSKEY: ({}, "this account has no such passkey"),
    AccountCode.PASSKEY_NOT_RECOGNIZED: ({}, "the passkey was not recognized"),
    AccountCode.POSITION_NOT_HELD: (
        {"name": "Ann", "role": "cage"},
        "Ann does not hold the position of cage",
    ),
    AccountCode.NOT_SHOWN_AROUND: ({}, "guests and players can try a position here, staff have theirs"),
    AccountCode.NO_PROPOSAL: ({"name": "Ann"}, "no role has been proposed for Ann"),
    AccountCode.SAME_PERSON: (
        {"who": "Bo", "role": "dealer", "name": "Ann"},
        "Bo proposed the role of dealer for Ann: another person must approve it",
    ),
    AccountCode.OFFICERS_APPOINTED: ({}, "two people can grant roles already: ask them"),
}


@pytest.mark.parametrize("code", AccountCode)
def test_whoever_comes_in_is_told_in_these_words(code: AccountCode) -> None:
    facts, words = AT_THE_ENTRANCE[code]
    assert str(Refusal(code, facts=facts)) == words
