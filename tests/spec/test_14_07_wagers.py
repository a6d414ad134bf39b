"""N.J.A.C. 13:69F-14.7: who may wager what, table stakes, all-in players and their side pots, check and raise."""

import pytest

from pokerroom.cards import DECK
from pokerroom.games import game
from pokerroom.play import (
    Bet,
    Call,
    Code,
    Fold,
    MayBet,
    MayCall,
    MayCheck,
    MayFold,
    MayPostForcedBet,
    MayRaise,
    OpenRound,
    Refusal,
    Seat,
    Stage,
    perform,
    procedure,
    start,
)
from pokerroom.play.events import (
    AntesPosted,
    BetMade,
    BettingRoundOpened,
    BlindPosted,
    Called,
    CardsDealt,
    Folded,
    ForcedBetPosted,
    PotAwarded,
    Raised,
    ShowdownOpened,
    UncalledReturned,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_13_69F, NJAC_19_47_2006
from pokerroom.rules.house import Fixed, HouseRules, HouseRulesError, NoLimit, PotLimit, customary, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, cents, name, names, open_round

HOLD_EM = game("hold-em")
HOLD_EM_2006 = game("hold-em", NJAC_19_47_2006)
STUD = game("seven-card-stud-high")

BLINDS = (100, 200)
LIMIT = letter(Fixed(200, 400), blinds=BLINDS)
NO_LIMIT = letter(NoLimit(200), blinds=BLINDS)
STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)


def opening(rules: Game, house: HouseRules, *stacks: float) -> Refusal | None:
    """Why a round with these stakes is refused, if it is."""
    outcome = start(procedure(rules, house), OpenRound(stacks=tuple(map(cents, stacks))))
    return outcome if isinstance(outcome, Refusal) else None


def claims(table: Table) -> list[tuple[int, tuple[str, ...]]]:
    """Each pot in dollars and who contends for it, the main pot first."""
    return [(pot.amount // 100, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots]


@scenario("BT-10")
@spec("R-14.7-a")
@pytest.mark.parametrize("place", [-1, 3, 11])
def test_nobody_bets_or_is_dealt_cards_without_a_seat(place: int) -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    assert names(table.only(CardsDealt).seats) == ("S1", "S2", "S3")
    table.stay(until="flop")
    for command in (Bet(Seat(place), 1000), Call(Seat(place)), Fold(Seat(place))):
        outcome = perform(table.state, command)
        assert isinstance(outcome, Refusal)
        assert (outcome.code, outcome.paragraph) == (Code.NOT_SEATED, "14.7(a)")


@spec("R-14.7-b-1")
def test_a_required_ante_is_posted_by_everybody_before_the_cards() -> None:
    table = open_round(STUD, STUD_SIGN, players=4)
    kinds = [type(event) for event in table.log]
    assert kinds.index(AntesPosted) < kinds.index(CardsDealt)
    assert table.only(AntesPosted).amounts == (100,) * 4


@spec("R-14.7-b-1", "R-14.7-b-2")
def test_nobody_is_dealt_in_for_another_ante_or_blind_than_the_posted_one() -> None:
    table = procedure(HOLD_EM, letter(Fixed(200, 400), blinds=BLINDS, ante=100))
    stacks = (10000, 10000, 10000)
    for odd in (
        OpenRound(stacks=stacks, antes=(100, 0, 100)),
        OpenRound(stacks=stacks, blinds=(100, 0, 0)),
        OpenRound(stacks=stacks, blinds=(100, 200, 200)),
    ):
        outcome = start(table, odd)
        assert isinstance(outcome, Refusal)
        assert outcome.code is Code.POSTS_DIFFER


@spec("R-14.7-b-2")
def test_every_blind_due_is_posted_before_the_cards() -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=(100, 200, 200)), players=5)
    kinds = [type(event) for event in table.log]
    assert kinds.count(BlindPosted) == 3
    assert max(at for at, kind in enumerate(kinds) if kind is BlindPosted) < kinds.index(CardsDealt)


