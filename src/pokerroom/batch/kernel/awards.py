"""The award of every pot: shares, qualifiers, halves and odd units, 14.6(e)5 and 6, 14.3(d)."""

from typing import Any

import numpy as np

from pokerroom.batch.kernel.ranking import bit_of, hand_strength, strength
from pokerroom.batch.kernel.seats import first_seat, how_many, is_live, place_of, several
from pokerroom.batch.layout import (
    ALL_CARDS_DECIDE,
    ALL_TO_FIRST,
    AWARDED,
    BADUGI,
    BOARD,
    BOARD_CARDS,
    BY_HIGHEST_CARD,
    BY_POSITION,
    CARDS,
    CHIP,
    CLOSED,
    CONTRIBUTED,
    CONTRIBUTION,
    DOWN_MOST,
    DOWNS,
    FLOOR,
    FROM_BOARD,
    FROM_OWN,
    HAND_CARDS,
    HIGH_FIVE,
    JOINED,
    LEAST_POT,
    LINE,
    LIVE,
    LOW_ACE_TO_FIVE,
    MOST_SEATS,
    ODD_TO,
    OMAHA_HIGH,
    OMAHA_LOW,
    POT,
    POT_AMOUNT,
    POT_CLAIM,
    POTS,
    RANKED,
    SEATS,
    SHARE_WIDTH,
    SHARES,
    SHARES_AT,
    STACK,
    STAGE,
    TOP,
    UPS,
    WORK_CARDS,
    WORK_CHOICE,
    WORK_ORDER,
    WORK_STANDINGS,
    WORK_STRENGTHS,
    WORK_WINNERS,
    WORST_DECIDES,
)
from pokerroom.batch.pieces import piece, within

BADUGI_CARDS = 13
"""Above this bit the strength of a badugi says how many cards it counts."""


@piece
def share(rules: Any, number: Any, field: Any) -> Any:
    return rules[rules[SHARES_AT] + number * SHARE_WIDTH + field]


@within
def contribute(rules: Any, lane: Any) -> None:
    """Every pot that is large enough contributes to the bad beat payout fund, 14.19(c) (AMB-137)."""
    if rules[CONTRIBUTION] == 0:
        return
    if not several(lane[LIVE]):
        given = rules[CONTRIBUTION] if lane[POT] >= rules[LEAST_POT] else 0
        if lane[POTS] and given:
            # The one player left has one pot.
            lane[POTS] = 1
            lane[place_of(rules, 0) + POT_AMOUNT] -= given
        lane[CONTRIBUTED] += given
        lane[POT] -= given
        return
    for pot in range(lane[POTS]):
        at = place_of(rules, pot) + POT_AMOUNT
        if lane[at] >= rules[LEAST_POT]:
            lane[at] -= rules[CONTRIBUTION]
            lane[CONTRIBUTED] += rules[CONTRIBUTION]
            lane[POT] -= rules[CONTRIBUTION]


@within
def rank_hands(rules: Any, lane: Any, work: Any) -> None:
    """The strength of every live hand for each share; -1 where it does not qualify."""
    for number in range(rules[SHARES]):
        for seat in range(rules[SEATS]):
            made = -1
            if is_live(lane, seat):
                made = hand_strength(rules, lane, seat, share(rules, number, RANKED))
                if made < share(rules, number, FLOOR):
                    made = -1
            work[WORK_STRENGTHS + number * MOST_SEATS + seat] = made


@within
def find_winners(rules: Any, lane: Any, work: Any, pot: Any) -> None:
    """The best hand of each share among the claimants of a pot; nobody where no hand qualifies."""
    claim = lane[place_of(rules, pot) + POT_CLAIM] & lane[LIVE]
    for number in range(rules[SHARES]):
        best, winners = -1, 0
        for seat in range(rules[SEATS]):
            made = work[WORK_STRENGTHS + number * MOST_SEATS + seat]
            if (claim >> seat) & 1 and made >= 0:
                if made > best:
                    best, winners = made, 1 << seat
                elif made == best:
                    winners |= 1 << seat
        work[WORK_WINNERS + number * MOST_SEATS + pot] = winners


