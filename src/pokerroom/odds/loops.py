"""The loops of the odds that Numba compiles; imported only where Numba is."""

from typing import Any

import numpy as np

from pokerroom.ranking.bulk.compiled import loop
from pokerroom.ranking.bulk.dealing import GOLDEN
from pokerroom.ranking.bulk.dealing_loop import hashed

Array = Any
"""A NumPy array as Numba sees it."""


@loop
def settle(strengths: Array, settled: Array) -> None:
    """The outcome of each deal, from strengths by share, player and deal."""
    shares, players, deals = strengths.shape
    for deal in range(deals):
        outcome = 0
        for share in range(shares):
            best = np.uint32(0)
            winners = 0
            for player in range(players):
                strength = strengths[share, player, deal]
                if strength > best:
                    best = strength
                    winners = 0
                winners |= int(strength == best and best > 0) << player
            outcome |= winners << (share * players)
        settled[deal] = outcome


@loop
def joined(best: Any, winners: Any, strength: Any, bit: Any) -> tuple[Any, Any]:
    """The best strength and who has it, after one more player."""
    if strength > best:
        return strength, bit
    if strength == best and best > 0:
        return best, winners | bit
    return best, winners


@loop
def join(
    masks: Array, starts: Array, strengths: Array, boards: Array, bits: Array, counts: Array
) -> None:
    """Every deal of one hand to each player that uses no card twice, board by board, counted by outcome.

    The hands of player `p` are those from `starts[p]` to `starts[p + 1]`, in `strengths` by share, board and hand. `bits` holds
    the bit of each player and share in an outcome.
    """
    players = starts.shape[0] - 1
    shares = strengths.shape[0]
    places = np.empty(players, np.int64)
    used = np.empty(players, np.uint64)
    best = np.zeros((players, shares), np.uint32)
    winners = np.zeros((players, shares), np.int64)
    for board in range(boards.shape[0]):
        player = 0
        places[0] = starts[0]
        used[0] = boards[board]
        while player >= 0:
            end = starts[player + 1]
            if player == players - 1:
                begin = places[player]
                if shares == 1:
                    meet_one(
                        masks[begin:end],
                        strengths[0, board, begin:end],
                        used[player],
                        best[player],
                        winners[player],
                        bits[player],
                        counts,
                    )
                else:
                    meet_two(
                        masks[begin:end],
                        strengths[0, board, begin:end],
                        strengths[1, board, begin:end],
                        used[player],
                        best[player],
                        winners[player],
                        bits[player],
                        counts,
                    )
                player -= 1
                if player >= 0:
                    places[player] += 1
                continue
            hand = places[player]
            if hand == end:
                player -= 1
                if player >= 0:
                    places[player] += 1
                continue
            if masks[hand] & used[player]:
                places[player] += 1
                continue
            for share in range(shares):
                best[player + 1, share], winners[player + 1, share] = joined(
                    best[player, share], winners[player, share], strengths[share, board, hand], bits[player, share]
                )
            used[player + 1] = used[player] | masks[hand]
            player += 1
            places[player] = starts[player]


@loop
def meet_one(
    masks: Array, strengths: Array, used: Any, best: Array, winners: Array, bits: Array, counts: Array
) -> None:
    """The last player's hands against the best of the others, one share."""
    dealt = won = tied = 0
    mark = best[0]
    for hand in range(masks.shape[0]):
        fits = (masks[hand] & used) == 0
        dealt += fits
        won += fits & (strengths[hand] > mark)
        tied += fits & (strengths[hand] == mark)
    counts[bits[0]] += won
    counts[winners[0] | (bits[0] if mark > 0 else 0)] += tied
    counts[winners[0]] += dealt - won - tied


