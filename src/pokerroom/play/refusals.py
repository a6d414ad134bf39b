"""Why somebody may not in a round of play: the codes and their sentences."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["UPHOLDABLE", "Code", "Refusal"]


@unique
class Code(RefusalCode):
    TOO_FEW_PLAYERS = "too few players", "{players} player(s): poker needs at least {least_players}"
    TOO_MANY_PLAYERS = "too many players", "{players} players: this table seats at most {most_players}"
    ROUND_OVER = "round over", "the round of play is over"
    NOT_SEATED = "not seated", "there is no player in seat {seat:seat}"
    NOT_NOW = "not now", "not now: the round is at {stage}"
    NOT_YOUR_TURN = "not your turn", "seat {seat:seat} acted, but it is seat {turn:seat}'s turn"
    NOT_MONEY = "not money", "{what}: {value} is not an amount of cents from 0 up"
    NO_SUCH_BUTTON = "no such button", "{what}"
    NO_KILL_HERE = "no kill here", "no {what} is posted at this table"
    POSTS_DIFFER = "posts differ from the sign", "the {what} differ from the posted sign"
    STAKES_TOO_SMALL = "stakes too small", "seat {seat:seat} has {stack:$} and needs {needed:$} to be dealt in"
    NOT_A_DECK = "not a deck", "not a deck of 52 cards: {what}"
    NO_FORCED_BET_DUE = "no forced bet due", "no forced bet is due from seat {seat:seat}"
    WRONG_NUMBER_OF_CARDS = "wrong number of cards", "{given} card(s) given where {due} are due"
    NOT_A_CARD = "not a card", "{value} is not a card"
    CARD_ELSEWHERE = "card elsewhere", "{card:card} is already out of the deck"
    NOT_SHOWN_WHOLE = "not shown whole", "seat {seat:seat} must show every card of the hand"
    NOT_YOUR_CARD = "not your card", "seat {seat:seat} does not hold {card:card}"
    NOT_A_DOWN_CARD = "not a down card", "{card:card} lies face up: only down cards are given up"
    DISCARD_DUE = "discard due", "seat {seat:seat} must give up {due} down cards to call or raise"
    DISCARD_NOT_DUE = "discard not due", "seat {seat:seat} has no cards to give up now"
    LAST_CLAIM = "last claim", "seat {seat:seat} holds the last claim to a pot and cannot concede it"
    FORCED_BET_DUE = "forced bet due", "seat {seat:seat} must make the forced bet of {amount:$}"
    MUST_BET = "must bet", "seat {seat:seat} must open with a bet of at least {least:$}"
    BET_TO_ANSWER = "bet to answer", "seat {seat:seat} faces a bet of {bet:$}: fold, call or raise"
    NOTHING_TO_CALL = "nothing to call", "there is no bet for seat {seat:seat} to call"
    ALREADY_BET = "already bet", "the bet is {bet:$} already: it can only be called or raised"
    NOTHING_TO_RAISE = "nothing to raise", "there is no bet to raise"
    EXCEEDS_TABLE_STAKES = (
        "exceeds table stakes",
        "{to:$} is more than seat {seat:seat} has on the table: {most:$} at most",
    )
    NOT_A_RAISE = "not a raise", "{to:$} does not exceed the bet of {bet:$}"
    NOBODY_TO_ANSWER = "nobody to answer", "nobody is left who could answer a raise"
    CHECK_RAISE_BARRED = "check-raise barred", "the sign forbids a raise after a check"
    RAISE_CAP = "raise cap", "the posted limit of {raises} raises is reached"
    NOT_REOPENED = "not reopened", "a short all-in has not reopened the betting for seat {seat:seat}"
    NOT_THE_POSTED_AMOUNT = "not the posted amount", "{to:$} is not the posted amount: {least:$}"
    BELOW_MINIMUM = "below minimum", "{to:$} is below the minimum of {least:$}"
    ABOVE_MAXIMUM = "above maximum", "{to:$} is above the maximum of {most:$}"
    NOT_WHOLE_CHIPS = "not whole chips", "{to:$} cannot be bet with the smallest chip; coin is for antes only"
    NOTHING_TO_UPHOLD = "nothing to uphold", "the action needs no ruling to stand"
    NO_UP_CARDS = "no up-cards", "seat {seat:seat} has no up-cards to turn down"
    NOT_EXPOSABLE = "not exposable", "card {number} of seat {seat:seat} was not to be dealt face down here"
    DEAL_STANDS = "deal stands", "the deal stands: {wagers} players have put in wagers of their own will"
    NOT_IN_THE_ROUND = "not in the round", "seat {seat:seat} has no hand in this round"
    HAND_PROTECTED = "hand protected", "seat {seat:seat}'s hand is protected: it stays in until the player's turn"
    HAND_UNPROTECTED = "hand unprotected", "seat {seat:seat}'s hand was not protected: there is no redress"
    DEALT_IN = "dealt in", "seat {seat:seat} was dealt in: the record knows the cards"
    DEALING_INTERRUPTED = "dealing interrupted", "the cards of this street are still being dealt: finish the deal first"
    TOO_LATE = "too late", "too late: somebody has acted since the cards of this street were dealt"
    DECK_TOO_SHORT = "deck too short", "the deck holds {stub} cards, and the round would need {wanted}"
    TOO_FEW_WITNESSES = "too few witnesses", "a hand is reconstructed on the word of two people, not {given}"
    NOT_THE_SUPERVISOR = "not the supervisor", "{by} may not rule: the poker shift supervisor decides"
    NO_REASON = "no reason", "a ruling needs its reason"
    NO_SUCH_PARAGRAPH = "no such paragraph", "{paragraph} is no paragraph of {edition}"
    NOT_THERE_TO_MOVE = "not there to move", "{amount:$} cannot be moved from seat {seat:seat}'s {place} to a {target}"
    NOT_A_CAUSE = "not a cause", "{cause}: that is not declared, it follows from the deal"
    ROOM_DEALS = "the room deals", "the room deals here and knows the card itself: it is not named"


UPHOLDABLE = frozenset(
    {
        Code.FORCED_BET_DUE,
        Code.MUST_BET,
        Code.NOBODY_TO_ANSWER,
        Code.CHECK_RAISE_BARRED,
        Code.RAISE_CAP,
        Code.NOT_REOPENED,
        Code.NOT_THE_POSTED_AMOUNT,
        Code.BELOW_MINIMUM,
        Code.ABOVE_MAXIMUM,
        Code.NOT_WHOLE_CHIPS,
    }
)
"""What a supervisor can let stand: chips and cards were there, only the sign or the order forbade it."""
