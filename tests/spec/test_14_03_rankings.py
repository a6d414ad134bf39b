"""N.J.A.C. 13:69F-14.3, and what other sections add to it: which hand beats which."""

from itertools import pairwise, permutations

import pytest

from pokerroom.cards import RANKS, SUITS, parse_cards
from pokerroom.ranking import (
    AnyOf,
    Exactly,
    Ranking,
    best_cards,
    category,
    describe,
    form,
    omaha_ranker,
    rank_hand,
    worst_qualifying,
)
from tests.spec_marks import scenario, spec

ACE_TO_TWO = RANKS[::-1]
ACE_TO_KING = "A" + RANKS[:-1]

FIVE_CARD_LADDER = (
    ("As Ks Qs Js Ts", "royal flush"),
    ("Kh Qh Jh Th 9h", "straight flush"),
    ("5c 4c 3c 2c Ac", "straight flush"),
    ("2s 2h 2d 2c 3s", "four-of-a-kind"),
    ("2s 2h 2d 3c 3s", "full house"),
    ("7h 5h 4h 3h 2h", "flush"),
    ("5s 4h 3d 2c As", "straight"),
    ("2s 2h 2d 4c 3s", "three-of-a-kind"),
    ("3s 3h 2d 2c 4s", "two pairs"),
    ("2s 2h 5d 4c 3s", "one pair"),
    ("7s 5h 4d 3c 2s", "high card"),
)

THREE_CARD_LADDER = (
    ("As Ks Qs", "royal flush"),
    ("Kh Qh Jh", "straight flush"),
    ("3c 2c Ac", "straight flush"),
    ("As Ah Ad", "three-of-a-kind"),
    ("2s 2h 2d", "three-of-a-kind"),
    ("Ad Kc Qh", "straight"),
    ("3s 2h Ad", "straight"),
    ("Ah Kh Jh", "flush"),
    ("5d 3d 2d", "flush"),
    ("As Ad Kc", "one pair"),
    ("2s 2c 3h", "one pair"),
    ("As Kd Jc", "high card"),
    ("5s 3h 2d", "high card"),
)


def strength(ranking: Ranking, hand: str) -> int:
    return rank_hand(ranking, parse_cards(hand))


def words(ranking: Ranking, hand: str) -> str:
    return describe(ranking, rank_hand(ranking, parse_cards(hand)))


def class_of(ranking: Ranking, hand: str) -> str:
    return category(ranking, rank_hand(ranking, parse_cards(hand)))


def assert_best_to_worst(ranking: Ranking, *hands: str) -> None:
    for better, worse in pairwise(hands):
        assert strength(ranking, better) > strength(ranking, worse), f"{better} does not beat {worse}"


def assert_tied(ranking: Ranking, one: str, other: str) -> None:
    assert strength(ranking, one) == strength(ranking, other)


def in_every_suit_order(hand: str) -> list[str]:
    """The hand with its suits exchanged for one another in each of the 24 ways."""
    return [hand.translate(str.maketrans(SUITS, "".join(suits))) for suits in permutations(SUITS)]


@spec("R-14.3-a.1", "RTD-14.3-a")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    assert_best_to_worst(Ranking.HIGH_FIVE, "As 9h 7d 5c 3s", "Ks Qh Jd 9c 2s")
    assert_best_to_worst(Ranking.BOARD_HIGH, *(f"{rank}s" for rank in ACE_TO_TWO))


@spec("R-14.3-a.2")
@scenario("RK-04")
def test_suits_are_equal_between_high_hands() -> None:
    assert_tied(Ranking.HIGH_FIVE, "As Ah Kd Qc 2s", "Ad Ac Kh Qs 2h")
    for ranking, hands in ((Ranking.HIGH_FIVE, FIVE_CARD_LADDER), (Ranking.HIGH_THREE, THREE_CARD_LADDER)):
        for hand, _ in hands:
            assert {strength(ranking, other) for other in in_every_suit_order(hand)} == {strength(ranking, hand)}


@spec("R-14.3-a.3", "RTD-14.3-a")
def test_the_ace_may_begin_the_lowest_straight_and_straight_flush() -> None:
    assert words(Ranking.HIGH_FIVE, "5s 4h 3d 2c As") == "straight, five high"
    assert words(Ranking.HIGH_FIVE, "5s 4s 3s 2s As") == "straight flush, five high"
    assert words(Ranking.HIGH_THREE, "3s 2h Ad") == "straight, three high"
    assert words(Ranking.HIGH_THREE, "3d 2d Ad") == "straight flush, three high"
    assert_best_to_worst(Ranking.HIGH_FIVE, "6s 5h 4d 3c 2s", "5s 4h 3d 2c As")


