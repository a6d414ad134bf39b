"""Every ranking as straight-line bit logic on four lanes, one for each suit.

A lane is a mask of the ranks held in one suit: two is bit 0, ace is bit 12. The functions below have no branch and no
table, so the same text serves one hand or thirty-two in a vector register, and it is the only text: NumPy runs it as it
stands, Numba compiles it (`compiled.py`), and a GPU kernel is made from it (`gpu.py`). For that they keep to
assignments, the operators & | ^ ~ << >> + -, calls of one another, and three primitives:

    choose(condition, a, b)     a where the condition is not zero, else b
    more(x, y, a, b)            a where x exceeds y, else b
    count(x)                    how many bits are set

A ranking returns two lanes. `grade` has the groups of the hand in its lower thirteen bits, as a strength has them, and
a class above them; two classes that a look at the groups tells apart share a number there, or sixteen bits would not
do. `rest` has the kickers. Grade, then rest, compare as strengths do; the functions whose names end in `strength` make
of them the upper and the lower sixteen bits of the integer that the scalar path makes (`ranking/strength.py`).
"""

from pokerroom.ranking.bulk.primitives import Lane, choose, count, more

Graded = tuple[Lane, Lane]
"""Grade and rest."""

Halves = tuple[Lane, Lane]
"""The upper and the lower sixteen bits of a strength."""

# Classes of five cards, 14.3(b). High card and one pair are 0, flush and full house are 4: only the second has groups.
TWO_PAIRS, THREE, STRAIGHT, FLUSH_OR_FULL, FOUR, STRAIGHT_FLUSH = 1 << 13, 2 << 13, 3 << 13, 4 << 13, 5 << 13, 6 << 13
# Classes of three cards, 14.3(c). High card and one pair are 0, flush and straight are 1.
FLUSH_OR_STRAIGHT, THREE_OF_THREE, STRAIGHT_FLUSH_OF_THREE = 1 << 13, 2 << 13, 3 << 13
# Classes of a low, 14.3(f). No pair and one pair are 0.
LOW_FULL, LOW_FOUR = 3 << 13, 4 << 13

NONE = 0xFFFF
"""No ranks make such a hand; higher than any that do."""


def drop(ranks: Lane) -> Lane:
    """Without the lowest rank."""
    return ranks & (ranks - 1)


def lowest(ranks: Lane) -> Lane:
    return ranks & (0 - ranks)


def higher(ranks: Lane) -> Lane:
    """The higher of at most two ranks."""
    left = drop(ranks)
    return choose(left, left, ranks)


def highest(ranks: Lane) -> Lane:
    below = ranks | (ranks >> 1)
    below = below | (below >> 2)
    below = below | (below >> 4)
    below = below | (below >> 8)
    return below ^ (below >> 1)


def two_highest(ranks: Lane) -> Lane:
    """Of at most four."""
    left = more(count(ranks), 2, drop(ranks), ranks)
    return more(count(left), 2, drop(left), left)


def three_highest(ranks: Lane) -> Lane:
    """Of at most five."""
    left = more(count(ranks), 3, drop(ranks), ranks)
    return more(count(left), 3, drop(left), left)


def greater(left: Lane, right: Lane) -> Lane:
    return more(left, right, left, right)


def ace_low(ranks: Lane) -> Lane:
    """14.3(e): the ace below the two."""
    return ((ranks << 1) | (ranks >> 12)) & 0x1FFF


def straight(ranks: Lane) -> Lane:
    """14.3(b)6: the top card of the best five in sequence, or none. The ace also stands below the two."""
    line = (ranks << 1) | (ranks >> 12)
    twos = line & (line >> 1)
    starts = twos & (twos >> 2) & (line >> 4)
    return (starts & ~(starts >> 1)) << 3


def straight_of_three(ranks: Lane) -> Lane:
    """14.3(c)4: the same with three cards."""
    line = (ranks << 1) | (ranks >> 12)
    starts = line & (line >> 1) & (line >> 2)
    return (starts & ~(starts >> 1)) << 1


