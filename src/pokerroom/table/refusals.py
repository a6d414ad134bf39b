"""Why somebody at the table may not: a code, the paragraph behind it, and the facts. Prose is made from these."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from pokerroom.money import dollars
from pokerroom.rules.citation import Citation


class Code(StrEnum):
    """In order of precedence: of two that apply, the earlier is returned."""

    RECORDED_LATER = "recorded later"
    NO_AUTHORITY = "no authority"
    NOT_THE_DEALER = "not the dealer"
    TABLE_CLOSED = "table closed"
    TABLE_OPEN = "table open"
    ROUND_IN_PROGRESS = "round in progress"
    NO_ROUND = "no round"
    NO_DEALER = "no dealer"
    DEALER_SIGNED_ON = "dealer signed on"
    DEALER_PLAYS = "dealer plays"
    TABLE_FULL = "table full"
    ALREADY_SEATED = "already seated"
    NOT_AT_TABLE = "not at the table"
    REQUIRED_TO_LEAVE = "required to leave"
    MUST_LEAVE = "must leave"
    NOT_REQUIRED_TO_LEAVE = "not required to leave"
    NOTHING_TO_NOTIFY = "nothing to notify"
    NO_CAUSE = "no cause"
    NO_REASON = "no reason"

    INCOMPLETE_DISTRIBUTION = "incomplete distribution"
    DAY_NOT_LATER = "day not later"
    DAY_OVER = "day over"
    NO_DISTRIBUTION = "no distribution"
    NOT_DISTRIBUTED_HERE = "not distributed here"
    NO_DOCUMENT = "no document"
    DECK_WITHDRAWN = "deck withdrawn"
    NO_SUCH_DECK = "no such deck"
    DECK_AT_TABLE = "deck at the table"
    NOT_A_DECK = "not a deck"
    BACKS_DIFFER = "backs differ"
    BACKS_ALIKE = "backs alike"
    COLORS_ALIKE = "colors alike"
    COVER_CARD_UNFIT = "cover card unfit"
    NO_COVER_CARD = "no cover card"
    TOO_MANY_DECKS = "too many decks"
    TOO_FEW_DECKS = "too few decks"

    NOT_INSPECTED = "not inspected"
    NOT_VERIFIED = "not verified"
    VERIFIED_BY_INSPECTOR = "verified by the inspector"
    NOT_SPREAD = "not spread"
    NOT_IN_SEQUENCE = "not in sequence"
    SPREAD_FACE_DOWN = "spread face down"
    TOO_FEW_PLAYERS = "too few players"
    NOT_SHOWN_TO_PLAYERS = "not shown to players"
    CHANGE_DUE = "change due"
    NO_DECK_IN_PLAY = "no deck in play"
    SAME_DECK_AGAIN = "same deck again"
    SORT_DUE = "sort due"
    COUNT_DUE = "count due"
    NOT_WASHED = "not washed"
    SHUFFLE_FAILED = "shuffle failed"
    NOT_SHUFFLED = "not shuffled"
    NOT_CUT = "not cut"
    NOT_STORED = "not stored"

    STEP_DONE = "step done"
    IN_USE = "in use"
    WRONG_PLACE = "wrong place"
    NO_SHUFFLER = "no shuffler"
    SHUFFLER_PRESENT = "shuffler present"
    SHUFFLER_DOES_NOT_COUNT = "shuffler does not count"
    CUT_TOO_SMALL = "cut too small"
    CUT_TOO_LARGE = "cut too large"
    CUT_OUT_OF_ORDER = "cut out of order"
    NOTHING_TO_RECUT = "nothing to recut"
    NO_STUB_COUNT = "no stub count"
    NOT_A_COUNT = "not a count"
    MARKER_ON_DECK = "marker on the deck"
    NO_MARKER = "no marker"
    MISDEAL = "misdeal"
    ROUND_DEAD = "round dead"
    ROUND_NOT_DEAD = "round not dead"

    NO_CARDS_TO_COLLECT = "no cards to collect"
    LOSING_HANDS_OUT = "losing hands out"
    SIDE_POT_FIRST = "side pot first"
    NO_SUCH_POT = "no such pot"
    POT_NOT_PUSHED = "pot not pushed"

    NOT_UNDERSTOOD = "not understood"
    NOT_HEARD = "not heard"
    NOTHING_PUT_IN = "nothing put in"
    NOT_A_PIECE = "not a piece"
    COIN_IN_A_BET = "coin in a bet"
    COIN_NOT_TAKEN = "coin not taken"
    NOT_THE_ANTE = "not the ante"
    NOT_ON_THE_TABLE = "not on the table"
    ALREADY_BOUND = "already bound"
    BET_STANDS = "bet stands"
    CALL_STANDS = "call stands"
    WAGER_STANDS = "wager stands"
    NOT_OPEN = "not open"
    NO_UP_CARDS = "no up-cards"

    NOT_HIS_TO_SAY = "not his to say"
    NO_RULING = "no ruling"
    NOT_A_POKER_AREA = "not a poker area"
    NO_ANNOUNCING_HERE = "no announcing here"
    NOT_PERMITTED = "not permitted"
    SIGN_INCOMPLETE = "sign incomplete"
    NO_RAKE = "no rake"
    RULES_CONFLICT = "rules conflict"
    NO_SEAT_THEN = "no seat then"
    NO_NOTICE = "no notice"
    NOT_AN_INCREASE = "not an increase"
    NO_PROPOSAL = "no proposal"
    SEATS_OCCUPIED = "seats occupied"
    TIME_UNVERIFIED = "time unverified"
    NO_SUCH_SEAT = "no such seat"
    SEAT_TAKEN = "seat taken"
    SEAT_KEPT = "seat kept"
    WRONG_STATUS = "wrong status"
    AWAY = "away"
    NOT_AWAY = "not away"
    DEALT_IN = "dealt in"
    NOT_AN_AMOUNT = "not an amount"
    NOT_IN_PIECES = "not in pieces"
    BELOW_BUY_IN = "below the buy-in"
    ABOVE_BUY_IN = "above the buy-in"
    STAKES_STAY = "stakes stay"
    STAKES_REDUCED = "stakes reduced"
    COVER_DIFFERS = "cover differs"
    SHORT_RETURN = "short return"
    NO_DRAW_FOR_BUTTON = "no draw for the button"
    BUTTON_TIED = "button tied"
    NO_BUTTON = "no button"
    TOO_FEW_TO_DEAL = "too few to deal"
    NOT_DEALT_IN = "not dealt in"
    NO_TIME_CHARGE = "no time charge"
    TIME_NOT_DUE = "time not due"
    NOTHING_OWED = "nothing owed"
    CANNOT_PAY = "cannot pay"
    NOTHING_TO_VERIFY = "nothing to verify"
    COUNT_DIFFERS = "count differs"
    NO_WORDS = "no words"


PRECEDENCE: Mapping[Code, int] = {code: place for place, code in enumerate(Code)}


class Refusal(msgspec.Struct, frozen=True, gc=False):
    code: Code
    rule: Citation
    facts: Mapping[str, int | str]

    def __str__(self) -> str:
        return f"{SENTENCES[self.code].format_map(_Readable(self.facts))} ({self.rule})"


MONEY = frozenset({"amount", "held", "ante", "buy_in", "recorded", "piece"})
"""Facts that are amounts of cents."""


class _Readable(dict[str, int | str]):
    """Facts as a person reads them: seats from one, amounts in dollars."""

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        if name in MONEY and isinstance(value, int):
            return dollars(value)
        if name == "seat" and isinstance(value, int):
            return str(value + 1)
        return str(value)


SENTENCES: Mapping[Code, str] = {
    Code.RECORDED_LATER: "{at} is earlier than the last record of this table, {last}",
    Code.NO_AUTHORITY: "{who} may not do this: it takes a {needed} or a supervisor of one",
    Code.NOT_THE_DEALER: "{who} is not the dealer signed on at table {table}",
    Code.TABLE_CLOSED: "table {table} is not open for gaming",
    Code.TABLE_OPEN: "table {table} is already open for gaming",
    Code.ROUND_IN_PROGRESS: "a round of play is in progress at table {table}: it must be finished first",
    Code.NO_ROUND: "no round of play is in progress at table {table}",
    Code.NO_DEALER: "no dealer is signed on at table {table}",
    Code.DEALER_SIGNED_ON: "{who} is signed on as the dealer of table {table}",
    Code.DEALER_PLAYS: "{who} cannot both deal and play at table {table}",
    Code.TABLE_FULL: "table {table} has its {seats} players, as many as poker is played by",
    Code.ALREADY_SEATED: "{player} is already seated at table {table}",
    Code.NOT_AT_TABLE: "{player} is not seated at table {table}",
    Code.REQUIRED_TO_LEAVE: "{player} was required to leave the game: {cause}",
    Code.MUST_LEAVE: "{player} must leave the game when the round of play is over",
    Code.NOT_REQUIRED_TO_LEAVE: "{player} has not been required to leave the game",
    Code.NOTHING_TO_NOTIFY: "no notification about {player} is owed to the Division",
    Code.NO_CAUSE: "no cause is given why {player} must leave",
    Code.NO_REASON: "no reason is given why {player} may play again",
    Code.INCOMPLETE_DISTRIBUTION: "the distribution of decks is incomplete: {what}",
    Code.DAY_NOT_LATER: "gaming day {day} does not come after {last}, on which the table is open",
    Code.DAY_OVER: "gaming day {day} is over at table {table}, which was open on it for a day: another must begin",
    Code.NO_DISTRIBUTION: "the decks of {day} have not been distributed to table {table}",
    Code.NOT_DISTRIBUTED_HERE: "the distribution gives table {table} no deck with {back} backs",
    Code.NO_DOCUMENT: "no document is named: {what}",
    Code.DECK_WITHDRAWN: "deck {deck} was removed from table {table} and cannot return",
    Code.NO_SUCH_DECK: "there is no deck {deck} at table {table}",
    Code.DECK_AT_TABLE: "deck {deck} is already at table {table}",
    Code.NOT_A_DECK: "deck {deck} is not a deck of 52 cards: {what}",
    Code.BACKS_DIFFER: "the backs of deck {deck} are not of one color and design: {what}",
    Code.BACKS_ALIKE: "decks {deck} and {other} both have {back} backs and cannot be told apart",
    Code.COLORS_ALIKE: "decks {deck} and {other} both have {color} backs: a shuffling device needs two colors",
    Code.COVER_CARD_UNFIT: "the cover card cannot be used: {what}",
    Code.NO_COVER_CARD: "table {table} has no cover card",
    Code.TOO_MANY_DECKS: "table {table} has its two decks already",
    Code.TOO_FEW_DECKS: "table {table} has {decks} of the two decks it must have",
    Code.NOT_INSPECTED: "deck {deck} has not been inspected by the dealer",
    Code.NOT_VERIFIED: "deck {deck} has not been verified by a floorperson",
    Code.VERIFIED_BY_INSPECTOR: "{who} inspected deck {deck}: somebody else must verify it",
    Code.NOT_SPREAD: "deck {deck} has not been spread out on the table",
    Code.NOT_IN_SEQUENCE: "deck {deck} must be spread face up, by suit and in sequence",
    Code.SPREAD_FACE_DOWN: "deck {deck} lies face down and must be turned up for the players",
    Code.TOO_FEW_PLAYERS: "{players} player(s) seated: two must be able to inspect the cards",
    Code.NOT_SHOWN_TO_PLAYERS: "two players have not yet had the opportunity to inspect deck {deck}",
    Code.CHANGE_DUE: "deck {deck} must be changed: its time ran out at {when}",
    Code.NO_DECK_IN_PLAY: "no deck has been put in play at table {table}",
    Code.SAME_DECK_AGAIN: "deck {deck} was used for the last round: with a shuffling device the decks alternate",
    Code.SORT_DUE: "deck {deck} must be put into suit and sequence: it was due at {when}",
    Code.COUNT_DUE: "deck {deck} must be counted: it was due at {when}",
    Code.NOT_WASHED: "deck {deck} has not been washed",
    Code.SHUFFLE_FAILED: "the shuffling device failed with deck {deck}: it must be reshuffled",
    Code.NOT_SHUFFLED: "deck {deck} has not been shuffled; dealt as it is, the round is a misdeal by 14.15(e)1",
    Code.NOT_CUT: "deck {deck} has not been cut since its shuffle; dealt as it is, the round is a misdeal by 14.15(e)1",
    Code.NOT_STORED: "deck {deck} is not in play and must lie in the {place}",
    Code.STEP_DONE: "deck {deck} is past that step: it is {step}",
    Code.IN_USE: "deck {deck} is in play",
    Code.WRONG_PLACE: "deck {deck} belongs in the {place} at this table",
    Code.NO_SHUFFLER: "there is no shuffling device at table {table}",
    Code.SHUFFLER_PRESENT: "shuffling device {device} is at table {table} and must be removed first",
    Code.SHUFFLER_DOES_NOT_COUNT: "shuffling device {device} is not one that counts the cards",
    Code.CUT_TOO_SMALL: "{size} cards were cut off: it takes at least {least}",
    Code.CUT_TOO_LARGE: "{size} cards were cut off: it may be at most {most}",
    Code.CUT_OUT_OF_ORDER: "the cut is out of order: {what}",
    Code.NOTHING_TO_RECUT: "deck {deck} has not been cut, so there is nothing to recut",
    Code.NO_STUB_COUNT: "in {game} the whole deck is counted: the stub is enough in hold 'em and omaha only",
    Code.NOT_A_COUNT: "{found} is not a number of cards",
    Code.MARKER_ON_DECK: "the marker button lies on the deck until the transaction is completed: {transaction}",
    Code.NO_MARKER: "no marker button lies on the deck",
    Code.MISDEAL: "the round is a misdeal, its deck was not shuffled and cut: all cards go back to the dealer",
    Code.ROUND_DEAD: "the round is dead, its deck was removed: it can only be called dead",
    Code.ROUND_NOT_DEAD: "the round is not dead: nobody has found cards of deck {deck} missing or added",
    Code.NO_CARDS_TO_COLLECT: "seat {seat} has no cards left to collect",
    Code.LOSING_HANDS_OUT: "the cards of seat {seat} must be collected before a pot is pushed",
    Code.SIDE_POT_FIRST: "{pot} cannot be pushed before {first}",
    Code.NO_SUCH_POT: "there is no pot {pot} left to push",
    Code.POT_NOT_PUSHED: "{pot} must be pushed before the winning hand of seat {seat} is collected",
    Code.NOT_UNDERSTOOD: "seat {seat} said {words}, which is no action: {what}",
    Code.NOT_HEARD: "what seat {seat} said does not bind: it was not clearly audible by the dealer "
    "and directed to the dealer",
    Code.NOTHING_PUT_IN: "seat {seat} put in nothing",
    Code.NOT_A_PIECE: "{what} is no {kind} in use at this table",
    Code.COIN_IN_A_BET: "coin is for antes below $1 only: seat {seat} cannot bet with it",
    Code.COIN_NOT_TAKEN: "an ante of {ante} is not paid in coin here",
    Code.NOT_THE_ANTE: "{amount} was put in where the ante is {ante}",
    Code.NOT_ON_THE_TABLE: "{what} was not on the table before seat {seat} when the round of play began",
    Code.ALREADY_BOUND: "seat {seat} is bound by what came first: {words}",
    Code.BET_STANDS: "seat {seat} has made a bet and cannot add to it afterwards",
    Code.CALL_STANDS: "seat {seat} has called without announcing a raise and may not raise now",
    Code.WAGER_STANDS: "seat {seat} has placed a bet, and what was said after it does not take it back",
    Code.NOT_OPEN: "seat {seat} has no bet in the making",
    Code.NO_UP_CARDS: "seat {seat} has no up-cards to turn down",
    Code.NOT_HIS_TO_SAY: "{who} may act for himself only",
    Code.NO_RULING: "what was refused stands by a ruling of the poker shift supervisor only, and none is named",
    Code.NOT_A_POKER_AREA: "table {table} cannot be opened in {area}, which is not approved for poker",
    Code.NO_ANNOUNCING_HERE: "games and seats cannot be announced in {area}, where no poker table is open",
    Code.NOT_PERMITTED: "{game} is not permitted under {edition}",
    Code.SIGN_INCOMPLETE: "the sign is incomplete: {what}",
    Code.NO_RAKE: "no rake is posted for {game}: a table needs at least one method",
    Code.RULES_CONFLICT: "the rules of the table cannot be kept together: {what}",
    Code.NO_SEAT_THEN: "{player} would lose the seat: the games posted seat {seats}",
    Code.NO_NOTICE: "new limits need their notice, unless all agree to a higher minimum: {agreed} of {seated} have",
    Code.NOT_AN_INCREASE: "that is no increase of the minimum wager: {what}",
    Code.NO_PROPOSAL: "nobody at table {table} has proposed a higher minimum wager",
    Code.SEATS_OCCUPIED: "table {table} cannot be closed: {players} player(s) have a seat there",
    Code.TIME_UNVERIFIED: "{amount} of time charges in the rake area has not been verified",
    Code.NO_SUCH_SEAT: "there is no seat {seat}: the table has {seats}",
    Code.SEAT_TAKEN: "seat {seat} is taken",
    Code.SEAT_KEPT: "the seat is kept for {player}, who is away for a while",
    Code.WRONG_STATUS: "{player} is {status}",
    Code.AWAY: "{player} is away",
    Code.NOT_AWAY: "{player} is not away",
    Code.DEALT_IN: "{player} is dealt into the round of play in progress",
    Code.NOT_AN_AMOUNT: "{value} is no amount of money",
    Code.NOT_IN_PIECES: "{amount} cannot be put on the table: its smallest piece is {piece}",
    Code.BELOW_BUY_IN: "{amount} is less than the buy-in of {buy_in}",
    Code.ABOVE_BUY_IN: "{amount} is more than the {buy_in} that may be bought in for",
    Code.STAKES_STAY: "{player} cannot take {amount} off the table: stakes leave it only with their player",
    Code.STAKES_REDUCED: "{player} left this table with {recorded} and does not come back to it with {amount} so soon",
    Code.COVER_DIFFERS: "{recorded} lay under the cover of {player}, not {amount}",
    Code.SHORT_RETURN: "{player} left with {recorded} and shows {amount}",
    Code.NO_DRAW_FOR_BUTTON: "no card decides about the button: {what}",
    Code.BUTTON_TIED: "{players} players drew the highest rank: they draw again",
    Code.NO_BUTTON: "the round cannot be dealt: {what}",
    Code.TOO_FEW_TO_DEAL: "fewer than two players at table {table} can be dealt in",
    Code.NOT_DEALT_IN: "seat {seat} is not dealt into this round of play",
    Code.NO_TIME_CHARGE: "no time is charged at table {table}",
    Code.TIME_NOT_DUE: "time is charged every {every} minutes: the next charge is due at {due}",
    Code.NOTHING_OWED: "{player} owes no time charge",
    Code.CANNOT_PAY: "{player} has {held} on the table and owes a time charge of {amount}",
    Code.NOTHING_TO_VERIFY: "no time charges lie in the rake area of table {table}",
    Code.COUNT_DIFFERS: "{amount} was counted where {held} of time charges was collected",
    Code.NO_WORDS: "{what} is not said in words",
}
