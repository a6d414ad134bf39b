"""Why somebody may not: a code, the paragraph behind it, and the facts. Prose is made from these, never stored."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from pokerroom.cards import card_text
from pokerroom.money import dollars
from pokerroom.rules.citation import Citation


class Code(StrEnum):
    """In order of precedence: of two that apply, the earlier is returned."""

    TOO_FEW_PLAYERS = "too few players"
    TOO_MANY_PLAYERS = "too many players"
    ROUND_OVER = "round over"
    NOT_SEATED = "not seated"
    NOT_NOW = "not now"
    NOT_YOUR_TURN = "not your turn"
    NOT_MONEY = "not money"
    NO_SUCH_BUTTON = "no such button"
    NO_KILL_HERE = "no kill here"
    POSTS_DIFFER = "posts differ from the sign"
    STAKES_TOO_SMALL = "stakes too small"
    NOT_A_DECK = "not a deck"
    NO_FORCED_BET_DUE = "no forced bet due"
    WRONG_NUMBER_OF_CARDS = "wrong number of cards"
    NOT_A_CARD = "not a card"
    CARD_ELSEWHERE = "card elsewhere"
    NOT_SHOWN_WHOLE = "not shown whole"
    NOT_YOUR_CARD = "not your card"
    NOT_A_DOWN_CARD = "not a down card"
    DISCARD_DUE = "discard due"
    DISCARD_NOT_DUE = "discard not due"
    LAST_CLAIM = "last claim"
    FORCED_BET_DUE = "forced bet due"
    MUST_BET = "must bet"
    BET_TO_ANSWER = "bet to answer"
    NOTHING_TO_CALL = "nothing to call"
    ALREADY_BET = "already bet"
    NOTHING_TO_RAISE = "nothing to raise"
    EXCEEDS_TABLE_STAKES = "exceeds table stakes"
    NOT_A_RAISE = "not a raise"
    NOBODY_TO_ANSWER = "nobody to answer"
    CHECK_RAISE_BARRED = "check-raise barred"
    RAISE_CAP = "raise cap"
    NOT_REOPENED = "not reopened"
    NOT_THE_POSTED_AMOUNT = "not the posted amount"
    BELOW_MINIMUM = "below minimum"
    ABOVE_MAXIMUM = "above maximum"
    NOT_WHOLE_CHIPS = "not whole chips"
    NOTHING_TO_UPHOLD = "nothing to uphold"
    NO_UP_CARDS = "no up-cards"
    NOT_EXPOSABLE = "not exposable"
    DEAL_STANDS = "deal stands"
    NOT_IN_THE_ROUND = "not in the round"
    HAND_PROTECTED = "hand protected"
    HAND_UNPROTECTED = "hand unprotected"
    DEALT_IN = "dealt in"
    DEALING_INTERRUPTED = "dealing interrupted"
    TOO_LATE = "too late"
    DECK_TOO_SHORT = "deck too short"
    TOO_FEW_WITNESSES = "too few witnesses"
    NOT_THE_SUPERVISOR = "not the supervisor"
    NO_REASON = "no reason"
    NO_SUCH_PARAGRAPH = "no such paragraph"
    NOT_THERE_TO_MOVE = "not there to move"
    NOT_A_CAUSE = "not a cause"
    ROOM_DEALS = "the room deals"


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


class Refusal(msgspec.Struct, frozen=True, gc=False):
    code: Code
    rule: Citation
    facts: Mapping[str, int | str]

    def __str__(self) -> str:
        return f"{SENTENCES[self.code].format_map(_Readable(self.facts))} ({self.rule})"


MONEY = frozenset({"stack", "to", "bet", "least", "most", "amount", "needed", "ante", "blind"})
"""Facts that are amounts of cents."""


class _Readable(dict[str, int | str]):
    """Facts as a person reads them: seats from one, amounts in dollars, cards by name."""

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        if name in MONEY and isinstance(value, int):
            return dollars(value)
        if name in {"seat", "turn"} and isinstance(value, int):
            return str(value + 1)
        if name == "card" and isinstance(value, int):
            return card_text(value)  # type: ignore[arg-type]  # facts hold plain integers
        return str(value)


SENTENCES: Mapping[Code, str] = {
    Code.TOO_FEW_PLAYERS: "{players} player(s): poker needs at least {least_players}",
    Code.TOO_MANY_PLAYERS: "{players} players: this table seats at most {most_players}",
    Code.NOT_MONEY: "{what}: {value} is not an amount of cents from 0 up",
    Code.STAKES_TOO_SMALL: "seat {seat} has {stack} and needs {needed} to be dealt in",
    Code.POSTS_DIFFER: "the {what} differ from the posted sign",
    Code.NO_SUCH_BUTTON: "{what}",
    Code.NO_KILL_HERE: "no {what} is posted at this table",
    Code.NOT_A_DECK: "not a deck of 52 cards: {what}",
    Code.ROUND_OVER: "the round of play is over",
    Code.NOT_SEATED: "there is no player in seat {seat}",
    Code.NOT_NOW: "not now: the round is at {stage}",
    Code.NOT_YOUR_TURN: "seat {seat} acted, but it is seat {turn}'s turn",
    Code.WRONG_NUMBER_OF_CARDS: "{given} card(s) given where {due} are due",
    Code.NOT_A_CARD: "{value} is not a card",
    Code.CARD_ELSEWHERE: "{card} is already out of the deck",
    Code.NOT_SHOWN_WHOLE: "seat {seat} must show every card of the hand",
    Code.NOT_YOUR_CARD: "seat {seat} does not hold {card}",
    Code.NOT_A_DOWN_CARD: "{card} lies face up: only down cards are given up",
    Code.DISCARD_DUE: "seat {seat} must give up {due} down cards to call or raise",
    Code.DISCARD_NOT_DUE: "seat {seat} has no cards to give up now",
    Code.LAST_CLAIM: "seat {seat} holds the last claim to a pot and cannot concede it",
    Code.FORCED_BET_DUE: "seat {seat} must make the forced bet of {amount}",
    Code.NO_FORCED_BET_DUE: "no forced bet is due from seat {seat}",
    Code.MUST_BET: "seat {seat} must open with a bet of at least {least}",
    Code.BET_TO_ANSWER: "seat {seat} faces a bet of {bet}: fold, call or raise",
    Code.NOTHING_TO_CALL: "there is no bet for seat {seat} to call",
    Code.ALREADY_BET: "the bet is {bet} already: it can only be called or raised",
    Code.NOTHING_TO_RAISE: "there is no bet to raise",
    Code.EXCEEDS_TABLE_STAKES: "{to} is more than seat {seat} has on the table: {most} at most",
    Code.NOT_A_RAISE: "{to} does not exceed the bet of {bet}",
    Code.NOBODY_TO_ANSWER: "nobody is left who could answer a raise",
    Code.CHECK_RAISE_BARRED: "the sign forbids a raise after a check",
    Code.RAISE_CAP: "the posted limit of {raises} raises is reached",
    Code.NOT_REOPENED: "a short all-in has not reopened the betting for seat {seat}",
    Code.NOT_THE_POSTED_AMOUNT: "{to} is not the posted amount: {least}",
    Code.BELOW_MINIMUM: "{to} is below the minimum of {least}",
    Code.ABOVE_MAXIMUM: "{to} is above the maximum of {most}",
    Code.NOT_WHOLE_CHIPS: "{to} cannot be bet with the smallest chip; coin is for antes only",
    Code.NOTHING_TO_UPHOLD: "the action needs no ruling to stand",
    Code.NO_UP_CARDS: "seat {seat} has no up-cards to turn down",
    Code.NOT_EXPOSABLE: "card {number} of seat {seat} was not to be dealt face down here",
    Code.DEAL_STANDS: "the deal stands: {wagers} players have put in wagers of their own will",
    Code.NOT_IN_THE_ROUND: "seat {seat} has no hand in this round",
    Code.HAND_PROTECTED: "seat {seat}'s hand is protected: it stays in until the player's turn",
    Code.HAND_UNPROTECTED: "seat {seat}'s hand was not protected: there is no redress",
    Code.DEALT_IN: "seat {seat} was dealt in: the record knows the cards",
    Code.DEALING_INTERRUPTED: "the cards of this street are still being dealt: finish the deal first",
    Code.TOO_LATE: "too late: somebody has acted since the cards of this street were dealt",
    Code.DECK_TOO_SHORT: "the deck holds {stub} cards, and the round would need {wanted}",
    Code.TOO_FEW_WITNESSES: "a hand is reconstructed on the word of two people, not {given}",
    Code.NOT_THE_SUPERVISOR: "{by} may not rule: the poker shift supervisor decides",
    Code.NO_REASON: "a ruling needs its reason",
    Code.NO_SUCH_PARAGRAPH: "{paragraph} is no paragraph of {edition}",
    Code.NOT_THERE_TO_MOVE: "{amount} cannot be moved from seat {seat}'s {place} to a {target}",
    Code.NOT_A_CAUSE: "{cause}: that is not declared, it follows from the deal",
    Code.ROOM_DEALS: "the room deals here and knows the card itself: it is not named",
}
