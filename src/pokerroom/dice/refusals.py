"""Why somebody may not at mini-dice: the codes."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["Code", "Refusal"]


@unique
class Code(RefusalCode, layer="dice"):
    NO_AUTHORITY = "no authority"
    TABLE_CLOSED = "table closed"
    TABLE_OPEN = "table open"
    DEALER_ENTERS = "dealer enters"
    NO_SUCH_SEAT = "no such seat"
    SEAT_TAKEN = "seat taken"
    ALREADY_SEATED = "already seated"
    NOT_SEATED = "not seated"
    NO_CHIPS = "no chips"

    SPOKEN_CASH = "spoken cash"
    UNKNOWN_INSTRUMENT = "unknown instrument"
    UNKNOWN_WAGER = "unknown wager"
    BETS_CLOSED = "bets closed"
    BELOW_MINIMUM = "below minimum"
    ABOVE_MAXIMUM = "above maximum"
    NOT_PAYABLE = "not payable"
    NOTHING_THERE = "nothing there"
    LEAVING = "leaving"
    NO_WAGERS = "no wagers"

    NOT_ODDS = "not odds"
    ODDS_SAY_FOR = "odds say for"
    COMMISSION = "commission"
    BELOW_LEAST_ODDS = "below least odds"
    ODDS_DIFFER = "odds differ"
    PLAYERS_SEATED = "players seated"
    WAGERS_STAND = "wagers stand"
    LIMITS_UNFIT = "limits unfit"

    NO_SHAKER = "no shaker"
    SHAKER_THERE = "shaker there"
    NO_REFERENCE = "no reference"
    NOT_INSPECTED = "not inspected"
    DICE_TOO_OLD = "dice too old"
    NO_DEALER = "no dealer"
    NOT_THE_DEALER = "not the dealer"
    UNATTENDED = "unattended"
    DEALER_ON = "dealer on"

    BETS_OPEN = "bets open"
    UNPAID = "unpaid"
    COVERED = "covered"
    NOT_COVERED = "not covered"
    SHAKE_MORE = "shake more"
    NOT_OFFERED = "not offered"
    NOT_THE_HOLDER = "not the holder"
    WITH_A_PLAYER = "with a player"
    MUST_OFFER = "must offer"
    NOT_TWO_FACES = "not two faces"
    COLLECT_FIRST = "collect first"
    NOTHING_TO_COLLECT = "nothing to collect"
    NOTHING_TO_PAY = "nothing to pay"
    NO_RESULT = "no result"
    BROKEN_PROMISE = "broken promise"
    NO_REASON = "no reason"
