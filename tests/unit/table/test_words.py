"""The dealer's mind while players talk and move chips: what is refused, what is kept, what may be completed."""

import pytest

from pokerroom.games import game
from pokerroom.play import Bet, Call, Check, Code as PlayCode, Fold, PostForcedBet, Raise, Seat
from pokerroom.play.events import Discarded
from pokerroom.rules.editions import SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, NoLimit, letter
from pokerroom.table.acts import Act, Bound, Heard, OutOfTurn, Placing, Settled, WordRules
from pokerroom.table.currency import Kind
from pokerroom.table.refusals import Code
from pokerroom.table.words import hear
from tests.tables import Table, dollars, open_round
from tests.talk import Dealer, is_not_done, puts, rests, says, throws_away, turns_down

HOLD_EM = game("hold-em")
SUPER_STUD = game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT)
NO_LIMIT = letter(NoLimit(200), blinds=(100, 200))


def facing_ten(*, stacks: float = 100) -> Table:
    """On the flop S1 has bet 10 and S2 is to act."""
    table = open_round(HOLD_EM, NO_LIMIT, players=4, stacks=stacks)
    table.stay(until="flop")
    table.play("S1 bets 10")
    return table


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (puts("S2"), Code.NOTHING_PUT_IN),
        (puts("S2", -5), Code.NOT_A_PIECE),
        (puts("S2", 0), Code.NOT_A_PIECE),
        (puts("S2", 7), Code.NOT_A_PIECE),
        (puts("S2", 3, kind=Kind.CURRENCY), Code.NOT_A_PIECE),
        (puts("S2", 0.5, kind=Kind.COIN), Code.COIN_IN_A_BET),
        (puts("S2", 5, kind=Kind.CURRENCY), Code.NOT_ON_THE_TABLE),
        (puts("S2", 500), PlayCode.EXCEEDS_TABLE_STAKES),
        (rests("S2"), Code.NOT_OPEN),
        (rests("S4"), Code.NOT_OPEN),
        (is_not_done("S4"), Code.NOT_OPEN),
        (turns_down("S2"), Code.NO_UP_CARDS),
        (says("S1", "fold"), PlayCode.NOT_YOUR_TURN),
    ],
)
def test_what_counts_for_nothing_is_refused_and_changes_nothing(act: Act, code: Code | PlayCode) -> None:
    dealer = Dealer(facing_ten())
    before = dealer.heard
    refusal = dealer.refuses(act)
    assert refusal.code is code
    assert str(refusal).endswith(f"({refusal.rule})")
    assert (dealer.heard, dealer.table.turn) == (before, "S2")


def test_pieces_that_are_no_numbers_are_refused() -> None:
    table = facing_ten()
    for piece in ("5", None, 5.0, True):
        act = puts("S2", 5)
        odd = type(act)(act.seat, (piece,))  # type: ignore[arg-type]
        refusal = Dealer(table).refuses(odd)
        assert (refusal.code, refusal.facts["what"]) == (Code.NOT_A_PIECE, str(piece))


def test_the_chips_in_use_are_the_houses() -> None:
    sevens = WordRules(chips=(700,))
    table = facing_ten()
    assert Dealer(table, rules=sevens).refuses(puts("S2", 5)).code is Code.NOT_A_PIECE
    assert Dealer(table, rules=sevens).binds(puts("S2", 7, 1, 1, 1)).command == Call(Seat(1))


def test_before_and_after_the_betting_there_is_nothing_to_say() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.stay()
    assert Dealer(table).refuses(says("S1", "call")).code is PlayCode.ROUND_OVER
    drawing = open_round(game("five-card-draw-high"), NO_LIMIT, players=3)
    drawing.finish_betting()
    assert Dealer(drawing).refuses(says("S1", "call")).code is PlayCode.NOT_NOW


@pytest.mark.parametrize(
    ("first", "second", "to"),
    [("raise", "thirty", 30), ("raise", "raise to 30", 30), ("raise", "20 more", 30), ("raise", "make it 35", 35)],
)
def test_a_raise_announced_without_its_size_may_be_given_one(first: str, second: str, to: int) -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(says("S2", first), says("S2", second), rests("S2"))
    assert (bound.command, dollars(bound.due)) == (Raise(Seat(1), to * 100), to)


