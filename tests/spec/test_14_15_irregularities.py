"""N.J.A.C. 13:69F-14.15: misdeals, dead rounds, lost cards, fouled and abandoned hands, and the supervisor's word."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from pokerroom.cards import DECK, UNKNOWN, Card, cards_text, parse_cards
from pokerroom.games import game
from pokerroom.play import (
    CardCount,
    Code,
    Concede,
    Deal,
    DeclareDead,
    DeclareMisdeal,
    Fold,
    LeaveTable,
    MarkProtected,
    MayCall,
    MayConcede,
    MayFold,
    Misdeal,
    Move,
    Place,
    Raise,
    ReconstructHand,
    Removal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Reshuffle,
    Role,
    Rule,
    Ruling,
    Stage,
    Uphold,
    cards_due,
    reshuffle_pool,
    seen_by,
    view,
)
from pokerroom.play.events import (
    BetMade,
    BettingRoundOpened,
    Called,
    CardBurned,
    CommunityDealt,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Folded,
    ForcedBetPosted,
    HandConceded,
    HandDisclosed,
    HandProtected,
    HandReconstructed,
    HandRemoved,
    Misdealt,
    PlayerLeft,
    PotAwarded,
    Raised,
    RakeReturned,
    RakeTaken,
    RoundClosed,
    RoundDied,
    Ruled,
    RulingMade,
    ShowdownOpened,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_19_47_2006, SUPER_STUD_AMENDMENT, TRIPLE_DRAW_AMENDMENT
from pokerroom.rules.house import Fixed, HouseRules, NoLimit, PercentageRake, letter
from pokerroom.rules.staff import Official, Position
from tests.spec_marks import scenario, spec
from tests.tables import Table, name, names, open_live_round, open_round, seat

STUD_KEYS = (
    "seven-card-stud-high",
    "seven-card-stud-low",
    "seven-card-stud-high-low",
    "seven-card-stud-high-low-eight",
    "five-card-stud",
    "mambo-stud",
)
SUPER_KEYS = tuple(f"super-seven-card-stud-{kind}" for kind in ("high", "low", "high-low", "high-low-eight"))
BUTTON_KEYS = (
    "hold-em",
    "omaha-high",
    "omaha-high-low-eight",
    "five-card-draw-high",
    "five-card-draw-low",
    "triple-draw-deuce-to-seven",
    "badugi",
)
STUD_GAMES = [game(key) for key in STUD_KEYS] + [game(key, SUPER_STUD_AMENDMENT) for key in SUPER_KEYS]
BUTTON_GAMES = [*(game(key) for key in BUTTON_KEYS), game("triple-draw-ace-to-five", TRIPLE_DRAW_AMENDMENT)]
DRAW_GAMES = BUTTON_GAMES[3:]
HOLD_EM, STUD = game("hold-em"), game("seven-card-stud-high")
FIVE_DRAW, FIVE_STUD = game("five-card-draw-high"), game("five-card-stud")

STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)
BLINDS = letter(Fixed(200, 400), ante=100, blinds=(100, 200))
NO_LIMIT = letter(NoLimit(200), blinds=(100, 200))


def key(of: Game) -> str:
    return of.key


every_stud = pytest.mark.parametrize("each", STUD_GAMES, ids=key)
every_button_game = pytest.mark.parametrize("each", BUTTON_GAMES, ids=key)
every_draw_game = pytest.mark.parametrize("each", DRAW_GAMES, ids=key)
every_game = pytest.mark.parametrize("each", [*STUD_GAMES, *BUTTON_GAMES], ids=key)

SUPERVISOR = Official("Ann Lee", Position.SHIFT_SUPERVISOR)
AT = datetime(2024, 5, 4, 21, 30, tzinfo=UTC)
RULING = Ruling(SUPERVISOR, AT, "the chip belonged to seat 1", "14.15(b)")
VOLUNTARY = (Called, BetMade, Raised)


def sign(of: Game) -> HouseRules:
    return BLINDS if of.has_button else STUD_SIGN


def whole_round(of: Game, players: int) -> Iterator[Table]:
    """A round in which everybody stays and draws what he can, stopped before each decision."""
    table = open_round(of, sign(of), players=players)
    while not table.state.over:
        yield table
        draws = table.state.stage is Stage.DRAWING
        table.play(f"{table.turn} draws 3") if draws else table.do(table.cheapest())


def stopped(table: Table) -> Table:
    """The same table, to go another way from here."""
    other = object.__new__(Table)
    other.state, other.log = table.state, list(table.log)
    return other


def most_players(of: Game) -> int:
    """So many that a deck which can run short does."""
    return min(of.seats.most, 8 if of.shortage else 6)


def put_in(table: Table) -> tuple[int, ...]:
    """What each player is short of what he sat down with."""
    return tuple(10000 - stack for stack in table.state.stacks)


def wagerers(table: Table) -> int:
    return len({event.seat for event in table.log if isinstance(event, VOLUNTARY)})


def at_street(of: Game, street: str) -> Table:
    table = open_round(of, sign(of), players=3)
    table.stay(until=street)
    return table


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
def test_antes_blinds_and_the_big_blind_s_check_are_not_wagers_but_his_raise_is() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    assert table.state.wagered == 0
    table.play("S3 calls; S1 folds")
    checked, raised = stopped(table), stopped(table)
    checked.play("S2 checks")
    checked.do(DeclareMisdeal(Misdeal.WRONG_START))
    raised.play("S2 raises to 4")
    raised.refused(DeclareMisdeal(Misdeal.WRONG_START), Code.DEAL_STANDS)


@spec("R-14.15-e-2")
def test_a_forced_bet_is_no_wager_and_two_wagers_of_one_player_are_one() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c"))
    table.play("S2 posts; S1 calls")
    table.stay(until="fourth")
    table.play(f"{table.turn} bets 5") if table.turn == "S1" else table.play("S2 checks; S1 bets 5")
    assert table.state.wagered.bit_count() == 1
    table.do(DeclareMisdeal(Misdeal.WRONG_START))
    assert table.stacks == (100, 100)


# Cards face up in the deck, 14.15(e)3 and (h)


def stacked(text: str) -> tuple[Card, ...]:
    """A whole deck with these cards on top."""
    top = parse_cards(text)
    return (*top, *(card for card in DECK if card not in top))


@scenario("IR-04")
@spec("R-14.15-h")
def test_one_card_found_face_up_is_not_used_and_the_next_takes_its_place() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3, deck=stacked("As Ks Qs Ah Kh Qh 9d 2c 3c 4c 5c"))
    table.do(RemoveFaceUpCard())
    removed = table.only(FaceUpCardRemoved)
    assert (cards_text((removed.card,)), removed.rule.paragraph, removed.rule.reading) == ("9d", "14.15(h)", "AMB-119")
    assert seen_by(removed, Role.SPECTATOR) == removed
    assert table.state.dead == parse_cards("9d")
    table.finish_betting()
    assert cards_text((table.only(CardBurned).card,)) == "2c"
    assert cards_text(table.only(CommunityDealt).cards) == "3c 4c 5c"
    table.stay()
    assert parse_cards("9d")[0] not in (*table.state.board, *table.state.burns)


@scenario("IR-04")
@spec("R-14.15-e-3", "R-14.15-h")
@every_game
def test_one_face_up_card_changes_nothing_and_a_second_is_a_misdeal_at_any_time(each: Game) -> None:
    for table in whole_round(each, 4):
        found = stopped(table)
        if found.stub < 2:
            continue  # An empty deck hides no card.
        pot, live = found.pot, found.live
        found.do(RemoveFaceUpCard())
        assert (found.pot, found.live, found.state.stage) == (pot, live, table.state.stage)
        assert not found.all(Misdealt)
        found.do(RemoveFaceUpCard())
        misdeal = found.only(Misdealt)
        assert (misdeal.cause, misdeal.rule.paragraph) == (Misdeal.SEVERAL_FACE_UP, "14.15(e)3")
        assert found.stacks == (100,) * 4
        assert sorted(found.state.stub) == sorted(DECK)


@spec("R-14.15-e-3")
def test_two_face_up_cards_far_apart_in_the_round_are_two_all_the_same() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    table.do(RemoveFaceUpCard())
    table.stay(until="river")
    table.do(RemoveFaceUpCard())
    assert table.state.over
    assert table.stacks == (100, 100, 100)


def test_a_fallen_card_is_not_counted_among_the_face_up_ones() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    table.do(RemoveFallenCard())
    table.do(RemoveFaceUpCard())
    table.do(RemoveFallenCard())
    assert not table.all(Misdealt)
    assert table.stub == 52 - 6 - 3


# A player not dealt in, and one dealt in who should not have been: 14.15(e)4 and (f)


def dealt_unseen(of: Game, players: int) -> Table:
    """Cards that nobody but their players has seen."""
    table = open_live_round(of, sign(of), players=players)
    table.do(Deal((UNKNOWN,) * cards_due(table.state)))
    return table


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
def test_fifty_one_cards_discovered_on_the_turn_give_everybody_back_what_he_put_in_and_the_rake_too() -> None:
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


# Protection and fouled hands, 14.15(i)


def with_thirty_each(**protect: str) -> Table:
    """Three hold 'em players with $30 each in the pot, on the flop."""
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.play("S3 raises to 30; S1 calls; S2 calls")
    for who, how in protect.items():
        table.do(MarkProtected(seat(who), how))  # type: ignore[arg-type]
    assert (table.street, table.pot) == ("flop", 90)
    return table


