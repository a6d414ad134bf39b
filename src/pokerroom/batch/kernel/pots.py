"""The pots of a round: table stakes and side pots, 14.7(c)4, each less its rake."""

from typing import Any

from pokerroom.batch.kernel.seats import is_live, place_of
from pokerroom.batch.layout import (
    ANTE_PAID,
    LAYER_ANTE,
    LAYER_ANTE_TOP,
    LAYER_CLAIM,
    LAYER_STAKE,
    LAYER_STAKE_TOP,
    LAYER_WIDTH,
    LIVE,
    PAID,
    POT_AMOUNT,
    POT_CLAIM,
    POTS,
    RAKED,
    SEAT_BET,
    SEATS,
    STACK,
    TAKEN,
    TAKEN_BY,
    TAKEN_CLAIM,
    TAKING_WIDTH,
    TAKINGS,
    TAKINGS_AT,
    TOP,
    WORK_ANTES,
    WORK_HELD,
    WORK_LAYERS,
    WORK_OWED,
    WORK_STAKES,
)
from pokerroom.batch.pieces import piece, within


@piece
def between(amount: Any, low: Any, high: Any) -> Any:
    """How much of an amount lies above one height and up to another."""
    return min(amount, high) - min(amount, low)


@piece
def count_gathered(rules: Any, lane: Any, work: Any) -> None:
    """Count the chips in the pots; bets still in front of players are not included."""
    for seat in range(rules[SEATS]):
        place = place_of(rules, seat)
        work[WORK_ANTES + seat] = lane[place + ANTE_PAID]
        work[WORK_STAKES + seat] = lane[place + PAID]


@piece
def holds(rules: Any, work: Any, layer: Any) -> Any:
    """How many of the counted chips are in a layer."""
    at, chips = WORK_LAYERS + layer * LAYER_WIDTH, 0
    for seat in range(rules[SEATS]):
        chips += between(work[WORK_ANTES + seat], work[at + LAYER_ANTE], work[at + LAYER_ANTE_TOP])
        chips += between(work[WORK_STAKES + seat], work[at + LAYER_STAKE], work[at + LAYER_STAKE_TOP])
    return chips


@piece
def add_layer(work: Any, found: Any, ante: Any, ante_top: Any, stake: Any, stake_top: Any, claim: Any) -> Any:
    """The chips between two heights of every ante and between two of every stake, and who may win them."""
    at = WORK_LAYERS + found * LAYER_WIDTH
    work[at + LAYER_ANTE], work[at + LAYER_ANTE_TOP] = ante, ante_top
    work[at + LAYER_STAKE], work[at + LAYER_STAKE_TOP] = stake, stake_top
    work[at + LAYER_CLAIM] = claim
    return found + 1


@piece
def somebody_is_capped(rules: Any, lane: Any) -> Any:
    """Whether a live player is all-in: otherwise there is one pot, however much each paid, 14.1 "Side pot"."""
    for seat in range(rules[SEATS]):
        if is_live(lane, seat) and lane[place_of(rules, seat) + STACK] == 0:
            return True
    return False


@piece
def short_ante(rules: Any, lane: Any, seat: Any) -> Any:
    """What this player's last chips made of the ante, or more than any ante (R-11)."""
    place = place_of(rules, seat)
    all_in_on_it = lane[place + STACK] == 0 and lane[place + PAID] == 0 and lane[place + SEAT_BET] == 0
    return lane[place + ANTE_PAID] if all_in_on_it else TOP


@within
def ante_layers(rules: Any, lane: Any, work: Any) -> Any:
    """A layer for each part of the ante that somebody is all-in on; returns their number, who is left, and from where
    the antes go on.
    """
    claim, found, antes, most = lane[LIVE], 0, 0, 0
    for seat in range(rules[SEATS]):
        most = max(most, lane[place_of(rules, seat) + ANTE_PAID])
    while most > 0:
        least = TOP
        for seat in range(rules[SEATS]):
            if (claim >> seat) & 1:
                least = min(least, short_ante(rules, lane, seat))
        if least >= most:
            break
        found = add_layer(work, found, antes, least, 0, 0, claim)
        for seat in range(rules[SEATS]):
            if (claim >> seat) & 1 and short_ante(rules, lane, seat) == least:
                claim &= ~(1 << seat)
        antes = least
    return found, claim, antes