@spec("R-14.7-b-2")
def test_a_game_with_a_button_cannot_be_opened_without_a_blind() -> None:
    with pytest.raises(HouseRulesError, match=r"14\.10\(d\)"):
        procedure(HOLD_EM, letter(Fixed(200, 400)))


@spec("R-14.7-b-3")
def test_the_forced_bet_is_decided_by_the_up_cards_and_nobody_else_acts_before_it() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 2d", "?? ?? Ks"))
    assert table.last(BettingRoundOpened).obliged == 200
    assert table.turn == "S2"
    assert MayPostForcedBet in table.offers("S2")
    assert MayCheck not in table.offers("S2")
    for other in ("S1", "S3", "S4"):
        assert table.offers(other) == set()
        table.refused(f"{other} calls", Code.NOT_YOUR_TURN)
    table.refused("S2 checks", Code.FORCED_BET_DUE)
    table.play("S2 posts")
    assert table.only(ForcedBetPosted).amount == 200


@spec("R-14.7-c.1")
def test_nobody_wagers_more_than_they_had_on_the_table_when_the_round_began() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(100, 100, 12))
    refusal = table.refused("S3 raises to 13", Code.EXCEEDS_TABLE_STAKES)
    assert (refusal.paragraph, refusal.facts["most"]) == ("14.7(c)", 1200)
    assert table.offer(MayRaise).most == 1200
    table.play("S3 raises to 12; S1 raises to 50; S2 folds")
    assert table.won() == {}
    assert table.state.stacks[2] == 0
    assert table.state.stage is Stage.SHOWDOWN


@spec("R-14.7-c.1", "R-14.7-c-4-i")
def test_a_call_takes_no_more_than_the_player_has_and_contests_no_more_than_it_covers() -> None:
    table = open_round(
        HOLD_EM, NO_LIMIT, hands=("Kc Kd", "Qc Qd", "Ac Ad"), stacks=(100, 100, 12), board="2h 3h 7s 8s Jd"
    )
    table.play("S3 calls; S1 raises to 20; S2 calls")
    assert table.offer(MayCall).amount == 1000
    assert table.offers() == {MayFold, MayCall}
    table.play("S3 calls")
    assert (table.last(Called).amount, table.last(Called).rule.paragraph) == (1000, "14.7(c)4")
    table.stay()
    assert claims(table) == [(36, ("S1", "S2", "S3")), (16, ("S1", "S2"))]
    assert table.won() == {"S1": 16, "S3": 36}


@spec("R-14.7-c.2")
@pytest.mark.parametrize("ante", [25, 50, 75, 100, 200])
def test_an_ante_is_in_dollars_or_in_coin_below_one_dollar(ante: int) -> None:
    table = open_round(STUD, letter(Fixed(500, 1000), ante=ante, forced_bet=200), players=5)
    assert table.pot * 100 == 5 * ante


@spec("R-14.7-c.2")
@pytest.mark.parametrize("ante", [1, 10, 30, 99, 125, 150])
def test_an_ante_that_neither_chips_nor_quarters_and_halves_below_one_dollar_can_pay_is_refused(ante: int) -> None:
    with pytest.raises(HouseRulesError, match=r"14\.7\(c\)"):
        procedure(STUD, letter(Fixed(500, 1000), ante=ante, forced_bet=200))


@spec("R-14.7-c.2")
def test_a_house_that_takes_no_coin_posts_its_ante_in_dollars() -> None:
    with pytest.raises(HouseRulesError, match=r"14\.7\(c\)"):
        procedure(STUD, letter(Fixed(500, 1000), ante=50, forced_bet=200, allow_coin_antes=False))
    dollars_only = letter(Fixed(500, 1000), ante=100, forced_bet=200, allow_coin_antes=False)
    assert open_round(STUD, dollars_only, players=5).pot == 5


