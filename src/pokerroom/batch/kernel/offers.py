"""What the player whose turn it is may do, complete and exact, as `play.offers`; and whether a move is among it."""

from typing import Any

from pokerroom.batch.kernel.betting import bet_range, forced_bet_due, may_raise, street
from pokerroom.batch.kernel.seats import how_many, is_live, place_of
from pokerroom.batch.layout import (
    BET,
    BET_TO,
    BETTING,
    CALL,
    CARDS_DUE,
    CHECK,
    CHIP,
    CONCEDE,
    COSTS,
    DISCARD,
    DISCARD_WITH_BET,
    DISCARDING,
    DOWNS,
    DRAW,
    DRAWING,
    DRAWS,
    ENTERED,
    FOLD,
    FREE,
    LEAST,
    LIVE,
    MAY_BET_FULL,
    MOST,
    OBLIGED,
    OFFER_WIDTH,
    OFFERED,
    PAYS,
    POST,
    POSTS,
    POT_CLAIM,
    POTS,
    RAISE_TO,
    SEAT_BET,
    SHOW,
    SHOWDOWN,
    STACK,
    STAGE,
    STEP,
    TO_CALL,
    TURN,
    WARNED,
)
from pokerroom.batch.pieces import piece, within


@within
def write_offer(rules: Any, lane: Any, offer: Any) -> None:
    for field in range(OFFER_WIDTH):
        offer[field] = 0
    seat, stage = lane[TURN], lane[STAGE]
    if seat < 0:
        return
    if stage == BETTING:
        offer[STEP] = rules[CHIP]
        if lane[OBLIGED]:
            offer_to_obliged(rules, lane, seat, offer)
        else:
            offer_bets(rules, lane, seat, offer)
    elif stage == DRAWING:
        offer[OFFERED] = 1 << DRAW
        offer[DRAWS] = lane[place_of(rules, seat) + DOWNS]
    elif stage == DISCARDING:
        offer[OFFERED] = 1 << DISCARD
        offer[CARDS_DUE] = street(rules, lane, COSTS)
    elif stage == SHOWDOWN:
        offer[OFFERED] = 1 << SHOW
        if not has_the_last_claim(rules, lane, seat):
            offer[OFFERED] |= 1 << CONCEDE


@piece
def entry_due(rules: Any, lane: Any, seat: Any) -> Any:
    """Down cards that entering still costs this player."""
    return 0 if (lane[ENTERED] >> seat) & 1 else street(rules, lane, COSTS)


@within
def offer_bets(rules: Any, lane: Any, seat: Any, offer: Any) -> None:
    place = place_of(rules, seat)
    to_call, stack = lane[BET] - lane[place + SEAT_BET], lane[place + STACK]
    offer[CARDS_DUE] = entry_due(rules, lane, seat)
    offer[OFFERED] = 1 << FOLD
    if lane[BET] == 0:
        offer[OFFERED] |= (1 << CHECK) | (1 << BET_TO)
        offer[FREE] = rules[WARNED]
        offer[LEAST], offer[MOST] = bet_range(rules, lane, seat)
        return
    if to_call > 0:
        offer[OFFERED] |= 1 << CALL
        offer[TO_CALL] = min(stack, to_call)
    else:
        offer[OFFERED] |= 1 << CHECK
        offer[FREE] = rules[WARNED]
    if stack > to_call and may_raise(rules, lane, seat):
        offer[OFFERED] |= 1 << RAISE_TO
        offer[LEAST], offer[MOST] = bet_range(rules, lane, seat)


@within
def offer_to_obliged(rules: Any, lane: Any, seat: Any, offer: Any) -> None:
    """A forced bettor, or an opener who may not check: fold and pay, or bet, 14.15(j)2."""
    pays = min(lane[OBLIGED], lane[place_of(rules, seat) + STACK])
    forced = forced_bet_due(rules, lane)
    offer[OFFERED], offer[PAYS] = 1 << FOLD, pays
    if rules[DISCARD_WITH_BET]:
        offer[CARDS_DUE] = entry_due(rules, lane, seat)
    if forced:
        offer[OFFERED] |= 1 << POST
        offer[POSTS] = pays
    if not forced or rules[MAY_BET_FULL]:
        offer[OFFERED] |= 1 << BET_TO
        offer[LEAST], offer[MOST] = bet_range(rules, lane, seat)


@piece
def has_the_last_claim(rules: Any, lane: Any, seat: Any) -> Any:
    """Whether nobody else is left to win a pot: then its hand must be shown (R-05)."""
    if not is_live(lane, seat):
        return False
    for pot in range(lane[POTS]):
        if lane[place_of(rules, pot) + POT_CLAIM] & lane[LIVE] == 1 << seat:
            return True
    return False


RIGHT, NOT_OFFERED, WRONG_AMOUNT, NOT_WHOLE_CHIPS, WRONG_CARDS = range(5)


@piece
def fault(offer: Any, held: Any, kind: Any, amount: Any, cards: Any) -> Any:
    """Why a move is not among what is offered to a player who holds so many down cards."""
    if kind < 0 or kind > CONCEDE or not (offer[OFFERED] >> kind) & 1:
        return NOT_OFFERED
    if cards < 0 or cards >> held:
        return WRONG_CARDS
    given = how_many(cards)
    if kind == DRAW:
        return RIGHT if given <= offer[DRAWS] else WRONG_CARDS
    if kind in (FOLD, CHECK, SHOW, CONCEDE):
        return WRONG_CARDS if given else RIGHT
    if given != offer[CARDS_DUE]:
        return WRONG_CARDS
    if kind in (BET_TO, RAISE_TO):
        if amount < offer[LEAST] or amount > offer[MOST]:
            return WRONG_AMOUNT
        if amount % offer[STEP] and amount != offer[MOST]:
            return NOT_WHOLE_CHIPS
    return RIGHT