@loop
def meet_two(
    masks: Array,
    first: Array,
    second: Array,
    used: Any,
    best: Array,
    winners: Array,
    bits: Array,
    counts: Array,
) -> None:
    """The same with two shares: each is lost, tied or won."""
    times = np.zeros(9, np.int64)
    high, low = best[0], best[1]
    for hand in range(masks.shape[0]):
        if masks[hand] & used == 0:
            one = int(first[hand] > high) + int(first[hand] >= high)
            two = int(second[hand] > low) + int(second[hand] >= low)
            times[3 * one + two] += 1
    for one in range(3):
        for two in range(3):
            # Where the mark is zero nobody claims the share, and an equal hand claims it no more.
            outcome = taken(one, winners[0], bits[0], high) | taken(two, winners[1], bits[1], low)
            counts[outcome] += times[3 * one + two]


@loop
def taken(compared: int, winners: Any, bit: Any, mark: Any) -> Any:
    """Who has the share after the last player lost it (0), tied for it (1) or won it (2)."""
    if compared == 2:
        return bit
    if compared == 1 and mark > 0:
        return winners | bit
    return winners


@loop
def choose_hands(key: Any, first: Any, masks: Array, starts: Array, attempts: int, chosen: Array, used: Array) -> int:
    """Which of his hands each player holds in each round, all tried again while two want one card. Rounds that found none."""
    failed = 0
    for row in range(chosen.shape[0]):
        for attempt in range(attempts):
            number = ((first + np.uint64(row)) << np.uint64(20)) | (np.uint64(attempt) << np.uint64(4))
            held = np.uint64(0)
            fits = True
            for player in range(starts.shape[0] - 1):
                choices = np.uint64(starts[player + 1] - starts[player])
                drawn = hashed(key + (number | np.uint64(player)) * GOLDEN) >> np.uint64(32)
                hand = starts[player] + np.int64((drawn * choices) >> np.uint64(32))
                chosen[row, player] = hand
                fits = fits and (masks[hand] & held) == 0
                held |= masks[hand]
            used[row] = held
            if fits:
                break
        else:
            failed += 1
    return failed


@loop
def leave_out(dealt: Array, used: Array, bits: Array, left: Array) -> None:
    """Of each row of dealt cards the first that are not used."""
    for row in range(left.shape[0]):
        at = 0
        for card in dealt[row]:
            if at < left.shape[1] and (bits[card] & used[row]) == 0:
                left[row, at] = card
                at += 1


@loop
def deal_classes(
    hands: Array,
    times: Array,
    twos: Array,
    dead: Array,
    shape: Any,
    plain: Array,
    suited: Array,
    counts: Array,
) -> None:
    """Whole boards dealt to known hands, class by class of boards; each deal of hands counts so many times.

    `hands` has the card numbers by deal, player and card; `twos` the places of the own cards that may play together. `shape`
    are the arrays of `board_classes.Shape`; `plain` and `suited` the strengths of its tables, by share.
    """
    shares = plain.shape[0]
    players = hands.shape[1]
    best = np.empty((shares, players, plain.shape[2]), np.uint32)
    flush = np.empty((shares, players, 4, suited.shape[2]), np.uint32)
    here = np.empty((shares, players), np.uint32)
    flushed = np.empty(plain.shape[2], np.int64)
    ranks = np.empty(4, np.int64)
    held = np.empty(13, np.int64)
    for deal in range(hands.shape[0]):
        own = hands[deal]
        remaining(own, dead, ranks, held)
        for share in range(shares):
            for player in range(players):
                table_of_hand(own[player], twos, shape, plain[share], best[share, player])
                flushes_of_hand(own[player], twos, shape, suited[share], flush[share, player])
        flushed[:] = 0
        for suit in range(4):
            deal_suited(suit, ranks, held, times[deal], shape, best, flush, here, flushed, counts)
        here[:] = 0
        for board in range(flushed.shape[0]):
            ways = shape.choose[held[shape.ranks[board, 0]], shape.times[board, 0]]
            for place in range(1, 5):
                ways *= shape.choose[held[shape.ranks[board, place]], shape.times[board, place]]
            if ways > flushed[board]:
                counts[outcome_of(best, here, board)] += (ways - flushed[board]) * times[deal]


