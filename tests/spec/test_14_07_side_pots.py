"""N.J.A.C. 13:69F-14.7(c)4 and 14.1 "Side pot": what an all-in player may win, and chips that nobody matched."""

from typing import Any

import pytest

from pokerroom.games import PERMITTED, game
from pokerroom.play import KillButton, OpenRound, Procedure, Removal, RemoveHand, procedure
from pokerroom.play.events import (
    ContributionTaken,
    PotAwarded,
    RakeTaken,
    ShowdownOpened,
    UncalledForfeited,
    UncalledReturned,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    IncrementalRake,
    KillOption,
    NoLimit,
    PercentageRake,
    RakeLevel,
    letter,
)
from tests.spec_marks import spec
from tests.tables import Table, cents, deck_for, dollars, names, open_round, seat

HOLD_EM = game("hold-em")
OMAHA_EIGHT = game("omaha-high-low-eight")
STUD = game("seven-card-stud-high")
BLINDS = (100, 200)
TEN_PERCENT = PercentageRake(percent=10, most=10_000)
BY_DOLLARS = IncrementalRake(levels=tuple(RakeLevel(cents(each), 100) for each in (4, 8, 20)), most=1000)

every_game = pytest.mark.parametrize("law", PERMITTED, ids=lambda law: f"{law.edition}:{law.key}")


def sign(law: Game, **posted: Any) -> HouseRules:
    """No limit at one and two, whatever starts the betting."""
    start = {"blinds": BLINDS} if law.has_button else {"forced_bet": 200}
    return letter(NoLimit(200), short_stack_dealt_in=True, **start, **posted)


def raked(table: Table) -> float:
    return dollars(sum(sum(event.amounts) for event in table.all(RakeTaken)))


def claims(table: Table) -> list[tuple[float, tuple[str, ...]]]:
    return [(dollars(pot.amount), names(pot.claimants)) for pot in table.only(ShowdownOpened).pots]


# Uncalled is uncalled, whoever still holds cards.


@spec("R-14.14-d")
@pytest.mark.parametrize("rake", [TEN_PERCENT, BY_DOLLARS], ids=["percentage", "levels"])
def test_a_forced_bet_whose_owner_folds_and_nobody_calls_is_not_raked(
    rake: PercentageRake | IncrementalRake,
) -> None:
    house = letter(Fixed(2000, 4000), forced_bet=2000, rake=(rake,))
    table = open_round(STUD, house, hands=("Ks Qs 2c", "Kd Qd 9h"))
    table.play("S1 folds")  # The forced bet is owed all the same, 14.15(j)2.
    assert (dollars(table.only(UncalledForfeited).amount), raked(table)) == (20, 0)
    assert table.won() == {"S2": 20}
    assert table.only(UncalledForfeited).rule == table.state.procedure.general.uncalled


@spec("R-14.14-d")
@pytest.mark.parametrize("rake", [TEN_PERCENT, BY_DOLLARS], ids=["percentage", "levels"])
def test_a_bet_whose_owner_throws_the_hand_away_is_raked_as_far_as_it_was_called(
    rake: PercentageRake | IncrementalRake,
) -> None:
    table = open_round(HOLD_EM, sign(HOLD_EM, rake=(rake,)), players=3, stacks=200)
    table.play("S3 raises to 40")
    table.do(RemoveHand(seat("S3"), Removal.THROWN_AWAY))
    table.play("S1 folds")
    # Matched are the blinds of 1 and 2 and as much of the bet: 5 in all; 38 were not called.
    assert dollars(table.only(UncalledForfeited).amount) == 38
    assert table.won() == {"S2": 43 - raked(table)}
    assert raked(table) == {TEN_PERCENT: 0, BY_DOLLARS: 1}[rake]


@spec("R-14.14-d")
def test_what_nobody_called_counts_toward_no_level_of_a_later_betting_round_either() -> None:
    levels = IncrementalRake(levels=(RakeLevel(cents(30), 100),), most=100)
    table = open_round(HOLD_EM, sign(HOLD_EM, rake=(levels,)), players=3, stacks=200)
    table.play("S3 raises to 40")
    table.do(RemoveHand(seat("S3"), Removal.THROWN_AWAY))
    table.play("S1 calls; S2 calls")  # 120, all of it called
    assert raked(table) == 1
    table = open_round(HOLD_EM, sign(HOLD_EM, rake=(levels,)), players=3, stacks=200)
    table.play("S3 calls; S1 calls; S2 checks; S1 checks; S2 checks; S3 bets 30")
    table.do(RemoveHand(seat("S3"), Removal.THROWN_AWAY))
    table.play("S1 folds")
    assert (raked(table), table.won()) == (0, {"S2": 36})


# Chips of a hand that is out, above every live stake.


@spec("R-14.7-c-4-i", "R-14.7-c-4-iii")
def test_chips_of_a_hand_that_is_out_above_every_live_stake_are_in_the_last_pot() -> None:
    hands = ("As Ah", "Ks Kh", "Qs Qh")
    house = sign(HOLD_EM, rake=(TEN_PERCENT,))
    table = open_round(HOLD_EM, house, hands=hands, stacks=(10, 50, 100), board="2c 3d 7h 8s 9d")
    table.play("S3 raises to 80; S1 calls")
    table.do(RemoveHand(seat("S3"), Removal.THROWN_AWAY))
    table.play("S2 calls")
    table.stay()
    # S1 contends for 10 of each; S3's 30 that nobody called lie with S2, and are not raked.
    assert dollars(table.only(UncalledForfeited).amount) == 30
    assert table.only(RakeTaken).amounts == (300, 800)
    assert claims(table) == [(27, ("S1", "S2")), (80 - 8 + 30, ("S2",))]
    assert table.won() == {"S1": 27, "S2": 102}


