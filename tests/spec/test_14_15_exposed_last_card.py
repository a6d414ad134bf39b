"""N.J.A.C. 13:69F-14.15(k)1 and 2, (m)1 and 2: a last card turned face up, and the choice of whoever holds it."""

from typing import Any

import pytest

from pokerroom.cards import UNKNOWN, parse_cards
from pokerroom.play import (
    Code,
    Freeze,
    MayBet,
    MayCall,
    MayCheck,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayRaise,
    PlayOn,
    Role,
    Stage,
    cards_due,
    view,
)
from pokerroom.play.events import (
    BettingRoundClosed,
    BettingRoundOpened,
    CardBurned,
    ChoiceOffered,
    CommunityDealt,
    Frozen,
    PlayedOn,
    PotAwarded,
    ShowdownOpened,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, HouseRules, customary, letter
from tests.exposing import HIGH, MAMBO, SEVEN_STUD, before_the_last_card, every_last_card, seventh_street
from tests.spec_marks import scenario, spec
from tests.tables import names, open_live_round, seat

# Seven-card stud and super stud, 14.15(k)1 and 2


@scenario("ST-22")
@spec("R-14.15-k.3")
def test_a_player_who_freezes_contends_for_the_pot_as_it_stood_and_the_others_bet_beside_it() -> None:
    table = before_the_last_card(
        HIGH,
        "2c 3c Ad 9h Jd 4s 6h",
        "Kc Kd Kh 8s 7s 2d 3s",
        "Qc Qd 9s Th 6s 5c 4d",
    )
    assert table.pot == 60
    table.deal(exposed="S2 1")
    assert (table.state.stage, table.turn, table.offers()) == (Stage.CHOOSING, "S2", {MayFreeze, MayPlayOn})
    table.play("S2 freezes")
    frozen = table.only(Frozen)
    assert (frozen.rule.paragraph, frozen.rule.reading) == ("14.15(k)1", "AMB-116")
    assert view(table.state, Role.SPECTATOR).seats[1].frozen
    table.play("S1 bets 10; S3 raises to 20; S1 calls")
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (6000, ("S1", "S2", "S3")),
        (4000, ("S1", "S3")),
    ]
    assert names(table.only(ShowdownOpened).to_show) == ("S3", "S1", "S2")
    table.play("S3 shows; S1 shows; S2 shows")
    assert [(names(award.seats), award.amounts, award.pot) for award in table.all(PotAwarded)] == [
        (("S3",), (4000,), 1),
        (("S2",), (6000,), 0),
    ]


@spec("R-14.15-k.3")
@every_last_card
def test_after_a_freeze_the_frozen_seat_never_acts_again_and_wins_no_side_pot(stud: Game) -> None:
    table = seventh_street(stud, "S2 1")
    table.do(Freeze(seat("S2")))
    opened = table.last(BettingRoundOpened)
    assert set(names(opened.to_act)) == {"S1", "S3"}
    first, second = names(opened.to_act)
    table.play(f"{first} bets 10; {second} raises to 20; {first} calls")
    main, side = table.only(ShowdownOpened).pots
    assert (main.amount, names(main.claimants)) == (6000, ("S1", "S2", "S3"))
    assert (side.amount, names(side.claimants)) == (4000, ("S1", "S3"))
    table.stay()
    assert table.won().get("S2", 0) <= 60
    assert sum(table.stacks) == 300


@spec("R-14.15-k.3")
def test_two_frozen_players_share_one_cap() -> None:
    table = seventh_street(HIGH, "S2 1, S4 1", players=4)
    assert table.only(ChoiceOffered).seats == (seat("S2"), seat("S4"))
    table.refused("S4 freezes", Code.NOT_YOUR_TURN)
    table.play("S2 freezes; S4 freezes")
    first, second = names(table.last(BettingRoundOpened).to_act)
    assert {first, second} == {"S1", "S3"}
    table.play(f"{first} bets 10; {second} calls")
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (8000, ("S1", "S2", "S3", "S4")),
        (2000, ("S1", "S3")),
    ]