@spec("RTD-14.3-b")
@scenario("RK-01")
def test_five_card_classes_stand_in_the_order_of_paragraph_b() -> None:
    assert_best_to_worst(Ranking.HIGH_FIVE, *(hand for hand, _ in FIVE_CARD_LADDER))
    for hand, name in FIVE_CARD_LADDER:
        assert class_of(Ranking.HIGH_FIVE, hand) == name


@spec("R-14.3-b-1")
def test_the_royal_flush_beats_the_best_straight_flush() -> None:
    assert words(Ranking.HIGH_FIVE, "As Ks Qs Js Ts") == "royal flush"
    assert_best_to_worst(Ranking.HIGH_FIVE, "As Ks Qs Js Ts", "Kh Qh Jh Th 9h")
    assert class_of(Ranking.HIGH_FIVE, "As Ks Qs Js Th") == "straight"


@spec("R-14.3-b-2")
def test_straight_flushes_rank_from_king_high_to_five_high() -> None:
    descending = [" ".join(f"{rank}h" for rank in ACE_TO_TWO[at : at + 5]) for at in range(1, 9)]
    assert_best_to_worst(Ranking.HIGH_FIVE, *descending, "5h 4h 3h 2h Ah", "2s 2h 2d 2c As")
    assert {class_of(Ranking.HIGH_FIVE, hand) for hand in descending} == {"straight flush"}


@spec("R-14.3-b-3")
def test_four_of_a_kind_ranks_from_aces_to_twos_whatever_the_kicker() -> None:
    lowest_kicker = {rank: "3" if rank == "2" else "2" for rank in RANKS}
    quads = [f"{rank}s {rank}h {rank}d {rank}c {lowest_kicker[rank]}s" for rank in ACE_TO_TWO]
    assert_best_to_worst(Ranking.HIGH_FIVE, *quads)
    assert_best_to_worst(Ranking.HIGH_FIVE, "3s 3h 3d 3c 2s", "2s 2h 2d 2c As", "2s 2h 2d 2c Ks")
    assert words(Ranking.HIGH_FIVE, "3s 3h 3d 3c 2s") == "four-of-a-kind, threes, two kicker"


@spec("R-14.3-b-4")
def test_full_houses_compare_the_three_before_the_pair() -> None:
    assert_best_to_worst(
        Ranking.HIGH_FIVE,
        "As Ah Ad Kc Ks",
        "Ks Kh Kd 2c 2s",
        "Qs Qh Qd Ac As",
        "3s 3h 3d Ac As",
        "2s 2h 2d 4c 4s",
        "2s 2h 2d 3c 3s",
        "As Ks Qs Js 9s",
    )
    assert words(Ranking.HIGH_FIVE, "3s 3h 3d Ac As") == "full house, threes full of aces"


@spec("R-14.3-b-5")
def test_the_lowest_flush_beats_the_highest_straight() -> None:
    assert words(Ranking.HIGH_FIVE, "7h 5h 4h 3h 2h") == "seven-high flush: 7-5-4-3-2"
    assert_best_to_worst(Ranking.HIGH_FIVE, "7h 5h 4h 3h 2h", "As Kh Qd Jc Ts")
    assert_best_to_worst(Ranking.HIGH_FIVE, "Kh Qh Jh Th 8h", "Kc Qc Jc Tc 7c", "Kd Qd Jd 9d 8d")


@spec("R-14.3-b-6.1")
def test_straights_rank_from_ace_high_to_five_high() -> None:
    descending = [" ".join(map("".join, zip(ACE_TO_TWO[at : at + 5], "shdcs", strict=True))) for at in range(9)]
    assert_best_to_worst(Ranking.HIGH_FIVE, *descending, "5s 4h 3d 2c As", "As Ah Ad Kc Qs")


@spec("R-14.3-b-6.2")
@pytest.mark.parametrize("hand", ["Qs Kh Ad 2c 3s", "Js Qh Kd Ac 2s", "Ks Ah 2d 3c 4s"])
def test_no_straight_runs_through_the_ace(hand: str) -> None:
    assert class_of(Ranking.HIGH_FIVE, hand) == "high card"
    assert words(Ranking.HIGH_FIVE, hand).startswith("no pair, ace high")


