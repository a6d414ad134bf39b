"""What counts as a bad beat, and how a person writes the qualifier."""

import numpy as np
import pytest

from pokerroom.cards import parse_cards
from pokerroom.games import CATALOGUE, game
from pokerroom.odds.bad_beat import bad_beats, beaten_share, check_qualifier, is_hold_em, meets
from pokerroom.odds.notation import QuestionError
from pokerroom.ranking import AnyOf, Ranking, best_cards, form, rank_hand
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, QualifierError, hand_text, parse_hand, qualifier
from pokerroom.ranking.bulk import deal, rank_many

PLAY, NEEDED = HoleCards.PLAY, HoleCards.NEEDED
HOLD_EM = form(Ranking.HIGH_FIVE, AnyOf(5))

QUADS = qualifier("quad deuces", hole_cards=PLAY, pocket_pair_for_quads=True)
ACES_FULL = qualifier("aces full of tens", hole_cards=PLAY, pocket_pair_for_quads=True)
ACES_FULL_NEEDED = qualifier("aces full of tens", hole_cards=NEEDED, pocket_pair_for_quads=True)


def is_bad_beat(asked: Qualifier, board: str, *hands: str) -> bool:
    shared = parse_cards(board)
    own = [parse_cards(hand) for hand in hands]
    strengths = np.array([[HOLD_EM(cards, shared)] for cards in own], np.uint32)
    cards = np.array(own, np.uint8)[:, None, :]
    return bool(bad_beats(asked, cards, np.array([shared], np.uint8), strengths)[0])


@pytest.mark.parametrize(
    ("asked", "board", "hands", "counts"),
    [
        pytest.param(QUADS, "9c9d5h5sKc", ("9h9s", "5c5d"), True, id="quads over quads"),
        pytest.param(QUADS, "9c9d5h5sKc", ("9h9s", "5cAd"), False, id="the loser has a full house"),
        pytest.param(QUADS, "9c9d9h5s5c", ("9sAs", "5d5h"), False, id="the winning quads are without a pocket pair"),
        pytest.param(qualifier("quad deuces"), "9c9d9h5s5c", ("9sAs", "5d5h"), True, id="which nobody asked for"),
        pytest.param(QUADS, "6s7s8s9s2c", ("4s5s", "TsJs"), False, id="one of the loser's cards does not play"),
        pytest.param(QUADS, "6s7s8s2d2c", ("4s5s", "9sTs"), True, id="straight flush over straight flush"),
        pytest.param(QUADS, "6s7s8s2d2c", ("2s2h", "9sTs"), True, id="quads under a straight flush"),
        pytest.param(ACES_FULL, "AcAdTh3s2c", ("AhTs", "3c3d"), False, id="a weaker hand beats nobody"),
        pytest.param(ACES_FULL, "AcAdThJs2c", ("AhTs", "AsJc"), True, id="aces full over aces full"),
        pytest.param(ACES_FULL, "AcAdThTs2c", ("AhTc", "TdAs"), False, id="the same hand twice"),
        pytest.param(ACES_FULL, "AcJdThTs2c", ("AhAs", "TcTd"), True, id="a ten each of board and hole"),
        pytest.param(ACES_FULL, "AcAdThTsJc", ("AhTc", "AsJd"), True, id="the ten plays, the board has as good"),
        pytest.param(ACES_FULL_NEEDED, "AcAdThTsJc", ("AhTc", "AsJd"), False, id="the ten is not needed"),
    ],
)
def test_a_bad_beat_is_what_the_qualifier_says(
    asked: Qualifier, board: str, hands: tuple[str, ...], counts: bool
) -> None:
    assert is_bad_beat(asked, board, *hands) is counts


def test_the_order_of_seats_does_not_matter_and_others_may_sit_between() -> None:
    for order in (("5c5d", "KhQh", "9h9s"), ("9h9s", "5c5d", "KhQh")):
        assert is_bad_beat(QUADS, "9c9d5h5sKc", *order)


