"""N.J.A.C. 13:69F-14.1: the words of the game, each shown by a round of play that does what it means."""

from itertools import pairwise

import pytest

from pokerroom.cards import SUITS, UNKNOWN, CardError, cards_text, parse_card, parse_cards
from pokerroom.games import game
from pokerroom.play import (
    Code,
    MayCall,
    MayFold,
    MayRaise,
    Role,
    replay,
    seen_by,
    view,
)
from pokerroom.play.events import (
    AntesPosted,
    BetMade,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    Called,
    CardBurned,
    CardsDealt,
    CommonCardDealt,
    Discarded,
    DrawOpened,
    Drew,
    ForcedBetPosted,
    HandShown,
    PotAwarded,
    Raised,
    RoundClosed,
    RoundOpened,
    ShowdownOpened,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.house import Fixed, NoLimit, Showing, letter
from tests.spec_marks import spec
from tests.tables import Table, contest, names, open_round, seat

HOLD_EM = game("hold-em")
OMAHA_EIGHT = game("omaha-high-low-eight")
STUD = game("seven-card-stud-high")
STUD_LOW = game("seven-card-stud-low")
DRAW = game("five-card-draw-high")

LIMIT = letter(Fixed(200, 400), blinds=(100, 200))
NO_LIMIT = letter(NoLimit(200), blinds=(100, 200))
STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)

PUTS_CHIPS_IN = (AntesPosted, BlindPosted, ForcedBetPosted, Called, BetMade, Raised)


def first(table: Table, kind: type) -> int:
    """Where in the log the first event of this kind stands."""
    return next(at for at, event in enumerate(table.log) if isinstance(event, kind))


@spec("R-14.1-allin")
def test_all_in_is_to_have_no_chips_left_and_a_claim_to_the_part_of_the_pot_already_bet() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(100, 100, 20))
    table.play("S3 raises to 20; S1 raises to 60; S2 calls")
    short = view(table.state, Role.SPECTATOR).seats[2]
    assert (short.stack, short.live, short.all_in) == (0, True, True)
    assert not view(table.state, Role.SPECTATOR).seats[0].all_in
    table.stay()
    contended = [pot for pot in table.only(ShowdownOpened).pots if seat("S3") in pot.claimants]
    assert [pot.amount for pot in contended] == [6000]


@spec("R-14.1-ante")
def test_an_ante_is_a_fixed_wager_of_everybody_before_the_first_card() -> None:
    table = open_round(STUD, STUD_SIGN, players=5)
    assert table.only(AntesPosted).amounts == (100,) * 5
    assert first(table, AntesPosted) < first(table, CardsDealt)


@spec("R-14.1-bet")
def test_a_bet_is_made_in_a_betting_round_and_an_ante_is_not() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 2c", "?? ?? 3c"))
    assert first(table, AntesPosted) < first(table, BettingRoundOpened)
    assert table.state.bets == (0, 0)
    assert table.state.paid == (100, 100)
    table.play("S1 posts; S2 raises to 5; S1 calls")
    assert first(table, BettingRoundOpened) < first(table, Called) < first(table, BettingRoundClosed)
    table.play(f"{table.turn} bets 5")
    made = table.only(BetMade)
    assert (table.state.bets[made.seat], table.street) == (500, "fourth")


@spec("R-14.1-bround")
def test_a_betting_round_ends_when_everybody_has_called_folded_or_is_all_in() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=4, stacks=(100, 100, 12, 100))
    table.stay(until="flop")
    table.play("S1 bets 20; S2 calls; S3 calls")
    assert table.state.stacks[2] == 0
    assert len(table.all(BettingRoundClosed)) == 1
    table.play("S4 folds")
    assert len(table.all(BettingRoundClosed)) == 2


@spec("R-14.1-blind")
def test_a_blind_is_bet_before_its_player_has_seen_a_card() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    assert names([event.seat for event in table.all(BlindPosted)]) == ("S1", "S2")
    dealt = first(table, CardsDealt)
    assert all(table.log.index(event) < dealt for event in table.all(BlindPosted))