@piece
def same_winners(rules: Any, work: Any, pot: Any) -> Any:
    """Whether the same hands win this pot and the one before it, so that they are one (AMB-76)."""
    for number in range(rules[SHARES]):
        at = WORK_WINNERS + number * MOST_SEATS + pot
        if work[at] != work[at - 1]:
            return False
    return True


@within
def divide_pots(rules: Any, lane: Any, work: Any) -> None:
    rank_hands(rules, lane, work)
    for pot in range(lane[POTS]):
        find_winners(rules, lane, work, pot)
    pot = 0
    while pot < lane[POTS]:
        amount, first = lane[place_of(rules, pot) + POT_AMOUNT], pot
        pot += 1
        while rules[JOINED] and pot < lane[POTS] and same_winners(rules, work, pot):
            amount += lane[place_of(rules, pot) + POT_AMOUNT]
            pot += 1
        divide(rules, lane, work, first, amount)


@within
def divide(rules: Any, lane: Any, work: Any, pot: Any, amount: Any) -> None:
    """Equal shares in whole odd units; what cannot be divided goes to the first, the high hand."""
    claimed = 0
    for number in range(rules[SHARES]):
        claimed += work[WORK_WINNERS + number * MOST_SEATS + pot] != 0
    equal = amount // (claimed * rules[CHIP]) * rules[CHIP]
    part = amount - equal * (claimed - 1)
    for number in range(rules[SHARES]):
        if work[WORK_WINNERS + number * MOST_SEATS + pot]:
            award(rules, lane, work, number, pot, part)
            part = equal


@within
def award(rules: Any, lane: Any, work: Any, number: Any, pot: Any, amount: Any) -> None:
    """One share of a pot to its winners; one odd unit each in order (AMB-71), less than a unit to the first (R-04)."""
    winners, chip = work[WORK_WINNERS + number * MOST_SEATS + pot], rules[CHIP]
    players = how_many(winners)
    equal = amount // (players * chip) * chip
    odd = amount - equal * players
    line_up_winners(rules, lane, work, number, winners, odd > 0 and players > 1)
    units, rest = odd // chip, odd % chip
    for place in range(players):
        extra = chip if place < units else 0
        if rules[ALL_TO_FIRST]:
            extra = units * chip if place == 0 else 0
        if place == 0:
            extra += rest
        at = place_of(rules, work[WORK_ORDER + place]) + STACK
        lane[at] += equal + extra
    lane[AWARDED] += amount


@within
def line_up_winners(rules: Any, lane: Any, work: Any, number: Any, winners: Any, ordered: Any) -> None:
    """The winners in the order in which odd units go to them; equal ones keep the order of their seats."""
    found = 0
    start = first_seat(rules, lane)
    by_position = share(rules, number, ODD_TO) == BY_POSITION
    for seat in range(rules[SEATS]):
        if not (winners >> seat) & 1:
            continue
        standing = 0
        if ordered:
            standing = (seat - start) % rules[SEATS] if by_position else standing_of(rules, lane, work, number, seat)
        place = found
        while place > 0 and work[WORK_STANDINGS + place - 1] > standing:
            work[WORK_STANDINGS + place] = work[WORK_STANDINGS + place - 1]
            work[WORK_ORDER + place] = work[WORK_ORDER + place - 1]
            place -= 1
        work[WORK_STANDINGS + place], work[WORK_ORDER + place] = standing, seat
        found += 1


@piece
def lay_out(rules: Any, lane: Any, work: Any, seat: Any) -> Any:
    """A player's cards, then the board's; returns how many of each."""
    place = place_of(rules, seat)
    downs, ups, center = lane[place + DOWNS], lane[place + UPS], lane[BOARD_CARDS]
    for card in range(downs):
        work[WORK_CARDS + card] = lane[place + CARDS + card]
    for card in range(ups):
        work[WORK_CARDS + downs + card] = lane[place + CARDS + rules[DOWN_MOST] + card]
    for card in range(center):
        work[WORK_CARDS + downs + ups + card] = lane[BOARD + card]
    return downs + ups, center