@spec("R-14.15-k.3")
@every_last_card
def test_where_only_one_opponent_could_bet_there_is_no_betting(stud: Game) -> None:
    table = seventh_street(stud, "S1 1", players=2)
    betting_rounds = len(table.all(BettingRoundOpened))
    table.play("S1 freezes")
    assert table.state.stage is Stage.SHOWDOWN
    assert len(table.all(BettingRoundOpened)) == betting_rounds
    assert table.pots == (40,)


def test_where_everybody_freezes_the_hands_are_shown() -> None:
    table = seventh_street(HIGH, "S1 1, S2 1, S3 1")
    table.play("S1 freezes; S2 freezes; S3 freezes")
    assert table.state.stage is Stage.SHOWDOWN
    assert table.pots == (60,)


def test_a_frozen_player_and_an_all_in_player_each_have_their_own_cap() -> None:
    table = before_the_last_card(HIGH, "", "", "", "", paid=20, stacks=(100, 100, 10, 100))
    table.deal(exposed="S2 1")
    table.play("S2 freezes")
    first, second = names(table.last(BettingRoundOpened).to_act)
    assert {first, second} == {"S1", "S4"}
    table.play(f"{first} bets 10; {second} calls")
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (4000, ("S1", "S2", "S3", "S4")),
        (3000, ("S1", "S2", "S4")),
        (2000, ("S1", "S4")),
    ]


def test_an_all_in_player_whose_last_card_is_exposed_has_nothing_to_choose() -> None:
    table = before_the_last_card(HIGH, "", "", "", paid=20, stacks=(100, 20, 100))
    table.deal(exposed="S2 1")
    assert table.only(ChoiceOffered).seats == ()
    assert table.state.stage is Stage.BETTING
    assert set(names(table.last(BettingRoundOpened).to_act)) == {"S1", "S3"}
    assert len(view(table.state, Role.SPECTATOR).seats[1].up) == 5


def test_nobody_acts_before_the_choice_is_made_and_nobody_else_makes_it() -> None:
    table = seventh_street(HIGH, "S2 1")
    table.refused("S2 checks", Code.NOT_NOW)
    table.refused("S1 bets 10", Code.NOT_NOW)
    table.refused("S1 freezes", Code.NOT_YOUR_TURN)
    table.refused("S3 plays on", Code.NOT_YOUR_TURN)
    assert not table.offers("S1")
    table.play("S2 plays on")
    table.refused("S2 freezes", Code.NOT_NOW)


def test_nobody_freezes_whose_last_card_came_face_down() -> None:
    table = seventh_street(HIGH, "")
    assert table.state.stage is Stage.BETTING
    table.refused(f"{table.turn} freezes", Code.NOT_NOW)


# ST-23
@spec("R-14.15-k.4")
@every_last_card
def test_a_player_who_plays_on_may_fold_call_or_raise_and_win_everything(stud: Game) -> None:
    table = seventh_street(stud, "S2 1")
    table.do(PlayOn(seat("S2")))
    assert table.only(PlayedOn).rule.paragraph == "14.15(k)2"
    assert set(names(table.last(BettingRoundOpened).to_act)) == {"S1", "S2", "S3"}
    while table.turn == "S2":
        table.play("S2 checks")
    table.play(f"{table.turn} bets 10")
    while table.turn != "S2":
        table.play(f"{table.turn} calls")
    assert table.offers() == {MayFold, MayCall, MayRaise}
    table.play("S2 calls")
    table.stay()
    assert table.only(ShowdownOpened).pots[0].amount == 9000
    assert names(table.only(ShowdownOpened).pots[0].claimants) == ("S1", "S2", "S3")