@spec("R-14.3-b-7")
def test_three_of_a_kind_ranks_from_aces_to_twos_whatever_the_kickers() -> None:
    assert_best_to_worst(
        Ranking.HIGH_FIVE,
        "As Ah Ad 3c 2s",
        "Ks Kh Kd Ac Qs",
        "3s 3h 3d 4c 2s",
        "2s 2h 2d Ac Ks",
        "2s 2h 2d 4c 3s",
        "As Ah Kd Kc Qs",
    )
    assert class_of(Ranking.HIGH_FIVE, "2s 2h 2d 4c 3s") == "three-of-a-kind"


@spec("R-14.3-b-8")
@scenario("RK-03")
def test_two_pairs_compare_pair_by_pair_before_the_kicker() -> None:
    assert_best_to_worst(Ranking.HIGH_FIVE, "As Ah 2d 2c 3s", "Ks Kh Qd Qc Ad")
    assert_best_to_worst(Ranking.HIGH_FIVE, "Ks Kh 4d 4c 2s", "Kd Kc 3d 3c As")
    assert_best_to_worst(Ranking.HIGH_FIVE, "As Ah Kd Kc 2s", "As Ah Qd Qc Ks", "4s 4h 2d 2c 3s", "3s 3h 2d 2c As")
    assert words(Ranking.HIGH_FIVE, "Ks Kh 4d 4c Qs") == "two pairs, kings and fours, queen kicker"


@spec("R-14.3-b-9")
def test_pairs_rank_from_aces_to_twos_whatever_the_kickers() -> None:
    kickers = {rank: [other for other in RANKS if other != rank][:3] for rank in RANKS}
    pairs = [
        f"{rank}s {rank}h " + " ".join(map("".join, zip(kickers[rank], "dcs", strict=True))) for rank in ACE_TO_TWO
    ]
    assert_best_to_worst(Ranking.HIGH_FIVE, *pairs, "As Kh Qd Jc 9s")
    assert {class_of(Ranking.HIGH_FIVE, pair) for pair in pairs} == {"one pair"}


@spec("R-14.3-c-1", "R-14.3-c-2", "R-14.3-c-3", "R-14.3-c-5", "R-14.3-c-6", "RTD-14.3-c")
def test_three_card_classes_stand_in_the_order_of_paragraph_c() -> None:
    assert_best_to_worst(Ranking.HIGH_THREE, *(hand for hand, _ in THREE_CARD_LADDER))
    for hand, name in THREE_CARD_LADDER:
        assert class_of(Ranking.HIGH_THREE, hand) == name


@spec("R-14.3-c-4")
def test_three_card_straights_begin_with_the_ace_but_do_not_run_through_it() -> None:
    descending = [" ".join(map("".join, zip(ACE_TO_TWO[at : at + 3], "shd", strict=True))) for at in range(11)]
    assert_best_to_worst(Ranking.HIGH_THREE, *descending, "3s 2h Ad", "Ah Kh Jh")
    assert words(Ranking.HIGH_THREE, "Kd As 2c") == "no pair, ace high: A-K-2"


@spec("R-14.3-d.1", "RTD-14.3-d")
def test_equal_classes_are_decided_by_the_highest_card_that_differs() -> None:
    assert_best_to_worst(Ranking.HIGH_FIVE, "As Ah Kd Qc 3s", "Ad Ac Kh Qs 2h")
    assert words(Ranking.HIGH_FIVE, "As Ah Kd Qc 3s") == "pair of aces, K-Q-3 kickers"
    assert_best_to_worst(Ranking.HIGH_FIVE, "As Kh 9d 4c 3s", "Ad Kc 8d 7c 6s")
    assert_best_to_worst(Ranking.HIGH_FIVE, "9s 9h 9d 5c 3s", "9s 9h 9d 5h 2c", "9s 9h 9d 4h 3c")
    assert_best_to_worst(Ranking.HIGH_THREE, "Ks Kh 3d", "Kd Kc 2d")
    assert_tied(Ranking.HIGH_FIVE, "As Ah Kd Qc 2s", "Ad Ac Kh Qs 2h")