def straight_ace_high(ranks: Lane) -> Lane:
    """14.3(e): in deuce to seven the ace is only ever high (AMB-16). Exactly five cards."""
    twos = ranks & (ranks >> 1)
    return (twos & (twos >> 2) & (ranks >> 4)) << 4


def held(c: Lane, d: Lane, h: Lane, s: Lane) -> tuple[Lane, Lane, Lane, Lane, Lane]:
    """The ranks held once, twice, three times, four times, and at all."""
    one_minor, both_minor = c ^ d, c & d
    one_major, both_major = h ^ s, h & s
    odd = one_minor ^ one_major
    a_couple = both_minor | both_major
    several = a_couple | (one_minor & one_major)
    quads = both_minor & both_major
    trips = odd & a_couple
    return odd & ~trips, several & ~odd & ~quads, trips, quads, odd | several


def held_at_least(c: Lane, d: Lane, h: Lane, s: Lane) -> tuple[Lane, Lane, Lane]:
    """The ranks held once or more, twice or more, three times or more."""
    _singles, pairs, trips, quads, ranks = held(c, d, h, s)
    return ranks, pairs | trips | quads, trips | quads


def once(c: Lane, d: Lane, h: Lane, s: Lane) -> Lane:
    """The ranks held once."""
    singles, _pairs, _trips, _quads, _ranks = held(c, d, h, s)
    return singles


def suited(c: Lane, d: Lane, h: Lane, s: Lane, fewer: Lane) -> Lane:
    """The ranks of a suit held more than `fewer` times, or none."""
    ranks = more(count(c), fewer, c, 0)
    ranks = more(count(d), fewer, d, ranks)
    ranks = more(count(h), fewer, h, ranks)
    return more(count(s), fewer, s, ranks)


def high(c: Lane, d: Lane, h: Lane, s: Lane, kickers: Lane) -> Graded:
    """14.3(b) from the lowest class to the highest: each overrules those before it. Six or seven cards."""
    singles, pairs, trips, quads, ranks = held(c, d, h, s)
    # High card; (b)9 one pair; (b)8 two pairs. Of three pairs the lowest can only be a kicker.
    upper = drop(pairs)
    third = drop(upper)
    grade = choose(upper, choose(third, upper, pairs) | TWO_PAIRS, pairs)
    rest = choose(third, higher(singles | (pairs ^ upper)), kickers)
    # (b)7 three-of-a-kind; (b)4 full house, whose pair may be a second three.
    three = higher(trips)
    pair = pairs | (trips ^ three)
    grade = choose(trips, three | choose(pair, FLUSH_OR_FULL, THREE), grade)
    rest = choose(trips, choose(pair, higher(pair), kickers), rest)
    # (b)3 four-of-a-kind.
    grade = choose(quads, quads | FOUR, grade)
    rest = choose(quads, higher(higher(ranks ^ quads)), rest)
    # (b)6 straight: five ranks leave no room for more than two pairs or one three among seven cards.
    top = straight(ranks)
    grade = choose(top, top | STRAIGHT, grade)
    rest = choose(top, 0, rest)
    # (b)5 flush, its five highest ranks; (b)1, (b)2 straight flush.
    flush = suited(c, d, h, s, 4)
    cards = count(flush)
    best = more(cards, 5, drop(flush), flush)
    best = more(cards, 6, drop(drop(flush)), best)
    grade = choose(flush, FLUSH_OR_FULL, grade)
    rest = choose(flush, best, rest)
    top = straight(flush)
    grade = choose(top, top | STRAIGHT_FLUSH, grade)
    rest = choose(top, 0, rest)
    return grade, rest


