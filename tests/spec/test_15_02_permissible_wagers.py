"""N.J.A.C. 13:69F-15.2: eighty numbers, the maximum of the rate card, and the straight ticket."""

import pytest
from msgspec.structs import replace

from pokerroom.keno import HOUSE_CARD
from pokerroom.keno.rate_card import CODES, Pay, Wager, card_refusal, paying
from pokerroom.keno.refusals import Code
from pokerroom.words import said
from tests.keno_counter import Counter, writer_form
from tests.spec_marks import scenario, spec


@spec("R-15.2-a", "R-15.2-c-1.1")
@scenario("KE-01")
def test_a_straight_ticket_has_one_to_ten_different_numbers_from_one_to_eighty() -> None:
    counter = Counter()
    ticket = counter.buy(writer_form(7, 22, 80))
    assert said(ticket.type_name) == "three-spot straight"
    for number in (0, 81, -1, 10**9):
        assert counter.not_sold(writer_form(7, number)) == (Code.NOT_A_NUMBER, "15.2(a)")
    assert counter.not_sold(writer_form(7, 22, 7)) == (Code.MARKED_TWICE, "15.2(c)1")
    assert counter.not_sold(writer_form()) == (Code.NO_SPOTS, "15.2(c)1")
    assert counter.not_sold(writer_form(*range(1, 12))) == (Code.TOO_MANY_SPOTS, "15.2(b)")


@spec("R-15.2-b", "R-15.1-rate")
@scenario("KE-07")
def test_the_rate_card_says_how_many_spots_there_may_be() -> None:
    shorter = replace(HOUSE_CARD, pays=HOUSE_CARD.pays[:4])
    counter = Counter(shorter)
    assert counter.buy(writer_form(1, 2, 3, 4)).pays == HOUSE_CARD.pays_of(4)
    assert counter.not_sold(writer_form(1, 2, 3, 4, 5)) == (Code.TOO_MANY_SPOTS, "15.2(b)")


@spec("R-15.2-c.1")
def test_the_list_of_wagers_is_closed() -> None:
    assert set(CODES.values()) == set(Wager) == {Wager.STRAIGHT}
    assert set(HOUSE_CARD.wagers) <= set(Wager)
    for letters in ("W", "C", "K", "SW", "STR"):
        refused = Counter().not_sold(writer_form(7, conditioning=f"{letters} 1.00"))
        assert refused == (Code.NOT_A_WAGER, "15.2(c)")


@spec("R-15.2-c-1.1")
def test_numbers_circled_in_groups_are_no_straight_ticket() -> None:
    refused = Counter().not_sold(writer_form(7, 22, 80, groups=((7, 22), (80,))))
    assert refused == (Code.GROUPED, "15.2(c)1")


@spec("R-15.2-c-1.2")
def test_the_type_of_a_straight_ticket_is_the_number_of_its_spots() -> None:
    assert said(Counter().buy(writer_form(1, 2, 3, 4, 5)).type_name) == "five-spot straight"


@pytest.mark.parametrize(
    "wrong",
    [
        {"least": 0},
        {"least": 2_00, "most": 1_00},
        {"step": 0},
        {"step": 30},
        {"games": 0},
        {"pays": ()},
        {"pays": (paying({1: 3}), (), paying({3: 42}))},
        {"pays": tuple(paying({spots: 2}) for spots in range(1, 22))},
        {"pays": ((Pay(1, 3), Pay(1, 4)),)},
        {"pays": (paying({2: 3}),)},
        {"pays": (paying({1: 0}),)},
        {"wagers": ()},
    ],
    ids=str,
)
def test_nothing_is_sold_by_a_card_that_makes_no_sense(wrong: dict[str, object]) -> None:
    refusal = card_refusal(replace(HOUSE_CARD, **wrong))
    assert refusal is not None
    assert refusal.code is Code.CARD_UNUSABLE
    assert refusal.sentence