@spec("R-14.1-burn")
def test_a_burn_card_is_out_of_play_and_nobody_sees_its_face() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay()
    burned = table.all(CardBurned)
    assert len(burned) == 3
    for event in burned:
        for viewer in (seat("S1"), seat("S2"), seat("S3"), Role.SPECTATOR, Role.DEALER):
            shown = seen_by(event, viewer)
            assert isinstance(shown, CardBurned)
            assert shown.card == UNKNOWN
            assert view(table.state, viewer).burns == (UNKNOWN,) * 3
    faces = {event.card for event in burned}
    held = {card for place in range(3) for card in table.state.cards(place)}
    assert not faces & (held | set(table.state.board))


@spec("R-14.1-call")
def test_a_call_brings_a_players_chips_up_to_the_bet_before_it() -> None:
    house = letter(Fixed(1000, 2000), blinds=(500, 1000))
    table = open_round(HOLD_EM, house, players=3)
    table.play("S3 raises to 20")
    assert table.offer(MayCall).amount == 1500
    table.play("S1 calls")
    assert table.only(Called).amount == 1500
    assert table.state.bets[0] == 2000


@spec("R-14.1-call")
def test_a_call_by_a_player_with_less_takes_all_they_have() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(13, 100, 100))
    table.play("S3 raises to 20")
    assert table.offer(MayCall).amount == 1200
    table.play("S1 calls")
    assert table.state.stacks[0] == 0


@spec("R-14.1-check")
def test_a_player_who_checks_may_still_act_when_somebody_bets() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay(until="flop")
    table.play("S1 checks; S2 bets 2; S3 calls")
    assert table.turn == "S1"
    assert table.offers() == {MayFold, MayCall, MayRaise}


@spec("R-14.1-check")
def test_nobody_checks_a_bet() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    refusal = table.refused("S3 checks", Code.BET_TO_ANSWER)
    assert refusal.paragraph == '14.1 "Check"'


@spec("R-14.1-common")
def test_a_common_card_lies_face_up_for_all_and_counts_in_the_hand_of_whoever_can_use_it() -> None:
    """Seven players who all stay leave too few cards for seventh street."""
    hands = (
        "2c 2d 4h 6s 8c Tc",
        "3c 3d 5h 7s 9c Jc",
        "4c 4d 6h 8s Td Qc",
        "5c 5d 7h 9s Jd Kc",
        "6c 6d 8h Ts Qd As",
        "7c 7d 9h Js Kd Ad",
        "8d Th Qh Ks Ah Ac",
    )
    table = open_round(STUD, STUD_SIGN, hands=hands, board="3h", stacks=500)
    table.stay(until="seventh")
    assert cards_text([table.only(CommonCardDealt).card]) == "3h"
    for viewer in (seat("S1"), seat("S7"), Role.SPECTATOR):
        assert cards_text(view(table.state, viewer).board) == "3h"
    table.stay()
    award = table.only(PotAwarded)
    assert names(award.seats) == ("S2",)
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("3c 3d 3h Jc 9c"))


@spec("R-14.1-community")
def test_community_cards_lie_face_up_for_all() -> None:
    table = open_round(HOLD_EM, LIMIT, hands=("Ac 2d", "Kc 3d", "Qc 4d"), board="As Ks Qs 9h 8h")
    table.stay(until="river")
    for viewer in (seat("S1"), seat("S2"), seat("S3"), Role.SPECTATOR, Role.DEALER):
        assert cards_text(view(table.state, viewer).board) == "As Ks Qs 9h 8h"
    table.stay()
    assert table.won() == {"S1": 6}


@spec("R-14.1-draw")
@pytest.mark.parametrize("count", [1, 3, 5])
def test_a_draw_exchanges_cards_for_as_many_new_ones_after_the_first_betting_round(count: int) -> None:
    table = open_round(DRAW, LIMIT, players=3)
    table.play("S3 calls; S1 calls; S2 checks")
    assert first(table, BettingRoundClosed) < first(table, DrawOpened)
    table.play(f"S1 draws {count}")
    given_up, taken = table.only(Discarded).cards, table.only(Drew).cards
    assert len(given_up) == len(taken) == count
    assert not set(given_up) & set(taken)
    assert len(table.state.down[0]) == 5


@spec("R-14.1-fold")
def test_a_player_who_folds_has_no_cards_no_turn_and_no_claim() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 2c", "?? ?? 3c", "?? ?? 4c"))
    table.play("S1 posts; S2 folds; S3 calls")
    assert names(table.last(CardsDealt).seats) == ("S1", "S3")
    assert table.state.cards(1) == ()
    assert "S2" not in names(table.last(BettingRoundOpened).to_act)
    table.stay()
    assert "S2" not in table.won()
    assert all(seat("S2") not in pot.claimants for pot in table.only(ShowdownOpened).pots)


