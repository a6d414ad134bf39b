"""N.J.A.C. 13:69F-14.17: what the sign allows to be wagered, how often a bet is raised, and who may raise again."""

from collections.abc import Callable

import pytest

from pokerroom.games import game
from pokerroom.play import Code, MayBet, MayCall, MayCheck, MayFold, MayRaise, Offer, Raise
from pokerroom.play.events import BetMade, Raised
from pokerroom.rules.house import (
    Fixed,
    HouseRules,
    Limits,
    NoLimit,
    PotLimit,
    Reopens,
    Spread,
    customary,
    letter,
)
from tests.spec_marks import scenario, spec
from tests.tables import Table, cents, names, open_round, seat

HOLD_EM = game("hold-em")
STUD = game("seven-card-stud-high")

BLINDS = (100, 200)
TEN_TWENTY = Fixed(1000, 2000)
TEN_TWENTY_BLINDS = (500, 1000)

Preset = Callable[..., HouseRules]
Offers = set[type[Offer]]

CALL_OR_FOLD: Offers = {MayFold, MayCall}
CALL_FOLD_OR_RAISE: Offers = {MayFold, MayCall, MayRaise}


def on_the_flop(house: HouseRules, *stacks: float) -> Table:
    """Everybody has called the last blind and has these stakes left when the flop is dealt."""
    paid = house.blinds[-1] // 100
    table = open_round(HOLD_EM, house, stacks=tuple(stack + paid for stack in stacks), players=len(stacks))
    table.stay(until="flop")
    assert table.stacks == stacks
    return table


def limits(table: Table, kind: type[MayBet] | type[MayRaise]) -> tuple[float, float]:
    """The least and the most the player to act may bet, or raise to, in dollars."""
    offer = table.offer(kind)
    return offer.least / 100, offer.most / 100


def bet_and_two_short_all_ins(house: HouseRules) -> Table:
    """S1 bets 10, S2 is all-in for 14, S3 calls, S4 is all-in for 21; S1 is to act."""
    table = on_the_flop(house, 200, 14, 200, 21)
    table.play("S1 bets 10; S2 raises to 14; S3 calls; S4 raises to 21")
    assert table.turn == "S1"
    return table


def no_limit(reopens: Reopens) -> HouseRules:
    return letter(NoLimit(200), blinds=BLINDS, short_all_in_reopens=reopens)


def fixed(reopens: Reopens) -> HouseRules:
    return letter(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS, short_all_in_reopens=reopens)


@pytest.mark.parametrize(("street", "bet"), [("flop", 2), ("turn", 4), ("river", 4)])
def test_fixed_bets_have_the_small_size_early_and_the_big_size_late(street: str, bet: int) -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=BLINDS), players=3)
    assert limits(table, MayRaise) == (4, 4)
    table.stay(until=street)
    assert limits(table, MayBet) == (bet, bet)
    table.play(f"S1 bets {bet}")
    assert limits(table, MayRaise) == (2 * bet, 2 * bet)


def test_the_house_may_post_from_which_street_the_big_bet_is_due() -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400, big_from=3), blinds=BLINDS), players=3)
    table.stay(until="turn")
    assert limits(table, MayBet) == (2, 2)
    table.stay(until="river")
    assert limits(table, MayBet) == (4, 4)


@pytest.mark.parametrize("amount", [1, 3, 4])
def test_no_other_bet_than_the_posted_one_is_taken_at_fixed_limit(amount: int) -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=BLINDS), players=3)
    table.stay(until="flop")
    refusal = table.refused(f"S1 bets {amount}", Code.NOT_THE_POSTED_AMOUNT)
    assert refusal.paragraph == "14.17"
    assert refusal.facts["least"] == 200


def test_no_other_raise_than_by_the_posted_bet_is_taken_at_fixed_limit() -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=BLINDS), players=3)
    table.refused("S3 raises to 3", Code.NOT_THE_POSTED_AMOUNT)
    table.refused("S3 raises to 6", Code.NOT_THE_POSTED_AMOUNT)
    table.play("S3 raises to 4; S1 raises to 6")
    assert [event.to for event in table.all(Raised)] == [400, 600]