@spec("R-14.7-c.2")
def test_coin_is_not_part_of_a_bet() -> None:
    """With no chip below a dollar, half a dollar could only be coin."""
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    outcome = perform(table.state, table.command("S3 raises to 4.50"))
    assert isinstance(outcome, Refusal)


def test_coin_of_the_antes_stays_in_the_pot_and_is_divided_with_it() -> None:
    house = letter(Fixed(500, 1000), ante=25, forced_bet=200)
    table = open_round(STUD, house, hands=("?? ?? 2c", "?? ?? 3d", "?? ?? 4d", "?? ?? 5d", "?? ?? 6d"))
    table.play("S1 posts; S2 folds; S3 folds; S4 folds; S5 raises to 5; S1 folds")
    assert table.won() == {"S5": 1.25 + 4}


@spec("R-14.7-c-3")
def test_at_stud_every_seat_covers_ante_forced_bet_and_one_minimum_bet() -> None:
    assert opening(STUD, STUD_SIGN, 100, 8, 100) is None
    refusal = opening(STUD, STUD_SIGN, 100, 7, 100)
    assert refusal is not None
    assert (refusal.code, refusal.facts["seat"], refusal.facts["needed"]) == (Code.STAKES_TOO_SMALL, 1, 800)
    assert (refusal.paragraph, refusal.cited.reading) == ("14.7(c)3", "AMB-78")


@scenario("MO-02")
@spec("R-14.7-c-3")
@pytest.mark.parametrize(("place", "needed"), [(0, 3), (1, 4), (2, 2), (3, 2)])
def test_at_a_game_with_blinds_each_seat_covers_its_own_blind_and_one_minimum_bet(place: int, needed: int) -> None:
    stacks = [100.0] * 4
    stacks[place] = needed
    assert opening(HOLD_EM, LIMIT, *stacks) is None
    stacks[place] = needed - 1
    refusal = opening(HOLD_EM, LIMIT, *stacks)
    assert refusal is not None
    assert (refusal.code, refusal.facts["needed"]) == (Code.STAKES_TOO_SMALL, cents(needed))


@spec("R-14.7-c-3")
def test_the_ante_is_part_of_what_must_be_covered() -> None:
    house = letter(Fixed(200, 400), blinds=BLINDS, ante=100)
    assert opening(HOLD_EM, house, 4, 5, 3) is None
    for short in ((3, 5, 3), (4, 4, 3), (4, 5, 2)):
        assert opening(HOLD_EM, house, *short) is not None


def test_by_custom_a_player_is_dealt_in_for_their_last_chips() -> None:
    house = customary(NoLimit(200), blinds=BLINDS)
    assert opening(HOLD_EM, house, 1, 1, 0.25) is None
    refusal = opening(HOLD_EM, house, 100, 100, 0)
    assert refusal is not None
    assert refusal.code is Code.STAKES_TOO_SMALL


def test_by_custom_a_late_blind_is_posted_as_recorded_and_the_turn_starts_left_of_the_last() -> None:
    house = customary(NoLimit(200), blinds=BLINDS)
    opened = OpenRound(stacks=(10000,) * 5, blinds=(100, 200, 200, 0, 0), deck=DECK)
    table = Table(procedure(HOLD_EM, house), opened)
    assert [(name(event.seat), event.amount) for event in table.all(BlindPosted)] == [
        ("S1", 100),
        ("S2", 200),
        ("S3", 200),
    ]
    assert (table.turn, table.offer(MayCall).amount) == ("S4", 200)


def test_a_blind_all_in_for_less_is_called_at_the_posted_amount() -> None:
    table = open_round(
        HOLD_EM,
        customary(NoLimit(200), blinds=BLINDS),
        hands=("3c 4d", "Ac Ad", "Kc Kd"),
        stacks=(100, 1, 100),
        board="2h 7h 9s Js Qd",
    )
    assert [(name(event.seat), event.amount) for event in table.all(BlindPosted)] == [("S1", 100), ("S2", 100)]
    assert table.offer(MayCall).amount == 200
    table.play("S3 calls; S1 calls")
    table.stay()
    assert claims(table) == [(3, ("S1", "S2", "S3")), (2, ("S1", "S3"))]
    assert table.won() == {"S2": 3, "S3": 2}