ACCIDENTS = (Removal.SWEPT, Removal.MIXED, Removal.WRONG_COUNT)
each_accident = pytest.mark.parametrize("cause", ACCIDENTS, ids=lambda cause: cause.name.lower())


@scenario("IR-07")
@spec("R-14.15-i-3", "R-14.1-protected", "R-14.1-fouled")
@each_accident
@pytest.mark.parametrize("how", ["held", "under a chip"])
def test_the_victim_of_an_accident_to_a_protected_hand_takes_back_all_he_put_in(cause: Removal, how: str) -> None:
    table = with_thirty_each(S2=how)
    assert table.only(HandProtected).rule.paragraph == '14.1 "Protected hand"'
    assert [each.protected for each in view(table.state, Role.DEALER).seats] == [False, True, False]
    table.do(RemoveHand(seat("S2"), cause))
    removed = table.only(HandRemoved)
    assert (removed.cause, removed.returned) == (cause, 3000)
    assert (removed.rule.paragraph, removed.rule.reading) == ("14.15(i)3", "AMB-114")
    assert table.pot == 60
    assert table.stacks == (70, 100, 70)
    assert table.live == ("S1", "S3")
    table.stay()
    assert sum(table.won().values()) == 60


# IR-08
@spec("R-14.15-i.1", "R-14.1-fouled")
@each_accident
def test_a_hand_its_player_did_not_protect_has_no_redress(cause: Removal) -> None:
    table = with_thirty_each(S1="held")
    table.do(RemoveHand(seat("S2"), cause))
    removed = table.only(HandRemoved)
    assert (removed.rule.paragraph, removed.returned) == ("14.15(i)", 0)
    assert (table.pot, table.stacks, table.live) == (90, (70, 70, 70), ("S1", "S3"))