@piece
def lowest_capped(rules: Any, lane: Any, claim: Any) -> Any:
    """The least that an all-in player of these has put in."""
    least = TOP
    for seat in range(rules[SEATS]):
        place = place_of(rules, seat)
        if (claim >> seat) & 1 and lane[place + STACK] == 0:
            least = min(least, lane[place + PAID])
    return least


@within
def all_layers(rules: Any, lane: Any, work: Any) -> Any:
    """The chips divided by who may win them, lowest first, as `play.pots.layers`."""
    found, claim, antes = ante_layers(rules, lane, work)
    below = 0
    while True:
        stake = lowest_capped(rules, lane, claim)
        if stake == TOP:
            break
        found = add_layer(work, found, antes, TOP, below, stake, claim)
        for seat in range(rules[SEATS]):
            place = place_of(rules, seat)
            if (claim >> seat) & 1 and lane[place + STACK] == 0 and lane[place + PAID] <= stake:
                claim &= ~(1 << seat)
        antes, below = TOP, stake
    if claim:
        return add_layer(work, found, antes, TOP, below, TOP, claim)
    # Chips of hands that are out, above every live stake, go with the last players who matched a part of them.
    last = WORK_LAYERS + (found - 1) * LAYER_WIDTH
    work[last + LAYER_ANTE_TOP] = work[last + LAYER_STAKE_TOP] = TOP
    return found


@piece
def layers(rules: Any, lane: Any, work: Any) -> Any:
    """The layers that hold chips, one for each pot; what they hold is left in the workspace."""
    count_gathered(rules, lane, work)
    if not somebody_is_capped(rules, lane):
        add_layer(work, 0, 0, TOP, 0, TOP, lane[LIVE])
        work[WORK_HELD] = holds(rules, work, 0)
        return 1
    found, kept = all_layers(rules, lane, work), 0
    for layer in range(found):
        chips = holds(rules, work, layer)
        if chips:
            for field in range(LAYER_WIDTH):
                work[WORK_LAYERS + kept * LAYER_WIDTH + field] = work[WORK_LAYERS + layer * LAYER_WIDTH + field]
            work[WORK_HELD + kept] = chips
            kept += 1
    return kept


@piece
def claim_of(work: Any, layer: Any) -> Any:
    return work[WORK_LAYERS + layer * LAYER_WIDTH + LAYER_CLAIM]


@piece
def rake_by_pot(rules: Any, lane: Any, work: Any, pots: Any, method: Any) -> None:
    """What a method, or any where it is -1, took from each of these pots: a pot is known by those of its claimants who
    are left.
    """
    for pot in range(pots):
        work[WORK_OWED + pot] = 0
    for number in range(lane[TAKINGS]):
        at = rules[TAKINGS_AT] + number * TAKING_WIDTH
        if method >= 0 and lane[at + TAKEN_BY] != method:
            continue
        left, place = lane[at + TAKEN_CLAIM] & lane[LIVE], 0
        for pot in range(pots):
            # The last pot that all of them may win; the main pot if none of them is left.
            if left and left & claim_of(work, pot) == left:
                place = pot
        work[WORK_OWED + place] += lane[at + TAKEN]


@piece
def bear(work: Any, owed: Any, pots: Any) -> None:
    """Each pot pays what it owes, never more than it holds; the main pot makes up shortfalls first. What is owed
    becomes what is paid.
    """
    short = 0
    for pot in range(pots):
        more = max(work[owed + pot] - work[WORK_HELD + pot], 0)
        work[owed + pot] -= more
        short += more
    for pot in range(pots):
        more = min(short, work[WORK_HELD + pot] - work[owed + pot])
        work[owed + pot] += more
        short -= more


@piece
def less_rake(rules: Any, lane: Any, work: Any, pots: Any) -> None:
    rake_by_pot(rules, lane, work, pots, -1)
    bear(work, WORK_OWED, pots)
    for pot in range(pots):
        work[WORK_HELD + pot] -= work[WORK_OWED + pot]


@piece
def build_pots(rules: Any, lane: Any, work: Any, into: Any) -> None:
    """The main pot first, then a side pot for each all-in player's stake that others exceed, each minus its rake."""
    pots, kept = layers(rules, lane, work), 0
    if lane[RAKED]:
        less_rake(rules, lane, work, pots)
    for pot in range(pots):
        if work[WORK_HELD + pot]:
            into[place_of(rules, kept) + POT_AMOUNT] = work[WORK_HELD + pot]
            into[place_of(rules, kept) + POT_CLAIM] = claim_of(work, pot)
            kept += 1
    into[POTS] = kept