def test_a_player_all_in_on_part_of_the_ante_contests_what_they_matched() -> None:
    house = customary(NoLimit(200), blinds=BLINDS, ante=200)
    table = open_round(HOLD_EM, house, hands=("3c 4d", "Kc Kd", "Ac Ad"), stacks=(100, 100, 1), board="2h 7h 9s Js Qd")
    assert table.only(AntesPosted).amounts == (200, 200, 100)
    table.stay()
    assert claims(table) == [(3, ("S1", "S2", "S3")), (6, ("S1", "S2"))]
    assert table.won() == {"S2": 6, "S3": 3}


def test_antes_posted_by_one_for_all_belong_to_the_main_pot() -> None:
    house = customary(NoLimit(200), blinds=BLINDS, antes_to_main_pot=True)
    table = open_round(
        HOLD_EM,
        house,
        hands=("3c 4d", "Kc Kd", "Ac Ad"),
        stacks=(100, 100, 50),
        board="2h 7h 9s Js Qd",
        antes=(0, 6, 0),
    )
    table.stay()
    assert claims(table) == [(12, ("S1", "S2", "S3"))]
    assert table.won() == {"S3": 12}


@spec("R-14.7-c-4")
def test_a_player_who_calls_with_their_last_chips_is_all_in_and_has_not_folded() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(100, 100, 15))
    table.play("S3 calls; S1 raises to 30; S2 calls; S3 calls")
    assert table.state.stacks[2] == 0
    assert table.live == ("S1", "S2", "S3")
    assert not table.all(Folded)
    assert (table.street, names(table.last(BettingRoundOpened).to_act)) == ("flop", ("S1", "S2"))


@spec("R-14.7-c-4-i")
def test_the_best_hand_wins_only_the_pots_its_player_paid_into() -> None:
    table = open_round(
        HOLD_EM, NO_LIMIT, hands=("Ac Ad", "Kc Kd", "Qc Qd"), stacks=(20, 100, 100), board="2h 3h 7s 8s Jd"
    )
    table.play("S3 raises to 100; S1 calls; S2 calls")
    table.stay()
    assert claims(table) == [(60, ("S1", "S2", "S3")), (160, ("S2", "S3"))]
    assert table.won() == {"S1": 60, "S2": 160}


@spec("R-14.7-c-4-ii")
def test_an_all_in_player_is_dealt_every_later_card() -> None:
    table = open_round(
        STUD,
        letter(Fixed(500, 1000), forced_bet=200),
        hands=("?? ?? 2c", "?? ?? Ah", "?? ?? Kh"),
        stacks=(10, 100, 100),
    )
    table.play("S1 posts; S2 raises to 5; S3 raises to 10; S1 calls; S2 calls")
    assert table.state.stacks[0] == 0
    table.stay()
    assert all(names(event.seats) == ("S1", "S2", "S3") for event in table.all(CardsDealt))
    assert len(table.all(CardsDealt)) == 5


@spec("R-14.7-c-4-iii")
def test_the_others_go_on_betting_into_a_side_pot_closed_to_the_all_in_player() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(20, 100, 100))
    table.play("S3 raises to 20; S1 calls; S2 calls; S2 bets 30; S3 calls")
    table.stay()
    assert claims(table) == [(60, ("S1", "S2", "S3")), (60, ("S2", "S3"))]


@spec("R-14.7-c-4-iii")
def test_there_is_no_betting_where_only_one_player_has_chips() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(20, 50, 100))
    table.play("S3 raises to 50; S1 calls; S2 calls")
    assert len(table.all(BettingRoundOpened)) == 1
    assert len(table.state.board) == 5
    assert table.state.stage is Stage.SHOWDOWN