@spec("R-14.15-i-3")
@each_accident
def test_who_contributed_to_the_error_gets_nothing_back(cause: Removal) -> None:
    table = with_thirty_each(S2="held")
    table.do(RemoveHand(seat("S2"), cause, to_blame=True))
    assert (table.only(HandRemoved).returned, table.pot) == (0, 90)


@spec("R-14.1-protected")
def test_a_hand_is_protected_only_while_the_dealer_sees_it_so() -> None:
    table = with_thirty_each(S2="under a chip")
    table.do(MarkProtected(seat("S2"), None))
    table.do(RemoveHand(seat("S2"), Removal.SWEPT))
    assert (table.only(HandRemoved).returned, table.pot) == (0, 90)


@scenario("IR-09")
@spec("R-14.15-i-1", "R-14.15-i-3")
@every_stud
@each_accident
def test_hole_cards_at_stud_count_as_protected_without_a_chip_on_them(each: Game, cause: Removal) -> None:
    table = open_round(each, STUD_SIGN, players=3)
    table.finish_betting()
    while table.state.stage is not Stage.BETTING:
        table.do(table.cheapest())
    victim = next(place for place in range(3) if table.state.turn != place)
    pot, stake = table.state.pot, put_in(table)[victim]
    table.do(RemoveHand(seat(name(victim)), cause))
    removed = table.only(HandRemoved)
    assert (removed.rule.paragraph, removed.returned) == ("14.15(i)3", stake)
    assert stake > 0
    assert table.state.pot == pot - stake
    assert table.state.stacks[victim] == 10000


