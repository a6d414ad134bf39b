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
            mark = np.uint32(1)
            winners = 0
            for player in range(players):
                strength = strengths[share, player, deal]
                # Sums in place of branches, which nothing could predict.
                winners = winners * int(strength <= mark) + (int(strength >= mark) << player)
                mark = max(mark, strength)
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
def join(masks: Array, starts: Array, strengths: Array, boards: Array, bits: Array, counts: Array) -> None:
    """Every deal of one hand to each player that uses no card twice, board by board, counted by outcome.

    The hands of player `p` are those from `starts[p]` to `starts[p + 1]`, in `strengths` by share, board and
    hand. `bits` holds the bit of each player and share in an outcome.
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
    """Which of his hands each player holds in each round, all tried again while two want one card.

    Answers how many rounds found none.
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
    """Of each row of dealt cards the first that are not used."""
    for row in range(left.shape[0]):
        at = 0
        for card in dealt[row]:
            if at < left.shape[1] and (bits[card] & used[row]) == 0:
                left[row, at] = card
                at += 1


@loop
def best_of_hands(own: Array, twos: Array, pair: Array, plain: Array, best: Array) -> None:
    """For each class of boards the best that each player's cards make of it without a flush."""
    for share in range(plain.shape[0]):
        for player in range(own.shape[0]):
            for two in range(twos.shape[0]):
                row = pair[own[player, twos[two, 0]] >> 2, own[player, twos[two, 1]] >> 2]
                for board in range(best.shape[0]):
                    strength = plain[share, row, board]
                    if two > 0:
                        strength = max(strength, best[board, share, player])
                    best[board, share, player] = strength


@loop
def flushes_of_hands(own: Array, twos: Array, pair: Array, suited: Array, useful: Array, flush: Array) -> None:
    """For each suit and each set of ranks the board may have in it the best flush of each player."""
    for suit in range(4):
        for share in range(suited.shape[0]):
            for player in range(own.shape[0]):
                for held in range(flush.shape[1]):
                    flush[suit, held, share, player] = 0
                for two in range(twos.shape[0]):
                    one, other = own[player, twos[two, 0]], own[player, twos[two, 1]]
                    # Rank 13 of a suit stands for no card.
                    row = pair[one >> 2 if one & 3 == suit else 13, other >> 2 if other & 3 == suit else 13]
                    if useful[share, row]:
                        for held in range(flush.shape[1]):
                            strength = max(suited[share, row, held], flush[suit, held, share, player])
                            flush[suit, held, share, player] = strength


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
    """How many choices of cards have the ranks that fill a board up, where `held` has the cards left of each rank."""
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
    left: Array, suits: Any, fills: Array, best: Array, flush: Array, times: int, boards: Array, counts: Array
) -> None:
    """The boards with three, four or five cards of a suit on which somebody has a flush.

    They are taken out of `boards`. `suits` is the `SuitedShape` of `board_classes`.
    """
    here = np.empty(flush.shape[1:], np.uint32)
    gone = 0
    for rank in range(13):
        gone |= (1 - left[rank]) << rank
    for held in range(suits.masks.shape[0]):
        if suits.masks[held] & gone:
            continue
        somebody = False
        for share in range(here.shape[0]):
            for player in range(here.shape[1]):
                here[share, player] = flush[held, share, player]
                somebody |= here[share, player] > 0
        if somebody:
            for step in range(suits.place_from[held + 1] - suits.place_from[held]):
                ways = fills[suits.rest_from[held] + step]
                board = suits.places[suits.place_from[held] + step]
                boards[board] -= ways
                counts[outcome_of(best, board, here)] += ways * times


@loop
def deal_plain(best: Array, times: int, boards: Array, counts: Array) -> None:
    """All other boards, on which nobody has a flush."""
    nobody = np.zeros(best.shape[1:], np.uint32)
    for board in range(boards.shape[0]):
        counts[outcome_of(best, board, nobody)] += boards[board] * times


@loop
def outcome_of(best: Array, board: int, flush: Array) -> int:
    """Who has the best hands on a board, where each player has the better of his plain hand and his flush."""
    outcome = 0
    shares, players = flush.shape
    for share in range(shares):
        mark = np.uint32(1)
        winners = 0
        for player in range(players):
            strength = max(best[board, share, player], flush[share, player])
            # Sums in place of branches, which nothing could predict.
            winners = winners * int(strength <= mark) + (int(strength >= mark) << player)
            mark = max(mark, strength)
        outcome |= winners << (share * players)
    return outcome
