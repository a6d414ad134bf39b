"""Which cards of a hand count as it stands, and what it is short of."""

import pytest

from pokerroom.cards import cards_text, parse_cards
from pokerroom.ranking import AnyOf, Exactly, Formation, Ranking, counting, one_card_from, short_of_low

OMAHA, FIVE = Exactly(own=2, board=3), AnyOf(5)


@pytest.mark.parametrize(
    ("ranking", "formation", "own", "board", "count"),
    [
        (Ranking.BADUGI, AnyOf(4), "5h 6d 8s 6s", "", "5h 6d 8s"),
        (Ranking.HIGH_FIVE, FIVE, "Kc 7d Ks Jd 6c", "", "Kc Ks"),
        (Ranking.HIGH_FIVE, FIVE, "As Kd Qh 9c 2d", "", ""),
        (Ranking.HIGH_FIVE, FIVE, "Ad 3d", "Qh 3c Ks Qc", "Ad 3d Qh 3c Qc"),
        (Ranking.HIGH_FIVE, OMAHA, "9s 5h 6d 8s", "5d Jh 6c Qh 7s", "9s 8s 5d 6c 7s"),
        (Ranking.HIGH_FIVE, OMAHA, "As Ah Kd Kc", "", ""),
        (Ranking.LOW_DEUCE_TO_SEVEN, FIVE, "6h 2c 7s 8h 6d", "", "6h 2c 7s 8h"),
        (Ranking.HIGH_THREE, AnyOf(3), "Th 4d 4h", "4c", "4d 4h 4c"),
    ],
)
def test_the_cards_that_count(ranking: Ranking, formation: Formation, own: str, board: str, count: str) -> None:
    found = counting(ranking, formation, parse_cards(own), parse_cards(board))
    assert {*found} == {*parse_cards(count)}, cards_text(found)


@pytest.mark.parametrize(
    ("formation", "own", "board", "count", "missing", "possible"),
    [
        (FIVE, "5s 2s 6h Th 9h", "", "5s 2s 6h", 2, True),
        (FIVE, "5s 2s 5h Ah Kd", "", "5s 2s Ah", 2, True),
        (OMAHA, "As 2d Kc Kd", "3h 9c Jd", "As 2d 3h", 2, True),
        (OMAHA, "As Qd Kc Kd", "2s 3h 4d", "As 2s 3h 4d", 1, False),
        (OMAHA, "As 2d Kc Kd", "2h 3c Jd", "As 2d 3c", 2, True),
    ],
)
def test_how_far_a_low_is(
    formation: Formation, own: str, board: str, count: str, missing: int, *, possible: bool
) -> None:
    found = short_of_low(Ranking.LOW_ACE_TO_FIVE, formation, parse_cards(own), parse_cards(board), "8")
    assert {*found.cards} == {*parse_cards(count)}
    assert (found.missing, found.possible) == (missing, possible)


@pytest.mark.parametrize(
    ("formation", "own", "board", "near"),
    [
        (FIVE, "As 2s", "7s 9s Kd", (False, True)),
        (FIVE, "Ac 2d", "3h 5s Kd", (True, False)),
        (FIVE, "Tc Jd", "Qh Ks 2d", (True, False)),
        (FIVE, "Tc Jd", "Qh 2s 3d", (False, False)),
        (OMAHA, "As 2s 3s Kd", "9s Td 4c", (False, False)),
        (OMAHA, "As 2s 6d 6h", "9s 8s Jc", (False, True)),
        (OMAHA, "Tc Jd 2d 2h", "Qh 9s 3d", (True, False)),
        (OMAHA, "Tc Jd 9d 2h", "Qh 3s 3d", (False, False)),
    ],
)
def test_what_one_card_more_could_make(formation: Formation, own: str, board: str, near: tuple[bool, bool]) -> None:
    assert one_card_from(formation, parse_cards(own), parse_cards(board)) == near