@spec("R-14.1-forced")
def test_the_forced_bet_begins_the_first_betting_round_and_cannot_be_declined() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? Ks"))
    assert table.turn == "S2"
    table.refused("S2 checks", Code.FORCED_BET_DUE)
    assert table.offer(MayFold).pays == 200
    table.play("S2 posts")
    after = table.since(BettingRoundOpened)
    assert isinstance(after[1], ForcedBetPosted)
    assert (table.turn, table.offer(MayCall).amount) == ("S3", 200)


@spec("R-14.1-forced")
def test_a_house_may_leave_the_forced_bettor_no_larger_bet() -> None:
    house = letter(Fixed(500, 1000), ante=100, forced_bet=200, opener_may_bet_full=False)
    table = open_round(STUD, house, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? Ks"))
    table.refused("S2 bets 5", Code.FORCED_BET_DUE)


@spec("R-14.1-high")
def test_in_a_high_game_the_highest_hand_takes_the_pot() -> None:
    table = contest(HOLD_EM, ("Ac Ad", "9h 4h"), (20, 20), board="2h 7h Jh Qs 3c")
    award = table.only(PotAwarded)
    assert (award.share, names(award.seats)) == ("high", ("S2",))
    assert award.strength == rank_hand(Ranking.HIGH_FIVE, parse_cards("Jh 9h 7h 4h 2h"))


@spec("R-14.1-hilo")
def test_in_a_high_low_game_the_best_high_and_the_best_low_each_win_a_half() -> None:
    table = contest(OMAHA_EIGHT, ("As 2d Kc Qc", "Ks Kh 9d 9c"), (20, 20), board="3c 5d 8h Kd Jh")
    assert table.won("high") == {"S2": 20}
    assert table.won("low") == {"S1": 20}


@spec("R-14.1-hole")
def test_a_hole_card_is_seen_by_its_player_alone() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("Ac Ad 2c", "Kc Kd 3c"))
    dealt = table.only(CardsDealt)
    assert cards_text(view(table.state, seat("S1")).seats[0].down) == "Ac Ad"
    for viewer in (seat("S2"), Role.SPECTATOR, Role.DEALER):
        assert cards_text(view(table.state, viewer).seats[0].down) == "?? ??"
        shown = seen_by(dealt, viewer)
        assert isinstance(shown, CardsDealt)
        assert not {"Ac", "Ad"} & set(cards_text(shown.cards).split())


@spec("R-14.1-up")
def test_an_up_card_is_seen_by_everybody() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("Ac Ad 2c", "Kc Kd 3c"))
    dealt = table.only(CardsDealt)
    for viewer in (seat("S1"), seat("S2"), Role.SPECTATOR, Role.DEALER):
        assert [cards_text(each.up) for each in view(table.state, viewer).seats] == ["2c", "3c"]
        shown = seen_by(dealt, viewer)
        assert isinstance(shown, CardsDealt)
        assert {"2c", "3c"} <= set(cards_text(shown.cards).split())


@spec("R-14.1-low")
def test_in_a_low_game_the_best_low_hand_takes_the_pot() -> None:
    hands = ("7c 5d 4h 2s Ac Kc Kd", "8c 4d 3h 2d As Qc Qd")
    table = contest(STUD_LOW, hands, (20, 20))
    award = table.only(PotAwarded)
    assert (award.share, names(award.seats)) == ("low", ("S1",))
    assert award.strength == rank_hand(Ranking.LOW_ACE_TO_FIVE, parse_cards("7c 5d 4h 2s Ac"))


@spec("R-14.1-open")
def test_a_round_of_play_is_opened_once_and_what_follows_is_a_call_or_a_raise() -> None:
    stud = open_round(STUD, STUD_SIGN, hands=("?? ?? 2c", "?? ?? 3c", "?? ?? 4c"))
    stud.play("S1 posts")
    assert len(stud.all(ForcedBetPosted)) == 1
    stud.refused("S2 bets 5", Code.ALREADY_BET)
    stud.play("S2 raises to 5")
    assert first(stud, ForcedBetPosted) < first(stud, Raised)
    assert not stud.all(BetMade)
    hold_em = open_round(HOLD_EM, LIMIT, players=3)
    hold_em.refused("S3 bets 4", Code.ALREADY_BET)