def test_a_spread_has_a_least_and_a_most_for_every_bet_and_raise() -> None:
    table = on_the_flop(letter(Spread(200, 1000), blinds=BLINDS), 100, 100, 100)
    assert limits(table, MayBet) == (2, 10)
    below = table.refused("S1 bets 1", Code.BELOW_MINIMUM)
    above = table.refused("S1 bets 11", Code.ABOVE_MAXIMUM)
    assert below.paragraph == above.paragraph == "14.17"
    assert (below.facts["least"], above.facts["most"]) == (200, 1000)
    table.play("S1 bets 5")
    assert limits(table, MayRaise) == (10, 15)
    table.refused("S2 raises to 9", Code.BELOW_MINIMUM)
    table.refused("S2 raises to 16", Code.ABOVE_MAXIMUM)
    table.play("S2 raises to 15")
    assert limits(table, MayRaise) == (25, 25)


def test_at_pot_limit_a_raise_is_at_most_the_pot_after_the_call() -> None:
    table = open_round(HOLD_EM, letter(PotLimit(200), blinds=BLINDS), players=4, stacks=500)
    # 3 in the pot, 2 to call: 5 on top of the bet of 2.
    assert limits(table, MayRaise) == (4, 7)
    table.refused("S3 raises to 8", Code.ABOVE_MAXIMUM)
    table.refused("S3 raises to 3", Code.BELOW_MINIMUM)
    table.play("S3 calls")
    # 5 in the pot, 2 to call.
    assert limits(table, MayRaise) == (4, 9)
    table.play("S4 raises to 9")
    # 14 in the pot, and 8 more make the call of the first blind.
    assert limits(table, MayRaise) == (16, 9 + 14 + 8)
    table.play("S1 raises to 31")
    # 44 in the pot, 29 to call.
    assert limits(table, MayRaise) == (53, 31 + 44 + 29)


def test_at_pot_limit_the_opening_bet_is_at_most_the_pot_antes_included() -> None:
    house = letter(PotLimit(200), blinds=BLINDS, ante=100)
    table = open_round(HOLD_EM, house, players=3)
    assert limits(table, MayRaise) == (4, 2 + 6 + 2)
    table.stay(until="flop")
    assert limits(table, MayBet) == (2, 9)
    table.refused("S1 bets 10", Code.ABOVE_MAXIMUM)
    table.play("S1 bets 9; S2 calls; S3 calls")
    assert limits(table, MayBet) == (2, 36)


def test_at_pot_limit_the_least_bet_may_be_made_into_a_smaller_pot() -> None:
    house = letter(PotLimit(1000), blinds=(100,))
    table = open_round(HOLD_EM, house, players=2)
    table.stay(until="flop")
    assert table.pot == 2
    assert limits(table, MayBet) == (10, 10)


def test_at_no_limit_a_player_may_bet_all_they_have_and_no_less_than_the_posted_minimum() -> None:
    table = on_the_flop(letter(NoLimit(200), blinds=BLINDS), 98, 98)
    assert limits(table, MayBet) == (2, 98)
    table.refused("S1 bets 1", Code.BELOW_MINIMUM)
    refusal = table.refused("S1 bets 99", Code.EXCEEDS_TABLE_STAKES)
    assert refusal.paragraph == "14.7(c)"
    table.play("S1 bets 98")
    assert table.offers() == CALL_OR_FOLD


@pytest.mark.parametrize("structure", [Spread(200, 10000), PotLimit(200), NoLimit(200)])
def test_a_raise_is_by_at_least_the_last_increment(structure: Limits) -> None:
    house = letter(structure, blinds=BLINDS)
    table = open_round(HOLD_EM, house, players=5, stacks=500)
    table.play("S3 raises to 6")
    assert limits(table, MayRaise)[0] == 10
    table.play("S4 raises to 16")
    assert limits(table, MayRaise)[0] == 26
    table.refused("S5 raises to 25", Code.BELOW_MINIMUM)
    table.play("S5 raises to 26; S1 calls")
    assert limits(table, MayRaise)[0] == 36


