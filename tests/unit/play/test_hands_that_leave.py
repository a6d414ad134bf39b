"""Hands that leave a round: at every stage, with players all-in or frozen, and who opens and what is to call then."""

from typing import Any

import pytest

from pokerroom.games import game
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Code,
    Exposed,
    Fold,
    LeaveTable,
    MarkProtected,
    MayBet,
    MayCall,
    MayCheck,
    PostForcedBet,
    Raise,
    Removal,
    RemoveHand,
    Reshuffle,
    Seat,
    Stage,
    cards_due,
    legal_actions,
    procedure,
    reshuffle_pool,
)
from pokerroom.play.events import HandRemoved, PotAwarded, UncalledReturned
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, NoLimit, letter
from tests.tables import LiveTable, name, names, open_live_round, open_round, seat, stopped
from tests.unit.play.irregular import FLOP, choosing, every_game, sign
from tests.unit.play.staging import BLINDS, HOLD_EM, PLENTY, S1, S2, S3, STUD_SIGN, SUPER_STUD, after, events_of, opened

ACCIDENTS = (Removal.SWEPT, Removal.INELIGIBLE, Removal.THROWN_AWAY)


@every_game
def test_a_hand_may_leave_at_any_moment_and_the_round_goes_on_to_its_end(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    met = set()
    while not table.state.over:
        met.add(table.state.stage)
        for place in range(3):
            for cause in ACCIDENTS:
                without = stopped(table)
                if table.state.stage is Stage.SHUFFLING:
                    without.refused(RemoveHand(Seat(place), cause), Code.DEALING_INTERRUPTED)
                    continue
                without.do(RemoveHand(Seat(place), cause))
                assert name(place) not in without.live or without.state.over
                without.stay()
                assert sum(without.stacks) == 300
                assert name(place) not in without.won()
                if cause is Removal.INELIGIBLE:
                    assert without.stacks[place] == 100
        draws = table.state.stage is Stage.DRAWING
        table.play(f"{table.turn} draws 2") if draws else table.do(table.cheapest())
    assert {Stage.BETTING, Stage.SHOWDOWN} <= met


@every_game
def test_heads_up_the_other_player_takes_the_pot_at_any_moment(each: Game) -> None:
    table = open_round(each, sign(each), players=2)
    while not table.state.over:
        for place in range(2):
            alone = stopped(table)
            if table.state.stage is not Stage.SHUFFLING:
                alone.do(RemoveHand(Seat(place), Removal.INELIGIBLE))
                assert alone.state.over
                assert alone.stacks == (100, 100)
        table.do(table.cheapest())


def awaiting(of: Game, **settings: Any) -> LiveTable:
    """Three players between the first betting round and the next street, which the dealer is about to deal."""
    table = open_live_round(of, letter(Fixed(200, 400), **settings), players=3)
    table.deal()
    table.finish_betting()
    assert table.state.stage is Stage.DEALING
    return table


@pytest.mark.parametrize("key", ["hold-em", "omaha-high", "seven-card-stud-high", "five-card-stud", "mambo-stud"])
def test_a_hand_may_leave_while_the_dealer_s_cards_are_awaited(key: str) -> None:
    of = game(key)
    table = awaiting(of, **(BLINDS if of.has_button else STUD_SIGN))
    due = cards_due(table.state)
    table.do(RemoveHand(S2, Removal.SWEPT))
    assert cards_due(table.state) == (due if of.has_button else due - 1)
    table.do(RemoveHand(S3, Removal.SWEPT))
    assert table.state.over
    assert table.won().keys() == {"S1"}
    assert sum(table.stacks) == 300


def test_before_the_first_card_there_is_no_hand_to_lose_but_a_player_may_leave() -> None:
    table = open_live_round(game("hold-em"), sign(game("hold-em")), players=3)
    table.refused(RemoveHand(S2, Removal.INELIGIBLE), Code.NOT_IN_THE_ROUND)
    table.play("S2 leaves")
    assert cards_due(table.state) == 4
    table.deal()
    assert table.turn == "S3"
    table.stay()
    assert table.stacks[1] == 98
    assert sum(table.stacks) == 300


def test_a_hand_may_leave_while_it_draws_and_while_it_is_owed_a_card() -> None:
    table = open_live_round(game("five-card-draw-high"), sign(game("five-card-draw-high")), players=3)
    table.deal()
    table.finish_betting()
    table.play("S1 draws 3")
    assert cards_due(table.state) == 4
    table.do(RemoveHand(S1, Removal.SWEPT))
    assert (table.turn, cards_due(table.state)) == ("S2", 0)
    table.play("S2 draws 1")
    table.do(table.next_deal((Exposed(S2, 0),)))
    table.play("S3 stands pat")
    assert (table.turn, cards_due(table.state)) == ("S2", 1)
    table.do(RemoveHand(S2, Removal.SWEPT))
    assert table.won().keys() == {"S3"}
    assert sum(table.stacks) == 300


def test_a_hand_may_leave_while_its_player_has_down_cards_to_give_up() -> None:
    state = opened(SUPER_STUD)
    opener = state.to_act[0]
    state = after(state, PostForcedBet(opener))
    for who in state.to_act:
        state = after(state, Call(who, state.down[who][:2]))
    assert (state.stage, state.to_act) == (Stage.DISCARDING, (opener,))
    gone = after(state, RemoveHand(opener, Removal.SWEPT))
    assert gone.stage is Stage.BETTING
    assert not gone.is_live(opener)


def test_a_hand_may_leave_while_its_player_is_to_choose() -> None:
    table = choosing(3, "S2 1")
    table.do(RemoveHand(S2, Removal.SWEPT))
    assert (table.state.stage, set(names(table.state.to_act))) == (Stage.BETTING, {"S1", "S3"})
    assert (table.stacks[1], table.pot) == (100, 40)
    table = choosing(2, "S1 1, S2 1")
    table.do(RemoveHand(S2, Removal.SWEPT))
    assert table.state.over
    assert table.stacks == (100, 100)


def test_a_frozen_hand_may_leave_and_the_others_bet_on() -> None:
    table = choosing(4, "S2 1, S3 1")
    table.play("S2 freezes; S3 freezes")
    table.do(RemoveHand(S2, Removal.SWEPT))
    first, second = names(table.state.to_act)
    table.play(f"{first} bets 10; {second} calls")
    assert table.pots == (60, 20)


def test_no_hand_leaves_while_a_street_is_half_dealt() -> None:
    table = open_round(game("five-card-draw-high"), sign(game("five-card-draw-high")), players=8)
    table.finish_betting()
    for place in range(1, 5):
        table.play(f"S{place} draws 3")
    assert table.state.stage is Stage.SHUFFLING
    for command in (RemoveHand(S1, Removal.SWEPT), LeaveTable(S1)):
        table.refused(command, Code.DEALING_INTERRUPTED)
    table.do(Reshuffle(reshuffle_pool(table.state).cards))
    table.do(RemoveHand(S1, Removal.SWEPT))


# Who opens then, and what there is to call


def test_when_the_forced_bettor_s_hand_is_gone_the_next_lowest_card_opens() -> None:
    hands = ("?? ?? 3d", "?? ?? 2c", "?? ?? 7h")
    for cause in (Removal.SWEPT, Removal.INELIGIBLE):
        table = open_round(game("seven-card-stud-high"), letter(Fixed(500, 1000), **STUD_SIGN), hands=hands)
        assert table.turn == "S2"
        table.do(RemoveHand(S2, cause))
        assert (table.turn, table.state.obliged) == ("S1", 200)
        assert table.stacks[1] == 100


def test_when_another_hand_is_gone_the_forced_bettor_still_opens() -> None:
    hands = ("?? ?? 7h", "?? ?? 2c", "?? ?? 3d")
    table = open_round(game("seven-card-stud-high"), letter(Fixed(500, 1000), **STUD_SIGN), hands=hands)
    table.do(RemoveHand(S3, Removal.SWEPT))
    assert (table.turn, table.state.obliged) == ("S2", 200)


def test_nobody_must_open_against_players_who_are_all_in() -> None:
    """Fewer than two players could bet once the compulsory opener's hand is gone (AMB-44)."""
    sign_of_stud = letter(Fixed(500, 1000), **STUD_SIGN)
    hands = ("?? 2c Kc", "?? Qd Qh", "?? 9d 8d")
    table = open_round(game("five-card-stud"), sign_of_stud, hands=hands, stacks=(8, 100, 100))
    table.play("S1 posts; S2 raises to 5; S3 calls; S1 calls")
    table.play("S2 bets 5; S3 calls; S1 calls")
    assert (table.street, table.turn, table.state.obliged, table.stacks[0]) == ("fourth", "S2", 1000, 0)
    table.do(RemoveHand(S2, Removal.SWEPT))
    assert table.live == ("S1", "S3")
    assert table.state.stage is Stage.SHOWDOWN


def test_the_bet_of_a_refunded_raiser_still_has_to_be_called() -> None:
    state = opened(HOLD_EM, players=4)
    state = after(state, MarkProtected(S3, "held"), Raise(S3, 1000), RemoveHand(S3, Removal.SWEPT))
    assert state.stacks[S3] == PLENTY
    assert (state.turn, state.bet) == (Seat(3), 1000)
    (call,) = [offer for offer in legal_actions(state, Seat(3)) if isinstance(offer, MayCall)]
    assert call.amount == 1000
    state = after(state, Call(Seat(3)), Fold(S1), Call(S2))
    assert (state.pot, state.stage) == (100 + 2 * 1000, Stage.BETTING)


def test_what_only_a_refunded_hand_had_called_goes_back_to_who_bet_it() -> None:
    state = after(opened(HOLD_EM), MarkProtected(S1, "held"), Raise(S3, 1000), Call(S1), Fold(S2))
    state = after(state, Bet(S1, 1000))
    events = events_of(state, RemoveHand(S1, Removal.SWEPT))
    (award,) = [event for event in events if isinstance(event, PotAwarded)]
    assert (award.seats, award.amounts) == ((S3,), (1200,))
    state = after(opened(HOLD_EM), MarkProtected(S3, "held"), Call(S3), Raise(S1, 1000), Call(S2))
    events = events_of(after(state, RemoveHand(S2, Removal.SWEPT)), RemoveHand(S3, Removal.SWEPT))
    assert not [event for event in events if isinstance(event, UncalledReturned)]


def test_a_refunded_blind_leaves_its_amount_to_call() -> None:
    state = after(opened(HOLD_EM), MarkProtected(S2, "under a chip"), RemoveHand(S2, Removal.SWEPT))
    assert (state.stacks[S2], state.bet, state.pot) == (PLENTY, 200, 100)
    state = after(state, Call(S3), Call(S1))
    assert (state.stage, state.pot, state.street) == (Stage.BETTING, 400, 1)


def test_a_refund_returns_an_ante_that_belongs_to_the_main_pot() -> None:
    house = letter(NoLimit(200), ante=100, antes_to_main_pot=True, **BLINDS)
    state = after(opened(procedure(game("hold-em"), house)), MarkProtected(S2, "held"), Call(S3), Call(S1), Check(S2))
    assert state.pot == 900
    (removed,) = [event for event in events_of(state, RemoveHand(S2, Removal.MIXED)) if isinstance(event, HandRemoved)]
    assert removed.returned == 300
    state = after(state, RemoveHand(S2, Removal.MIXED))
    assert (state.pot, state.stacks[S2], state.main_pot_antes) == (600, PLENTY, (100, 0, 100))


def test_a_player_who_can_still_check_is_not_asked_to_when_nobody_is_left_to_bet() -> None:
    state = opened(HOLD_EM, stacks=(PLENTY, PLENTY, 300))
    state = after(state, Raise(S3, 300), Call(S1), Call(S2))
    assert (state.street, state.turn) == (1, S1)
    state = after(state, RemoveHand(S1, Removal.SWEPT))
    assert state.stage is Stage.SHOWDOWN
    assert (state.to_act[0], state.pot) == (S3, 900)


def test_offers_after_an_irregularity_are_those_of_the_player_to_act() -> None:
    state = after(FLOP, RemoveHand(S1, Removal.SWEPT))
    assert {type(offer) for offer in legal_actions(state, S2)} >= {MayCheck, MayBet}
    assert legal_actions(state, S1) == ()
    assert seat("S2") == state.turn
