"""N.J.A.C. 13:69F-14.15(e) to (g): deals that are undone, players left out or dealt in by mistake, dead rounds."""

import pytest

from pokerroom.cards import DECK
from pokerroom.play import (
    CardCount,
    Code,
    DeclareDead,
    DeclareMisdeal,
    Misdeal,
    Removal,
    RemoveFallenCard,
    RemoveHand,
    Reshuffle,
    Stage,
    reshuffle_pool,
)
from pokerroom.play.events import (
    BetMade,
    Called,
    HandRemoved,
    Misdealt,
    PotAwarded,
    Raised,
    RakeReturned,
    RakeTaken,
    RoundClosed,
    RoundDied,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, NoLimit, PercentageRake, letter
from tests.going_wrong import (
    BLINDS,
    FIVE_DRAW,
    HOLD_EM,
    STUD,
    STUD_SIGN,
    dealt_unseen,
    every_button_game,
    every_game,
    most_players,
    put_in,
    sign,
    whole_round,
)
from tests.spec_marks import scenario, spec
from tests.tables import Table, name, open_live_round, open_round, seat, stopped

VOLUNTARY = (Called, BetMade, Raised)


def wagerers(table: Table) -> int:
    return len({event.seat for event in table.log if isinstance(event, VOLUNTARY)})


# Misdeals, 14.15(e)


@scenario("IR-21")
@spec("R-14.15-e.1", "R-14.15-e-1")
@every_game
def test_a_shuffle_or_cut_not_made_as_required_undoes_the_deal_whenever_it_is_established(each: Game) -> None:
    met = set()
    for table in whole_round(each, most_players(each)):
        met.add(table.state.stage)
        stake, undone = put_in(table), stopped(table)
        undone.do(DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT))
        misdeal, closed = undone.log[-2:]
        assert isinstance(misdeal, Misdealt)
        assert (misdeal.rule.paragraph, misdeal.returned) == ("14.15(e)1", stake)
        assert isinstance(closed, RoundClosed)
        assert undone.stacks == (100,) * len(stake)
        assert (undone.pot, undone.state.over) == (0, True)
        assert sorted(undone.state.stub) == sorted(DECK)
        assert not any((undone.state.board, undone.state.burns, undone.state.dead, *undone.state.down))
    assert {Stage.BETTING, Stage.SHOWDOWN} <= met
    assert not isinstance(each.streets[1].cards, type(FIVE_DRAW.streets[1].cards)) or Stage.DRAWING in met
    assert each.shortage is None or Stage.SHUFFLING in met or each.family == "badugi"


@spec("R-14.15-e.1")
@every_game
def test_a_misdeal_is_declared_while_the_dealer_s_cards_are_awaited_too(each: Game) -> None:
    table = open_live_round(each, sign(each), players=3)
    table.do(DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT))
    assert table.stacks == (100, 100, 100)
    table = open_live_round(each, sign(each), players=3)
    table.deal()
    table.finish_betting()
    table.do(DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT))
    assert (table.stacks, table.stub) == ((100, 100, 100), 52)


@spec("R-14.15-e.1")
def test_the_cards_of_a_misdeal_after_a_reshuffle_are_the_whole_deck_again() -> None:
    table = open_round(FIVE_DRAW, BLINDS, players=8)
    table.finish_betting()
    for place in range(1, 5):
        table.play(f"S{place} draws 3")
    table.do(Reshuffle(reshuffle_pool(table.state).cards))
    table.do(RemoveFallenCard())
    table.do(DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT))
    assert sorted(table.state.stub) == sorted(DECK)
    assert table.stacks == (100,) * 8


# AMB-110
@pytest.mark.parametrize("cause", [*Misdeal])
def test_a_misdeal_found_after_the_award_does_not_reopen_the_round(cause: Misdeal) -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    table.play("S3 folds; S1 folds")
    table.refused(DeclareMisdeal(cause), Code.ROUND_OVER)
    table.refused(DeclareDead(CardCount.MISSING), Code.ROUND_OVER)


def test_antes_that_belong_to_the_main_pot_go_back_to_who_paid_them() -> None:
    house = letter(Fixed(200, 400), ante=100, blinds=(100, 200), antes_to_main_pot=True)
    for command in (DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT), DeclareDead(CardCount.ADDITIONAL)):
        table = open_round(HOLD_EM, house, players=3)
        table.play("S3 calls; S1 folds")
        table.do(command)
        assert table.stacks == (100, 100, 100)


# IR-02
@scenario("IR-01")
@spec("R-14.15-e-2", "R-14.15-e-4")
@every_game
@pytest.mark.parametrize("cause", [Misdeal.WRONG_START, Misdeal.SKIPPED_PLAYER])
def test_a_wrong_start_or_a_skipped_player_undoes_the_deal_until_two_players_have_wagered(
    each: Game, cause: Misdeal
) -> None:
    met = set()
    for table in whole_round(each, 4):
        wagers = wagerers(table)
        met.add(wagers)
        assert table.state.wagered.bit_count() == wagers
        if wagers < 2:
            undone = stopped(table)
            undone.do(DeclareMisdeal(cause))
            assert undone.only(Misdealt).rule.paragraph == (
                "14.15(e)2" if cause is Misdeal.WRONG_START else "14.15(e)4"
            )
            assert undone.stacks == (100,) * 4
        else:
            refusal = table.refused(DeclareMisdeal(cause), Code.DEAL_STANDS)
            assert f"{wagers} players" in str(refusal)
    assert {0, 1, 2} <= met


