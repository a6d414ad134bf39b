"""The control flow of a round, as `play.decide`: what an action does, then whatever follows by itself until somebody
must act.
"""

from typing import Any

from pokerroom.batch.kernel.awards import award_pots
from pokerroom.batch.kernel.betting import bet, call, check, fold, is_complete, leave, post_forced_bet, raise_, street
from pokerroom.batch.kernel.blinds import post_antes, post_blinds
from pokerroom.batch.kernel.dealing import deal_street, reshuffle, serve_draw
from pokerroom.batch.kernel.openers import open_betting
from pokerroom.batch.kernel.piles import discard, shuffle
from pokerroom.batch.kernel.pots import build_pots
from pokerroom.batch.kernel.rake import take_rake
from pokerroom.batch.kernel.seats import (
    first_seat,
    has_acted,
    in_turn,
    is_live,
    join_line,
    line_up_live,
    place_of,
    several,
)
from pokerroom.batch.layout import (
    AGGRESSOR,
    BET,
    BET_TO,
    BETTING,
    BUTTON,
    CALL,
    CHECK,
    CONCEDE,
    CONTRIBUTED,
    COSTS,
    DEALING,
    DECK_CARDS,
    DECK_SIZE,
    DISCARD,
    DISCARDED,
    DISCARDING,
    DISCLOSED,
    DRAW,
    DRAWING,
    ENTERED,
    FOLD,
    FULL,
    HAS_BUTTON,
    IN_BLIND,
    KILL,
    KILL_SEAT,
    LAST,
    LEVEL,
    LINE,
    LINE_AT,
    LIVE,
    ON_TABLE,
    OPENER,
    OWED,
    PAID,
    POST,
    POT,
    RAISE_TO,
    RAKED,
    RAKES,
    SEAT_BET,
    SEATS,
    SHOW,
    SHOW_ALL,
    SHOW_ANY_ROUND,
    SHOWDOWN,
    SHOWN,
    SHUFFLING,
    STACK,
    STAGE,
    STREET,
    STREET_AGGRESSOR,
    TURN,
    UNCALLED,
    WAITING,
    WORK_BEFORE,
)
from pokerroom.batch.pieces import piece, within


@within
def count_pot(rules: Any, lane: Any) -> None:
    """Every chip that came to the table, is in nobody's stack, and not with the house or in the bad beat box."""
    chips = lane[ON_TABLE] - lane[RAKED] - lane[CONTRIBUTED]
    for seat in range(rules[SEATS]):
        chips -= lane[place_of(rules, seat) + STACK]
    lane[POT] = chips


@piece
def settle_uncalled(rules: Any, lane: Any) -> None:
    """14.6(d): the part of the highest bet above the next one is returned, or stays, unraked, if its hand is out."""
    most, second, of = 0, 0, -1
    for seat in range(rules[SEATS]):
        bet_of = lane[place_of(rules, seat) + SEAT_BET]
        if bet_of > most:
            most, second, of = bet_of, most, seat
        elif bet_of > second:
            second = bet_of
    if most == second:
        return
    place = place_of(rules, of)
    if is_live(lane, of):
        lane[place + SEAT_BET] -= most - second
        lane[place + STACK] += most - second
    else:
        lane[place + UNCALLED] += most - second


@piece
def close_betting(rules: Any, lane: Any, work: Any) -> None:
    """Return what nobody called, then gather the bets into the pot."""
    settle_uncalled(rules, lane)
    for seat in range(rules[SEATS]):
        place = place_of(rules, seat)
        work[WORK_BEFORE + seat] = lane[place + PAID]
        if lane[BET]:
            lane[place + PAID] += lane[place + SEAT_BET]
            lane[place + SEAT_BET] = 0
        lane[place + LEVEL] = -1
    lane[STAGE] = DEALING
    lane[LINE] = lane[BET] = lane[FULL] = lane[IN_BLIND] = 0
    if rules[RAKES]:
        take_rake(rules, lane, work)


@within
def late_entries(rules: Any, lane: Any) -> None:
    """A forced bettor nobody raised, or an all-in player, gives up the cards when the betting closes (AMB-59)."""
    if street(rules, lane, COSTS) == 0:
        return
    lane[LINE_AT] = lane[LINE] = 0
    for seat in range(rules[SEATS]):
        if is_live(lane, seat) and not (lane[ENTERED] >> seat) & 1:
            join_line(rules, lane, seat)
    if lane[LINE]:
        lane[STAGE] = DISCARDING


@piece
def open_showdown(rules: Any, lane: Any, work: Any) -> None:
    """The maker of the final wager shows first, the others clockwise, 14.15(d)."""
    build_pots(rules, lane, work, lane)
    first = lane[AGGRESSOR] if rules[SHOW_ANY_ROUND] else lane[STREET_AGGRESSOR]
    if first < 0:
        first = lane[OPENER] if lane[OPENER] >= 0 else first_seat(rules, lane)
    line_up_live(rules, lane, first)
    lane[STAGE] = SHOWDOWN
    if rules[SHOW_ALL]:
        lane[SHOWN] = lane[LIVE]
        lane[LINE] = 0