# AMB-40
@pytest.mark.parametrize(("counts", "opener"), [(True, "S2"), (False, "S1")])
def test_the_exposed_last_card_is_part_of_the_hand_showing_where_the_house_counts_it(counts: bool, opener: str) -> None:
    table = before_the_last_card(
        HIGH,
        "2c 3c Ad 9h Jd 4s 6h",
        "Kc Kd Kh 8s 7s 2d 8h",
        "Qc Qd 9s Th 6s 5c 4d",
        exposed_river_counts_for_order=counts,
    )
    table.deal(exposed="S2 1")
    table.play("S2 plays on")
    assert table.turn == opener
    assert len(table.state.up[1]) == 5


@pytest.mark.parametrize(("counts", "opener"), [(True, "S3"), (False, "S2")])
def test_at_stud_low_an_exposed_pair_spoils_the_best_low_showing_where_the_house_counts_it(
    counts: bool, opener: str
) -> None:
    table = before_the_last_card(
        SEVEN_STUD["low"],
        "2c 3c Kd 9h Jd 4s 6h",
        "Kc Qs 2h 3s 4c 5d 5h",
        "Qc Qd 2s 3h 4d 7c 9d",
        exposed_river_counts_for_order=counts,
    )
    table.deal(exposed="S2 1")
    table.play("S2 plays on")
    assert table.turn == opener


@spec("R-14.16-a.2")
@every_last_card
def test_of_an_exposed_last_card_everybody_sees_that_card_and_no_other(stud: Game) -> None:
    table = seventh_street(stud, "S2 1")
    exposed = table.only(ChoiceOffered).cards
    for viewer in (seat("S1"), seat("S3"), Role.SPECTATOR, Role.DEALER):
        seen = view(table.state, viewer).seats[1]
        assert exposed[0] in seen.up
        assert set(seen.down) == {UNKNOWN}
    assert UNKNOWN not in view(table.state, seat("S2")).seats[1].down


@pytest.mark.parametrize("preset", [letter, customary])
def test_the_betting_after_a_choice_is_that_of_any_seventh_street(preset: Any) -> None:
    house: HouseRules = preset(Fixed(500, 1000), ante=100, forced_bet=200)
    table = open_live_round(HIGH, house, players=3)
    while not (table.street == "sixth" and table.state.stage is Stage.DEALING):
        table.do(table.cheapest())
    table.deal(exposed="S3 1")
    table.play("S3 plays on")
    assert table.offers() == {MayFold, MayCheck, MayBet}
    assert table.offer(MayBet).least == 1000
    assert isinstance(table.since(BettingRoundClosed)[1], CardBurned)


# Mambo stud, 14.15(m)1 and 2


@spec("R-14.15-m.2")
def test_at_mambo_who_freezes_on_the_third_card_is_out_of_both_later_betting_rounds() -> None:
    table = before_the_last_card(MAMBO, "", "", "", paid=10)
    table.deal(exposed="S2 1")
    assert table.offers() == {MayFreeze, MayPlayOn}
    table.play("S2 freezes")
    assert table.only(Frozen).rule.paragraph == "14.15(m)1"
    first, second = names(table.last(BettingRoundOpened).to_act)
    assert {first, second} == {"S1", "S3"}
    table.play(f"{first} bets 10; {second} calls")
    table.deal()
    assert table.street == "community"
    first, second = names(table.last(BettingRoundOpened).to_act)
    assert {first, second} == {"S1", "S3"}
    table.play(f"{first} bets 10; {second} calls")
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (3000, ("S1", "S2", "S3")),
        (4000, ("S1", "S3")),
    ]


@spec("R-14.15-m.2")
def test_at_mambo_who_plays_on_after_the_third_card_bets_like_everybody() -> None:
    table = before_the_last_card(MAMBO, "", "", "", paid=10)
    table.deal(exposed="S2 1")
    table.play("S2 plays on")
    assert table.only(PlayedOn).rule.paragraph == "14.15(m)2"
    assert set(names(table.last(BettingRoundOpened).to_act)) == {"S1", "S2", "S3"}


