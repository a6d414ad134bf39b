"""Why somebody may not in a round of play: the codes."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["UPHOLDABLE", "Code", "Refusal"]


@unique
class Code(RefusalCode, layer="play"):
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
    NOTHING_TO_NAME = "nothing to name"
    NAMED_BEFORE = "named before"
    NO_SUCH_POT = "no such pot"
    POT_NOT_PUSHED = "pot not pushed"
    NO_SUCH_SHARE = "no such share"
    NO_CLAIM = "no claim"
    CARDS_NOT_NAMED = "cards not named"
    PUSH_CONTRADICTED = "push contradicted"
    NOTHING_TO_TAKE_BACK = "nothing to take back"


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