@spec("R-14.3-e.1", "RTD-14.3-e.1")
def test_in_low_poker_the_ace_is_best_and_the_king_worst() -> None:
    assert_best_to_worst(Ranking.LOW_ACE_TO_FIVE, "6s 4h 3d 2c As", "6h 5d 4c 3s 2h")
    assert_best_to_worst(Ranking.BOARD_LOW, *(f"{rank}s" for rank in ACE_TO_KING))


@spec("R-14.3-e.2", "RTD-14.3-e.2")
def test_in_deuce_to_seven_the_two_is_best_and_the_ace_worst() -> None:
    assert_best_to_worst(Ranking.LOW_DEUCE_TO_SEVEN, "7s 5h 4d 3c 2s", "As 5h 4d 3c 2s")
    assert_best_to_worst(Ranking.LOW_DEUCE_TO_SEVEN, "Ks Qh Jd Tc 8s", "As 6h 4d 3c 2s")
    assert_best_to_worst(Ranking.LOW_ACE_TO_FIVE, "As 5h 4d 3c 2s", "7s 5h 4d 3c 2s")


@spec("R-14.3-e.3")
def test_suits_are_equal_between_low_hands() -> None:
    assert_tied(Ranking.LOW_ACE_TO_FIVE, "7s 5h 4d 2c As", "7c 5d 4h 2s Ac")
    for ranking in (Ranking.LOW_ACE_TO_FIVE, Ranking.LOW_DEUCE_TO_SEVEN):
        for hand, _ in FIVE_CARD_LADDER:
            assert {strength(ranking, other) for other in in_every_suit_order(hand)} == {strength(ranking, hand)}


@spec("R-14.3-f.1", "R-14.3-f.2", "RTD-14.3-f.1")
@scenario("RK-06")
def test_ace_to_five_low_inverts_the_groups_and_decides_by_the_worst_card() -> None:
    assert_best_to_worst(
        Ranking.LOW_ACE_TO_FIVE,
        "5s 4h 3d 2c As",
        "6c 4c 3c 2c Ac",
        "8s 5h 4d 3c 2s",
        "8h 6d 4c 3s Ah",
        "Kd Qh Jc Ts 9d",
        "As Ah 4d 3c 2s",
        "2s 2h 4d 3c As",
        "As Ah 2d 2c 3s",
        "As Ah Ad 3c 2s",
        "As Ah Ad 2c 2s",
        "As Ah Ad Ac 2s",
    )
    assert words(Ranking.LOW_ACE_TO_FIVE, "6c 4c 3c 2c Ac") == "6-4-3-2-A low"


@spec("R-14.3-f.1")
def test_three_card_low_inverts_the_groups_of_three_card_high() -> None:
    assert_best_to_worst(
        Ranking.LOW_THREE, "3s 2h Ad", "6s 5h 4d", "Ks Qh Jd", "As Ah 2d", "Ks Kh Qd", "As Ah Ad", "Ks Kh Kd"
    )


@spec("R-14.3-f.2", "RTD-14.3-f.1")
@scenario("DR-03")
def test_straights_and_flushes_do_not_hurt_an_ace_to_five_low() -> None:
    assert_best_to_worst(Ranking.LOW_ACE_TO_FIVE, "7h 6h 5h 4h 3h", "8s 5c 4d 3c 2s", "8h 6d 3d 2c Ac")
    assert_best_to_worst(Ranking.LOW_ACE_TO_FIVE, "5d 4d 3d 2d Ad", "6s 4h 3d 2c As")
    assert_best_to_worst(Ranking.LOW_ACE_TO_FIVE, "6s 5h 4d 3c 2s", "7s 5h 4d 3c 2s")
    assert_tied(Ranking.LOW_ACE_TO_FIVE, "Kd Qd Jd Td 9d", "Ks Qh Jc Ts 9d")