@spec("R-14.7-c-4-i", "R-14.7-c-4-iii")
def test_four_stakes_make_a_main_pot_and_three_side_pots() -> None:
    table = open_round(
        HOLD_EM,
        NO_LIMIT,
        hands=("Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd", "Tc Td"),
        stacks=(10, 25, 45, 70, 70),
        board="2h 3h 5s 7s 8d",
    )
    table.play("S3 raises to 45; S4 raises to 70; S5 calls; S1 calls; S2 calls")
    table.stay()
    assert claims(table) == [
        (50, ("S1", "S2", "S3", "S4", "S5")),
        (60, ("S2", "S3", "S4", "S5")),
        (60, ("S3", "S4", "S5")),
        (50, ("S4", "S5")),
    ]
    assert [award.pot for award in table.all(PotAwarded)] == [3, 2, 1, 0]
    assert table.won() == {"S1": 50, "S2": 60, "S3": 60, "S4": 50}


@spec("R-14.7-c-4-i")
def test_chips_of_players_who_folded_lie_in_the_pots_they_reached() -> None:
    table = open_round(
        HOLD_EM, NO_LIMIT, hands=("Ac Ad", "Kc Kd", "Qc Qd", "2c 7d"), stacks=(10, 30, 100, 100), board="2h 3h 5s 7s 8d"
    )
    table.play("S3 raises to 8; S4 raises to 20; S1 calls; S2 raises to 30; S3 calls; S4 folds")
    table.stay()
    assert claims(table) == [(40, ("S1", "S2", "S3")), (50, ("S2", "S3"))]
    assert table.won() == {"S1": 40, "S2": 50}


def test_the_part_of_a_bet_that_nobody_can_call_is_returned_before_pots_are_formed() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=2, stacks=(100, 40))
    table.play("S1 raises to 100; S2 calls")
    returned = table.only(UncalledReturned)
    assert (name(returned.seat), returned.amount) == ("S1", 6000)
    assert (returned.rule.paragraph, returned.rule.reading) == ("14.6(d)", "AMB-82")
    assert claims(table) == [(80, ("S1", "S2"))]


def test_a_last_bet_that_everybody_declines_is_returned_and_never_part_of_the_pot() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=2)
    table.stay(until="flop")
    table.play("S1 bets 30; S2 folds")
    assert table.only(UncalledReturned).amount == 3000
    assert table.won() == {"S1": 4}
    assert table.stacks == (102, 98)


def test_of_a_raise_nobody_calls_only_the_unmatched_part_is_returned() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=2)
    table.stay(until="flop")
    table.play("S1 bets 10; S2 raises to 30; S1 folds")
    assert table.only(UncalledReturned).amount == 2000
    assert table.won() == {"S2": 4 + 10 + 10}
    assert table.stacks == (88, 112)


def test_the_unmatched_part_of_a_blind_goes_back_when_everybody_folds_to_it() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.play("S3 folds; S1 folds")
    assert table.only(UncalledReturned).amount == 100
    assert table.won() == {"S2": 2}
    assert table.stacks == (99, 101, 100)


def test_a_bet_matched_by_a_player_who_then_folded_is_not_returned() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(100, 100, 5))
    table.play("S3 calls; S1 raises to 20; S2 calls; S3 calls; S1 bets 10; S2 folds")
    assert table.only(UncalledReturned).amount == 1000
    table.stay()
    assert claims(table) == [(15, ("S1", "S3")), (30, ("S1",))]


@spec("R-14.7-g")
def test_a_bet_once_made_cannot_be_enlarged() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.stay(until="flop")
    table.play("S1 checks; S2 bets 10")
    table.refused("S2 bets 20", Code.NOT_YOUR_TURN)
    table.refused("S2 raises to 20", Code.NOT_YOUR_TURN)
    assert table.only(BetMade).to == 1000
    assert table.state.bets[1] == 1000