@spec("R-14.15-i-1")
@every_button_game
def test_with_a_button_an_unmarked_hand_is_unprotected(each: Game) -> None:
    table = open_round(each, BLINDS, players=3)
    table.do(RemoveHand(seat("S2"), Removal.SWEPT))
    assert table.only(HandRemoved).returned == 0


# AMB-114
@spec("R-14.15-i-3")
def test_a_refund_leaves_every_pot_level_and_the_others_chips_stay() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=4, stacks=(10, 100, 100, 100))
    table.do(MarkProtected(seat("S2"), "held"))
    table.play("S3 raises to 40; S4 calls; S1 calls; S2 calls")
    assert table.pot == 130
    table.do(RemoveHand(seat("S2"), Removal.MIXED))
    assert table.only(HandRemoved).returned == 4000
    table.stay()
    assert [(pot.amount, names(pot.claimants)) for pot in table.only(ShowdownOpened).pots] == [
        (3000, ("S1", "S3", "S4")),
        (6000, ("S3", "S4")),
    ]


@spec("R-14.15-i-3")
def test_a_refund_at_the_showdown_forms_the_pots_anew() -> None:
    table = open_round(
        HOLD_EM, NO_LIMIT, hands=("As Ah", "Ks Kh", "Qs Qh"), board="2c 3d 7h 8c Jd", stacks=(10, 100, 100)
    )
    table.do(MarkProtected(seat("S2"), "held"))
    table.play("S3 raises to 40; S1 calls; S2 calls")
    table.stay(until="river")
    table.play("S2 checks; S3 checks")
    assert (table.state.stage, table.pots) == (Stage.SHOWDOWN, (30, 60))
    table.do(RemoveHand(seat("S2"), Removal.SWEPT))
    assert [(pot.amount, names(pot.claimants)) for pot in table.state.pots] == [
        (2000, ("S1", "S3")),
        (3000, ("S3",)),
    ]
    table.stay()
    assert table.stacks == (20, 100, 90)


@spec("R-14.15-i-2")
def test_a_protected_hand_that_touched_the_discards_is_put_together_again_and_plays_on() -> None:
    table = open_live_round(HOLD_EM, BLINDS, players=2)
    table.do(Deal((UNKNOWN,) * 4))
    table.do(MarkProtected(seat("S1"), "under a chip"))
    table.do(ReconstructHand(seat("S1"), parse_cards("As Kd"), ("the dealer", "seat 1")))
    put_together = table.only(HandReconstructed)
    assert (put_together.rule.paragraph, put_together.witnesses) == ("14.15(i)2", ("the dealer", "seat 1"))
    assert table.state.down[0] == parse_cards("As Kd")
    assert table.live == ("S1", "S2")
    hidden = seen_by(put_together, seat("S2"))
    assert isinstance(hidden, HandReconstructed)
    assert hidden.cards == (UNKNOWN, UNKNOWN)
    assert view(table.state, seat("S2")).seats[0].down == (UNKNOWN, UNKNOWN)
    table.play("S1 calls; S2 checks")
    table.refused(Deal(parse_cards("?? As 2c 3c")), Code.CARD_ELSEWHERE)


@spec("R-14.15-i-2")
@pytest.mark.parametrize("witnesses", [(), ("the dealer",), ("the dealer", " the dealer "), ("the dealer", " ")])
def test_a_hand_is_reconstructed_on_the_word_of_two_people(witnesses: tuple[str, ...]) -> None:
    table = with_thirty_each(S2="held")
    cards = table.state.cards(1)
    table.refused(ReconstructHand(seat("S2"), cards, witnesses), Code.TOO_FEW_WITNESSES)
    table.do(ReconstructHand(seat("S2"), cards, ("the dealer", "the floorperson")))
    assert table.live == ("S1", "S2", "S3")


