"""Irregularities at the edges: at every stage, with players all-in or frozen, with odd input, and how they read."""

from datetime import UTC, datetime
from typing import Any

import pytest

from pokerroom.cards import DECK, UNKNOWN, cards_text, parse_cards
from pokerroom.games import CATALOGUE, game
from pokerroom.history.narration import tell
from pokerroom.history.record import IrregularRoundError, record
from pokerroom.play import (
    Bet,
    Call,
    CardCount,
    Check,
    Code,
    Command,
    Deal,
    DeclareDead,
    DeclareMisdeal,
    Draw,
    Event,
    Exposed,
    Fold,
    Folding,
    Freeze,
    LeaveTable,
    MarkProtected,
    MayBet,
    MayCall,
    MayCheck,
    Misdeal,
    Move,
    Place,
    PlayOn,
    PostForcedBet,
    Raise,
    ReconstructHand,
    Removal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Reshuffle,
    Round,
    Rule,
    Ruling,
    Seat,
    Show,
    Stage,
    cards_due,
    legal_actions,
    perform,
    procedure,
    reshuffle_pool,
)
from pokerroom.play.events import (
    HandRemoved,
    PotAwarded,
    UncalledReturned,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, HouseRules, NoLimit, letter
from pokerroom.rules.staff import Official, Position
from tests.tables import LiveTable, Table, name, names, open_live_round, open_round, seat
from tests.unit.play.staging import (
    BLINDS,
    FIVE_DRAW,
    HOLD_EM,
    PLENTY,
    S1,
    S2,
    S3,
    STUD,
    STUD_SIGN,
    SUPER_STUD,
    after,
    events_of,
    opened,
    refused,
)

SUPERVISOR = Official("Ann Lee", Position.SHIFT_SUPERVISOR)
RULING = Ruling(SUPERVISOR, datetime(2024, 5, 4, 21, 30, tzinfo=UTC), "the chip belonged to seat 1", "14.15(b)")
TWO = ("the dealer", "seat 1")

GAMES = {key: of for (_, key), of in reversed(CATALOGUE.items())}
"""Every game once, in the current text where that has it."""
every_game = pytest.mark.parametrize("each", GAMES.values(), ids=GAMES)
NOT_SEATS: tuple[object, ...] = (-1, 3, 99, True, 1.0, "S1", None)
NOT_CARDS: tuple[object, ...] = (-1, 53, 99, True, 3.5, "As")


def sign(of: Game) -> HouseRules:
    return letter(Fixed(200, 400), **(BLINDS if of.has_button else {"ante": 100, "forced_bet": 100}))


def stopped(table: Table) -> Table:
    """The same table, to go another way from here."""
    other = object.__new__(Table)
    other.state, other.log = table.state, list(table.log)
    return other


def heard(state: Round, *commands: Command) -> list[str]:
    """What the dealer announces as these commands are carried out."""
    said: list[str] = []
    for command in commands:
        events = events_of(state, command)
        state = after(state, command)
        said += [text for event in events if (text := tell(event, state))]
    return said


# Odd input


SEATED: dict[str, Any] = {
    "remove": lambda who: RemoveHand(who, Removal.SWEPT),
    "protect": lambda who: MarkProtected(who, "held"),
    "reconstruct": lambda who: ReconstructHand(who, parse_cards("As Ah"), TWO),
    "leave": LeaveTable,
    "fallen": lambda who: RemoveFallenCard(DECK[0], who),
    "freeze": Freeze,
    "play on": PlayOn,
    "ruling to": lambda who: Rule(RULING, (Move(100, Place(S1, "stakes"), Place(who, "stakes")),)),
    "ruling from": lambda who: Rule(RULING, (Move(100, Place(who, "stakes"), Place(S1, "stakes")),)),
}


@pytest.mark.parametrize("who", NOT_SEATS, ids=repr)
@pytest.mark.parametrize("make", SEATED.values(), ids=SEATED)
def test_a_seat_nobody_sits_in_is_refused_by_number(make: Any, who: object) -> None:
    if who is None and make is SEATED["fallen"]:
        return  # Without a seat the next card of the deck fell.
    refusal = refused(opened(HOLD_EM), make(who))
    assert refusal.code is Code.NOT_SEATED
    assert "no player in seat" in str(refusal)


@pytest.mark.parametrize("what", ["remove", "protect", "reconstruct", "leave", "fallen"])
def test_a_folded_player_has_no_hand_that_anything_could_happen_to(what: str) -> None:
    make = SEATED[what]
    state = after(opened(HOLD_EM), Fold(S3))
    assert refused(state, make(S3)).code is Code.NOT_IN_THE_ROUND


@pytest.mark.parametrize("make", SEATED.values(), ids=SEATED)
def test_nothing_happens_to_anybody_after_the_round(make: Any) -> None:
    state = after(opened(HOLD_EM), Fold(S3), Fold(S1))
    if make in (SEATED["ruling to"], SEATED["ruling from"]):
        return  # A ruling may still move table stakes.
    assert refused(state, make(S2)).code is Code.ROUND_OVER


@pytest.mark.parametrize("card", NOT_CARDS, ids=repr)
@pytest.mark.parametrize("deck", [DECK, None], ids=["room", "dealer"])
@pytest.mark.parametrize("make", [RemoveFallenCard, RemoveFaceUpCard])
def test_what_is_no_card_did_not_leave_the_deck(make: Any, deck: Any, card: object) -> None:
    refusal = refused(opened(HOLD_EM, deck=deck), make(card))
    assert refusal.code is (Code.ROOM_DEALS if deck else Code.NOT_A_CARD)
    assert str(refusal)


@pytest.mark.parametrize("card", [*NOT_CARDS, UNKNOWN, DECK[40]], ids=repr)
def test_what_a_player_does_not_hold_did_not_fall(card: Any) -> None:
    refusal = refused(opened(HOLD_EM), RemoveFallenCard(card, S1))
    assert refusal.code in {Code.NOT_YOUR_CARD, Code.NOT_A_CARD}
    assert str(refusal)


@pytest.mark.parametrize("card", [*NOT_CARDS, DECK[0]], ids=repr)
def test_a_replacement_is_a_card_still_in_the_deck(card: Any) -> None:
    state = after(opened(HOLD_EM, deck=None), Deal(DECK[:6]))
    refusal = refused(state, RemoveFallenCard(DECK[0], S1, card))
    assert refusal.code in {Code.NOT_A_CARD, Code.CARD_ELSEWHERE}
    assert str(refusal)


def test_the_room_knows_the_replacement_itself() -> None:
    state = opened(HOLD_EM)
    assert refused(state, RemoveFallenCard(state.down[0][0], S1, DECK[40])).code is Code.ROOM_DEALS


@pytest.mark.parametrize("who", [-1, 3, True, 1.0, "S1", None], ids=repr)
def test_only_a_seat_can_have_had_a_card_exposed_in_the_deal(who: Any) -> None:
    refusal = refused(opened(HOLD_EM, deck=None), Deal(DECK[:7], (Exposed(who, 0),)))
    assert refusal.code is Code.NOT_EXPOSABLE
    assert str(refusal)


@pytest.mark.parametrize("number", [-1, 2, True, 0.0, "1", None], ids=repr)
def test_only_a_card_s_number_can_have_been_exposed(number: Any) -> None:
    refusal = refused(opened(HOLD_EM, deck=None), Deal(DECK[:7], (Exposed(S1, number),)))
    assert refusal.code is Code.NOT_EXPOSABLE
    assert str(refusal)


@pytest.mark.parametrize("who", [0.0, False, "S1", None], ids=repr)
def test_only_the_seat_drawing_can_have_had_a_drawn_card_exposed(who: Any) -> None:
    state = after(opened(FIVE_DRAW, players=2, deck=None), Deal((UNKNOWN,) * 10), Call(S1), Check(S2))
    state = after(state, Draw(S1, (UNKNOWN,)))
    assert refused(state, Deal(parse_cards("?? As"), (Exposed(who, 0),))).code is Code.NOT_EXPOSABLE


def test_a_cause_that_follows_from_the_deal_is_not_declared() -> None:
    state = opened(HOLD_EM)
    assert refused(state, DeclareMisdeal(Misdeal.EXPOSED_CARDS)).code is Code.NOT_A_CAUSE
    assert refused(state, RemoveHand(S1, Removal.EXPOSED)).code is Code.NOT_A_CAUSE


def test_a_room_that_deals_by_itself_is_told_no_cards() -> None:
    assert refused(opened(HOLD_EM), Deal(DECK[:6], (Exposed(S1, 0),))).code is Code.NOT_NOW


# The deck


def drop_cards(table: Table) -> None:
    """Let cards fall off the table until the deck can spare no more."""
    while isinstance(perform(table.state, RemoveFallenCard()), tuple):
        table.do(RemoveFallenCard())
    table.refused(RemoveFallenCard(), Code.DECK_TOO_SHORT)


@every_game
def test_cards_leave_the_deck_unused_as_long_as_the_round_can_spare_them(each: Game) -> None:
    """Then a refusal, and the round goes on to its end."""
    table = open_round(each, sign(each), players=3)
    drop_cards(table)
    for _ in range(200):
        if not table.state.over:
            table.do(table.cheapest())
    assert table.state.over, f"stuck at {table.state.stage} on {table.street} street"
    assert sum(table.stacks) == 300


@every_game
def test_before_the_first_card_the_deck_keeps_enough_for_the_deal(each: Game) -> None:
    players = min(each.seats.most, 8)
    table = open_live_round(each, sign(each), players=players)
    drop_cards(table)
    assert table.stub >= players * len(each.streets[0].cards.faces)  # type: ignore[union-attr]
    assert cards_due(table.state) == players * len(each.streets[0].cards.faces)  # type: ignore[union-attr]


def test_a_deck_too_short_is_told_in_cards() -> None:
    table = open_round(game("hold-em"), sign(game("hold-em")), players=3)
    for _ in range(52 - 6 - 8):
        table.do(RemoveFallenCard())
    refusal = table.refused(RemoveFallenCard(), Code.DECK_TOO_SHORT)
    assert str(refusal).startswith("the deck holds 8 cards, and the round would need 9")


def test_a_face_up_card_must_be_named_by_a_dealer_and_a_fallen_one_need_not() -> None:
    state = opened(HOLD_EM, deck=None)
    assert refused(state, RemoveFaceUpCard()).code is Code.NOT_A_CARD
    state = after(state, RemoveFaceUpCard(parse_cards("9d")[0]), RemoveFallenCard())
    assert cards_text(state.dead) == "9d ??"
    assert refused(state, Deal(parse_cards("9d ?? ?? ?? ?? ??"))).code is Code.CARD_ELSEWHERE


def test_a_replaced_card_of_the_deal_after_a_hand_has_left_is_still_in_time() -> None:
    """Removing the first to act is nobody's action."""
    state = opened(HOLD_EM, players=4)
    state = after(state, RemoveHand(S3, Removal.SWEPT))
    assert state.turn == Seat(3)
    after(state, RemoveFallenCard(state.down[0][0], S1))


# Hands that leave


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


def choosing(players: int, exposed: str) -> LiveTable:
    house = letter(NoLimit(1000), posts_may_differ=True)
    table = open_live_round(game("seven-card-stud-high"), house, players=players, antes=(20,) * players)
    while not (table.street == "sixth" and table.state.stage is Stage.DEALING):
        table.do(table.cheapest())
    table.deal(exposed)
    assert table.turn == exposed[:2], "the first of them is to choose"
    return table


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


# Rulings


FLOP = after(opened(HOLD_EM), Call(S3), Call(S1), Check(S2))


def moving(amount: Any, source: Place, target: Place) -> Rule:
    return Rule(RULING, (Move(amount, source, target),))


def stakes(who: Seat) -> Place:
    return Place(who, "stakes")


def pot(who: Seat) -> Place:
    return Place(who, "pot")


def bet(who: Seat) -> Place:
    return Place(who, "bet")


@pytest.mark.parametrize("amount", [0, -100, True, 1.5, "100", None], ids=repr)
def test_a_ruling_moves_an_amount_of_cents(amount: object) -> None:
    refusal = refused(FLOP, moving(amount, stakes(S1), stakes(S2)))
    assert refusal.code is Code.NOT_MONEY
    assert str(amount) in str(refusal)


def test_a_ruling_moves_only_chips_that_are_there() -> None:
    for source in (stakes(S1), pot(S1), bet(S1)):
        refusal = refused(FLOP, moving(PLENTY + 1, source, stakes(S2)))
        assert refusal.code is Code.NOT_THERE_TO_MOVE
        assert source.at in str(refusal)


def test_moves_of_one_ruling_are_made_one_after_the_other() -> None:
    there, back = Move(200, pot(S1), stakes(S2)), Move(200, stakes(S2), pot(S1))
    state = after(FLOP, Rule(RULING, (there, back)))
    assert (state.stacks, state.paid) == (FLOP.stacks, FLOP.paid)
    assert refused(FLOP, Rule(RULING, (there, there))).code is Code.NOT_THERE_TO_MOVE


def test_nobody_is_left_to_act_without_chips_by_a_ruling() -> None:
    assert refused(FLOP, moving(FLOP.stacks[S2], stakes(S2), pot(S2))).code is Code.NOT_THERE_TO_MOVE


def test_a_bet_is_corrected_only_while_there_is_betting_and_not_above_the_bet() -> None:
    state = after(FLOP, Bet(S1, 400))
    assert after(state, moving(100, bet(S1), stakes(S1))).bets == (300, 0, 0)
    assert refused(state, moving(100, stakes(S1), bet(S1))).code is Code.NOT_THERE_TO_MOVE
    between = after(opened(HOLD_EM, deck=None), Deal((UNKNOWN,) * 6), Call(S3), Call(S1), Check(S2))
    assert between.stage is Stage.DEALING
    assert refused(between, moving(100, stakes(S1), bet(S1))).code is Code.NOT_THERE_TO_MOVE


@pytest.mark.parametrize(
    ("source", "target"), [(pot(S1), stakes(S1)), (stakes(S1), pot(S2)), (pot(S1), pot(S2))], ids=str
)
def test_chips_moved_at_the_showdown_are_moved_in_the_pots_too(source: Place, target: Place) -> None:
    state = after(FLOP, *[Check(who) for _ in range(3) for who in (S1, S2, S3)])
    assert state.stage is Stage.SHOWDOWN
    state = after(state, moving(100, source, target))
    assert sum(pot.amount for pot in state.pots) == state.pot
    while not state.over:
        state = after(state, Show(state.to_act[0]))
    assert sum(state.stacks) == 3 * PLENTY


def test_after_the_award_a_ruling_moves_table_stakes_and_nothing_else() -> None:
    state = after(FLOP, Fold(S1), Fold(S2))
    assert state.over
    assert after(state, moving(600, stakes(S3), stakes(S1))).stacks == (PLENTY + 400, PLENTY - 200, PLENTY - 200)
    for place in (pot(S1), bet(S1)):
        assert refused(state, moving(100, stakes(S3), place)).code is Code.NOT_THERE_TO_MOVE


@every_game
def test_a_ruling_at_any_moment_keeps_every_chip_and_lets_the_round_end(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    while not table.state.over:
        for move in (
            Move(100, stakes(S1), stakes(S2)),
            Move(100, stakes(S3), pot(S3)),
            Move(100, pot(S2), stakes(S2)),
            Move(100, pot(S2), pot(S1)),
        ):
            ruled = stopped(table)
            outcome = perform(ruled.state, Rule(RULING, (move,)))
            if isinstance(outcome, tuple):
                ruled.do(Rule(RULING, (move,)))
                assert ruled.state.chips == 3 * PLENTY
                ruled.stay()
                assert sum(ruled.state.stacks) == 3 * PLENTY
        table.do(table.cheapest())


def test_a_ruling_while_the_community_card_is_awaited_does_not_reopen_the_betting_before_it() -> None:
    house = letter(NoLimit(1000), posts_may_differ=True)
    table = open_live_round(game("mambo-stud"), house, players=2, stacks=(100, 20), antes=(20, 20))
    table.deal()
    table.deal(exposed="S1 1")
    table.play("S1 plays on")
    assert cards_due(table.state) == 2
    table.do(moving(1000, stakes(S1), stakes(S2)))
    assert cards_due(table.state) == 2


# The record


IRREGULAR: dict[str, tuple[Round, tuple[Command, ...]]] = {
    "misdeal": (FLOP, (DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT),)),
    "dead round": (FLOP, (DeclareDead(CardCount.MISSING),)),
    "face-up card": (FLOP, (RemoveFaceUpCard(),)),
    "fallen card": (FLOP, (RemoveFallenCard(),)),
    "replaced card": (opened(HOLD_EM), (RemoveFallenCard(opened(HOLD_EM).down[0][0], S1),)),
    "removed hand": (FLOP, (RemoveHand(S1, Removal.SWEPT),)),
    "ruling with moves": (FLOP, (moving(100, stakes(S1), stakes(S2)),)),
}


def log_of(table: Any, commands: tuple[Command, ...]) -> list[Event]:
    played = Table.__new__(Table)
    played.state, played.log = table.state, list(table.log)
    for command in commands:
        played.do(command)
    played.stay()
    return played.log


@pytest.mark.parametrize("case", IRREGULAR)
def test_a_hand_history_has_no_words_for_an_irregular_round(case: str) -> None:
    table = open_round(game("hold-em"), letter(NoLimit(200), **BLINDS), players=3, deck=DECK)
    start_of, commands = IRREGULAR[case]
    if start_of is FLOP:
        table.play("S3 calls; S1 calls; S2 checks")
    with pytest.raises(IrregularRoundError, match="no words"):
        record(log_of(table, commands))


@pytest.mark.parametrize(
    ("key", "exposed"),
    [
        ("hold-em", "S1 1"),
        ("five-card-draw-high", "S1 1"),
        ("seven-card-stud-high", "S1 1"),
        ("seven-card-stud-high", "S1 1, S1 2"),
        ("five-card-stud", "S1 1"),
        ("mambo-stud", "S1 1"),
    ],
)
def test_a_hand_history_has_no_words_for_an_exposed_card(key: str, exposed: str) -> None:
    table = open_live_round(game(key), sign(game(key)), players=3)
    table.deal(exposed)
    table.stay()
    with pytest.raises(IrregularRoundError, match="no words"):
        record(table.log)


def test_a_hand_history_has_no_words_for_a_choice_to_freeze() -> None:
    table = choosing(3, "S2 1")
    table.play("S2 freezes")
    table.stay()
    with pytest.raises(IrregularRoundError, match=r"14\.15\(k\)"):
        record(table.log)


def test_what_changes_neither_cards_nor_chips_is_no_irregularity_to_a_hand_history() -> None:
    table = open_round(game("hold-em"), letter(NoLimit(200), **BLINDS), players=3)
    table.do(MarkProtected(S1, "held"))
    table.do(ReconstructHand(S1, table.state.down[0], TWO))
    table.play("S1 leaves")
    table.stay()
    assert record(table.log).starting_stacks


# How it is told


def test_misdeals_and_dead_rounds_say_why_and_what_goes_back() -> None:
    assert heard(FLOP, DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT))[0] == (
        "Misdeal: shuffle or cut not made as required. Every card goes back for a reshuffle, every chip to its player"
        " (seat 1 $2, seat 2 $2, seat 3 $2)."
    )
    assert heard(FLOP, DeclareDead(CardCount.ADDITIONAL))[0] == (
        "The round of play is dead: there are additional cards in the deck. Every chip goes back"
        " (seat 1 $2, seat 2 $2, seat 3 $2); the deck is replaced."
    )