@spec("R-14.3-f.3", "RTD-14.3-f.2")
@scenario("RK-07")
def test_deuce_to_seven_inverts_high_with_straights_and_flushes_counted() -> None:
    assert_best_to_worst(
        Ranking.LOW_DEUCE_TO_SEVEN,
        "7s 5h 4d 3c 2s",
        "7s 6h 4d 3c 2s",
        "8s 5h 4d 3c 2s",
        "Ks Qh Jd Tc 8s",
        "As 5h 4d 3c 2s",
        "2s 2h 5d 4c 3s",
        "As Ah Kd Kc Qs",
        "2s 2h 2d 4c 3s",
        "6s 5h 4d 3c 2s",
        "7h 5h 4h 3h 2h",
        "2s 2h 2d 3c 3s",
        "2s 2h 2d 2c 3s",
        "6h 5h 4h 3h 2h",
    )
    assert_best_to_worst(Ranking.LOW_DEUCE_TO_SEVEN, "9s 9h 4d 3c 2s", "6s 5h 4d 3c 2s")
    assert_best_to_worst(Ranking.LOW_DEUCE_TO_SEVEN, "7s 5h 4d 3c 2s", "6s 5h 4d 3c 2s")
    assert class_of(Ranking.LOW_DEUCE_TO_SEVEN, "6s 5h 4d 3c 2s") == "straight"
    assert class_of(Ranking.LOW_DEUCE_TO_SEVEN, "As 5s 4s 3s 2s") == "flush"


@spec("R-14.9-j.1", "R06-14.9-j", "RSS-14.9B-j")
def test_eight_or_better_admits_five_different_ranks_with_nothing_above_the_eight() -> None:
    floor = worst_qualifying(Ranking.LOW_ACE_TO_FIVE, "8")
    assert strength(Ranking.LOW_ACE_TO_FIVE, "8s 7h 6d 5c 4s") == floor
    assert strength(Ranking.LOW_ACE_TO_FIVE, "5s 4h 3d 2c As") > floor
    for refused in ("9s 8h 6d 4c 2s", "9s 4h 3d 2c As", "As Ah 4d 3c 2s", "8s 8h 3d 2c As"):
        assert strength(Ranking.LOW_ACE_TO_FIVE, refused) < floor


@spec("R-14.9-j.1", "R06-14.9-j", "RSS-14.9B-j")
def test_of_seven_cards_the_best_five_decide_whether_a_low_qualifies() -> None:
    floor = worst_qualifying(Ranking.LOW_ACE_TO_FIVE, "8")
    assert strength(Ranking.LOW_ACE_TO_FIVE, "8s 7h 4d 2c 2d Qh Ks") < floor
    assert strength(Ranking.LOW_ACE_TO_FIVE, "8s 7h 4d 2c 2d 3h Ks") > floor


@spec("R-14.11-g.1")
def test_an_omaha_low_qualifies_as_a_stud_low_does() -> None:
    low, floor = omaha_ranker(Ranking.LOW_ACE_TO_FIVE), worst_qualifying(Ranking.LOW_ACE_TO_FIVE, "8")
    own = parse_cards("As 2c Kd Kh")
    assert low(own, parse_cards("8s 6d 4c Qh Td")) > floor
    assert low(own, parse_cards("9s 6d 4c Qh Td")) < floor
    assert low(own, parse_cards("Ad 6d 4c Qh Td")) < floor


@spec("R-14.12B-l-1.1", "R-14.12B-l-2", "R-14.12B-l-3", "R-14.12B-l-4", "RBP-14.12C-l-2")
@scenario("RK-09")
def test_badugi_counts_the_most_cards_that_differ_in_suit_and_rank_then_the_lowest() -> None:
    ladder = (
        ("As 2h 3d 4c", "four-card badugi, 4-3-2-A"),
        ("5s 3h 2d Ac", "four-card badugi, 5-3-2-A"),
        ("Ks Qh Jd Tc", "four-card badugi, K-Q-J-T"),
        ("As 2h 3d 3c", "three-card hand, 3-2-A"),
        ("As 2s 3h 4d", "three-card hand, 4-3-A"),
        ("2s 3s 4h 5d", "three-card hand, 5-4-2"),
        ("Ah 2h 2d Ad", "two-card hand, 2-A"),
        ("Kh Kd 2h 2d", "two-card hand, K-2"),
        ("As Ks Qs Js", "one-card hand, A"),
        ("9s 9h 9d 9c", "one-card hand, 9"),
    )
    assert_best_to_worst(Ranking.BADUGI, *(hand for hand, _ in ladder))
    for hand, name in ladder:
        assert words(Ranking.BADUGI, hand) == name


@spec("R-14.12B-l-1.2", "RBP-14.12C-l-1")
@scenario("RK-10")
def test_badugis_compare_from_the_top_card_down() -> None:
    assert_best_to_worst(Ranking.BADUGI, "8s 4h 3d 2c", "8h 5d 2s Ac")
    assert_best_to_worst(Ranking.BADUGI, "As 2h 3d 4c", "5s 3h 2d Ac", "5s 4h 2d Ac", "6s 3h 2d Ac")