@pytest.mark.parametrize(
    ("first", "second"), [("raise to 30", "raise to 40"), ("call", "fold"), ("raise", "call"), ("raise", "fold")]
)
def test_the_first_binding_words_stand(first: str, second: str) -> None:
    dealer = Dealer(facing_ten())
    dealer.keeps(says("S2", first))
    refusal = dealer.refuses(says("S2", second))
    assert (refusal.code, refusal.facts["words"]) == (Code.ALREADY_BOUND, repr(first))


def test_words_may_come_while_a_bet_is_in_the_making() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(is_not_done("S2"), puts("S2", 25), says("S2", "raise to 40"), puts("S2", 10), rests("S2"))
    assert (bound.command, dollars(bound.placed), dollars(bound.due)) == (Raise(Seat(1), 4000), 35, 5)
    assert bound.rule.paragraph == "14.7(e)"


def test_all_in_is_an_announced_amount_and_the_rest_of_the_stakes_is_due() -> None:
    dealer = Dealer(facing_ten(stacks=52))
    bound = dealer.binds(says("S2", "all in"), puts("S2", 25))
    assert (bound.command, dollars(bound.due), bound.rule.paragraph) == (Raise(Seat(1), 5000), 25, "14.7(e)")
    completed = Dealer(facing_ten(stacks=52)).binds(says("S2", "raise"), says("S2", "all in"), puts("S2", 25, 25))
    assert (completed.command, completed.due) == (Raise(Seat(1), 5000), 0)


def test_motions_are_kept_in_order_with_their_manner() -> None:
    dealer = Dealer(facing_ten())
    first, second = puts("S2", 10, manner=Placing.RELEASED_IN_POT), puts("S2", 20, manner=Placing.RELEASED_TOWARD)
    bound = dealer.binds(says("S2", "raise"), first, second, rests("S2"))
    assert bound.motions == (first, second)
    assert bound.manner is Placing.RELEASED_IN_POT


def test_stakes_limit_all_motions_together() -> None:
    dealer = Dealer(facing_ten(stacks=52))
    dealer.keeps(says("S2", "raise"), puts("S2", 25), puts("S2", 20))
    refusal = dealer.refuses(puts("S2", 10))
    assert (refusal.code, refusal.facts["most"]) == (PlayCode.EXCEEDS_TABLE_STAKES, 5000)
    assert dealer.binds(puts("S2", 5), rests("S2")).command == Raise(Seat(1), 5000)


def test_what_one_player_left_unfinished_is_not_the_next_players() -> None:
    table = facing_ten()
    dealer = Dealer(table)
    dealer.keeps(says("S2", "raise"))
    table.play("S2 folds")
    bound = dealer.binds(puts("S3", 25))
    assert (bound.command, bound.announced) == (Call(Seat(2)), None)


def test_a_player_who_owes_pays_even_when_the_betting_is_over() -> None:
    table = facing_ten()
    table.play("S2 folds; S3 folds")
    dealer = Dealer(table)
    assert dollars(dealer.binds(puts("S4", 5)).due) == 5
    assert table.street == "turn"
    settled = dealer.hears(puts("S4", 5))
    assert isinstance(settled, Settled)
    assert (settled.due, settled.change, dealer.heard.owed) == (0, 0, ())


def test_two_players_who_owe_are_both_remembered() -> None:
    dealer = Dealer(facing_ten())
    dealer.binds(says("S2", "raise to 30"), puts("S2", 25))
    dealer.binds(says("S3", "call"), puts("S3", 20))
    for who, due in (("S3", 5), ("S2", 0)):
        settled = dealer.hears(puts(who, 5))
        assert isinstance(settled, Settled)
        assert (dollars(settled.placed), dollars(settled.due)) == (5, 5 if due else 0)


def test_a_bill_may_pay_what_is_owed_and_is_converted() -> None:
    dealer = Dealer(facing_ten(), bills=[[], [20]])
    dealer.binds(says("S2", "raise to 30"), puts("S2", 25))
    settled = dealer.hears(puts("S2", 20, kind=Kind.CURRENCY))
    assert isinstance(settled, Settled)
    assert settled.converted is not None
    assert (dollars(settled.converted.to_the_pot), dollars(settled.converted.back)) == (5, 15)
    assert dealer.heard.bills == ((), ())


def test_bills_put_in_for_nothing_go_back_as_they_are() -> None:
    dealer = Dealer(facing_ten(), bills=[[], [20]])
    bound = dealer.binds(is_not_done("S2"), puts("S2", 20, kind=Kind.CURRENCY), says("S2", "fold"))
    assert (bound.converted, dollars(bound.change), dealer.heard.bills) == (None, 20, ((), (2000,)))