@spec("R-14.15-i-2")
def test_only_a_protected_hand_is_reconstructed_and_only_with_the_exact_cards() -> None:
    table = with_thirty_each(S2="held")
    two = ("the dealer", "seat 2")
    table.refused(ReconstructHand(seat("S1"), table.state.cards(0), two), Code.HAND_UNPROTECTED)
    table.refused(ReconstructHand(seat("S2"), table.state.cards(1)[:1], two), Code.WRONG_NUMBER_OF_CARDS)
    table.refused(ReconstructHand(seat("S2"), table.state.cards(0), two), Code.CARD_ELSEWHERE)
    table.refused(ReconstructHand(seat("S2"), (UNKNOWN, UNKNOWN), two), Code.NOT_SHOWN_WHOLE)
    table.do(ReconstructHand(seat("S2"), table.state.cards(1), two))


@scenario("IR-10")
@spec("R-14.15-i-4")
@every_game
def test_who_walks_off_silently_from_an_unprotected_hand_has_folded_it(each: Game) -> None:
    table = open_round(each, sign(each), players=4)
    gone = next(place for place in (3, 2, 1) if table.state.turn != place)
    pot, stake = table.pot, put_in(table)[gone]
    table.do(LeaveTable(seat(name(gone))))
    removed = table.only(HandRemoved)
    assert (removed.cause, removed.rule.paragraph, removed.returned) == (Removal.LEFT, "14.15(i)4", 0)
    assert table.pot == pot
    assert name(gone) not in table.live
    assert table.state.muck[gone]
    table.stay()
    assert table.state.stacks[gone] == 10000 - stake


@scenario("IR-10")
@spec("R-14.15-i-4")
def test_a_protected_hand_stays_in_until_its_absent_player_s_turn() -> None:
    table = with_thirty_each(S2="under a chip")
    table.play("S2 leaves")
    assert table.only(PlayerLeft).rule.paragraph == "14.15(i)4"
    assert table.live == ("S1", "S2", "S3")
    table.refused(RemoveHand(seat("S2"), Removal.LEFT), Code.HAND_PROTECTED)
    table.play("S1 bets 10; S2 folds; S3 calls")
    assert "S2" not in table.live


# Folding by what one does with the cards, 14.15(j)


