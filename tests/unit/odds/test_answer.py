"""What an outcome is worth to whom."""

import numpy as np
import pytest

from pokerroom.odds.answer import EQUITY, SCOOP, SHARES, TIE, WIN, Course, player_odds, worth_of
from pokerroom.odds.question import ask


def worth(outcome: int, players: int, shares: int) -> list[list[float]]:
    figures: list[list[float]] = worth_of([outcome], players, shares)[:, :, 0].tolist()
    return figures


def test_one_winner_takes_the_pot() -> None:
    winner, loser = worth(0b01, 2, 1)
    assert winner == [1, 1, 0, 1, 1]
    assert loser == [0, 0, 0, 0, 0]


def test_a_tie_divides_the_pot() -> None:
    for player in worth(0b11, 2, 1):
        assert player == [0.5, 0, 1, 0, 0.5]


def test_high_and_low_are_halves() -> None:
    high, low = worth(0b10_01, 2, 2)
    assert high == [0.5, 1, 0, 0, 0.5, 0]
    assert low == [0.5, 1, 0, 0, 0, 0.5]


def test_both_halves_are_a_scoop() -> None:
    winner, loser = worth(0b01_01, 2, 2)
    assert winner == [1, 1, 0, 1, 0.5, 0.5]
    assert loser == [0] * 6


def test_a_low_nobody_has_leaves_the_pot_to_the_high_hand() -> None:
    winner, _ = worth(0b00_01, 2, 2)
    assert winner == [1, 1, 0, 1, 1, 0]


def test_high_won_and_low_tied_is_three_quarters() -> None:
    first, second = worth(0b11_01, 2, 2)
    assert first[EQUITY] == 0.75
    assert (first[WIN], first[SCOOP], first[TIE]) == (1, 0, 0)
    assert (second[EQUITY], second[WIN], second[TIE]) == (0.25, 0, 1)
    assert first[SHARES:] == [0.5, 0.25]


def test_errors_are_those_of_independent_deals() -> None:
    course = Course(ask("hold-em", ["random", "random"]))
    course.add({0b01: 3, 0b10: 1})
    assert course.values()[:, EQUITY].tolist() == [0.75, 0.25]
    # Deals 1, 1, 1 and 0: a sample variance of a quarter, and the mean of four.
    assert course.errors()[0, EQUITY] == pytest.approx((0.25 / 4) ** 0.5)


def test_one_deal_says_nothing_of_the_error() -> None:
    course = Course(ask("hold-em", ["random", "random"]))
    course.add({0b01: 1})
    assert np.isnan(course.errors()).all()
    odds = player_odds(course.question, course.values(), course.errors(), course.deals)
    assert [player.equity.error for player in odds] == [None, None]
    assert odds[0].equity.give_or_take == "±?"


def test_deals_that_all_came_out_alike_leave_an_error_of_one_in_so_many() -> None:
    course = Course(ask("hold-em", ["random", "random"]))
    course.add({0b01: 50})
    assert course.errors()[0, EQUITY] == pytest.approx(1 / 50)


def test_parts_alike_leave_no_error_and_parts_unlike_do() -> None:
    alike, unlike = Course(ask("hold-em", ["random", "random"])), Course(ask("hold-em", ["random", "random"]))
    for _ in range(4):
        alike.add({0b01: 3, 0b10: 1})
    for part in ({0b01: 4}, {0b10: 4}, {0b01: 4}, {0b01: 4}):
        unlike.add(part)
    assert alike.errors_by_part(8)[0, EQUITY] == pytest.approx(0)
    assert unlike.values()[0, EQUITY] == alike.values()[0, EQUITY] == 0.75
    # The mean of four draws, 1, 0, 1 and 1, of eight that there are.
    assert unlike.errors_by_part(8)[0, EQUITY] == pytest.approx((0.25 / 4 * (1 - 4 / 8)) ** 0.5)


def test_one_part_of_many_says_nothing_of_the_error() -> None:
    course = Course(ask("hold-em", ["random", "random"]))
    course.add({0b01: 3})
    assert np.isnan(course.errors_by_part(8)).all()