@spec("R-14.6-e-5.1")
def test_the_last_player_takes_everything_all_in_or_not() -> None:
    table = open_round(HOLD_EM, sign(HOLD_EM), players=3, stacks=(10, 30, 100))
    table.play("S3 raises to 80; S1 calls")
    table.do(RemoveHand(seat("S3"), Removal.THROWN_AWAY))
    table.play("S2 folds")
    assert table.won() == {"S1": 92}


# Antes.


@every_game
@spec("R-14.7-c-4-i")
def test_an_ante_that_only_one_could_pay_in_full_goes_back_before_rake_and_pots(law: Game) -> None:
    drop = BadBeatContribution(amount=100, least_pot=200)
    for apart in (False, True):
        house = sign(law, ante=400, rake=(TEN_PERCENT, BY_DOLLARS), bad_beat=drop, antes_to_main_pot=apart)
        table = Table(procedure(law, house), OpenRound(stacks=(cents(100), cents(1)), deck=deck_for(law, ("", ""))))
        first, *others = table.all(UncalledReturned)
        assert (first.seat, dollars(first.amount)) == (seat("S1"), 3)
        while not table.state.over:
            table.do(table.cheapest())
        pots = table.all(ShowdownOpened)[-1].pots
        assert [names(pot.claimants) for pot in pots] == [("S1", "S2")]
        assert (dollars(pots[0].amount), raked(table)) == (2, 0)
        assert dollars(sum(table.only(ContributionTaken).amounts)) == 1
        assert {award.pot for award in table.all(PotAwarded)} == {0}
        assert not others or law.has_button, "only a blind that nobody can call comes back besides"


@spec("R-14.11-i.2", "R-14.7-c-4-i")
def test_an_unmatched_ante_does_not_keep_a_winner_from_the_entire_pot() -> None:
    house = letter(Fixed(400, 800), ante=400, blinds=BLINDS, short_stack_dealt_in=True, kill=KillOption.KILL)
    hands = ("2c 3d 9h Th", "As Ks Qs Js")
    board = "9s Ts 4d 4c Kd"
    opening = OpenRound(stacks=(cents(100), cents(1)), deck=deck_for(OMAHA_EIGHT, hands, board=board))
    table = Table(procedure(OMAHA_EIGHT, house), opening)
    table.stay()
    assert table.won() == {"S2": 2}


@spec("R-14.7-c-4-i")
@pytest.mark.parametrize("apart", [False, True], ids=["antes as stakes", "antes in the main pot"])
def test_a_player_who_could_pay_half_an_ante_contends_for_half_of_each(apart: bool) -> None:
    house = letter(NoLimit(200), ante=200, blinds=BLINDS, short_stack_dealt_in=True, antes_to_main_pot=apart)
    hands = ("As Ah", "Ks Kh", "Qs Qh", "Js Jh")
    table = open_round(HOLD_EM, house, hands=hands, stacks=(1, 100, 100, 100), board="2c 3d 7h 8s 9d", button="S1")
    table.stay()
    assert table.won() == {"S1": 4, "S2": 3 + 6}
    assert claims(table)[0] == (4, ("S1", "S2", "S3", "S4"))


@spec("R-14.7-c-4-i")
def test_an_ante_posted_by_one_for_all_is_still_everybodys() -> None:
    house = letter(
        NoLimit(200), blinds=BLINDS, posts_may_differ=True, antes_to_main_pot=True, short_stack_dealt_in=True
    )
    hands = ("As Ah", "Ks Kh", "Qs Qh")
    table = open_round(HOLD_EM, house, hands=hands, stacks=(2, 100, 100), board="2c 3d 7h 8s 9d", antes=(0, 6, 0))
    table.stay()
    assert table.won() == {"S1": 12}


# No side pot without an all-in.


@every_game
@spec("R-14.1-side")
def test_a_post_for_missed_blinds_is_in_the_one_pot_while_nobody_is_all_in(law: Game) -> None:
    house = sign(law, posts_may_differ=True, rake=(TEN_PERCENT,))
    for antes in ((0, 300, 0), (200, 200, 500)):
        opening = OpenRound(stacks=(cents(100),) * 3, deck=deck_for(law, ("", "", "")), antes=antes)
        table = Table(procedure(law, house), opening)
        while not table.state.over:
            table.do(table.cheapest())
        assert [names(pot.claimants) for pot in table.only(ShowdownOpened).pots] == [("S1", "S2", "S3")]


@spec("R-14.1-side", "R-14.7-c-4-i")
def test_with_a_player_all_in_a_dead_post_above_their_stake_is_the_others() -> None:
    house = letter(NoLimit(200), blinds=BLINDS, posts_may_differ=True, short_stack_dealt_in=True)
    hands = ("As Ah", "Ks Kh", "Qs Qh")
    table = open_round(HOLD_EM, house, hands=hands, stacks=(2, 100, 100), board="2c 3d 7h 8s 9d", antes=(0, 3, 0))
    table.stay()
    assert claims(table) == [(6, ("S1", "S2", "S3")), (3, ("S2", "S3"))]


def test_a_kill_blind_makes_no_side_pot_either() -> None:
    house = letter(Fixed(400, 800), blinds=BLINDS, kill=KillOption.KILL)
    plan: Procedure = procedure(OMAHA_EIGHT, house)
    opening = OpenRound(
        stacks=(cents(100),) * 3,
        deck=deck_for(OMAHA_EIGHT, ("", "", "")),
        kill=KillButton(KillOption.KILL, seat("S3")),
    )
    table = Table(plan, opening)
    table.stay()
    assert len(table.only(ShowdownOpened).pots) == 1