# AMB-118
@spec("R-14.15-e-2")
def test_antes_blinds_and_the_big_blind_s_check_are_not_wagers_but_their_raise_is() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    assert table.state.wagered == 0
    table.play("S3 calls; S1 folds")
    checked, raised = stopped(table), stopped(table)
    checked.play("S2 checks")
    checked.do(DeclareMisdeal(Misdeal.WRONG_START))
    raised.play("S2 raises to 4")
    raised.refused(DeclareMisdeal(Misdeal.WRONG_START), Code.DEAL_STANDS)


@spec("R-14.15-e-2")
def test_a_forced_bet_is_not_a_wager_and_two_wagers_of_one_player_count_as_one() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c"))
    table.play("S2 posts; S1 calls")
    table.stay(until="fourth")
    table.play(f"{table.turn} bets 5") if table.turn == "S1" else table.play("S2 checks; S1 bets 5")
    assert table.state.wagered.bit_count() == 1
    table.do(DeclareMisdeal(Misdeal.WRONG_START))
    assert table.stacks == (100, 100)


# A player not dealt in, and one dealt in who should not have been: 14.15(e)4 and (f)


@scenario("IR-03")
@spec("R-14.15-e-4")
@every_button_game
def test_a_skipped_player_sits_the_round_out_once_two_players_have_wagered(each: Game) -> None:
    table = dealt_unseen(each, 5)
    held = len(table.state.down[0])
    table.play("S3 calls")
    early = stopped(table)
    early.do(RemoveHand(seat("S5"), Removal.SKIPPED))
    assert early.only(Misdealt).cause is Misdeal.SKIPPED_PLAYER
    assert early.stacks == (100,) * 5

    table.play("S4 calls")
    stub = table.stub
    table.refused(DeclareMisdeal(Misdeal.SKIPPED_PLAYER), Code.DEAL_STANDS)
    table.do(RemoveHand(seat("S5"), Removal.SKIPPED))
    removed = table.only(HandRemoved)
    assert (removed.rule.paragraph, removed.returned) == ("14.15(e)4", 100)
    assert table.live == ("S1", "S2", "S3", "S4")
    assert (table.state.stacks[4], table.turn) == (10000, "S1")
    assert table.stub == stub + held
    assert table.state.muck[4] == ()


@spec("R-14.15-e-4")
def test_a_player_whose_cards_are_known_or_who_has_acted_was_not_skipped() -> None:
    known = open_round(HOLD_EM, BLINDS, players=5)
    known.play("S3 calls; S4 calls")
    known.refused(RemoveHand(seat("S5"), Removal.SKIPPED), Code.DEALT_IN)
    acted = dealt_unseen(HOLD_EM, 5)
    acted.play("S3 calls; S4 calls; S5 calls")
    acted.refused(RemoveHand(seat("S5"), Removal.SKIPPED), Code.DEALT_IN)


@spec("R-14.15-f")
@every_game
def test_only_the_cards_of_an_ineligible_player_are_discarded_and_the_round_goes_on(each: Game) -> None:
    table = open_round(each, sign(each), players=4)
    out = next(place for place in (3, 2, 1, 0) if table.state.turn != place)
    cards, others = table.state.cards(out), [table.state.cards(place) for place in range(4) if place != out]
    pot = table.pot - put_in(table)[out] / 100
    table.do(RemoveHand(seat(name(out)), Removal.INELIGIBLE))
    removed = table.only(HandRemoved)
    assert (removed.rule.paragraph, (removed.rule.reading or "")[:4]) == ("14.15(f)", "R-14")
    assert sorted(table.state.muck[out]) == sorted(cards)
    assert [table.state.cards(place) for place in range(4) if place != out] == others
    assert table.state.stacks[out] == 10000
    assert table.pot == pot
    assert not table.state.over
    table.stay()
    assert table.state.stacks[out] == 10000
    assert name(out) not in table.won()
    assert sum(table.stacks) == 400


# Dead rounds, 14.15(g)


@spec("R-14.15-g.1", "R-14.15-g.2")
@every_game
@pytest.mark.parametrize("cause", [*CardCount])
def test_missing_or_additional_cards_kill_the_round_at_any_time_and_every_chip_goes_back(
    each: Game, cause: CardCount
) -> None:
    met = set()
    for table in whole_round(each, most_players(each)):
        met.add(table.state.stage)
        stake, dead = put_in(table), stopped(table)
        dead.do(DeclareDead(cause))
        died = dead.only(RoundDied)
        assert (died.cause, died.rule.paragraph, died.returned) == (cause, "14.15(g)", stake)
        assert dead.stacks == (100,) * len(stake)
        assert dead.state.over
        assert not dead.all(PotAwarded)
    assert {Stage.BETTING, Stage.SHOWDOWN} <= met


@scenario("IR-06")
@spec("R-14.15-g.1", "R-14.15-g.2")
def test_fifty_one_cards_discovered_on_the_turn_give_everybody_back_what_they_put_in_and_the_rake_too() -> None:
    house = letter(NoLimit(400), blinds=(400, 800), rake=(PercentageRake(10, 400),))
    table = open_round(HOLD_EM, house, players=3)
    table.play("S3 calls; S1 calls; S2 checks")
    table.play("S1 bets 12; S2 calls; S3 folds")
    assert [sum(event.amounts) for event in table.all(RakeTaken)] == [200, 200]
    assert (table.street, table.pot) == ("turn", 44)
    table.do(DeclareDead(CardCount.MISSING))
    assert table.only(RakeReturned).amount == 400
    assert table.only(RoundDied).returned == (2000, 2000, 800)
    assert table.stacks == (100, 100, 100)