@piece
def standing_of(rules: Any, lane: Any, work: Any, number: Any, seat: Any) -> Any:
    """The cards that decide an odd unit, as a number: the lowest takes it first. Every best way to form the hand
    counts, or all the player's own cards (AMB-72).
    """
    own, center = lay_out(rules, lane, work, seat)
    if rules[ALL_CARDS_DECIDE]:
        return standing_of_choice(rules, work, number, (1 << own) - 1)
    best = work[WORK_STRENGTHS + number * MOST_SEATS + seat]
    standing = TOP
    for choice in range(1 << (own + center)):
        if forms(rules, number, choice, own, best) and strength_of_choice(rules, work, number, choice, own) == best:
            standing = min(standing, standing_of_choice(rules, work, number, choice))
    return standing


@piece
def forms(rules: Any, number: Any, choice: Any, own: Any, best: Any) -> Any:
    """Whether a choice of cards has as many as the hand: of all, or of the player's own and of the board."""
    if share(rules, number, FROM_OWN):
        mine = choice & ((1 << own) - 1)
        theirs = how_many(choice >> own)
        return how_many(mine) == share(rules, number, FROM_OWN) and theirs == share(rules, number, FROM_BOARD)
    cards = share(rules, number, HAND_CARDS)
    if share(rules, number, RANKED) == BADUGI:
        cards = best >> BADUGI_CARDS
    return how_many(choice) == cards


@piece
def strength_of_choice(rules: Any, work: Any, number: Any, choice: Any, own: Any) -> Any:
    """The strength of the chosen cards alone. Two own cards with three of the board are ranked as those five."""
    mine, theirs, cards = np.uint64(0), np.uint64(0), 0
    place = 0
    while choice >> place:
        if (choice >> place) & 1:
            cards += 1
            if place < own:
                mine |= bit_of(work[WORK_CARDS + place])
            else:
                theirs |= bit_of(work[WORK_CARDS + place])
        place += 1
    ranked = share(rules, number, RANKED)
    if ranked == OMAHA_HIGH:
        ranked = HIGH_FIVE
    elif ranked == OMAHA_LOW:
        ranked = LOW_ACE_TO_FIVE
    return strength(ranked, mine, theirs, cards)


@piece
def standing_of_choice(rules: Any, work: Any, number: Any, choice: Any) -> Any:
    """The highest card by suit first, 14.9(i)3ii; or the lowest, ace low (AMB-73), or the worst."""
    highest = share(rules, number, ODD_TO) == BY_HIGHEST_CARD
    count, place = 0, 0
    while choice >> place:
        if (choice >> place) & 1:
            card = work[WORK_CARDS + place]
            # What decides comes first, and the lower number wins.
            value = 51 - card if highest else (card + 4) % 52
            falling = not highest and rules[WORST_DECIDES] != 0
            at = count
            while at > 0 and (work[WORK_CHOICE + at - 1] > value) != falling:
                work[WORK_CHOICE + at] = work[WORK_CHOICE + at - 1]
                at -= 1
            work[WORK_CHOICE + at] = value
            count += 1
        place += 1
    standing = 0
    for number_of in range(count):
        standing = (standing << 6) | work[WORK_CHOICE + number_of]
    return standing


@piece
def award_pots(rules: Any, lane: Any, work: Any) -> None:
    """Contributions first; then all to the last player, 14.6(e)5, or each pot to its winners. The round is over."""
    contribute(rules, lane)
    if several(lane[LIVE]):
        divide_pots(rules, lane, work)
    else:
        for seat in range(rules[SEATS]):
            if is_live(lane, seat):
                lane[place_of(rules, seat) + STACK] += lane[POT]
        lane[AWARDED] += lane[POT]
    lane[POT] = 0
    lane[STAGE] = CLOSED
    lane[LINE] = 0