def of_exactly_five(c: Lane, d: Lane, h: Lane, s: Lane, top: Lane) -> Graded:
    """The same with no card to spare; `top` is the top card of a straight. Good for fewer cards, too."""
    _singles, pairs, trips, quads, ranks = held(c, d, h, s)
    grade = choose(drop(pairs), pairs | TWO_PAIRS, pairs)
    grade = choose(trips, trips | choose(pairs, FLUSH_OR_FULL, THREE), grade)
    grade = choose(quads, quads | FOUR, grade)
    rest = ranks ^ (grade & 0x1FFF)
    flush = suited(c, d, h, s, 4)
    grade = choose(flush, FLUSH_OR_FULL, grade)
    grade = choose(top, top | choose(flush, STRAIGHT_FLUSH, STRAIGHT), grade)
    return grade, choose(top, 0, rest)


def high_of_five(c: Lane, d: Lane, h: Lane, s: Lane) -> Graded:
    return of_exactly_five(c, d, h, s, straight(c | d | h | s))


def high_of_six(c: Lane, d: Lane, h: Lane, s: Lane) -> Graded:
    return high(c, d, h, s, drop(once(c, d, h, s)))


def high_of_seven(c: Lane, d: Lane, h: Lane, s: Lane) -> Graded:
    return high(c, d, h, s, drop(drop(once(c, d, h, s))))


def low_ace_to_five(c: Lane, d: Lane, h: Lane, s: Lane) -> Graded:
    """14.3(e), (f): straights and flushes not considered. Five, six or seven cards."""
    _singles, pairs, trips, quads, ranks = held(c, d, h, s)
    ranks = ace_low(ranks)
    several = ace_low(pairs | trips | quads)
    again = drop(several)
    third = drop(drop(ranks))
    fourth = drop(third)
    fifth = drop(fourth)
    pair = lowest(several)
    # Two ranks: (b)4 full house or (b)3 four-of-a-kind. Three: (b)8 two pairs or (b)7 three-of-a-kind.
    three = lowest(ace_low(trips | quads))
    of_two = choose(again, three | LOW_FULL, pair | LOW_FOUR)
    of_three = choose(again, pair | lowest(again) | TWO_PAIRS, pair | THREE)
    # Four ranks: (b)9 one pair. Five: none, and the five lowest play.
    grade = choose(fourth, pair, choose(third, of_three, of_two))
    rest = choose(fifth, ranks ^ drop(fifth), ranks ^ (grade & 0x1FFF))
    return choose(fifth, 0, grade), rest


def low_three(c: Lane, d: Lane, h: Lane, s: Lane) -> Graded:
    """14.3(e), (f) with three cards of three or four."""
    _singles, pairs, trips, quads, ranks = held(c, d, h, s)
    ranks = ace_low(ranks)
    pair = lowest(ace_low(pairs | trips | quads))
    second = drop(ranks)
    third = drop(second)
    grade = choose(third, 0, choose(second, pair, pair | THREE))
    rest = choose(third, ranks ^ drop(third), ranks ^ pair)
    return grade, rest


def low_deuce_to_seven(c: Lane, d: Lane, h: Lane, s: Lane) -> Graded:
    """14.3(e), (f): straights and flushes count, the ace is the worst card. Exactly five cards."""
    return of_exactly_five(c, d, h, s, straight_ace_high(c | d | h | s))


def high_three(c: Lane, d: Lane, h: Lane, s: Lane) -> Graded:
    """14.3(c) from the lowest class to the highest, of three or four cards."""
    _singles, pairs, trips, quads, ranks = held(c, d, h, s)
    fourth = drop(drop(drop(ranks)))
    pair = higher(pairs)
    grade = pair
    rest = choose(pair, higher(higher(ranks ^ pair)), choose(fourth, drop(ranks), ranks))
    # (c)5 flush, below (c)4 straight.
    flush = suited(c, d, h, s, 2)
    grade = choose(flush, FLUSH_OR_STRAIGHT, grade)
    rest = choose(flush, more(count(flush), 3, drop(flush), flush), rest)
    top = straight_of_three(ranks)
    grade = choose(top, top | FLUSH_OR_STRAIGHT, grade)
    rest = choose(top, 0, rest)
    # (c)3 three-of-a-kind; (c)1, (c)2 straight flush.
    three = trips | quads
    grade = choose(three, three | THREE_OF_THREE, grade)
    rest = choose(three, 0, rest)
    top = straight_of_three(flush)
    grade = choose(top, top | STRAIGHT_FLUSH_OF_THREE, grade)
    return grade, choose(top, 0, rest)