def test_a_house_may_take_raises_of_a_single_chip() -> None:
    house = letter(NoLimit(200), blinds=BLINDS, min_raise="any-amount")
    table = on_the_flop(house, 100, 100, 100)
    table.refused("S1 bets 1", Code.BELOW_MINIMUM)
    table.play("S1 bets 10")
    assert limits(table, MayRaise) == (11, 100)
    table.play("S2 raises to 11")
    assert limits(table, MayRaise) == (12, 100)


def test_the_minimum_applies_again_on_each_street() -> None:
    table = on_the_flop(letter(NoLimit(200), blinds=BLINDS), 200, 200)
    table.play("S1 bets 10; S2 raises to 50; S1 calls")
    assert limits(table, MayBet) == (2, 150)


@pytest.mark.parametrize("structure", [TEN_TWENTY, Spread(1000, 5000), PotLimit(1000), NoLimit(1000)])
def test_an_all_in_may_be_less_than_the_least_bet(structure: Limits) -> None:
    table = on_the_flop(letter(structure, blinds=TEN_TWENTY_BLINDS), 100, 100, 8, 100)
    table.play("S1 checks; S2 checks")
    assert limits(table, MayBet) == (8, 8)
    table.refused("S3 bets 7", Code.NOT_THE_POSTED_AMOUNT if structure == TEN_TWENTY else Code.BELOW_MINIMUM)
    table.play("S3 bets 8")
    assert not table.only(BetMade).full
    assert table.offer(MayCall).amount == 800


@scenario("BT-06")
@spec("R-14.17.3")
def test_after_three_raises_under_a_sign_of_three_the_next_player_calls_or_folds() -> None:
    table = on_the_flop(letter(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS, max_raises=3), 100, 100, 100)
    table.play("S1 bets 10; S2 raises to 20; S3 raises to 30; S1 raises to 40; S2 calls")
    assert (table.turn, table.offers()) == ("S3", CALL_OR_FOLD)
    refusal = table.refused("S3 raises to 50", Code.RAISE_CAP)
    assert (refusal.paragraph, refusal.facts["raises"]) == ("14.17", 3)


@spec("R-14.17.3")
def test_neither_the_blind_nor_the_opening_bet_counts_toward_the_cap() -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=BLINDS, max_raises=1), players=3)
    table.play("S3 raises to 4")
    assert table.offers() == CALL_OR_FOLD
    table.stay(until="flop")
    table.play("S1 bets 2")
    assert table.offers() == CALL_FOLD_OR_RAISE
    table.play("S2 raises to 4")
    table.refused("S3 raises to 6", Code.RAISE_CAP)


@spec("R-14.17.3")
def test_the_cap_is_counted_in_each_betting_round() -> None:
    table = on_the_flop(letter(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS, max_raises=1), 200, 200, 200)
    table.play("S1 bets 10; S2 raises to 20; S3 calls; S1 calls; S1 bets 20")
    assert table.offers() == CALL_FOLD_OR_RAISE


def test_a_sign_without_a_cap_limits_no_raises() -> None:
    table = on_the_flop(letter(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS), 400, 400, 400)
    table.play("S1 bets 10")
    for raises in range(2, 12):
        table.play(f"{table.turn} raises to {10 * raises}")
    assert table.offers() == CALL_FOLD_OR_RAISE


def test_a_cap_of_none_lets_nobody_raise() -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=BLINDS, max_raises=0), players=3)
    assert table.offers() == CALL_OR_FOLD
    table.play("S3 calls; S1 calls")
    assert table.offers() == {MayFold, MayCheck}


@pytest.mark.parametrize(("unlimited", "offered"), [(False, CALL_OR_FOLD), (True, CALL_FOLD_OR_RAISE)])
def test_the_cap_holds_between_two_players_unless_the_sign_lifts_it(unlimited: bool, offered: Offers) -> None:
    house = letter(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS, max_raises=1, heads_up_unlimited=unlimited)
    table = on_the_flop(house, 200, 200, 200)
    table.play("S1 bets 10; S2 raises to 20")
    assert (table.turn, table.offers()) == ("S3", CALL_OR_FOLD)
    table.play("S3 folds")
    assert (table.turn, table.offers()) == ("S1", offered)