@spec("R-14.7-g-2")
def test_a_call_once_made_cannot_become_a_raise() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=4)
    table.stay(until="flop")
    table.play("S1 bets 10; S2 calls")
    refusal = table.refused("S2 raises to 20", Code.NOT_YOUR_TURN)
    assert refusal.paragraph == "14.7(d)"
    table.play("S3 folds; S4 calls")
    assert table.street == "turn"


@spec("R-14.7-j")
def test_a_player_may_check_and_then_raise() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay(until="flop")
    table.play("S1 checks; S2 bets 2; S3 folds")
    assert table.offers() == {MayFold, MayCall, MayRaise}
    table.play("S1 raises to 4")
    assert name(table.last(Raised).seat) == "S1"


@spec("R-14.7-j", "R06-14.7-j")
@pytest.mark.parametrize("rules", [HOLD_EM, HOLD_EM_2006], ids=[NJAC_13_69F.key, NJAC_19_47_2006.key])
def test_where_a_sign_forbids_it_a_raise_after_a_check_is_refused(rules: Game) -> None:
    table = open_round(rules, letter(Fixed(200, 400), blinds=BLINDS, check_raise=False), players=3)
    table.stay(until="flop")
    table.play("S1 checks; S2 bets 2; S3 calls")
    assert table.offers() == {MayFold, MayCall}
    refusal = table.refused("S1 raises to 4", Code.CHECK_RAISE_BARRED)
    assert (refusal.cited.edition, refusal.paragraph) == (rules.edition, "14.7(j)")


@spec("R06-14.7-j")
def test_under_the_2006_text_a_player_may_check_and_then_raise_where_no_sign_forbids_it() -> None:
    table = open_round(HOLD_EM_2006, LIMIT, players=3)
    table.stay(until="flop")
    table.play("S1 checks; S2 bets 2; S3 folds")
    assert table.offers() == {MayFold, MayCall, MayRaise}


@spec("R-14.7-j")
def test_the_ban_binds_only_those_who_checked_in_the_same_betting_round() -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=BLINDS, check_raise=False), players=3)
    table.play("S3 calls; S1 calls")
    assert table.offers() == {MayFold, MayCheck, MayRaise}
    table.play("S2 checks; S1 checks; S2 bets 2")
    assert (table.turn, table.offers()) == ("S3", {MayFold, MayCall, MayRaise})
    table.play("S3 calls; S1 calls; S1 bets 4; S2 raises to 8")
    assert (table.turn, table.offers()) == ("S3", {MayFold, MayCall, MayRaise})
    table.play("S3 folds")
    assert (table.turn, table.offers()) == ("S1", {MayFold, MayCall, MayRaise})


@spec("R-14.7-j")
def test_the_ban_holds_against_a_checker_who_has_called_since() -> None:
    table = open_round(HOLD_EM, letter(Fixed(200, 400), blinds=BLINDS, check_raise=False), players=3)
    table.stay(until="flop")
    table.play("S1 checks; S2 bets 2; S3 raises to 4; S1 calls; S2 raises to 6; S3 calls")
    assert (table.turn, table.offers()) == ("S1", {MayFold, MayCall})
    table.refused("S1 raises to 8", Code.CHECK_RAISE_BARRED)


@pytest.mark.parametrize("limits", [Fixed(200, 400), PotLimit(200), NoLimit(200)])
def test_folding_is_accepted_when_checking_is_free_and_marked_as_such(limits: Fixed | PotLimit | NoLimit) -> None:
    table = open_round(HOLD_EM, letter(limits, blinds=BLINDS), players=3)
    table.stay(until="flop")
    assert table.offer(MayFold).free
    table.play("S1 folds")
    assert table.live == ("S2", "S3")
    quiet = open_round(HOLD_EM, letter(limits, blinds=BLINDS, warn_on_free_fold=False), players=3)
    quiet.stay(until="flop")
    assert not quiet.offer(MayFold).free
    table.play("S2 bets 2")
    assert not table.offer(MayFold).free
    assert MayBet not in table.offers()