@spec("R-14.15-j-1-i")
@every_game
def test_cards_thrown_face_down_to_the_discards_are_a_fold(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    while table.offers() and MayCall not in table.offers():
        table.do(table.cheapest())
    who = table.turn or ""
    table.play(f"{who} throws the hand in")
    folded = table.only(Folded)
    assert (name(folded.seat), folded.rule.paragraph, folded.how.value) == (who, "14.15(j)1i", "discarded face down")
    assert who not in table.live


@scenario("IR-13")
@spec("R-14.15-j-1-ii")
@every_stud
def test_up_cards_turned_down_are_a_fold_when_facing_a_bet(each: Game) -> None:
    table = open_round(each, STUD_SIGN, players=3)
    table.play(f"{table.turn} posts")
    who = table.turn or ""
    assert MayCall in table.offers()
    table.play(f"{who} turns the up-cards down")
    folded = table.only(Folded)
    assert (name(folded.seat), folded.rule.paragraph) == (who, "14.15(j)1ii")
    assert folded.how.value == "up-cards turned down"
    assert who not in table.live


@scenario("IR-13")
@spec("R-14.15-j-1-ii")
def test_up_cards_turned_down_are_a_fold_when_due_to_make_a_bet() -> None:
    table = at_street(STUD, "fourth")
    who = table.turn or ""
    table.play(f"{who} turns the up-cards down")
    assert who not in table.live
    obliged = at_street(FIVE_STUD, "third")
    who, stack = obliged.turn or "", obliged.state.stacks[obliged.state.turn or 0]
    obliged.play(f"{who} turns the up-cards down")
    assert who not in obliged.live
    assert obliged.state.stacks[seat(who)] == stack - 500


@every_button_game
def test_who_has_no_up_cards_cannot_turn_them_down(each: Game) -> None:
    table = open_round(each, BLINDS, players=3)
    table.refused("S3 turns the up-cards down", Code.NO_UP_CARDS)


@scenario("IR-12")
@spec("R-14.15-j-2")
@pytest.mark.parametrize("how", ["mucks", "leaves"])
def test_a_forced_bettor_who_mucks_or_walks_off_still_pays(how: str) -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 2d"))
    who = seat("S2")
    table.do(RemoveHand(who, Removal.THROWN_AWAY) if how == "mucks" else LeaveTable(who))
    paid, folded = table.log[-2:]
    assert isinstance(paid, ForcedBetPosted)
    assert (paid.amount, paid.rule.paragraph) == (200, "14.15(j)2")
    assert isinstance(folded, Folded)
    assert table.state.stacks[1] == 10000 - 100 - 200
    assert (table.live, table.turn, table.offer(MayCall).amount) == (("S1", "S3"), "S3", 200)


# Cards off the table, 14.15(n)


# IR-14
@spec("R-14.15-n")
@every_game
def test_a_card_dealt_off_the_table_is_never_dealt_in_the_round(each: Game) -> None:
    table = open_round(each, sign(each), players=most_players(each))
    fallen = table.state.stub[0]
    table.do(RemoveFallenCard())
    event = table.only(FallenCardRemoved)
    assert (event.card, event.rule.paragraph) == (fallen, "14.15(n)")
    while not table.state.over:
        places = (*table.state.down, *table.state.up, *table.state.muck, table.state.board, table.state.burns)
        assert fallen not in [card for place in places for card in place]
        if table.state.stage is Stage.SHUFFLING:
            assert fallen not in reshuffle_pool(table.state).cards
        draws = table.state.stage is Stage.DRAWING
        table.play(f"{table.turn} draws 3") if draws else table.do(table.cheapest())
    assert table.state.dead == (fallen,)


# AMB-119
@spec("R-14.15-n")
@every_game
def test_a_player_whose_card_fell_gets_the_next_card_at_once(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    fallen, following = table.state.down[1][0], table.state.stub[0]
    held = len(table.state.down[1])
    table.do(RemoveFallenCard(fallen, seat("S2")))
    replaced = table.only(FallenCardReplaced)
    assert (replaced.fallen, replaced.card, replaced.rule.paragraph) == (fallen, following, "14.15(n)")
    assert following in table.state.down[1]
    assert fallen not in table.state.cards(1)
    assert len(table.state.down[1]) == held
    assert table.state.dead == (fallen,)
    hidden = seen_by(replaced, seat("S1"))
    assert isinstance(hidden, FallenCardReplaced)
    assert (hidden.fallen, hidden.card) == (UNKNOWN, UNKNOWN)
    table.stay()
    assert sum(table.stacks) == 300


@spec("R-14.15-n")
def test_an_up_card_that_fell_opens_nothing_and_the_card_in_its_place_does() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 3d"))
    assert table.turn == "S2"
    top = table.state.stub[0]
    table.do(RemoveFallenCard(parse_cards("2c")[0], seat("S2")))
    assert table.state.up[1] == (top,)
    lowest = min(range(3), key=lambda place: table.state.up[place][0])
    assert table.turn == name(lowest)
    assert table.last(BettingRoundOpened).obliged == 200


@spec("R-14.15-n")
def test_a_fallen_card_is_replaced_only_before_anybody_has_acted_on_the_street() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 3d"))
    table.play("S2 posts")
    table.refused(RemoveFallenCard(table.state.down[0][0], seat("S1")), Code.TOO_LATE)


@spec("R-14.15-n")
def test_a_dealer_names_the_card_he_examined_though_nobody_had_seen_it() -> None:
    table = dealt_unseen(HOLD_EM, 2)
    table.do(RemoveFallenCard(parse_cards("6c")[0], seat("S1")))
    assert table.state.dead == parse_cards("6c")
    table.play("S1 calls; S2 checks")
    table.refused(Deal(parse_cards("?? 6c 7c 8c")), Code.CARD_ELSEWHERE)


@spec("R-14.15-n")
def test_a_card_that_had_been_dealt_and_played_did_not_fall_in_the_deal() -> None:
    """On fourth street only the card of that street can have been dealt off the table."""
    table = at_street(STUD, "fourth")
    table.refused(RemoveFallenCard(table.state.down[0][0], seat("S1")), Code.TOO_LATE)
    table.do(RemoveFallenCard(table.state.up[0][-1], seat("S1")))


@scenario("DR-07")
@spec("R-14.15-n", "R-14.12-f-2.2")
def test_of_nine_discards_one_dealt_off_the_table_stays_out_of_the_reshuffle() -> None:
    table = open_round(FIVE_DRAW, BLINDS, players=8)
    table.finish_betting()
    unserved = {card for hand in table.state.down[4:] for card in hand}
    fallen = table.state.stub[0]
    table.do(RemoveFallenCard())
    table.play("S1 draws 3; S2 draws 3; S3 draws 2; S4 draws 3")
    assert table.state.stage is Stage.SHUFFLING
    pool = reshuffle_pool(table.state).cards
    discards = [card for place in range(3) for card in table.state.muck[place]]
    assert len(discards) + len(table.state.dead) == 9
    assert sorted(pool) == sorted(discards)
    assert len(pool) == 8
    assert fallen not in pool
    assert not unserved & set(pool)


@scenario("DR-07")
@spec("R-14.15-n", "R-14.15-h")
@every_draw_game
@pytest.mark.parametrize("command", [RemoveFallenCard(), RemoveFaceUpCard()], ids=["fallen", "face up"])
def test_no_reshuffle_of_a_draw_game_takes_a_card_out_of_play(
    each: Game, command: RemoveFallenCard | RemoveFaceUpCard
) -> None:
    table = open_round(each, BLINDS, players=min(each.seats.most, 8))
    gone = table.state.stub[0]
    table.do(command)
    reshuffles = 0
    while not table.state.over:
        if table.state.stage is Stage.SHUFFLING:
            reshuffles += 1
            assert gone not in reshuffle_pool(table.state).cards
        every = len(table.state.down[0])
        draws = table.state.stage is Stage.DRAWING
        table.play(f"{table.turn} draws {every}") if draws else table.do(table.cheapest())
    assert reshuffles


# Conceding where the house requires disclosure, 14.15(d)


@scenario("IR-18")
@spec("R-14.15-d.3")
@pytest.mark.parametrize("required", [False, True])
def test_a_conceded_hand_is_disclosed_before_the_pot_is_pushed_where_the_house_requires_it(required: bool) -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), conceded_hands_disclosed=required)
    table = open_round(HOLD_EM, house, hands=("Kc Kd", "Ac Ad", "Qc Qd"), board="2h 3h 7s 8s Jd")
    while table.state.stage is not Stage.SHOWDOWN:
        table.do(table.cheapest())
    table.play("S1 shows; S2 concedes; S3 shows")
    disclosed = table.all(HandDisclosed)
    assert [cards_text(event.cards) for event in disclosed] == (["Ac Ad"] if required else [])
    if required:
        assert table.log.index(disclosed[0]) < table.log.index(table.only(PotAwarded))
    assert names([event.seat for event in table.all(HandConceded)]) == ("S2",)
    assert table.won() == {"S1": 6}