def test_a_completion_of_the_forced_bet_counts_toward_the_cap_as_the_raise_it_is() -> None:
    house = letter(Fixed(500, 1000), forced_bet=200, max_raises=1)
    table = open_round(STUD, house, hands=("?? ?? 2c", "?? ?? Kd", "?? ?? Qd"))
    table.play("S1 posts; S2 raises to 5")
    assert (table.only(Raised).full, table.only(Raised).counts) == (True, True)
    assert (table.turn, table.offers()) == ("S3", CALL_OR_FOLD)


def test_by_custom_a_completion_is_not_a_raise_and_the_cap_begins_after_it() -> None:
    house = customary(Fixed(500, 1000), forced_bet=200, max_raises=1)
    table = open_round(STUD, house, hands=("?? ?? 2c", "?? ?? Kd", "?? ?? Qd"))
    table.play("S1 posts; S2 raises to 5")
    assert not table.only(Raised).counts
    assert (table.turn, table.offers()) == ("S3", CALL_FOLD_OR_RAISE)
    table.play("S3 raises to 10")
    assert (table.turn, table.offers()) == ("S1", CALL_OR_FOLD)


def test_a_blind_below_the_posted_bet_is_completed_first() -> None:
    table = open_round(HOLD_EM, letter(Fixed(500, 1000), blinds=(200,)), players=3)
    assert table.offer(MayCall).amount == 200
    assert limits(table, MayRaise) == (5, 5)
    table.play("S2 raises to 5")
    assert limits(table, MayRaise) == (10, 10)


@pytest.mark.parametrize(
    ("preset", "stack", "offered"),
    [
        (letter, 14, CALL_OR_FOLD),
        (letter, 16, CALL_OR_FOLD),
        (customary, 14, CALL_FOLD_OR_RAISE),
        (customary, 15, CALL_OR_FOLD),
    ],
)
def test_a_short_all_in_counts_toward_the_cap_by_custom_only_from_half_a_bet(
    preset: Preset, stack: int, offered: Offers
) -> None:
    table = on_the_flop(preset(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS, max_raises=1), 200, stack, 200)
    table.play(f"S1 bets 10; S2 raises to {stack}")
    assert (table.turn, table.offers()) == ("S3", offered)


@pytest.mark.parametrize(
    ("preset", "stack", "offered"),
    [
        (letter, 19, CALL_OR_FOLD),
        (customary, 19, CALL_FOLD_OR_RAISE),
        (customary, 20, CALL_OR_FOLD),
    ],
)
def test_at_no_limit_a_short_all_in_counts_toward_the_cap_by_custom_only_as_a_full_raise(
    preset: Preset, stack: int, offered: Offers
) -> None:
    table = on_the_flop(preset(NoLimit(200), blinds=BLINDS, max_raises=1), 200, stack, 200)
    table.play(f"S1 bets 10; S2 raises to {stack}")
    assert (table.turn, table.offers()) == ("S3", offered)


@pytest.mark.parametrize(
    ("all_in", "raise_to"),
    [(4, 10), (5, 15), (6, 16), (9, 19)],
    ids=["completed", "half a bet", "over half", "nearly a bet"],
)
def test_over_a_short_all_in_bet_a_fixed_raise_completes_it_or_from_half_a_bet_adds_a_bet(
    all_in: int, raise_to: int
) -> None:
    table = on_the_flop(letter(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS), 100, 100, all_in, 100)
    table.play(f"S1 checks; S2 checks; S3 bets {all_in}")
    assert limits(table, MayRaise) == (raise_to, raise_to)


@pytest.mark.parametrize(("all_in", "raise_to"), [(14, 20), (15, 25), (16, 26)])
def test_over_a_short_all_in_raise_too(all_in: int, raise_to: int) -> None:
    table = on_the_flop(letter(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS), 100, all_in, 100)
    table.play(f"S1 bets 10; S2 raises to {all_in}")
    assert limits(table, MayRaise) == (raise_to, raise_to)


