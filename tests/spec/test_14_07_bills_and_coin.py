"""N.J.A.C. 13:69F-14.7(c)2: bills that play, and the coin of the antes."""

import pytest

from pokerroom.play import Call, Seat
from pokerroom.play.events import BetMade, BettingRoundClosed, Checked
from pokerroom.rules.house import Fixed, letter
from pokerroom.table.ante_coin import AnteCoin, CoinExchanged, pay_ante_in_coin
from pokerroom.table.currency import Kind
from pokerroom.table.refusals import Code, Refusal
from tests.facing import HOLD_EM, NO_LIMIT, on_the_flop
from tests.spec_marks import scenario, spec
from tests.tables import cents, dollars, name, open_round
from tests.talk import Dealer, puts, says


@scenario("MO-06")
@spec("R-14.7-c-2.1")
def test_a_bill_on_the_table_before_the_deal_calls_and_is_converted() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(200, 150, 200))
    table.stay(until="flop")
    table.play("S1 bets 60")
    dealer = Dealer(table, bills=[[], [100], []])
    bound = dealer.binds(puts("S2", 100, kind=Kind.CURRENCY))
    assert (bound.command, dollars(bound.change)) == (Call(Seat(1)), 40)
    converted = bound.converted
    assert converted is not None
    assert (converted.bills, dollars(converted.to_the_pot), dollars(converted.back)) == ((10000,), 60, 40)
    assert (name(converted.seat), converted.rule.paragraph) == ("S2", "14.7(c)2")
    assert table.stacks[1] == 150 - 2 - 60
    assert dealer.heard.bills == ((), (), ())


@scenario("MO-06")
@spec("R-14.7-c-2.1")
def test_a_bill_from_a_pocket_is_refused() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(200, 200, 200))
    table.stay(until="flop")
    table.play("S1 bets 60")
    dealer = Dealer(table, bills=[[], [20], []])
    refusal = dealer.refuses(puts("S2", 100, kind=Kind.CURRENCY))
    assert (refusal.code, refusal.paragraph) == (Code.NOT_ON_THE_TABLE, "14.7(c)")
    assert "a $100 bill" in str(refusal)
    assert table.turn == "S2"


@spec("R-14.7-c-2.1")
@pytest.mark.parametrize(
    ("script", "words", "to"), [("S1 checks", "bet 70", 70), ("S1 bets 20", "raise to 80", 80)], ids=["bet", "raise"]
)
def test_bills_open_and_raise_and_every_one_used_is_converted(script: str, words: str, to: int) -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(200, 200, 200))
    table.stay(until="flop")
    table.play(script)
    dealer = Dealer(table, bills=[[], [50, 20, 50], []])
    bound = dealer.binds(says("S2", words), puts("S2", 50, 50, kind=Kind.CURRENCY))
    assert bound.converted is not None
    assert (dollars(bound.converted.to_the_pot), dollars(bound.converted.back)) == (to, 100 - to)
    assert dealer.heard.bills[1] == (2000,)
    assert dealer.table.state.bets[1] == cents(to)


@spec("R-14.7-c.2")
def test_coin_put_in_as_a_bet_is_refused() -> None:
    dealer = Dealer(on_the_flop())
    refusal = dealer.refuses(puts("S1", 0.5, 0.5, kind=Kind.COIN))
    assert (refusal.code, refusal.paragraph) == (Code.COIN_IN_A_BET, "14.7(c)")
    assert not dealer.table.all(BetMade)


def antes_in_coin(ante: int, *payments: tuple[int, ...]) -> tuple[AnteCoin, list[CoinExchanged]]:
    house = letter(Fixed(500, 1000), ante=ante, forced_bet=200)
    pot = AnteCoin()
    exchanged: list[CoinExchanged] = []
    for place, coins in enumerate(payments):
        paid = pay_ante_in_coin(house, pot, Seat(place), coins)
        assert not isinstance(paid, Refusal), str(paid)
        pot, exchanges = paid
        assert pot.amount == ante * (place + 1)
        assert sum(pot.coins) < 100
        exchanged += exchanges
    return pot, exchanged


@spec("R-14.7-c-2.2")
def test_coin_of_the_antes_is_exchanged_whenever_the_pot_holds_a_dollar_of_it() -> None:
    pot, exchanged = antes_in_coin(50, *((50,),) * 6)
    assert (pot, len(exchanged)) == (AnteCoin((), 3), 3)
    assert {(each.coins, each.rule.paragraph) for each in exchanged} == {((50, 50), "14.7(c)2")}


@spec("R-14.7-c-2.2")
def test_coin_below_a_dollar_stays_in_the_pot() -> None:
    pot, exchanged = antes_in_coin(75, (50, 25), (25, 25, 25), (50, 25))
    assert [sum(each.coins) for each in exchanged] == [100, 100]
    assert (pot.chips, sum(pot.coins)) == (2, 25)


@spec("R-14.7-c.2")
@pytest.mark.parametrize(
    ("ante", "coins", "code"),
    [
        (100, (50, 50), Code.COIN_NOT_TAKEN),
        (50, (10,) * 5, Code.NOT_A_PIECE),
        (50, (25,), Code.NOT_THE_ANTE),
        (50, (50, 25), Code.NOT_THE_ANTE),
    ],
)
def test_an_ante_in_other_coin_than_quarters_and_halves_below_a_dollar_is_refused(
    ante: int, coins: tuple[int, ...], code: Code
) -> None:
    house = letter(Fixed(500, 1000), ante=ante, forced_bet=200)
    refusal = pay_ante_in_coin(house, AnteCoin(), Seat(0), coins)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.paragraph) == (code, "14.7(c)")


@spec("R-14.6-c.1")
def test_bets_reach_the_pot_only_when_the_dealer_gathers_them() -> None:
    table = open_round(HOLD_EM, letter(Fixed(500, 500), blinds=(500,)), players=3)
    dealer = Dealer(table)
    dealer.binds(puts("S2", 5))
    dealer.binds(puts("S3", 5))
    assert (table.state.bets, sum(table.state.paid)) == ((500, 500, 500), 0)
    assert not table.all(BettingRoundClosed)
    dealer.binds(says("S1", "check"))
    assert len(table.all(Checked)) == len(table.all(BettingRoundClosed)) == 1
    assert (table.state.bets, sum(table.state.paid)) == ((0, 0, 0), 1500)