@spec("R-14.15-d.3")
def test_a_hand_the_record_does_not_know_is_named_when_it_is_conceded() -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), conceded_hands_disclosed=True)
    table = open_live_round(HOLD_EM, house, players=2, board="2h 3h 7s 8s Jd")
    table.do(Deal((UNKNOWN,) * 4))
    while table.state.stage is not Stage.SHOWDOWN:
        table.do(table.cheapest())
    assert MayConcede in table.offers()
    table.refused("S1 concedes", Code.NOT_SHOWN_WHOLE)
    table.do(Concede(seat("S1"), parse_cards("Ac Ad")))
    assert cards_text(table.only(HandDisclosed).cards) == "Ac Ad"


# The supervisor's word, 14.15(b)


@scenario("IR-19")
@spec("R-14.15-b")
def test_a_ruling_is_the_last_word_and_is_stored_with_name_and_time() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.play("S3 folds; S1 folds")
    before = list(table.log)
    move = Move(100, Place(seat("S2"), "stakes"), Place(seat("S1"), "stakes"))
    table.do(Rule(RULING, (move,)))
    ruled = table.log[-1]
    assert isinstance(ruled, Ruled)
    assert (ruled.ruling.by, ruled.ruling.at, ruled.rule.paragraph) == (SUPERVISOR, AT, "14.15(b)")
    assert table.log[:-1] == before
    assert table.stacks == (100, 100, 100)
    assert table.state.over
    assert all(not table.offers(who) for who in ("S1", "S2", "S3"))