def test_lost_cards_are_told_without_naming_what_nobody_should_know() -> None:
    up = FLOP.stub[0]
    assert heard(FLOP, RemoveFaceUpCard()) == [
        f"{cards_text((up,))} lies face up in the deck: it is not used and joins the discards."
    ]
    (said,) = heard(FLOP, RemoveFallenCard())
    assert cards_text((up,)) not in said
    state = opened(STUD)
    lying, hole = state.up[0][0], state.down[0][0]
    (up_card, *_) = heard(state, RemoveFallenCard(lying, S1))
    assert up_card.endswith(f"the next card takes its place: {cards_text((state.stub[0],))}.")
    (hidden,) = heard(state, RemoveFallenCard(hole, S1))
    assert hidden == "A card of seat 1 fell off the table and is not used; the next card takes its place."


def test_protection_reconstruction_and_leaving_are_told() -> None:
    cards = FLOP.down[0]
    assert heard(
        FLOP,
        MarkProtected(S1, "under a chip"),
        ReconstructHand(S1, cards, TWO),
        LeaveTable(S1),
        MarkProtected(S1, None),
    ) == [
        "The hand of seat 1 is under a chip.",
        "The hand of seat 1 is reconstructed on the word of the dealer and seat 1.",
        "Seat 1 has left the table; the protected hand stays in until its turn.",
        "The hand of seat 1 is no longer protected.",
    ]


