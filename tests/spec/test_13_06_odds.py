"""N.J.A.C. 13:69F-13.6: how odds are printed, what winners are paid at least, and which amounts are not accepted."""

from fractions import Fraction

import pytest

from pokerroom.dice import Bet, commands as asked, events as happened
from pokerroom.dice.odds import LEAST, Odds, edge, parse, pay_table, printed
from pokerroom.dice.refusals import Code
from pokerroom.rules.refusal import Refusal
from tests.dice_table import SEATS, Pit
from tests.spec_marks import scenario, spec

S1 = SEATS[0]


def refused(outcome: object) -> Refusal:
    assert isinstance(outcome, Refusal), outcome
    return outcome


@spec("R-13.6-a")
@scenario("DI-13")
def test_odds_are_printed_with_to_or_win_and_never_for() -> None:
    assert parse("9 to 5") == Odds(9, 5)
    assert parse("9 win 5") == Odds(9, 5)
    for text in ("14 for 5", "3 FOR 1"):
        refusal = refused(parse(text))
        assert (refusal.code, refusal.paragraph) == (Code.ODDS_SAY_FOR, "13.6(a)")
    for text in ("", "9:5", "0 to 1", "9 to 0", "nine to five"):
        assert refused(parse(text)).code is Code.NOT_ODDS
    assert all(" to " in text for text in printed(LEAST).values())


@spec("R-13.6-b.1")
@scenario("DI-01")
@pytest.mark.parametrize(
    ("bet", "amount", "faces", "wins"),
    [
        ("place_4", 5, (1, 3), 9),
        ("place_10", 5, (5, 5), 9),
        ("place_5", 5, (1, 4), 7),
        ("place_9", 5, (4, 5), 7),
        ("place_6", 6, (2, 4), 7),
        ("place_8", 6, (2, 6), 7),
        ("any_7", 5, (3, 4), 20),
        ("over_7", 5, (4, 4), 5),
        ("under_7", 5, (1, 1), 5),
        *(("field", 5, faces, 5) for faces in ((1, 2), (1, 3), (4, 5), (4, 6), (5, 6))),
        *(("field", 5, faces, 10) for faces in ((1, 1), (6, 6))),
    ],
)
def test_winners_are_paid_at_least_these_odds(bet: str, amount: int, faces: tuple[int, int], wins: int) -> None:
    pit = Pit().open(seated=1).bet(0, **{bet: amount}).throw(*faces)
    assert pit.chips(0) == 100_000 + wins * 100


@spec("R-13.6-b.1")
def test_odds_below_the_text_are_refused() -> None:
    for name, text in (("place 6", "1 to 1"), ("any 7", "39 to 10"), ("field 2", "1 to 1"), ("field", "9 to 10")):
        refusal = refused(pay_table({name: text}))
        assert (refusal.code, refusal.paragraph) == (Code.BELOW_LEAST_ODDS, "13.6(b)")
    assert refused(pay_table({"hardway": "9 to 1"})).code is Code.UNKNOWN_WAGER
    better = pay_table({"field 12": "3 to 1", "any 7": "5 to 1"})
    assert not isinstance(better, Refusal)
    assert printed(better) == printed(LEAST) | {"field 12": "3 to 1", "any 7": "5 to 1"}


@spec("R-13.6-b-1")
@pytest.mark.parametrize(
    ("bet", "unpayable", "payable"), [("place 6", 700, 1200), ("place 4", 600, 1000), ("place 9", 1200, 1500)]
)
def test_amounts_that_cannot_be_paid_exactly_are_refused(bet: str, unpayable: int, payable: int) -> None:
    pit = Pit().open(seated=1)
    refusal = pit.refused(asked.PlaceWager, S1, player=S1, bet=bet, amount=unpayable)
    assert (refusal.code, refusal.paragraph) == (Code.NOT_PAYABLE, "13.6(b)1")
    pit.give(asked.PlaceWager, S1, player=S1, bet=bet, amount=payable)
    assert pit.refused(asked.PlaceWager, S1, player=S1, bet=bet, amount=100).code is Code.NOT_PAYABLE


@spec("R-13.6-b-2")
@scenario("DI-15")
def test_no_commission_may_be_set() -> None:
    refusal = refused(pay_table({}, commission=5))
    assert (refusal.code, refusal.paragraph) == (Code.COMMISSION, "13.6(b)2")
    assert not isinstance(pay_table({}, commission=0), Refusal)


@scenario("DI-03")
def test_a_seven() -> None:
    pit = Pit().open(seated=1).bet(0, place_4=10, place_6=12, field=5, over_7=5, under_7=5, any_7=5)
    pit.shaken_by_players(accepts=0).read(3, 4).give(asked.CollectLosing)
    lost = [each for each in pit.events if isinstance(each, happened.WagerLost)]
    assert sum(each.amount for each in lost) == 3700
    assert len(lost) == 5
    pit.give(asked.PayWinners)
    assert pit.chips(0) == 100_000 - 3700 + 2000
    assert pit.table.holder is None


@scenario("DI-04")
def test_boxcars() -> None:
    pit = Pit().open(seated=1).bet(0, field=5, over_7=5, under_7=5, any_7=5, place_4=5, place_10=5)
    pit.throw(6, 6)
    assert pit.chips(0) == 100_000 + 1000 + 500 - 1000 - 1000
    assert set(pit.table.at(0).wagers) == {Bet.PLACE_4, Bet.PLACE_10}


def test_the_house_keeps_exactly_this_much() -> None:
    assert {bet.value: edge(bet, LEAST[bet]) for bet in Bet} == {
        "place 4": Fraction(1, 15),
        "place 5": Fraction(1, 25),
        "place 6": Fraction(1, 66),
        "place 8": Fraction(1, 66),
        "place 9": Fraction(1, 25),
        "place 10": Fraction(1, 15),
        "field": Fraction(1, 18),
        "any 7": Fraction(1, 6),
        "over 7": Fraction(1, 6),
        "under 7": Fraction(1, 6),
    }