def test_in_the_big_blind_one_silent_chip_checks_and_several_raise() -> None:
    for chips, command, change in ((puts("S2", 5), Check(Seat(1)), 5), (puts("S2", 5, 5), Raise(Seat(1), 1200), 0)):
        table = open_round(HOLD_EM, NO_LIMIT, players=3)
        table.play("S3 calls; S1 calls")
        bound = Dealer(table).binds(chips)
        assert (bound.command, dollars(bound.change)) == (command, change)


def test_chips_below_the_minimum_open_for_the_minimum_and_the_rest_is_due() -> None:
    table = open_round(HOLD_EM, letter(NoLimit(1000), blinds=(1000,)), players=3)
    table.stay(until="flop")
    bound = Dealer(table).binds(puts("S1", 5, 1))
    assert (bound.command, dollars(bound.due), bound.rule.reading) == (Bet(Seat(0), 1000), 4, "R-12")


def test_a_hand_thrown_away_with_a_bet_in_the_making_leaves_the_bet() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(is_not_done("S2"), puts("S2", 10), throws_away("S2"))
    assert (bound.command, bound.thrown_away, bound.due, bound.change) == (Call(Seat(1)), True, 0, 0)


def test_a_hand_thrown_away_in_the_big_blind_is_folded_and_its_chip_goes_back() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3)
    table.play("S3 calls; S1 calls")
    bound = Dealer(table).binds(is_not_done("S2"), puts("S2", 5), throws_away("S2"))
    assert (type(bound.command), bound.thrown_away, dollars(bound.change)) == (Fold, False, 5)


def test_entering_super_stud_the_player_still_names_the_cards_they_give_up() -> None:
    table = open_round(SUPER_STUD, letter(Fixed(400, 800), ante=100, forced_bet=200), players=3)
    opener = table.turn or ""
    dealer = Dealer(table)
    assert isinstance(dealer.binds(puts(opener, 1, 1)).command, PostForcedBet)
    turn = table.turn or ""
    bound = hear(table.state, dealer.heard, puts(turn, 1, 1))
    assert isinstance(bound, Bound)
    assert bound.give_up == 2
    place = bound.command.seat
    table.do(Call(place, table.state.down[place][: bound.give_up]))
    assert table.last(Discarded).seat == place


def test_out_of_turn_only_the_first_act_is_kept() -> None:
    dealer = Dealer(facing_ten(), rules=WordRules(out_of_turn="binding-if-unchanged"))
    assert dealer.notes(says("S4", "call")).kept
    assert not dealer.notes(says("S4", "fold")).kept
    dealer.table.play("S2 calls; S3 calls")
    heard = dealer.holds_to_it()
    assert isinstance(heard, Heard)
    assert dealer.binds(puts("S4", 10)).command == Call(Seat(3))


def test_words_kept_that_the_limits_forbid_are_dropped_when_the_turn_comes() -> None:
    dealer = Dealer(facing_ten(), rules=WordRules(out_of_turn="binding-if-unchanged"))
    assert dealer.notes(says("S3", "raise to 500")).kept
    dealer.table.play("S2 calls")
    dealer.holds_to_it()
    assert dealer.heard == Heard()
    assert dealer.binds(says("S3", "fold")).command == Fold(Seat(2))


def test_chips_kept_bind_when_the_turn_comes() -> None:
    dealer = Dealer(facing_ten(), rules=WordRules(out_of_turn="binding-if-unchanged"))
    note = dealer.hears(puts("S3", 25))
    assert isinstance(note, OutOfTurn)
    dealer.table.play("S2 folds")
    bound = dealer.holds_to_it()
    assert isinstance(bound, Bound)
    assert (bound.command, dollars(bound.change)) == (Call(Seat(2)), 15)


def test_the_dealer_tells_the_table_what_it_comes_to() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(says("S2", "raise to 30"), puts("S2", 25))
    assert str(bound) == "seat 2 raises to $30: $25 placed, $5 due (N.J.A.C. 13:69F-14.7(e))"
    assert str(dealer.binds(says("S3", "fold"))) == "seat 3 folds (N.J.A.C. 13:69F-14.7(d))"
    thrown = dealer.binds(says("S4", "call"), throws_away("S4"))
    assert str(thrown) == "seat 4 calls: $30 due, the hand is thrown away (N.J.A.C. 13:69F-14.15(j)2)"