@within
def start_betting(rules: Any, lane: Any, work: Any) -> Any:
    """Whether a betting round opens; blinds that have put everybody all-in are gathered."""
    if open_betting(rules, lane):
        return True
    for seat in range(rules[SEATS]):
        if lane[place_of(rules, seat) + SEAT_BET]:
            close_betting(rules, lane, work)
            break
    return False


@within
def after_betting(rules: Any, lane: Any, work: Any) -> Any:
    if not is_complete(rules, lane):
        return False
    close_betting(rules, lane, work)
    if several(lane[LIVE]):
        late_entries(rules, lane)
        return True
    count_pot(rules, lane)
    award_pots(rules, lane, work)
    return False


@within
def after_dealing(rules: Any, lane: Any, deck: Any, work: Any) -> Any:
    if lane[WAITING] == 0 and lane[STREET] >= 0 and street(rules, lane, LAST):
        open_showdown(rules, lane, work)
        return True
    deal_street(rules, lane, deck)
    if lane[STAGE] != DEALING:
        return True
    if start_betting(rules, lane, work):
        return False
    late_entries(rules, lane)
    return True


@within
def after_drawing(rules: Any, lane: Any, deck: Any, work: Any) -> Any:
    if lane[LINE]:
        if lane[OWED]:
            serve_draw(rules, lane, deck)
            return True
        return False
    if start_betting(rules, lane, work):
        return False
    if street(rules, lane, LAST):
        open_showdown(rules, lane, work)
    else:
        deal_street(rules, lane, deck)
    return True


@within
def after_showing(rules: Any, lane: Any, work: Any) -> Any:
    if lane[LINE] == 0 or not several(lane[LIVE]):
        count_pot(rules, lane)
        award_pots(rules, lane, work)
    return False


@piece
def carry_on(rules: Any, lane: Any, deck: Any, work: Any) -> None:
    """Carry the round on until a player must act or it is over."""
    going = True
    while going:
        stage = lane[STAGE]
        if stage == BETTING:
            going = after_betting(rules, lane, work)
        elif stage == DEALING:
            going = after_dealing(rules, lane, deck, work)
        elif stage == SHUFFLING:
            reshuffle(rules, lane, deck, work)
        elif stage == DRAWING:
            going = after_drawing(rules, lane, deck, work)
        elif stage == SHOWDOWN:
            going = after_showing(rules, lane, work)
        else:
            going = False


@within
def wait(rules: Any, lane: Any) -> None:
    """For whoever must act, with the pot counted."""
    count_pot(rules, lane)
    lane[TURN] = in_turn(rules, lane)


@within
def act(rules: Any, lane: Any, deck: Any, work: Any, kind: Any, amount: Any, cards: Any) -> None:
    """A move of the player whose turn it is. It has been checked: only what is offered is done."""
    seat, given = lane[TURN], 0
    if cards:
        given = discard(rules, lane, seat, cards)
    if kind == FOLD:
        fold(rules, lane, seat)
    elif kind == CHECK:
        check(lane, seat)
    elif kind == CALL:
        call(rules, lane, seat)
    elif kind == BET_TO:
        bet(rules, lane, seat, amount)
    elif kind == RAISE_TO:
        raise_(rules, lane, seat, amount)
    elif kind == POST:
        post_forced_bet(rules, lane, seat)
    else:
        act_apart(rules, lane, seat, kind, given)
    # As long as somebody has to answer a bet, nothing follows by itself.
    if lane[STAGE] != BETTING or is_complete(rules, lane):
        carry_on(rules, lane, deck, work)
    wait(rules, lane)


@within
def act_apart(rules: Any, lane: Any, seat: Any, kind: Any, given: Any) -> None:
    """What is done outside the betting rounds: drawing, giving up cards, showing and conceding."""
    if kind == DRAW and given:
        lane[OWED] = lane[DISCARDED] = given
        return
    has_acted(lane)
    if kind == DISCARD and lane[LINE] == 0:
        lane[STAGE] = DEALING
    elif kind == SHOW or (kind == CONCEDE and rules[DISCLOSED]):
        lane[SHOWN] |= 1 << seat
    if kind == CONCEDE:
        leave(rules, lane, seat)


@within
def open_lane(rules: Any, lane: Any, deck: Any, work: Any, button: Any, kill: Any, holder: Any) -> None:
    """A new round: stakes are in the lane; forced money goes in and the first cards are dealt, 14.6(b) and 14.7(c)."""
    lane[BUTTON] = button if rules[HAS_BUTTON] else -1
    lane[KILL], lane[KILL_SEAT] = kill, holder
    lane[LIVE] = (1 << rules[SEATS]) - 1
    lane[STREET] = lane[OPENER] = lane[AGGRESSOR] = lane[STREET_AGGRESSOR] = -1
    lane[DECK_SIZE] = 52
    lane[STAGE] = DEALING
    for seat in range(rules[SEATS]):
        lane[ON_TABLE] += lane[place_of(rules, seat) + STACK]
        lane[place_of(rules, seat) + LEVEL] = -1
    post_antes(rules, lane)
    if rules[HAS_BUTTON]:
        post_blinds(rules, lane)
    carry_on(rules, lane, deck, work)
    wait(rules, lane)


@piece
def fresh_deck(deck: Any, wanted: Any) -> None:
    """A deck of 52 cards, of which so many may leave it before it is shuffled again."""
    for card in range(52):
        deck[DECK_CARDS + card] = card
    shuffle(deck, 52, wanted)