def test_hands_that_leave_are_told_with_the_cause_and_the_refund() -> None:
    assert heard(FLOP, RemoveHand(S1, Removal.SWEPT)) == [
        "The hand of seat 1 is out of the round: collected by the dealer."
    ]
    assert heard(FLOP, MarkProtected(S1, "held"), RemoveHand(S1, Removal.MIXED))[1] == (
        "The hand of seat 1 is out of the round: mixed with other cards; $2 goes back to the player, the pot is $4."
    )


def test_a_fold_by_what_one_did_says_what_that_was() -> None:
    assert heard(FLOP, Fold(S1, Folding.DISCARDED)) == ["Seat 1 folds (discarded face down)."]


def test_a_ruling_is_told_with_who_made_it_why_and_what_it_moved() -> None:
    (said,) = heard(FLOP, moving(100, pot(S1), stakes(S2)))
    assert said == (
        "Ann Lee (poker shift supervisor) rules on 14.15(b): the chip belonged to seat 1."
        " Moved: $1 from seat 1's pot to seat 2's stakes."
    )


def told(table: Table) -> list[str]:
    return [text for event in table.log if (text := tell(event, table.state))]


def test_exposed_cards_are_told_by_name_and_what_becomes_of_them() -> None:
    table = open_live_round(game("hold-em"), sign(game("hold-em")), hands=("7d", "8d"))
    table.deal(exposed="S1 1, S2 1")
    said = told(table)
    assert "7d of seat 1 was exposed: exchanged for the top card, it serves as the burn card before the flop." in said
    assert "8d of seat 2 was exposed: exchanged for the top card, it joins the discards." in said
    drawn = open_live_round(game("badugi"), sign(game("badugi")), players=2)
    drawn.deal()
    drawn.finish_betting()
    drawn.play("S1 draws 1")
    drawn.do(drawn.next_deal((Exposed(S1, 0),)))
    assert told(drawn)[-1].endswith("came face up: seat 1 gets another when everybody has drawn.")


def test_a_stud_card_dealt_the_other_way_is_not_told_as_up_to_its_player() -> None:
    table = open_live_round(game("five-card-stud"), sign(game("five-card-stud")), hands=("4h 3c", "Ks 9d"))
    table.deal(exposed="S1 1")
    said = " ".join(told(table))
    assert "seat 1 4h" in said
    assert "seat 2 9d" in said
    assert "3c" not in said
    assert "Ks" not in said


def test_a_choice_and_its_outcome_are_told() -> None:
    table = choosing(3, "S2 1, S3 1")
    table.play("S2 freezes; S3 plays on")
    said = told(table)
    (choice,) = [text for text in said if "To choose" in text]
    assert choice.endswith("came face up. To choose between stopping and playing on: Seat 2, Seat 3.")
    assert "Seat 2 stops wagering and contends for the pot as it stands, $60." in said
    assert "Seat 3 plays on for the entire pot." in said


def test_offers_after_an_irregularity_are_those_of_the_player_to_act() -> None:
    state = after(FLOP, RemoveHand(S1, Removal.SWEPT))
    assert {type(offer) for offer in legal_actions(state, S2)} >= {MayCheck, MayBet}
    assert legal_actions(state, S1) == ()
    assert seat("S2") == state.turn
