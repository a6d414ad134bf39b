"""The loops of the odds that Numba compiles; imported only where Numba is."""

from typing import Any

import numpy as np

from pokerroom.ranking.bulk.compiled import loop
from pokerroom.ranking.bulk.dealing_loop import hashed
from pokerroom.ranking.bulk.hashing import GOLDEN

Array = Any
"""A NumPy array as Numba sees it."""


@loop
def settle(strengths: Array, settled: Array) -> None:
    """The outcome of each deal, from strengths by share, player and deal."""
    shares, players, deals = strengths.shape
    for deal in range(deals):
        outcome = 0
        for share in range(shares):
            mark = np.uint32(1)
            winners = 0
            for player in range(players):
                strength = strengths[share, player, deal]
                # Sums instead of branches, which could not be predicted.
                winners = winners * int(strength <= mark) + (int(strength >= mark) << player)
                mark = max(mark, strength)
            outcome |= winners << (share * players)
        settled[deal] = outcome


@loop
def join(masks: Array, starts: Array, strengths: Array, boards: Array, bits: Array, counts: Array) -> None:
    """Count by outcome every deal of one hand to each player that uses no card twice, board by board.

    The hands of player `p` are those from `starts[p]` to `starts[p + 1]`, in `strengths` by share, board and hand.
    `bits` holds the bit of each player and share in an outcome.
    """
    players, shares = bits.shape
    last = players - 1
    others = masks[starts[last] :]
    places = np.empty(players, np.int64)
    used = np.empty(players, np.uint64)
    best = np.zeros((players, shares), np.uint32)
    winners = np.zeros((players, shares), np.int64)
    for board in range(boards.shape[0]):
        player = 0
        places[0] = starts[0]
        used[0] = boards[board]
        while player >= 0:
            if player == last:
                first, second = strengths[0, board, starts[last] :], strengths[shares - 1, board, starts[last] :]
                meet(others, first, second, used[last], best[last], winners[last], bits[last], counts)
                player -= 1
            elif places[player] == starts[player + 1]:
                player -= 1
            else:
                hand = places[player]
                places[player] += 1
                if masks[hand] & used[player] == 0:
                    for share in range(shares):
                        strength, mark = strengths[share, board, hand], best[player, share]
                        ahead = int(strength > mark) + int(strength >= mark)
                        best[player + 1, share] = max(strength, mark)
                        winners[player + 1, share] = taken(ahead, winners[player, share], bits[player, share], mark)
                    used[player + 1] = used[player] | masks[hand]
                    player += 1
                    places[player] = starts[player]


@loop
def meet(
    masks: Array, first: Array, second: Array, used: Any, best: Array, winners: Array, bits: Array, counts: Array
) -> None:
    """Compare the last player's hands, by their strengths in the first share and the second, with the best of the
    others.
    """
    if best.shape[0] == 1:
        meet_one(masks, first, used, best[0], winners[0], bits[0], counts)
    else:
        meet_two(masks, first, second, used, best, winners, bits, counts)


@loop
def meet_one(masks: Array, strengths: Array, used: Any, best: Any, winners: int, bit: int, counts: Array) -> None:
    dealt = won = tied = 0
    for hand in range(masks.shape[0]):
        fits = (masks[hand] & used) == 0
        dealt += fits
        won += fits & (strengths[hand] > best)
        tied += fits & (strengths[hand] == best)
    counts[taken(2, winners, bit, best)] += won
    counts[taken(1, winners, bit, best)] += tied
    counts[taken(0, winners, bit, best)] += dealt - won - tied


@loop
def meet_two(
    masks: Array, first: Array, second: Array, used: Any, best: Array, winners: Array, bits: Array, counts: Array
) -> None:
    times = np.zeros((3, 3), np.int64)
    high, low = best[0], best[1]
    for hand in range(masks.shape[0]):
        if masks[hand] & used == 0:
            one = int(first[hand] > high) + int(first[hand] >= high)
            other = int(second[hand] > low) + int(second[hand] >= low)
            times[one, other] += 1
    for one in range(3):
        for other in range(3):
            outcome = taken(one, winners[0], bits[0], high) | taken(other, winners[1], bits[1], low)
            counts[outcome] += times[one, other]


@loop
def taken(ahead: int, winners: Any, bit: Any, best: Any) -> Any:
    """Who has the share after one more player was below the best (0), equal to it (1) or above it (2)."""
    if ahead == 2:
        return bit
    # Where the best is zero nobody may claim the share, and an equal hand does not claim it either.
    if ahead == 1 and best > 0:
        return winners | bit
    return winners