def test_the_letter_gives_nobody_who_has_acted_a_new_raise_after_short_all_ins() -> None:
    table = bet_and_two_short_all_ins(letter(NoLimit(200), blinds=BLINDS))
    assert table.offers() == CALL_OR_FOLD
    refusal = table.refused("S1 raises to 31", Code.NOT_REOPENED)
    assert (refusal.paragraph, refusal.cited.reading) == ('14.1 "Raise"', "AMB-77")
    table.play("S1 calls")
    assert (table.turn, table.offers()) == ("S3", CALL_OR_FOLD)


def test_by_custom_whoever_faces_a_full_raise_in_all_since_acting_may_raise_and_nobody_else() -> None:
    table = bet_and_two_short_all_ins(customary(NoLimit(200), blinds=BLINDS))
    assert limits(table, MayRaise) == (31, 200)
    table.refused("S1 raises to 30", Code.BELOW_MINIMUM)
    table.play("S1 calls")
    assert (table.turn, table.offers()) == ("S3", CALL_OR_FOLD)
    table.refused("S3 raises to 31", Code.NOT_REOPENED)


@pytest.mark.parametrize(("stack", "reopened"), [(19, False), (20, True)])
def test_all_ins_that_add_up_to_exactly_a_full_raise_reopen_the_betting_by_custom(stack: int, reopened: bool) -> None:
    table = on_the_flop(customary(NoLimit(200), blinds=BLINDS), 200, 14, 200, stack)
    table.play(f"S1 bets 10; S2 raises to 14; S3 calls; S4 raises to {stack}")
    assert table.turn == "S1"
    assert (MayRaise in table.offers()) is reopened


def test_a_full_raise_reopens_the_betting_for_everybody() -> None:
    table = bet_and_two_short_all_ins(customary(NoLimit(200), blinds=BLINDS))
    table.play("S1 raises to 31")
    assert (table.turn, table.offers()) == ("S3", CALL_FOLD_OR_RAISE)
    assert limits(table, MayRaise) == (41, 200)


@pytest.mark.parametrize(
    ("reopens", "first", "third"),
    [
        (Reopens.NEVER, False, False),
        (Reopens.HALF, True, True),
        (Reopens.FULL, True, True),
        (Reopens.CUMULATIVE, True, False),
    ],
)
def test_the_house_posts_when_short_all_ins_reopen_the_betting(reopens: Reopens, first: bool, third: bool) -> None:
    """S1 faces 11 more and S3 faces 7; a full raise is 10, and 11 were added since the last one."""
    table = bet_and_two_short_all_ins(no_limit(reopens))
    assert (MayRaise in table.offers()) is first
    table.play("S1 calls")
    assert (MayRaise in table.offers()) is third


@pytest.mark.parametrize(
    ("reopens", "all_in", "reopened"),
    [
        (Reopens.HALF, 14, False),
        (Reopens.HALF, 15, True),
        (Reopens.FULL, 19, False),
        (Reopens.CUMULATIVE, 19, False),
        (Reopens.NEVER, 19, False),
        (Reopens.NEVER, 20, True),
        (Reopens.FULL, 20, True),
        (Reopens.CUMULATIVE, 20, True),
    ],
)
def test_one_short_all_in_reopens_from_half_a_raise_where_the_house_says_half_and_else_never(
    reopens: Reopens, all_in: int, reopened: bool
) -> None:
    table = on_the_flop(no_limit(reopens), 200, all_in, 200)
    table.play(f"S1 bets 10; S2 raises to {all_in}; S3 calls")
    assert table.turn == "S1"
    assert (MayRaise in table.offers()) is reopened


@pytest.mark.parametrize("reopens", list(Reopens))
def test_a_player_who_has_not_acted_may_raise_over_any_all_in(reopens: Reopens) -> None:
    table = on_the_flop(no_limit(reopens), 200, 14, 200)
    table.play("S1 bets 10; S2 raises to 14")
    assert (table.turn, limits(table, MayRaise)) == ("S3", (24, 200))