def test_at_mambo_with_nobody_left_to_bet_the_community_card_still_comes() -> None:
    table = before_the_last_card(MAMBO, "", "", paid=10)
    table.deal(exposed="S1 1, S2 1")
    table.play("S1 freezes; S2 freezes")
    assert cards_due(table.state) == 2
    table.deal()
    assert table.all(CommunityDealt)
    assert table.state.stage is Stage.SHOWDOWN
    table.stay()
    assert sum(table.stacks) == 200


@spec("R-14.9-f-1", "R06-14.9-f")
@pytest.mark.parametrize(
    ("five", "four"),
    [
        ("9c 8d 7h 6s 5c", "As Ah Ac 2d"),  # a straight over three aces
        ("2d 5d 7d 9d Jd", "Ks Kh Kc Qd"),  # a flush over three kings
        ("5h 6h 7h 8h 9h", "As Ah Ac Ad"),  # a straight flush over four aces
    ],
)
def test_five_cards_showing_are_a_poker_hand_with_its_straights_and_flushes(five: str, four: str) -> None:
    *up, last = five.split()
    hands = (f"Td Jc {' '.join(four.split())}", f"2c 3c {' '.join(up)} {last}", "4c 4s 3d 8c Th Qs")
    for stud in (SEVEN_STUD["high"], SEVEN_STUD["high-low eight"], SEVEN_STUD["high of 2006"]):
        table = before_the_last_card(stud, *hands)
        table.deal(exposed="S2 1")
        table.play("S2 plays on")
        assert names(table.last(BettingRoundOpened).to_act)[0] == "S2"
        table = before_the_last_card(stud, *hands, exposed_river_counts_for_order=False)
        table.deal(exposed="S2 1")
        table.play("S2 plays on")
        assert names(table.last(BettingRoundOpened).to_act)[0] == "S1"


@spec("R-14.9-f-1")
def test_four_cards_showing_make_no_straight_or_flush() -> None:
    table = before_the_last_card(HIGH, "Td Jc 9c 8d 7h 6s", "2c 3c 2d 2h 5s 9d", "4c 4s Kd Kh Th 8s")
    table.deal()
    assert names(table.last(BettingRoundOpened).to_act)[0] == "S3"


@spec("R-14.13A-f.2", "R-14.13A-h-1")
@pytest.mark.parametrize("counts", [True, False])
def test_at_mambo_an_exposed_third_card_is_an_up_card_in_both_rounds_or_in_neither(counts: bool) -> None:
    hands = ("2c Qd 3h", "4c 9d Ks", "5c Jd 6h")
    table = before_the_last_card(MAMBO, *hands, exposed_river_counts_for_order=counts)
    table.deal(exposed="S2 1")
    table.play("S2 plays on")
    assert names(table.last(BettingRoundOpened).to_act)[0] == ("S2" if counts else "S1")
    table.finish_betting()
    table.center = list(parse_cards("8s"))
    table.deal()
    assert names(table.last(BettingRoundOpened).to_act)[0] == ("S2" if counts else "S1")


@spec("R-14.13A-h-1", "R-14.13A-h-2")
def test_the_pair_that_opens_the_last_round_of_mambo_is_formed_with_the_community_card() -> None:
    for community, opener in (("Js", "S3"), ("8s", "S1"), ("9s", "S2")):
        # S2 shows a pair of nines of its own, which is none with the community card.
        table = before_the_last_card(MAMBO, "2c Qd 3h", "4c 9d 9h", "5c Jd 6h")
        table.deal(exposed="S2 1")
        table.play("S2 plays on")
        table.finish_betting()
        table.center = list(parse_cards(community))
        table.deal()
        assert names(table.last(BettingRoundOpened).to_act)[0] == opener, community