def at_least_two(line: Lane) -> Lane:
    """Where two of the five places from there on are taken."""
    first, second, third, fourth, fifth = line, line >> 1, line >> 2, line >> 3, line >> 4
    one, other = first | second, third | fourth
    return (first & second) | (third & fourth) | (one & other) | ((one | other) & fifth)


def at_least_three(line: Lane) -> Lane:
    """Where three of the five places from there on are taken."""
    first, second, third, fourth, fifth = line, line >> 1, line >> 2, line >> 3, line >> 4
    one, two = first | second, first & second
    other, others = third | fourth, third & fourth
    return (two & other) | (one & others) | ((two | others | (one & other)) & fifth)


def straight_of_both(own: Lane, board: Lane) -> Lane:
    """14.3(b)6 with two own cards and three of the board."""
    own_line, board_line = (own << 1) | (own >> 12), (board << 1) | (board >> 12)
    line = own_line | board_line
    twos = line & (line >> 1)
    starts = twos & (twos >> 2) & (line >> 4)
    return highest(starts & at_least_two(own_line) & at_least_three(board_line)) << 3


def pair_of_both(own: Lane, own_pairs: Lane, board: Lane, board_pairs: Lane) -> Graded:
    """14.3(b)9: a pair of one's own, across, or the board's; without one, high card."""
    pair = highest(own_pairs | (own & board) | board_pairs)
    others = board & ~pair
    kickers = choose(pair & own, highest(own & ~pair) | two_highest(others), two_highest(own) | highest(others))
    kickers = choose(pair & own_pairs, three_highest(board), kickers)
    return pair, choose(pair, kickers, two_highest(own) | three_highest(board))


def two_pairs_of_both(own: Lane, own_pairs: Lane, board: Lane, board_pairs: Lane) -> Graded:
    """14.3(b)8: one's own and the board's, two across, or one across and the board's."""
    across = own & board
    boards = highest(board_pairs)
    own_and_boards = choose(own_pairs, choose(boards, highest(own_pairs) | boards, 0), 0)
    both_across = choose(drop(across), two_highest(across), 0)
    across_and_boards = choose(across, choose(boards, highest(across) | boards, 0), 0)
    # Only one across and the board's leave an own card to spare.
    others = greater(own_and_boards, both_across)
    two = greater(others, across_and_boards)
    return two, highest(more(across_and_boards, others, own, board) & ~two)


def three_of_both(own: Lane, own_pairs: Lane, board: Lane, board_pairs: Lane, board_trips: Lane) -> Graded:
    """14.3(b)7: two of the three are own cards, or one, or none."""
    three = highest((own_pairs & board) | (own & board_pairs) | board_trips)
    kickers = choose(three & board_trips, two_highest(own), highest(own & ~three) | highest(board & ~three))
    return three, choose(three & own_pairs, two_highest(board & ~three), kickers)


def full_house_of_both(own: Lane, own_pairs: Lane, board: Lane, board_pairs: Lane, board_trips: Lane) -> Graded:
    """14.3(b)4: two of the three are own cards, or one, or none."""
    three = highest(own_pairs & board)
    pair = highest(board_pairs & ~three)
    full = choose(pair, three, 0)
    three = highest(own & board_pairs)
    other = choose(three, highest((own & board) ^ three), 0)
    three = choose(other, three, 0)
    pair = more(three, full, other, pair)
    full = greater(three, full)
    other = choose(board_trips, highest(own_pairs), 0)
    three = choose(other, board_trips, 0)
    return greater(three, full), more(three, full, other, pair)