@loop
def remaining(own: Array, dead: Array, ranks: Array, held: Array) -> None:
    """What is left in the deck: a mask of ranks for each suit, and how many suits each rank has."""
    ranks[:] = 0x1FFF
    for card in own.flat:
        ranks[card & 3] &= ~(1 << (card >> 2))
    for card in dead:
        ranks[card & 3] &= ~(1 << (card >> 2))
    for rank in range(13):
        held[rank] = 0
        for suit in range(4):
            held[rank] += (ranks[suit] >> rank) & 1


@loop
def table_of_hand(own: Array, twos: Array, shape: Any, plain: Array, best: Array) -> None:
    """For each class of boards the best that the own cards make of it without a flush."""
    best[:] = 0
    for two in range(twos.shape[0]):
        row = plain[shape.pair[own[twos[two, 0]] >> 2, own[twos[two, 1]] >> 2]]
        for board in range(best.shape[0]):
            best[board] = max(best[board], row[board])


@loop
def flushes_of_hand(own: Array, twos: Array, shape: Any, suited: Array, flush: Array) -> None:
    """For each suit and each set of ranks the board may have in it the best flush the own cards make."""
    flush[:] = 0
    for suit in range(4):
        for two in range(twos.shape[0]):
            one, other = own[twos[two, 0]], own[twos[two, 1]]
            # Card 13 of a suit stands for none.
            first = one >> 2 if one & 3 == suit else 13
            second = other >> 2 if other & 3 == suit else 13
            row = suited[shape.suited_pair[first, second]]
            if row[-1] or row.any():
                for mask in range(row.shape[0]):
                    flush[suit, mask] = max(flush[suit, mask], row[mask])


@loop
def deal_suited(
    suit: int,
    ranks: Array,
    held: Array,
    times: int,
    shape: Any,
    best: Array,
    flush: Array,
    here: Array,
    flushed: Array,
    counts: Array,
) -> None:
    """The boards with three, four or five cards of a suit in which somebody has a flush."""
    others = np.empty(13, np.int64)
    for rank in range(13):
        others[rank] = held[rank] - ((ranks[suit] >> rank) & 1)
    ways = np.empty(shape.rest.shape[0], np.int64)
    for rest in range(ways.shape[0]):
        # The cards of other suits: two ranks, one, or none, where 13 stands for none.
        one, other = shape.rest[rest, 0], shape.rest[rest, 1]
        if one == 13:
            ways[rest] = 1
        elif other == 13:
            ways[rest] = others[one]
        elif one == other:
            ways[rest] = others[one] * (others[one] - 1) // 2
        else:
            ways[rest] = others[one] * others[other]
    for mask in range(shape.masks.shape[0]):
        if shape.masks[mask] & ~ranks[suit]:
            continue
        somebody = False
        for share in range(here.shape[0]):
            for player in range(here.shape[1]):
                here[share, player] = flush[share, player, suit, mask]
                somebody = somebody or here[share, player] > 0
        if not somebody:
            continue
        start = shape.rest_from[mask]
        for step in range(shape.place_from[mask + 1] - shape.place_from[mask]):
            if ways[start + step]:
                board = shape.places[shape.place_from[mask] + step]
                flushed[board] += ways[start + step]
                counts[outcome_of(best, here, board)] += ways[start + step] * times


@loop
def outcome_of(best: Array, here: Array, board: int) -> int:
    """Who has the best hands, where each player has the better of his plain hand and his flush."""
    outcome = 0
    players = best.shape[1]
    for share in range(best.shape[0]):
        mark = np.uint32(1)
        winners = 0
        for player in range(players):
            strength = max(best[share, player, board], here[share, player])
            if strength > mark:
                mark = strength
                winners = 1 << player
            elif strength == mark:
                winners |= 1 << player
        outcome |= winners << (share * players)
    return outcome
