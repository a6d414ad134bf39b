"""Cards off the deck: burns, streets, draws, and what each section does when the deck runs short."""

from typing import Any

from pokerroom.batch.kernel.betting import street
from pokerroom.batch.kernel.piles import (
    burn,
    collect_pile,
    collect_stub,
    give_down,
    give_up_card,
    in_pile,
    shuffle_back,
    stub,
    take,
)
from pokerroom.batch.kernel.seats import first_seat, has_acted, how_many, in_turn, line_up_live, wrapped
from pokerroom.batch.layout import (
    ARRIVE,
    BOARD,
    BOARD_CARDS,
    BURN,
    BURN_COUNTS,
    BURN_EACH_DRAW,
    BURNED,
    BURNS,
    COMMON_CARD,
    COMMUNITY,
    DEALING,
    DECK_CARDS,
    DECK_SIZE,
    DISCARDED,
    DRAW_CARDS,
    DRAWING,
    EARLIER_DISCARDS_BACK,
    FACE_DOWN,
    FACE_UP,
    IN_CENTER,
    LIVE,
    LONE_CARD_JOINS,
    MID_STREET,
    NO_SHORTAGE,
    OWED,
    OWN_DISCARDS_KEPT,
    OWNER,
    PILE_AT,
    PILE_CARDS,
    REMAINING_FIRST,
    RESHUFFLE_DISCARDS,
    SEATS,
    SHORTAGE,
    SHUFFLING,
    STAGE,
    STREET,
    WAITING,
    WORK_CARDS,
)
from pokerroom.batch.pieces import piece, within

BURN_BIT = 1 << BURNS
EVERYBODY = BURN_BIT - 1


@piece
def run_short(lane: Any) -> None:
    lane[STAGE] = SHUFFLING


@piece
def deal_street(rules: Any, lane: Any, deck: Any) -> None:
    """Deal the next street, or go on with the one that a short deck interrupted."""
    going_on = lane[WAITING] != 0
    lane[STREET] += not going_on
    arrive = street(rules, lane, ARRIVE)
    if arrive == DRAW_CARDS:
        lane[STAGE] = DRAWING
        if rules[BURN_EACH_DRAW]:
            lane[BURNED] = 0
        line_up_live(rules, lane, first_seat(rules, lane))
    elif arrive == COMMUNITY:
        deal_to_center(rules, lane, deck, street(rules, lane, IN_CENTER))
    else:
        if not going_on:
            lane[WAITING] = lane[LIVE]
        deal_to_seats(rules, lane, deck, going_on)


@piece
def deal_to_center(rules: Any, lane: Any, deck: Any, cards: Any) -> None:
    if street(rules, lane, BURN):
        burn(rules, lane, deck)
        lane[BURNED] = 1
    for _ in range(cards):
        lane[BOARD + lane[BOARD_CARDS]] = take(lane, deck)
        lane[BOARD_CARDS] += 1


@piece
def deal_to_seats(rules: Any, lane: Any, deck: Any, going_on: Any) -> None:
    """A card of each round to everybody who waits, or what the shortage clause says where the deck does not hold it."""
    players, burns, left = how_many(lane[WAITING]), street(rules, lane, BURN), stub(lane)
    rounds = street(rules, lane, FACE_DOWN) + street(rules, lane, FACE_UP)
    enough = players * rounds + burns <= left
    if rules[SHORTAGE] == NO_SHORTAGE or (enough and not going_on):
        deal_parcel(rules, lane, deck, players, burns)
    elif rules[SHORTAGE] == COMMON_CARD:
        common_card(rules, lane, deck, players, going_on)
    elif enough:
        deal_parcel(rules, lane, deck, players, burns)
    elif left == 0 or not rules[MID_STREET]:
        run_short(lane)
    else:
        # 14.9B(h): deal until the deck is empty; the rest of the street follows after the reshuffle.
        deal_parcel(rules, lane, deck, left - 1, burns)
        run_short(lane)


@piece
def deal_parcel(rules: Any, lane: Any, deck: Any, players: Any, burns: Any) -> None:
    """A burn card where one is due, then the cards round by round, down cards first."""
    if burns:
        burn(rules, lane, deck)
        lane[BURNED] = 1
    waiting, downs = lane[WAITING], street(rules, lane, FACE_DOWN)
    for number in range(downs + street(rules, lane, FACE_UP)):
        waiting = deal_round(rules, lane, deck, players, number < downs)
    lane[WAITING] = waiting


@piece
def deal_round(rules: Any, lane: Any, deck: Any, players: Any, down: Any) -> Any:
    """A card to each of so many who wait, from where dealing starts; returns who has none yet."""
    start, waiting = first_seat(rules, lane), lane[WAITING]
    for step in range(rules[SEATS]):
        seat = wrapped(rules, start + step)
        if players > 0 and (waiting >> seat) & 1:
            if down:
                give_down(rules, lane, seat, take(lane, deck))
            else:
                give_up_card(rules, lane, seat, take(lane, deck))
            waiting &= ~(1 << seat)
            players -= 1
    return waiting