def four_of_both(own: Lane, own_pairs: Lane, board: Lane, board_pairs: Lane, board_trips: Lane) -> Graded:
    """14.3(b)3: two of the four are own cards, or one."""
    four = highest((own_pairs & board_pairs) | (own & board_trips))
    return four, highest(choose(four & board_trips, own, board) & ~four)


def omaha_high(
    c: Lane, d: Lane, h: Lane, s: Lane, board_c: Lane, board_d: Lane, board_h: Lane, board_s: Lane
) -> Graded:
    """14.11(f) with 14.3(b): two of four own cards with three of three to five on the board.

    Two cards of a rank are a pair of one's own, or across (one own card, one of the board), or the board's; and so on
    for each class. The classes go from the lowest to the highest: what is computed for one needs to be right only where
    no higher one can be made.
    """
    own, own_pairs, _own_trips = held_at_least(c, d, h, s)
    board, board_pairs, board_trips = held_at_least(board_c, board_d, board_h, board_s)
    grade, rest = pair_of_both(own, own_pairs, board, board_pairs)
    two, kicker = two_pairs_of_both(own, own_pairs, board, board_pairs)
    grade = choose(two, two | TWO_PAIRS, grade)
    rest = choose(two, kicker, rest)
    three, kickers = three_of_both(own, own_pairs, board, board_pairs, board_trips)
    grade = choose(three, three | THREE, grade)
    rest = choose(three, kickers, rest)
    top = straight_of_both(own, board)
    grade = choose(top, top | STRAIGHT, grade)
    rest = choose(top, 0, rest)
    # (b)5 flush: where the board has three of a suit, it has three of no other.
    on_board = suited(board_c, board_d, board_h, board_s, 2)
    in_hand = more(count(board_c), 2, c, 0)
    in_hand = more(count(board_d), 2, d, in_hand)
    in_hand = more(count(board_h), 2, h, in_hand)
    in_hand = more(count(board_s), 2, s, in_hand)
    flush = more(count(in_hand), 1, two_highest(in_hand) | three_highest(on_board), 0)
    grade = choose(flush, FLUSH_OR_FULL, grade)
    rest = choose(flush, flush, rest)
    full, pair = full_house_of_both(own, own_pairs, board, board_pairs, board_trips)
    grade = choose(full, full | FLUSH_OR_FULL, grade)
    rest = choose(full, pair, rest)
    four, single = four_of_both(own, own_pairs, board, board_pairs, board_trips)
    grade = choose(four, four | FOUR, grade)
    rest = choose(four, single, rest)
    # (b)1, (b)2 straight flush.
    top = straight_of_both(in_hand, on_board)
    grade = choose(top, top | STRAIGHT_FLUSH, grade)
    return grade, choose(top, 0, rest)


def lower_with(best: Lane, one: Lane, other: Lane, board: Lane) -> Lane:
    """The lower of the best so far and these two ranks with the three lowest others of the board."""
    left = board & ~(one | other)
    third = drop(drop(left))
    made = one | other | (left ^ drop(third))
    made = choose(third, choose(other, made, NONE), NONE)
    return more(best, made, made, best)


def omaha_low(c: Lane, d: Lane, h: Lane, s: Lane, board_c: Lane, board_d: Lane, board_h: Lane, board_s: Lane) -> Lane:
    """14.11(f) with 14.3(e): the ranks of the lowest hand without a pair, the ace low, or `NONE`."""
    own = ace_low(c | d | h | s)
    board = ace_low(board_c | board_d | board_h | board_s)
    first, left = lowest(own), drop(own)
    second, left = lowest(left), drop(left)
    third, fourth = lowest(left), drop(left)
    best = lower_with(NONE, first, second, board)
    best = lower_with(best, first, third, board)
    best = lower_with(best, second, third, board)
    best = lower_with(best, first, fourth, board)
    best = lower_with(best, second, fourth, board)
    return lower_with(best, third, fourth, board)