@spec("R-14.1-pot")
def test_the_pot_awarded_is_everything_anted_and_bet() -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), ante=100)
    table = open_round(HOLD_EM, house, players=3)
    table.play("S3 raises to 4; S1 calls; S2 folds; S1 bets 2; S3 calls; S1 checks; S3 checks; S1 bets 4; S3 calls")
    assert table.pot == 3 + 4 + 2 + 4 + 2 + 2 + 4 + 4
    table.stay()
    assert sum(table.won().values()) == 25
    assert table.pot == 0


@spec("R-14.1-raise")
@pytest.mark.parametrize("to", [5, 10])
def test_a_raise_exceeds_the_bet_before_it(to: int) -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.stay(until="flop")
    table.play("S1 bets 10")
    refusal = table.refused(f"S2 raises to {to}", Code.NOT_A_RAISE)
    assert refusal.paragraph == '14.1 "Raise"'


@spec("R-14.1-round")
def test_a_round_of_play_runs_from_the_deal_to_the_award_and_ends_once() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay()
    kinds = [type(event) for event in table.log]
    assert (kinds[0], kinds[-1]) == (RoundOpened, RoundClosed)
    assert kinds.count(RoundOpened) == kinds.count(RoundClosed) == 1
    assert kinds.index(CardsDealt) < kinds.index(PotAwarded)
    table.refused("S1 checks", Code.ROUND_OVER)


@spec("R-14.1-show")
def test_a_showdown_reveals_hands_only_where_two_players_are_left() -> None:
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay(until="river")
    table.play("S1 bets 4; S2 folds; S3 folds")
    assert table.won() == {"S1": 6}
    assert not table.all(ShowdownOpened)
    assert not table.all(HandShown)
    spectator = view(table.state, Role.SPECTATOR)
    assert all(card == UNKNOWN for each in spectator.seats for card in each.down)


@spec("R-14.1-show")
def test_at_a_showdown_the_hands_shown_are_seen_by_everybody() -> None:
    table = open_round(HOLD_EM, LIMIT, hands=("Ac Ad", "Kc Kd"))
    table.stay()
    assert [cards_text(each.down) for each in view(table.state, Role.SPECTATOR).seats] == ["Ac Ad", "Kc Kd"]


@spec("R-14.1-side")
def test_a_side_pot_arises_where_a_player_is_all_in_for_less() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(20, 50, 50))
    table.play("S3 raises to 50; S1 calls; S2 calls")
    pots = view(table.state, Role.SPECTATOR).pots
    assert [(pot.amount, names(pot.claimants)) for pot in pots] == [(6000, ("S1", "S2", "S3")), (6000, ("S2", "S3"))]


@spec("R-14.1-stub")
def test_the_stub_is_what_is_left_of_the_deck() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    table.stay(until="river")
    assert table.stub == 52 - 8 - 8


@spec("R-14.1-suit")
def test_there_are_four_suits_and_no_fifth() -> None:
    assert sorted(SUITS) == ["c", "d", "h", "s"]
    assert len({parse_card(f"A{each}") for each in SUITS}) == 4
    for text in ("Ax", "AS", "A♠", "A"):
        with pytest.raises(CardError):
            parse_card(text)


@spec("R-14.1-stakes")
def test_table_stakes_leave_the_table_only_as_wagers_while_the_round_lasts() -> None:
    house = letter(NoLimit(200), blinds=(100, 200), ante=100, showing=Showing.ALL)
    table = open_round(HOLD_EM, house, players=4, stacks=(30, 80, 100, 100))
    table.play("S3 raises to 20; S4 folds; S1 calls; S2 calls; S1 bets 9; S2 raises to 59; S3 calls")
    assert table.state.over
    states = [replay(table.log[:length]) for length in range(1, len(table.log) + 1)]
    for event, (before, after) in zip(table.log[1:], pairwise(states), strict=True):
        fell = [place for place in range(4) if after.stacks[place] < before.stacks[place]]
        assert not fell or isinstance(event, PUTS_CHIPS_IN), f"{event} took chips of {names(fell)}"
        assert sum(after.stacks) + after.pot == 31000