@loop
def choose_hands(key: Any, first: Any, masks: Array, starts: Array, attempts: int, chosen: Array, used: Array) -> int:
    """Choose which hand each player holds in each round, trying again while two need the same card.

    Returns how many rounds found none.
    """
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
    """The first cards of each row of dealt cards that are not used."""
    for row in range(left.shape[0]):
        at = 0
        for card in dealt[row]:
            if at < left.shape[1] and (bits[card] & used[row]) == 0:
                left[row, at] = card
                at += 1


@loop
def compare_plain(own: Array, twos: Array, pair: Array, plain: Array, best: Array, winners: Array) -> None:
    """By share and class of boards, the best hand without a flush and the bits of those who have it."""
    held = np.empty(plain.shape[2], np.uint32)
    best[:] = 1
    winners[:] = 0
    for share in range(plain.shape[0]):
        for player in range(own.shape[0]):
            held[:] = 0
            for two in range(twos.shape[0]):
                row = pair[own[player, twos[two, 0]] >> 2, own[player, twos[two, 1]] >> 2]
                for board in range(held.shape[0]):
                    held[board] = max(held[board], plain[share, row, board])
            compare(held, 1 << (share * own.shape[0] + player), best[share], winners[share])


@loop
def compare_flushes(own: Array, twos: Array, pair: Array, tables: Any, best: Array, winners: Array) -> None:
    """By suit, share and ranks the board may have in the suit, the best flush and the bits of those who have it."""
    held = np.empty(tables.suited.shape[2], np.uint32)
    best[:] = 1
    winners[:] = 0
    for suit in range(4):
        for share in range(tables.suited.shape[0]):
            for player in range(own.shape[0]):
                held[:] = 0
                for two in range(twos.shape[0]):
                    one, other = own[player, twos[two, 0]], own[player, twos[two, 1]]
                    # Rank 13 of a suit stands for no card.
                    row = pair[one >> 2 if one & 3 == suit else 13, other >> 2 if other & 3 == suit else 13]
                    if tables.useful[share, row]:
                        for ranks in range(held.shape[0]):
                            held[ranks] = max(held[ranks], tables.suited[share, row, ranks])
                compare(held, 1 << (share * own.shape[0] + player), best[suit, share], winners[suit, share])


@loop
def compare(held: Array, bit: int, best: Array, winners: Array) -> None:
    """Compare one more player's hands with the best so far."""
    for place in range(held.shape[0]):
        # Sums instead of branches, which could not be predicted.
        winners[place] = winners[place] * int(held[place] <= best[place]) + bit * int(held[place] >= best[place])
        best[place] = max(best[place], held[place])


@loop
def count_boards(held: Array, ranks: Array, times: Array, choose: Array, boards: Array) -> None:
    """How many boards of each class there are, where `held` has the cards left of each rank."""
    for board in range(boards.shape[0]):
        ways = choose[held[ranks[board, 0]], times[board, 0]]
        for place in range(1, 5):
            ways *= choose[held[ranks[board, place]], times[board, place]]
        boards[board] = ways


@loop
def count_fills(held: Array, rest: Array, fills: Array) -> None:
    """How many choices of cards have the ranks that complete a board, where `held` has the cards left of each rank."""
    for fill in range(rest.shape[0]):
        one, other = rest[fill, 0], rest[fill, 1]
        if other == 13:
            fills[fill] = 1 if one == 13 else held[one]
        elif one == other:
            fills[fill] = held[one] * (held[one] - 1) // 2
        else:
            fills[fill] = held[one] * held[other]


@loop
def deal_suited(
    left: int, suits: Any, fills: Array, plain: Any, flush: Any, times: int, boards: Array, counts: Array
) -> None:
    """The boards with three, four or five cards of a suit, of its ranks `left`, on which somebody has a flush.

    They are taken out of `boards`. `suits`, `plain` and `flush` are a `SuitedShape` and `Marks` of `board_classes`.
    """
    shares = plain.best.shape[0]
    for held in range(suits.masks.shape[0]):
        somebody = 0
        for share in range(shares):
            somebody |= flush.winners[share, held]
        if suits.masks[held] & ~left or not somebody:
            continue
        for step in range(suits.place_from[held + 1] - suits.place_from[held]):
            ways = fills[suits.rest_from[held] + step]
            board = suits.places[suits.place_from[held] + step]
            outcome = 0
            for share in range(shares):
                # The better of the best plain hand and the best flush wins the share, or both if they are equal.
                unsuited, suited = plain.best[share, board], flush.best[share, held]
                outcome |= plain.winners[share, board] * int(unsuited >= suited)
                outcome |= flush.winners[share, held] * int(suited >= unsuited)
            boards[board] -= ways
            counts[outcome] += ways * times


@loop
def deal_plain(winners: Array, times: int, boards: Array, counts: Array) -> None:
    """All other boards, on which nobody has a flush."""
    for board in range(boards.shape[0]):
        outcome = 0
        for share in range(winners.shape[0]):
            outcome |= winners[share, board]
        counts[outcome] += boards[board] * times
