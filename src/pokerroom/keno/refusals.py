"""Why somebody may not at keno: the codes, in order of precedence."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["Code", "Refusal"]


@unique
class Code(RefusalCode, layer="keno"):
    NOT_THEIR_POSITION = "not their position"
    NOT_AN_ISSUER = "not an issuer"
    CARD_UNUSABLE = "card unusable"
    NO_CARD = "no card"
    GAME_OPEN = "game open"
    NO_GAME = "no game"
    DRAW_BEGUN = "draw begun"
    GAME_NOT_AHEAD = "game not ahead"
    SPOKEN_TO_RUNNER = "spoken to runner"
    WRONG_REQUEST = "wrong request"
    TOO_MANY_GAMES = "too many games"
    UNREADABLE_CONDITIONING = "unreadable conditioning"
    NOT_A_WAGER = "not a wager"
    RATE_NOT_ON_CARD = "rate not on card"
    BOTH_PICKED_AND_MARKED = "both picked and marked"
    GROUPED = "grouped"
    NOT_A_NUMBER = "not a number"
    MARKED_TWICE = "marked twice"
    NO_SPOTS = "no spots"
    TOO_MANY_SPOTS = "too many spots"

    NO_SUCH_TICKET = "no such ticket"
    NOT_THEIR_TICKET = "not their ticket"
    VOIDED = "voided"
    ALREADY_PAID = "already paid"
    GAMES_TO_COME = "games to come"
    WON_NOTHING = "won nothing"
    TAKEN_BY_RUNNER = "taken by runner"
    ABOVE_THE_LINE = "above the line"
    NOT_REPORTED = "not reported"
    NOT_DRAWN = "not drawn"