@scenario("IR-19")
@spec("R-14.15-b")
@pytest.mark.parametrize(
    "position", [position for position in Position if position is not Position.SHIFT_SUPERVISOR], ids=str
)
def test_nobody_but_the_poker_shift_supervisor_rules(position: Position) -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    ruling = Ruling(Official("Bo", position), AT, "so it is", "14.15(b)")
    refusal = table.refused(Rule(ruling), Code.NOT_THE_SUPERVISOR)
    assert position.value in str(refusal)
    table.refused(Uphold(Raise(seat("S3"), 500), ruling), Code.NOT_THE_SUPERVISOR)


@spec("R-14.15-b")
def test_an_action_the_supervisor_lets_stand_carries_his_ruling() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    table.refused("S3 raises to 5", Code.NOT_THE_POSTED_AMOUNT)
    table.do(Uphold(Raise(seat("S3"), 500), RULING))
    made = table.only(RulingMade)
    assert made.ruling == RULING
    assert (made.code, made.rule.paragraph) == (Code.NOT_THE_POSTED_AMOUNT, "14.15(b)")
    assert table.only(Raised).to == 500


@spec("R-14.15-b")
def test_a_ruling_needs_a_reason_and_a_paragraph_that_exists() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    for reason in ("", "  "):
        table.refused(Rule(Ruling(SUPERVISOR, AT, reason, "14.15(b)")), Code.NO_REASON)
    for paragraph in ("", "14.99", "15(b)"):
        table.refused(Rule(Ruling(SUPERVISOR, AT, "so it is", paragraph)), Code.NO_SUCH_PARAGRAPH)


@spec("R-14.15-b")
@pytest.mark.parametrize("of", [STUD_GAMES[-1], BUTTON_GAMES[-1], game("hold-em", NJAC_19_47_2006)], ids=key)
def test_a_ruling_may_rest_on_the_general_rules_in_every_edition(of: Game) -> None:
    table = open_round(of, sign(of), players=3)
    table.do(Rule(RULING))
    assert table.only(Ruled).moves == ()


# What nobody else may know, 14.16(a)


@spec("R-14.16-a.2")
@every_game
def test_no_view_and_no_event_of_an_irregular_round_shows_another_player_s_hidden_cards(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    table.do(RemoveFallenCard(table.state.down[0][0], seat("S1")))
    table.do(RemoveFallenCard())
    table.do(MarkProtected(seat("S1"), "held"))
    table.do(ReconstructHand(seat("S1"), table.state.cards(0), ("the dealer", "seat 1")))
    secret = {*table.state.down[0], *table.state.dead, *table.state.stub}
    for viewer in (seat("S2"), seat("S3"), Role.SPECTATOR, Role.DEALER):
        seen = view(table.state, viewer)
        own = set() if isinstance(viewer, Role) else set(table.state.down[viewer])
        shown = {card for one in seen.seats for card in (*one.down, *one.up, *one.discards)}
        assert not (shown | set(seen.dead) | set(seen.stub)) & (secret - own)
        for event in table.log:
            told = seen_by(event, viewer)
            if isinstance(told, FallenCardReplaced | FallenCardRemoved):
                assert told.card == UNKNOWN
            if isinstance(told, HandReconstructed):
                assert not set(told.cards) & set(table.state.down[0])
    assert not any(table.offers(who) for who in ("S1", "S2", "S3") if who != table.turn)
    assert isinstance(view(table.state, seat(table.turn or "")).offers[0], MayFold)


@spec("R-14.16-a.2")
def test_a_removed_hand_goes_unseen() -> None:
    table = with_thirty_each(S2="held")
    cards = table.state.cards(1)
    table.do(RemoveHand(seat("S2"), Removal.SWEPT))
    assert sorted(table.state.muck[1]) == sorted(cards)
    assert view(table.state, seat("S1")).seats[1].discards == (UNKNOWN, UNKNOWN)
    assert view(table.state, seat("S2")).seats[1].discards == cards
    table.refused(Fold(seat("S2")), Code.NOT_YOUR_TURN)