def test_a_third_hand_may_take_the_pot_unless_the_winner_must() -> None:
    # Quads on the board with an ace beats the aces full of kings and queens, with one hole card.
    board, hands = "KcQdAhAcAd", ("KhKs", "QhQs", "As2c")
    assert is_bad_beat(qualifier("aces full of queens", hole_cards=PLAY), board, *hands)
    assert not is_bad_beat(qualifier("aces full of queens", hole_cards=PLAY, takes_pot=True), board, *hands)
    assert is_bad_beat(qualifier("aces full of queens", hole_cards=PLAY, takes_pot=True), board, *hands[:2])


def test_conditions_bind_the_winner_too_unless_only_the_loser() -> None:
    board, hands = "9c9d9h5s5c", ("9sAs", "5d5h")
    assert not is_bad_beat(QUADS, board, *hands)
    assert is_bad_beat(
        qualifier("quad deuces", hole_cards=PLAY, pocket_pair_for_quads=True, loser_only=True), board, *hands
    )


def test_the_winning_hand_may_have_to_be_better_still() -> None:
    board = "9c9d5h5sKc"
    assert is_bad_beat(qualifier("quad fives", beaten_by="quad nines"), board, "9h9s", "5c5d")
    assert not is_bad_beat(qualifier("quad fives", beaten_by="quad tens"), board, "9h9s", "5c5d")


def test_omaha_needs_two_of_the_four_in_the_hand_for_quads() -> None:
    asked = qualifier("quads", pocket_pair_for_quads=True)
    board = np.array([parse_cards("9c9d9h5s5c")], np.uint8)
    own = np.array([[parse_cards("9sAs2h3h")], [parse_cards("5d5hKcKd")]], np.uint8)
    omaha = form(Ranking.HIGH_FIVE, beaten_share(game("omaha-high")).formation)
    strengths = np.array([[omaha(tuple(hand[0]), tuple(board[0]))] for hand in own.tolist()], np.uint32)
    assert not bad_beats(asked, own, board, strengths)[0]
    assert bad_beats(qualifier("quads"), own, board, strengths)[0]


@pytest.mark.parametrize("hole_cards", [PLAY, NEEDED])
def test_hole_cards_play_if_some_best_hand_has_both_and_are_needed_if_every_one_has(hole_cards: HoleCards) -> None:
    """The conditions in bulk are those on the ways to form the best hand."""
    asked = qualifier("full house", hole_cards=hole_cards)
    # A short deck of high cards, in which board and hole cards often do as well as each other.
    cards = deal(1000, 7, seed=5, dead=range(28))
    own, board = cards[:, :2], cards[:, 2:]
    strengths = rank_many(Ranking.HIGH_FIVE, own, board=board)
    met = meets(asked, own, board, strengths)
    decide = any if hole_cards is PLAY else all
    for hand, shared, verdict in zip(own.tolist(), board.tolist(), met, strict=True):
        ways = best_cards(Ranking.HIGH_FIVE, AnyOf(5), tuple(hand), tuple(shared))
        assert bool(verdict) is decide({*hand} <= {*way} for way in ways)
    assert 50 < met.sum() < 950


