"""Why somebody at the table may not: the codes and their sentences."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["Code", "Refusal"]


@unique
class Code(RefusalCode):
    RECORDED_LATER = "recorded later", "{at} is earlier than the last record of this table, {last}"
    NO_AUTHORITY = "no authority", "{who} may not do this: it takes a {needed} or a supervisor of one"
    NOT_THE_DEALER = "not the dealer", "{who} is not the dealer signed on at table {table}"
    TABLE_CLOSED = "table closed", "table {table} is not open for gaming"
    TABLE_OPEN = "table open", "table {table} is already open for gaming"
    ROUND_IN_PROGRESS = (
        "round in progress",
        "a round of play is in progress at table {table}: it must be finished first",
    )
    NO_ROUND = "no round", "no round of play is in progress at table {table}"
    NO_DEALER = "no dealer", "no dealer is signed on at table {table}"
    DEALER_SIGNED_ON = "dealer signed on", "{who} is signed on as the dealer of table {table}"
    DEALER_PLAYS = "dealer plays", "{who} cannot both deal and play at table {table}"
    TABLE_FULL = "table full", "table {table} has its {seats} players, as many as poker is played by"
    ALREADY_SEATED = "already seated", "{player} is already seated at table {table}"
    NOT_AT_TABLE = "not at the table", "{player} is not seated at table {table}"
    REQUIRED_TO_LEAVE = "required to leave", "{player} was required to leave the game: {cause}"
    MUST_LEAVE = "must leave", "{player} must leave the game when the round of play is over"
    NOT_REQUIRED_TO_LEAVE = "not required to leave", "{player} has not been required to leave the game"
    NOTHING_TO_NOTIFY = "nothing to notify", "no notification about {player} is owed to the Division"
    NO_CAUSE = "no cause", "no cause is given why {player} must leave"
    NO_REASON = "no reason", "no reason is given why {player} may play again"

    INCOMPLETE_DISTRIBUTION = "incomplete distribution", "the distribution of decks is incomplete: {what}"
    DAY_NOT_LATER = "day not later", "gaming day {day} does not come after {last}, on which the table is open"
    DAY_OVER = (
        "day over",
        "gaming day {day} is over at table {table}, which was open on it for a day: another must begin",
    )
    NO_DISTRIBUTION = "no distribution", "the decks of {day} have not been distributed to table {table}"
    NOT_DISTRIBUTED_HERE = "not distributed here", "the distribution gives table {table} no deck with {back} backs"
    NO_DOCUMENT = "no document", "no document is named: {what}"
    DECK_WITHDRAWN = "deck withdrawn", "deck {deck} was removed from table {table} and cannot return"
    NO_SUCH_DECK = "no such deck", "there is no deck {deck} at table {table}"
    DECK_AT_TABLE = "deck at the table", "deck {deck} is already at table {table}"
    NOT_A_DECK = "not a deck", "deck {deck} is not a deck of 52 cards: {what}"
    BACKS_DIFFER = "backs differ", "the backs of deck {deck} are not of one color and design: {what}"
    BACKS_ALIKE = "backs alike", "decks {deck} and {other} both have {back} backs and cannot be told apart"
    COLORS_ALIKE = (
        "colors alike",
        "decks {deck} and {other} both have {color} backs: a shuffling device needs two colors",
    )
    COVER_CARD_UNFIT = "cover card unfit", "the cover card cannot be used: {what}"
    NO_COVER_CARD = "no cover card", "table {table} has no cover card"
    TOO_MANY_DECKS = "too many decks", "table {table} has its two decks already"
    TOO_FEW_DECKS = "too few decks", "table {table} has {decks} of the two decks it must have"

    NOT_INSPECTED = "not inspected", "deck {deck} has not been inspected by the dealer"
    NOT_VERIFIED = "not verified", "deck {deck} has not been verified by a floorperson"
    VERIFIED_BY_INSPECTOR = "verified by the inspector", "{who} inspected deck {deck}: somebody else must verify it"
    NOT_SPREAD = "not spread", "deck {deck} has not been spread out on the table"
    NOT_IN_SEQUENCE = "not in sequence", "deck {deck} must be spread face up, by suit and in sequence"
    SPREAD_FACE_DOWN = "spread face down", "deck {deck} lies face down and must be turned up for the players"
    TOO_FEW_PLAYERS = "too few players", "{players} player(s) seated: two must be able to inspect the cards"
    NOT_SHOWN_TO_PLAYERS = "not shown to players", "two players have not yet had the opportunity to inspect deck {deck}"
    CHANGE_DUE = "change due", "deck {deck} must be changed: its time ran out at {when}"
    NO_DECK_IN_PLAY = "no deck in play", "no deck has been put in play at table {table}"
    SAME_DECK_AGAIN = (
        "same deck again",
        "deck {deck} was used for the last round: with a shuffling device the decks alternate",
    )
    SORT_DUE = "sort due", "deck {deck} must be put into suit and sequence: it was due at {when}"
    COUNT_DUE = "count due", "deck {deck} must be counted: it was due at {when}"
    NOT_WASHED = "not washed", "deck {deck} has not been washed"
    SHUFFLE_FAILED = "shuffle failed", "the shuffling device failed with deck {deck}: it must be reshuffled"
    NOT_SHUFFLED = (
        "not shuffled",
        "deck {deck} has not been shuffled; dealt as it is, the round is a misdeal by 14.15(e)1",
    )
    NOT_CUT = (
        "not cut",
        "deck {deck} has not been cut since its shuffle; dealt as it is, the round is a misdeal by 14.15(e)1",
    )
    NOT_STORED = "not stored", "deck {deck} is not in play and must lie in the {place}"

    STEP_DONE = "step done", "deck {deck} is past that step: it is {step}"
    IN_USE = "in use", "deck {deck} is in play"
    WRONG_PLACE = "wrong place", "deck {deck} belongs in the {place} at this table"
    NO_SHUFFLER = "no shuffler", "there is no shuffling device at table {table}"
    SHUFFLER_PRESENT = "shuffler present", "shuffling device {device} is at table {table} and must be removed first"
    SHUFFLER_DOES_NOT_COUNT = "shuffler does not count", "shuffling device {device} is not one that counts the cards"
    CUT_TOO_SMALL = "cut too small", "{size} cards were cut off: it takes at least {least}"
    CUT_TOO_LARGE = "cut too large", "{size} cards were cut off: it may be at most {most}"
    CUT_OUT_OF_ORDER = "cut out of order", "the cut is out of order: {what}"
    NOTHING_TO_RECUT = "nothing to recut", "deck {deck} has not been cut, so there is nothing to recut"
    NO_STUB_COUNT = (
        "no stub count",
        "in {game} the whole deck is counted: the stub is enough in hold 'em and omaha only",
    )
    NOT_A_COUNT = "not a count", "{found} is not a number of cards"
    MARKER_ON_DECK = (
        "marker on the deck",
        "the marker button lies on the deck until the transaction is completed: {transaction}",
    )
    NO_MARKER = "no marker", "no marker button lies on the deck"
    MISDEAL = "misdeal", "the round is a misdeal, its deck was not shuffled and cut: all cards go back to the dealer"
    ROUND_DEAD = "round dead", "the round is dead, its deck was removed: it can only be called dead"
    ROUND_NOT_DEAD = "round not dead", "the round is not dead: nobody has found cards of deck {deck} missing or added"

    NO_CARDS_TO_COLLECT = "no cards to collect", "seat {seat:seat} has no cards left to collect"
    LOSING_HANDS_OUT = "losing hands out", "the cards of seat {seat:seat} must be collected before a pot is pushed"
    SIDE_POT_FIRST = "side pot first", "{pot} cannot be pushed before {first}"
    NO_SUCH_POT = "no such pot", "there is no pot {pot} left to push"
    POT_NOT_PUSHED = "pot not pushed", "{pot} must be pushed before the winning hand of seat {seat:seat} is collected"

    NOT_UNDERSTOOD = "not understood", "seat {seat:seat} said {words}, which is no action: {what}"
    NOT_HEARD = (
        "not heard",
        "what seat {seat:seat} said does not bind: it was not clearly audible by the dealer and directed to the dealer",
    )
    NOTHING_PUT_IN = "nothing put in", "seat {seat:seat} put in nothing"
    NOT_A_PIECE = "not a piece", "{what} is no {kind} in use at this table"
    COIN_IN_A_BET = "coin in a bet", "coin is for antes below $1 only: seat {seat:seat} cannot bet with it"
    COIN_NOT_TAKEN = "coin not taken", "an ante of {ante:$} is not paid in coin here"
    NOT_THE_ANTE = "not the ante", "{amount:$} was put in where the ante is {ante:$}"
    NOT_ON_THE_TABLE = (
        "not on the table",
        "{what} was not on the table before seat {seat:seat} when the round of play began",
    )
    ALREADY_BOUND = "already bound", "seat {seat:seat} is bound by what came first: {words}"
    BET_STANDS = "bet stands", "seat {seat:seat} has made a bet and cannot add to it afterwards"
    CALL_STANDS = "call stands", "seat {seat:seat} has called without announcing a raise and may not raise now"
    WAGER_STANDS = "wager stands", "seat {seat:seat} has placed a bet, and what was said after it does not take it back"
    NOT_OPEN = "not open", "seat {seat:seat} has no bet in the making"
    NO_UP_CARDS = "no up-cards", "seat {seat:seat} has no up-cards to turn down"

    NOT_HIS_TO_SAY = "not his to say", "{who} may act for himself only"
    NO_RULING = "no ruling", "what was refused stands by a ruling of the poker shift supervisor only, and none is named"
    NOT_A_POKER_AREA = "not a poker area", "table {table} cannot be opened in {area}, which is not approved for poker"
    NO_ANNOUNCING_HERE = (
        "no announcing here",
        "games and seats cannot be announced in {area}, where no poker table is open",
    )
    NOT_PERMITTED = "not permitted", "{game} is not permitted under {edition}"
    SIGN_INCOMPLETE = "sign incomplete", "the sign is incomplete: {what}"
    NO_RAKE = "no rake", "no rake is posted for {game}: a table needs at least one method"
    RULES_CONFLICT = "rules conflict", "the rules of the table cannot be kept together: {what}"
    NO_SEAT_THEN = "no seat then", "{player} would lose the seat: the games posted seat {seats}"
    NO_NOTICE = (
        "no notice",
        "new limits need their notice, unless all agree to a higher minimum: {agreed} of {seated} have",
    )
    NOT_AN_INCREASE = "not an increase", "that is no increase of the minimum wager: {what}"
    NO_PROPOSAL = "no proposal", "nobody at table {table} has proposed a higher minimum wager"
    SEATS_OCCUPIED = "seats occupied", "table {table} cannot be closed: {players} player(s) have a seat there"
    TIME_UNVERIFIED = "time unverified", "{amount:$} of time charges in the rake area has not been verified"
    NO_SUCH_SEAT = "no such seat", "there is no seat {seat:seat}: the table has {seats}"
    SEAT_TAKEN = "seat taken", "seat {seat:seat} is taken"
    SEAT_KEPT = "seat kept", "the seat is kept for {player}, who is away for a while"
    WRONG_STATUS = "wrong status", "{player} is {status}"
    AWAY = "away", "{player} is away"
    NOT_AWAY = "not away", "{player} is not away"
    DEALT_IN = "dealt in", "{player} is dealt into the round of play in progress"
    NOT_AN_AMOUNT = "not an amount", "{value} is no amount of money"
    NOT_IN_PIECES = "not in pieces", "{amount:$} cannot be put on the table: its smallest piece is {piece:$}"
    BELOW_BUY_IN = "below the buy-in", "{amount:$} is less than the buy-in of {buy_in:$}"
    ABOVE_BUY_IN = "above the buy-in", "{amount:$} is more than the {buy_in:$} that may be bought in for"
    STAKES_STAY = "stakes stay", "{player} cannot take {amount:$} off the table: stakes leave it only with their player"
    STAKES_REDUCED = (
        "stakes reduced",
        "{player} left this table with {recorded:$} and does not come back to it with {amount:$} so soon",
    )
    COVER_DIFFERS = "cover differs", "{recorded:$} lay under the cover of {player}, not {amount:$}"
    SHORT_RETURN = "short return", "{player} left with {recorded:$} and shows {amount:$}"
    NO_DRAW_FOR_BUTTON = "no draw for the button", "no card decides about the button: {what}"
    BUTTON_TIED = "button tied", "{players} players drew the highest rank: they draw again"
    NO_BUTTON = "no button", "the round cannot be dealt: {what}"
    TOO_FEW_TO_DEAL = "too few to deal", "fewer than two players at table {table} can be dealt in"
    NOT_DEALT_IN = "not dealt in", "seat {seat:seat} is not dealt into this round of play"
    NO_TIME_CHARGE = "no time charge", "no time is charged at table {table}"
    TIME_NOT_DUE = "time not due", "time is charged every {every} minutes: the next charge is due at {due}"
    NOTHING_OWED = "nothing owed", "{player} owes no time charge"
    CANNOT_PAY = "cannot pay", "{player} has {held:$} on the table and owes a time charge of {amount:$}"
    NOTHING_TO_VERIFY = "nothing to verify", "no time charges lie in the rake area of table {table}"
    COUNT_DIFFERS = "count differs", "{amount:$} was counted where {held:$} of time charges was collected"
    NO_WORDS = "no words", "{what} is not said in words"