@spec("R-14.12B-l-2", "RBP-14.12C-l-2")
@scenario("BD-02")
def test_any_badugi_beats_any_three_card_hand_and_that_any_two_card_hand() -> None:
    assert_best_to_worst(Ranking.BADUGI, "Kh 9d 4s 2c", "As 5h 6d 6c", "3h 3d 2h 7d")
    assert words(Ranking.BADUGI, "Kh 9d 4s 2c") == "four-card badugi, K-9-4-2"
    assert words(Ranking.BADUGI, "As 5h 6d 6c") == "three-card hand, 6-5-A"
    assert class_of(Ranking.BADUGI, "3h 3d 2h 7d") == "two-card hand"


@spec("R-14.13A-k.1")
def test_a_mambo_low_is_three_different_ranks_with_nothing_above_the_six() -> None:
    floor = worst_qualifying(Ranking.LOW_THREE, "6")
    assert strength(Ranking.LOW_THREE, "6s 5h 4d") == floor
    assert strength(Ranking.LOW_THREE, "3d 2d Ad") > floor
    for refused in ("As 2h 7d", "As Ah 2d", "6s 6h 5d", "As 2h 2d Kc"):
        assert strength(Ranking.LOW_THREE, refused) < floor


@spec("R-14.3-c-4", "R-14.3-f.2")
@scenario("MB-05")
def test_a_three_card_straight_counts_for_high_and_is_ignored_for_low() -> None:
    assert_best_to_worst(Ranking.HIGH_THREE, "2h 3d 4c 9s", "Ah 2d 3c 9s")
    assert_best_to_worst(Ranking.LOW_THREE, "Ah 2d 3c 9s", "2h 3d 4c 9s")


@scenario("RK-12")
def test_straights_and_flushes_showing_at_stud_do_not_count() -> None:
    assert_best_to_worst(Ranking.BOARD_HIGH, "2s 2d 5c", "Jh Th 9h")
    assert words(Ranking.BOARD_HIGH, "2s 2d 5c") == "pair of twos showing, five kicker"
    assert words(Ranking.BOARD_HIGH, "Jh Th 9h") == "J-T-9 showing"
    assert_best_to_worst(Ranking.BOARD_LOW, "4h 3h 2h Ah", "8s 7d 6c 2s", "2s 2d 3c Ac")


@spec("R-14.3-f.2", "R-14.9-j.1")
@scenario("RK-13")
def test_one_group_of_five_may_be_both_a_straight_flush_and_the_best_low() -> None:
    cards = parse_cards("5d 4d 3d 2d Ad Ks Kh")
    wheel = (parse_cards("5d 4d 3d 2d Ad"),)
    assert best_cards(Ranking.HIGH_FIVE, AnyOf(5), cards, ()) == wheel
    assert best_cards(Ranking.LOW_ACE_TO_FIVE, AnyOf(5), cards, ()) == wheel
    assert words(Ranking.HIGH_FIVE, "5d 4d 3d 2d Ad Ks Kh") == "straight flush, five high"
    assert words(Ranking.LOW_ACE_TO_FIVE, "5d 4d 3d 2d Ad Ks Kh") == "5-4-3-2-A low"
    assert_best_to_worst(Ranking.HIGH_FIVE, "5d 4d 3d 2d Ad Ks Kh", "Qh Qd Qc 8c 7s 6h 2s")
    assert_best_to_worst(Ranking.LOW_ACE_TO_FIVE, "5d 4d 3d 2d Ad Ks Kh", "Qh Qd Qc 8c 7s 6h 2s")


@scenario("OM-01")
def test_an_omaha_hand_takes_exactly_two_own_cards() -> None:
    omaha, board = form(Ranking.HIGH_FIVE, Exactly(own=2, board=3)), parse_cards("Kh Qh 9h 4h 2s")
    one_heart = omaha(parse_cards("Ah Ac 7d 7c"), board)
    two_hearts = omaha(parse_cards("8h 3h Jd Jc"), board)
    assert describe(Ranking.HIGH_FIVE, one_heart) == "pair of aces, K-Q-9 kickers"
    assert describe(Ranking.HIGH_FIVE, two_hearts) == "king-high flush: K-Q-9-8-3"
    assert two_hearts > one_heart