@pytest.mark.parametrize(
    ("text", "counts", "does_not"),
    [
        ("quad eights", "8c8d8h8s2c", "7c7d7h7sAc"),
        ("Quad 8s", "8c8d8h8s2c", "7c7d7h7sAc"),
        ("four eights", "8c8d8h8s2c", "7c7d7h7sAc"),
        ("four-of-a-kind, eights", "8c8d8h8s2c", "7c7d7h7sAc"),
        ("8888", "8c8d8h8s2c", "7c7d7h7sAc"),
        ("8888K", "8c8d8h8sKc", "8c8d8h8sQc"),
        ("TTTT", "TcTdThTs2c", "9c9d9h9sAc"),
        ("quad 10s", "TcTdThTs2c", "9c9d9h9sAc"),
        ("quad sixes", "6c6d6h6s2c", "5c5d5h5sAc"),
        ("quad deuces", "2c2d2h2s3c", "AcAdAhKsKc"),
        ("any quads", "2c2d2h2s3c", "AcAdAhKsKc"),
        ("four of a kind", "2c2d2h2s3c", "AcAdAhKsKc"),
        ("aces full of tens", "AcAdAhTsTc", "AcAdAh9s9c"),
        ("aaa1010", "AcAdAhTsTc", "AcAdAh9s9c"),
        ("AAA 10 10", "AcAdAhTsTc", "AcAdAh9s9c"),
        ("full house, aces full of tens", "AcAdAhTsTc", "AcAdAh9s9c"),
        ("AAATT", "AcAdAhTsTc", "AcAdAh9s9c"),
        ("ttaaa", "AcAdAhTsTc", "AcAdAh9s9c"),
        ("aces full", "AcAdAh2s2c", "KcKdKhAsAc"),
        ("sixes full of treys", "6c6d6h3s3c", "6c6d6h2s2c"),
        ("full house", "2c2d2h3s3c", "AcKcQcJc9c"),
        ("straight flush", "Ac2c3c4c5c", "AcAdAhAsKc"),
        ("nine-high straight flush", "5d6d7d8d9d", "4d5d6d7d8d"),
        ("straight flush, nine high", "5d6d7d8d9d", "4d5d6d7d8d"),
        ("straight flush to the 9", "5d6d7d8d9d", "4d5d6d7d8d"),
        ("royal flush", "TsJsQsKsAs", "9sTsJsQsKs"),
    ],
)
def test_a_hand_in_words_is_the_weakest_it_can_mean(text: str, counts: str, does_not: str) -> None:
    least = parse_hand(text)
    assert rank_hand(Ranking.HIGH_FIVE, parse_cards(counts)) >= least
    assert rank_hand(Ranking.HIGH_FIVE, parse_cards(does_not)) < least
    assert parse_hand(hand_text(least)) == least


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a hand for a qualifier"),
        ("a flush", "is not a hand for a qualifier"),
        ("quad elevens", "is not a hand for a qualifier"),
        ("AAAAA", "is not a hand for a qualifier"),
        ("AAAKQ", "is not a hand for a qualifier"),
        ("XXXX", "is not a hand for a qualifier"),
        ("aces full of aces", "no deck holds a full house of aces and aces"),
        ("four-high straight flush", "the lowest is five high"),
    ],
)
def test_what_is_not_a_hand_for_a_qualifier_is_refused(text: str, why: str) -> None:
    with pytest.raises(QualifierError, match=why):
        parse_hand(text)


def test_a_royal_flush_cannot_lose() -> None:
    with pytest.raises(QualifierError, match="nothing beats a royal flush"):
        qualifier("royal flush")


@pytest.mark.parametrize(
    ("asked", "key", "seats", "why"),
    [
        (qualifier("quads"), "badugi", 6, "Badugi has no five-card high hand that could be beaten: badugi decides it"),
        (qualifier("quads"), "seven-card-stud-low", 6, "low ace to five decides it"),
        (qualifier("quads"), "mambo-stud", 6, "high three and low three decides it"),
        (qualifier("quads", minimum_players=4), "hold-em", 3, "needs 4 players dealt in, and 3 are seated"),
        (qualifier("quads", hole_cards=PLAY), "omaha-high", 6, "Omaha high always plays two"),
        (qualifier("quads", hole_cards=NEEDED), "five-card-stud", 6, "has no two hole cards and a board"),
        (qualifier("quads", pocket_pair_for_quads=True), "five-card-draw-high", 6, "games with a board"),
    ],
)
def test_a_qualifier_that_says_nothing_about_the_game_is_refused(
    asked: Qualifier, key: str, seats: int, why: str
) -> None:
    with pytest.raises(QuestionError, match=why):
        check_qualifier(asked, game(key), seats)


def test_hold_em_alone_has_two_hole_cards_and_a_board_of_which_any_five_play() -> None:
    with_high = [law for law in CATALOGUE.values() if any(share.ranking is Ranking.HIGH_FIVE for share in law.shares)]
    assert {law.family for law in with_high if is_hold_em(law)} == {"hold-em"}


def test_a_qualifier_says_what_it_is() -> None:
    asked = qualifier(
        "TTTT",
        beaten_by="any straight flush",
        hole_cards=PLAY,
        pocket_pair_for_quads=True,
        takes_pot=True,
        minimum_players=4,
    )
    assert str(asked) == (
        "quad tens or better beaten, by any straight flush or better, both hole cards play, pocket pair for quads, "
        "the winning hand takes the pot, 4 or more dealt in"
    )
    assert str(qualifier("AAATT", hole_cards=NEEDED, loser_only=True)) == (
        "aces full of tens or better beaten, both hole cards of the losing hand needed"
    )