@pytest.mark.parametrize("reopens", list(Reopens))
def test_a_blind_has_not_acted_when_a_short_all_in_comes_round_to_it(reopens: Reopens) -> None:
    table = open_round(HOLD_EM, no_limit(reopens), players=4, stacks=(100, 100, 100, 13))
    table.play("S3 raises to 10; S4 raises to 13; S1 folds")
    assert (table.turn, limits(table, MayRaise)) == ("S2", (21, 100))


def test_a_short_all_in_leaves_the_size_of_the_next_raise_as_it_was() -> None:
    table = on_the_flop(letter(NoLimit(200), blinds=BLINDS), 300, 300, 45, 300)
    table.play("S1 bets 10; S2 raises to 30; S3 raises to 45")
    assert not table.last(Raised).full
    assert (table.turn, limits(table, MayRaise)) == ("S4", (65, 300))


@pytest.mark.parametrize(
    ("preset", "all_in", "reopened"),
    [
        (letter, 16, False),
        (letter, 20, True),
        (customary, 14, False),
        (customary, 15, True),
    ],
)
def test_at_fixed_limit_half_a_bet_reopens_by_custom_and_a_whole_bet_always(
    preset: Preset, all_in: int, reopened: bool
) -> None:
    table = on_the_flop(preset(TEN_TWENTY, blinds=TEN_TWENTY_BLINDS), 200, all_in, 200)
    table.play(f"S1 bets 10; S2 raises to {all_in}; S3 calls")
    assert table.turn == "S1"
    assert (MayRaise in table.offers()) is reopened


@pytest.mark.parametrize(
    ("reopens", "offered"),
    [
        (Reopens.NEVER, CALL_OR_FOLD),
        (Reopens.HALF, CALL_FOLD_OR_RAISE),
        (Reopens.FULL, CALL_OR_FOLD),
        (Reopens.CUMULATIVE, CALL_FOLD_OR_RAISE),
    ],
)
def test_at_fixed_limit_cumulative_means_half_a_bet_in_all(reopens: Reopens, offered: Offers) -> None:
    """Two all-ins of 3 each are less than half a bet singly and more together."""
    table = on_the_flop(fixed(reopens), 200, 13, 16)
    table.play("S1 bets 10; S2 raises to 13; S3 raises to 16")
    assert table.turn == "S1"
    # S2 and S3 have nothing left, so a third player with chips is needed for a raise to make sense.
    assert table.offers() == CALL_OR_FOLD

    table = on_the_flop(fixed(reopens), 200, 13, 16, 200)
    table.play("S1 bets 10; S2 raises to 13; S3 raises to 16; S4 calls")
    assert (table.turn, table.offers()) == ("S1", offered)


@spec("R-14.7-j")
@pytest.mark.parametrize("all_in", [1, 4, 6, 9])
@pytest.mark.parametrize("preset", [letter, customary])
@pytest.mark.parametrize(
    "structure", [TEN_TWENTY, Spread(1000, 4000), PotLimit(1000), NoLimit(1000)], ids=["fixed", "spread", "pot", "no"]
)
def test_a_player_who_checked_may_raise_over_a_short_all_in_opening_bet(
    preset: Preset, structure: Limits, all_in: int
) -> None:
    table = on_the_flop(preset(structure, blinds=TEN_TWENTY_BLINDS), 100, 100, all_in, 100)
    table.play(f"S1 checks; S2 checks; S3 bets {all_in}; S4 calls")
    assert (table.turn, table.offers()) == ("S1", CALL_FOLD_OR_RAISE)
    table.play("S1 calls")
    assert (table.turn, table.offers()) == ("S2", CALL_FOLD_OR_RAISE)
    table.do(Raise(seat("S2"), table.offer(MayRaise).least))
    assert table.turn == "S4"