def badugi_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    """14.12B(l): one card of a suit and one of a rank count. Exactly four cards."""
    c, d, h, s = ace_low(c), ace_low(d), ace_low(h), ace_low(s)
    # The lowest card of each suit counts, unless two suits have the same one: then one of the two may show its next.
    of_c, of_d, of_h, of_s = lowest(c), lowest(d), lowest(h), lowest(s)
    twice = (of_c & of_d) | (of_h & of_s) | ((of_c | of_d) & (of_h | of_s))
    minor = choose(of_c & twice, c ^ of_c, 0) | choose(of_d & twice, d ^ of_d, 0)
    major = choose(of_h & twice, h ^ of_h, 0) | choose(of_s & twice, s ^ of_s, 0)
    counted = of_c | of_d | of_h | of_s | lowest(minor | major)
    return counted & 0, (count(counted) << 13) | (counted ^ 0x1FFF)


def joined(grade: Lane, rest: Lane, classes_below: Lane) -> Halves:
    """The strength of a grade, whose class number is too low by this much."""
    return (grade >> 3) + (classes_below << 10), (grade << 13) | rest


def of_five(grade: Lane, rest: Lane) -> Halves:
    """One pair shares its number with high card, full house with flush."""
    return joined(grade, rest, more(grade, 0, 1, 0) + more(grade, FLUSH_OR_FULL, 1, 0))


def of_three(grade: Lane, rest: Lane) -> Halves:
    """One pair shares its number with high card, straight with flush."""
    return joined(grade, rest, more(grade, 0, 1, 0) + more(grade, FLUSH_OR_STRAIGHT, 1, 0))


def inverse(upper: Lane, lower: Lane) -> Halves:
    """14.3(f): low from high."""
    return upper ^ 0x3FFF, ~lower


def of_low(grade: Lane, rest: Lane) -> Halves:
    """One pair shares its number with no pair."""
    upper, lower = joined(grade, rest, more(grade, 0, 1, 0))
    return inverse(upper, lower)


def high_of_five_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    grade, rest = high_of_five(c, d, h, s)
    return of_five(grade, rest)


def high_of_six_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    grade, rest = high_of_six(c, d, h, s)
    return of_five(grade, rest)


def high_of_seven_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    grade, rest = high_of_seven(c, d, h, s)
    return of_five(grade, rest)


def high_three_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    grade, rest = high_three(c, d, h, s)
    return of_three(grade, rest)


def low_ace_to_five_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    grade, rest = low_ace_to_five(c, d, h, s)
    return of_low(grade, rest)


def low_three_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    grade, rest = low_three(c, d, h, s)
    return of_low(grade, rest)


def low_deuce_to_seven_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    grade, rest = low_deuce_to_seven(c, d, h, s)
    upper, lower = of_five(grade, rest)
    return inverse(upper, lower)


def low_inverse_of_high_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    """14.3(f) for a house that reads five to ace as a straight (AMB-16). Exactly five cards."""
    upper, lower = high_of_five_strength(c, d, h, s)
    return inverse(upper, lower)


def board_low_strength(c: Lane, d: Lane, h: Lane, s: Lane) -> Halves:
    """14.9(f)2: visible cards, the ace low. Four cards are too few for a straight or a flush of five."""
    upper, lower = high_of_five_strength(ace_low(c), ace_low(d), ace_low(h), ace_low(s))
    return inverse(upper, lower)


def omaha_high_strength(
    c: Lane, d: Lane, h: Lane, s: Lane, board_c: Lane, board_d: Lane, board_h: Lane, board_s: Lane
) -> Halves:
    grade, rest = omaha_high(c, d, h, s, board_c, board_d, board_h, board_s)
    return of_five(grade, rest)


def omaha_low_strength(
    c: Lane, d: Lane, h: Lane, s: Lane, board_c: Lane, board_d: Lane, board_h: Lane, board_s: Lane
) -> Halves:
    """0 where every low hand has a pair."""
    ranks = omaha_low(c, d, h, s, board_c, board_d, board_h, board_s)
    none = more(ranks, NONE - 1, 1, 0)
    return choose(none, 0, 0x3FFF), choose(none, 0, ~ranks)