@within
def common_card(rules: Any, lane: Any, deck: Any, players: Any, going_on: Any) -> None:
    """14.9(h): burn one, then one common card for everybody; the burn counts as a needed card unless the house skips
    it (AMB-51).
    """
    left = stub(lane)
    if not rules[BURN_COUNTS] and left == players and not going_on:
        deal_parcel(rules, lane, deck, players, 0)
    elif left < street(rules, lane, BURN) + 1:
        run_short(lane)
    else:
        deal_to_center(rules, lane, deck, 1)
        lane[WAITING] = 0


@piece
def serve_draw(rules: Any, lane: Any, deck: Any) -> None:
    """The cards owed to the player drawing, after the burn of this draw (R-03); the stub's last cards go first."""
    left, burns, owed = stub(lane), lane[BURNED] == 0, lane[OWED]
    if left < owed + burns and left and rules[REMAINING_FIRST]:
        owed = left - burns
    if owed + burns > left:
        run_short(lane)
        return
    if burns:
        burn(rules, lane, deck)
        lane[BURNED] = 1
    seat = in_turn(rules, lane)
    for _ in range(owed):
        give_down(rules, lane, seat, take(lane, deck))
    lane[OWED] -= owed
    if lane[OWED] == 0:
        has_acted(lane)


@piece
def reshuffle(rules: Any, lane: Any, deck: Any, work: Any) -> None:
    """What goes back into the deck; each game's section says what."""
    if rules[SHORTAGE] == COMMON_CARD:
        reshuffle_burns(rules, lane, deck, work)
    elif rules[SHORTAGE] == RESHUFFLE_DISCARDS:
        reshuffle_discards(rules, lane, deck, work)
    else:
        reshuffle_muck(rules, lane, deck, work)
    lane[STAGE] = DRAWING if lane[OWED] else DEALING


@within
def reshuffle_burns(rules: Any, lane: Any, deck: Any, work: Any) -> None:
    """Stud: the burn cards, and the last card of the deck, or that card beneath them (AMB-52)."""
    beneath, card = stub(lane), deck[DECK_CARDS + lane[DECK_SIZE] - 1]
    pool = collect_stub(lane, deck, work, 0) if rules[LONE_CARD_JOINS] else 0
    pool = collect_pile(rules, lane, work, pool, BURN_BIT)
    shuffle_back(lane, deck, work, pool)
    if beneath and not rules[LONE_CARD_JOINS]:
        deck[DECK_CARDS + pool] = card
        lane[DECK_SIZE] += 1


@within
def reshuffle_muck(rules: Any, lane: Any, deck: Any, work: Any) -> None:
    """Super stud: muck and burn cards; a house may leave out the discards of players still to be served (AMB-58)."""
    owners = BURN_BIT | EVERYBODY
    if rules[OWN_DISCARDS_KEPT]:
        without = owners & ~lane[WAITING]
        if stub(lane) + in_pile(rules, lane, without) > how_many(lane[WAITING]):
            owners = without
    pool = collect_stub(lane, deck, work, 0)
    shuffle_back(lane, deck, work, collect_pile(rules, lane, work, pool, owners))


@within
def reshuffle_discards(rules: Any, lane: Any, deck: Any, work: Any) -> None:
    """Draw games: every discard except the drawer's own; those too where nothing else is left, first those of earlier
    draws (R-02), then the burn cards.
    """
    drawer = in_turn(rules, lane)
    needed = lane[OWED] + (lane[BURNED] == 0)
    pool = collect_stub(lane, deck, work, 0)
    pool = collect_pile(rules, lane, work, pool, EVERYBODY & ~(1 << drawer))
    if rules[EARLIER_DISCARDS_BACK] or pool < needed:
        pool = collect_earlier(rules, lane, work, pool, drawer)
    if pool < needed:
        pool = collect_pile(rules, lane, work, pool, 1 << drawer)
    if pool < needed:
        pool = collect_pile(rules, lane, work, pool, BURN_BIT)
    shuffle_back(lane, deck, work, pool)


@within
def collect_earlier(rules: Any, lane: Any, work: Any, pool: Any, drawer: Any) -> Any:
    """The drawer's discards but for those of this draw, which are the last of them."""
    at, kept = rules[PILE_AT], 0
    earlier = in_pile(rules, lane, 1 << drawer) - lane[DISCARDED]
    for number in range(lane[PILE_CARDS]):
        each = lane[at + number]
        if each >> OWNER == drawer and earlier > 0:
            work[WORK_CARDS + pool] = each & ((1 << OWNER) - 1)
            pool += 1
            earlier -= 1
        else:
            lane[at + kept] = each
            kept += 1
    for number in range(kept, lane[PILE_CARDS]):
        lane[at + number] = 0
    lane[PILE_CARDS] = kept
    return pool