@spec("R-14.7-j")
def test_where_a_raise_after_a_check_is_barred_a_short_all_in_does_not_lift_that() -> None:
    table = on_the_flop(letter(NoLimit(1000), blinds=TEN_TWENTY_BLINDS, check_raise=False), 100, 100, 6, 100)
    table.play("S1 checks; S2 checks; S3 bets 6; S4 calls")
    table.refused("S1 raises to 40", Code.CHECK_RAISE_BARRED)


@pytest.mark.parametrize(
    ("key", "hands"),
    [
        ("seven-card-stud-high", ("Ks Qs 2c", "Kd Qd 9h", "Kh Qh 9d", "Kc Qc 9s")),
        ("five-card-stud", ("Ks 2c", "Kd 9h", "Kh 9d", "Kc 9s")),
        ("mambo-stud", ("Ks 2c", "Kd 9h", "Kh 9d", "Kc 9s")),
    ],
)
@spec("R-14.9-e.1", "R-14.13-e")
def test_a_forced_bettor_may_raise_over_a_short_all_in_like_a_blind(key: str, hands: tuple[str, ...]) -> None:
    for limits_ in (Fixed(1000, 2000), NoLimit(1000)):
        house = letter(limits_, forced_bet=200, short_stack_dealt_in=True)
        table = open_round(game(key), house, hands=hands, stacks=(100, 7, 100, 100))
        table.play("S1 posts; S2 raises to 7; S3 calls; S4 calls")
        assert (table.turn, table.offers()) == ("S1", CALL_FOLD_OR_RAISE)
        # Those who called before another short all-in are not free to.
        house = letter(limits_, forced_bet=200, short_stack_dealt_in=True)
        table = open_round(game(key), house, hands=hands, stacks=(100, 100, 12, 100))
        table.play("S1 posts; S2 raises to 10; S3 raises to 12; S4 calls")
        assert (table.turn, table.offers()) == ("S1", CALL_FOLD_OR_RAISE)
        table.play("S1 calls")
        assert (table.turn, table.offers()) == ("S2", CALL_OR_FOLD)


@pytest.mark.parametrize(
    ("small", "blinds", "all_in", "raise_to"),
    [(4, (1, 2), 3, 7), (10, (1, 2), 4, 10), (10, (1, 2), 5, 15), (10, (2, 5), 7, 17), (8, (4,), 6, 14)],
)
@spec("R-14.17.1")
def test_at_fixed_limit_a_short_all_in_over_small_blinds_is_completed_or_raised_by_a_whole_bet(
    small: int, blinds: tuple[int, ...], all_in: int, raise_to: int
) -> None:
    posted = tuple(each * 100 for each in blinds)
    for preset in (letter, customary):
        house = preset(Fixed(small * 100, small * 200), blinds=posted, short_stack_dealt_in=True)
        table = open_round(HOLD_EM, house, players=4, stacks=(100, 100, all_in, 100), button="S4")
        while table.turn != "S3":
            table.do(table.cheapest())
        table.play(f"S3 raises to {all_in}")
        assert limits(table, MayRaise) == (raise_to, raise_to)
        table.play(f"{table.turn} raises to {raise_to}")
        assert limits(table, MayRaise) == (raise_to + small, raise_to + small)


@pytest.mark.parametrize("preset", [letter, customary])
def test_nobody_raises_players_who_have_no_chips_to_answer_with(preset: Preset) -> None:
    table = on_the_flop(preset(NoLimit(200), blinds=BLINDS), 200, 50)
    table.play("S1 checks; S2 bets 50")
    assert table.offers() == CALL_OR_FOLD
    refusal = table.refused("S1 raises to 100", Code.NOBODY_TO_ANSWER)
    assert refusal.paragraph == "14.7(c)4iii"


def test_players_who_may_not_raise_still_answer_in_turn() -> None:
    table = bet_and_two_short_all_ins(letter(NoLimit(200), blinds=BLINDS))
    table.play("S1 calls; S3 calls")
    assert table.street == "turn"
    assert table.pot == 8 + 21 + 14 + 21 + 21
    assert names(table.state.to_act) == ("S1", "S3")
    assert table.state.stacks[0] == cents(200 - 21)
