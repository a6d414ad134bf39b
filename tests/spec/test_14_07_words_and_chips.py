"""N.J.A.C. 13:69F-14.7(d) to (i) and 14.15(j)1: how words and chips become a binding action."""

import pytest

from pokerroom.play import Bet, Call, Check, Code as PlayCode, Fold, MayCall, MayFold, MayRaise, Raise, Seat
from pokerroom.play.events import BetMade, Called, Folded, Raised
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_13_69F, NJAC_19_47_2006
from pokerroom.rules.house import HouseRules, Spread, letter
from pokerroom.table.acts import Act, Bound, Heard, Placing, PutIn, Settled
from pokerroom.table.refusals import Code
from pokerroom.table.speech import Said, Statement
from tests.facing import BLINDS, HELD_TO_IT, HOLD_EM, HOLD_EM_2006, LIMIT, NO_LIMIT, facing_ten, on_the_flop
from tests.spec_marks import scenario, spec
from tests.tables import cents, dollars, open_round
from tests.talk import Dealer, is_not_done, puts, rests, says


@spec("R-14.7-d")
@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("fold", Fold(Seat(1))),
        ("call", Call(Seat(1))),
        ("raise to 30", Raise(Seat(1), 3000)),
        ("raise 20 more", Raise(Seat(1), 3000)),
        ("make it 40", Raise(Seat(1), 4000)),
        ("thirty", Raise(Seat(1), 3000)),
        ("$10", Call(Seat(1))),
        ("all in", Raise(Seat(1), 9800)),
    ],
)
def test_words_in_turn_bind(words: str, command: object) -> None:
    dealer = Dealer(facing_ten())
    answer = dealer.hears(says("S2", words))
    bound = dealer.binds(rests("S2")) if isinstance(answer, Heard) else answer
    assert isinstance(bound, Bound)
    assert (bound.command, bound.rule.paragraph, bound.placed) == (command, "14.7(d)", 0)
    assert dealer.table.turn == "S3"


@spec("R-14.7-d")
@pytest.mark.parametrize(("words", "kind"), [("check", Check), ("bet 20", Bet), ("twenty", Bet)])
def test_words_in_turn_bind_where_nobody_has_bet(words: str, kind: type[object]) -> None:
    dealer = Dealer(on_the_flop())
    answer = dealer.hears(says("S1", words))
    bound = dealer.binds(rests("S1")) if isinstance(answer, Heard) else answer
    assert isinstance(bound, Bound)
    assert isinstance(bound.command, kind)
    assert dealer.table.all(BetMade) == ([] if kind is Check else [dealer.table.only(BetMade)])


@spec("R-14.7-d")
@pytest.mark.parametrize(
    ("words", "command"),
    [("bet thirty", Raise(Seat(1), 3000)), ("bet 10", Call(Seat(1))), ("open for 25", Raise(Seat(1), 2500))],
)
def test_a_size_announced_as_a_bet_over_a_bet_binds_as_what_it_is(words: str, command: object) -> None:
    bound = Dealer(facing_ten()).binds(says("S2", words), rests("S2"))
    assert (bound.command, bound.rule.paragraph, bound.rule.reading) == (command, "14.7(d)", "R-39")


@spec("R-14.7-d")
@pytest.mark.parametrize("words", ["raise to twenty", "raise 20", "raise 20 more", "raise by 20"])
def test_a_size_announced_as_a_raise_where_nobody_has_bet_is_a_bet(words: str) -> None:
    dealer = Dealer(on_the_flop())
    bound = dealer.binds(says("S1", words), rests("S1"))
    assert (bound.command, bound.rule.paragraph, bound.rule.reading) == (Bet(Seat(0), 2000), "14.7(d)", "R-39")
    assert dealer.table.only(BetMade).to == 2000


@spec("R-14.7-d")
def test_a_raise_without_a_size_where_nobody_has_bet_binds_nobody() -> None:
    dealer = Dealer(on_the_flop())
    dealer.refuses(says("S1", "raise"))
    assert dealer.binds(says("S1", "check")).command == Check(Seat(0))


@spec("R-14.7-f", "R-14.15-j.1")
@pytest.mark.parametrize("words", ["check", "fold", "call"])
@pytest.mark.parametrize("manner", list(Placing))
def test_a_bet_placed_is_not_taken_back_by_words(words: str, manner: Placing) -> None:
    """The turn ended with the bet; words that come with it, or before it is complete, would have decided."""
    dealer = Dealer(on_the_flop())
    assert dealer.binds(puts("S1", 10, 10, manner=manner)).command == Bet(Seat(0), 2000)
    refusal = dealer.refuses(says("S1", words))
    assert (refusal.code, refusal.paragraph, refusal.cited.reading) == (Code.WAGER_STANDS, "14.7(f)", "R-40")
    assert dealer.table.only(BetMade).to == 2000
    assert dealer.table.turn == "S2"


@spec("R-14.7-f", "R-14.15-j.1")
def test_a_check_said_before_the_bet_is_complete_is_a_check_and_the_chips_go_back() -> None:
    dealer = Dealer(on_the_flop())
    bound = dealer.binds(is_not_done("S1"), puts("S1", 10), says("S1", "check"))
    assert (bound.command, dollars(bound.change)) == (Check(Seat(0)), 10)


@spec("R-14.7-d")
def test_a_call_once_said_is_a_call_whatever_chips_and_words_follow() -> None:
    dealer = Dealer(facing_ten())
    dealer.keeps(says("S2", "I call"))
    refusal = dealer.refuses(says("S2", "raise to 30"))
    assert (refusal.code, refusal.paragraph) == (Code.ALREADY_BOUND, "14.7(d)")
    bound = dealer.binds(puts("S2", 25, 5))
    assert (bound.command, dollars(bound.change)) == (Call(Seat(1)), 20)
    assert not dealer.table.all(Raised)
    assert dealer.table.last(Called).amount == 1000


@spec("R-14.7-d")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("check", PlayCode.BET_TO_ANSWER),
        ("bet", PlayCode.ALREADY_BET),
        ("bet 15", PlayCode.BELOW_MINIMUM),
        ("raise to 15", PlayCode.BELOW_MINIMUM),
        ("raise to 500", PlayCode.EXCEEDS_TABLE_STAKES),
        ("five", PlayCode.NOT_A_RAISE),
    ],
)
def test_words_outside_the_rules_or_limits_bind_to_nothing(words: str, code: PlayCode) -> None:
    dealer = Dealer(facing_ten())
    assert dealer.refuses(says("S2", words)).code is code
    assert (dealer.table.turn, dealer.table.offers()) == ("S2", {MayFold, MayCall, MayRaise})
    assert dealer.binds(says("S2", "call"), puts("S2", 10)).command == Call(Seat(1))


@spec("R-14.7-d")
def test_at_fixed_limit_only_the_posted_raise_may_be_announced() -> None:
    table = open_round(HOLD_EM, LIMIT, players=4)
    table.stay(until="flop")
    table.play("S1 bets 10")
    dealer = Dealer(table)
    assert dealer.refuses(says("S2", "raise to 30")).code is PlayCode.NOT_THE_POSTED_AMOUNT
    assert dealer.binds(says("S2", "raise to 20"), puts("S2", 10, 10)).command == Raise(Seat(1), 2000)


def test_what_cannot_be_understood_is_refused_with_what_can_be_said() -> None:
    dealer = Dealer(facing_ten())
    refusal = dealer.refuses(says("S2", "I might call"))
    assert refusal.code is Code.NOT_UNDERSTOOD
    assert "'I might call'" in str(refusal)
    assert '"raise to 30"' in str(refusal)
    assert "14.7(d)" in str(refusal)


@scenario("BT-03")
@spec("R-14.7-e")
def test_an_announced_amount_governs_over_the_chips_put_in() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(says("S2", "raise to 30"), puts("S2", 25))
    assert bound.command == Raise(Seat(1), 3000)
    assert bound.announced == Statement(Said.RAISE, to=3000)
    assert (dollars(bound.placed), dollars(bound.due), bound.change) == (25, 5, 0)
    assert bound.rule.paragraph == "14.7(e)"
    assert dealer.table.last(Raised).to == 3000
    settled = dealer.hears(puts("S2", 5))
    assert isinstance(settled, Settled)
    assert (dollars(settled.placed), settled.due, settled.change, settled.rule.paragraph) == (5, 0, 0, "14.7(e)")
    assert dealer.table.state.bets[1] == 3000


@spec("R-14.7-e")
def test_chips_beyond_the_announced_amount_go_back() -> None:
    dealer = Dealer(on_the_flop())
    bound = dealer.binds(says("S1", "bet 30"), puts("S1", 25, 25))
    assert (bound.command, dollars(bound.change), bound.due) == (Bet(Seat(0), 3000), 20, 0)
    assert bound.rule.paragraph == "14.7(e)"


@spec("R-14.7-e")
def test_a_correction_is_collected_until_nothing_is_due_and_what_is_too_much_goes_back() -> None:
    dealer = Dealer(facing_ten())
    dealer.binds(says("S2", "raise to 60"), puts("S2", 25))
    first, second = dealer.hears(puts("S2", 25)), dealer.hears(puts("S2", 25))
    assert isinstance(first, Settled)
    assert isinstance(second, Settled)
    assert (dollars(first.due), dollars(second.due), dollars(second.change)) == (10, 0, 15)
    assert dealer.refuses(puts("S2", 5)).code is Code.BET_STANDS


@spec("R-14.7-e")
def test_what_was_already_in_front_of_the_player_counts_toward_an_announced_total() -> None:
    dealer = Dealer(open_round(HOLD_EM, NO_LIMIT, players=3))
    dealer.table.play("S3 calls; S1 calls")
    bound = dealer.binds(says("S2", "make it 30"), puts("S2", 25))
    assert (bound.command, dollars(bound.due)) == (Raise(Seat(1), 3000), 3)


@spec("R-14.7-f")
@pytest.mark.parametrize(
    ("manner", "paragraph"),
    [
        (Placing.PUSHED, "14.7(f)1"),
        (Placing.RELEASED_IN_POT, "14.7(f)2"),
        (Placing.RELEASED_TOWARD, "14.7(f)3"),
    ],
)
def test_chips_placed_in_any_of_three_ways_are_a_bet(manner: Placing, paragraph: str) -> None:
    dealer = Dealer(on_the_flop())
    bound = dealer.binds(puts("S1", 10, 10, manner=manner))
    assert (bound.command, bound.manner, bound.rule.paragraph) == (Bet(Seat(0), 2000), manner, paragraph)
    assert dealer.table.only(BetMade).to == 2000


def test_a_bet_made_is_not_added_to() -> None:
    dealer = Dealer(on_the_flop())
    dealer.binds(puts("S1", 10))
    for act in (puts("S1", 10), says("S1", "make it 20")):
        refusal = dealer.refuses(act)
        assert (refusal.code, refusal.paragraph) == (Code.BET_STANDS, "14.7(g)")
    assert dealer.table.state.bets[0] == 1000


@spec("R-14.7-g-1")
def test_a_bet_indicated_as_not_complete_may_be_added_to() -> None:
    dealer = Dealer(on_the_flop())
    heard = dealer.keeps(is_not_done("S1"), puts("S1", 10), puts("S1", 10, 10))
    assert heard.is_open
    bound = dealer.binds(rests("S1"))
    assert (bound.command, bound.placed, bound.rule.paragraph) == (Bet(Seat(0), 3000), 3000, "14.7(g)1")


@spec("R-14.7-g-1")
def test_that_a_bet_is_not_complete_must_be_indicated_while_it_is_made() -> None:
    dealer = Dealer(on_the_flop())
    dealer.binds(puts("S1", 10))
    refusal = dealer.refuses(is_not_done("S1"))
    assert (refusal.code, refusal.paragraph) == (Code.BET_STANDS, "14.7(g)1")
    assert dealer.table.only(BetMade).to == 1000


@spec("R-14.7-g-2")
@pytest.mark.parametrize("act", [puts("S2", 10, 10), says("S2", "raise"), is_not_done("S2")])
def test_the_proper_amount_put_in_silently_is_a_call_and_cannot_become_a_raise(act: Act) -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(puts("S2", 5, 5))
    assert (bound.command, bound.rule.paragraph, bound.due, bound.change) == (Call(Seat(1)), "14.7(g)2", 0, 0)
    refusal = dealer.refuses(act)
    assert (refusal.code, refusal.paragraph) == (Code.CALL_STANDS, "14.7(g)2")


@scenario("BT-04")
@spec("R-14.7-g-3")
def test_an_announced_raise_is_built_up_until_both_hands_rest() -> None:
    dealer = Dealer(facing_ten())
    heard = dealer.keeps(says("S2", "raise"), puts("S2", 10), puts("S2", 20))
    assert heard.is_open
    assert not dealer.table.all(Raised)
    bound = dealer.binds(rests("S2"))
    assert (bound.command, bound.placed, bound.due, bound.change) == (Raise(Seat(1), 3000), 3000, 0, 0)
    assert bound.rule.paragraph == "14.7(g)3"
    assert dealer.refuses(puts("S2", 10)).code is Code.BET_STANDS


@spec("R-14.7-g-3")
def test_every_chip_of_a_raise_by_a_player_who_has_matched_the_bet_raises_it() -> None:
    dealer = Dealer(open_round(HOLD_EM, NO_LIMIT, players=3))
    dealer.table.play("S3 calls; S1 calls")
    bound = dealer.binds(says("S2", "raise"), puts("S2", 10), puts("S2", 20), rests("S2"))
    assert bound.command == Raise(Seat(1), 200 + 3000)


@spec("R-14.7-g-3")
@pytest.mark.parametrize(("house", "to", "back"), [(LIMIT, 20, 20), (letter(Spread(200, 1500), blinds=BLINDS), 25, 15)])
def test_a_raise_built_up_beyond_the_posted_limit_is_cut_back_to_it(house: HouseRules, to: int, back: int) -> None:
    table = open_round(HOLD_EM, house, players=4)
    table.stay(until="flop")
    table.play("S1 bets 10")
    bound = Dealer(table).binds(says("S2", "raise"), puts("S2", 20), puts("S2", 20), rests("S2"))
    assert (bound.command, dollars(bound.change)) == (Raise(Seat(1), cents(to)), back)
    assert table.last(Raised).to == cents(to)


@spec("R-14.7-g-3")
def test_an_announced_raise_of_too_few_chips_is_the_least_raise_and_the_rest_is_due() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(says("S2", "raise"), puts("S2", 10, 5), rests("S2"))
    assert (bound.command, dollars(bound.due)) == (Raise(Seat(1), 2000), 5)


@scenario("BT-01")
@spec("R-14.7-i", "R06-14.7-i")
@pytest.mark.parametrize("rules", [HOLD_EM, HOLD_EM_2006], ids=[NJAC_13_69F.key, NJAC_19_47_2006.key])
def test_a_single_oversized_chip_calls_and_awaits_change(rules: Game) -> None:
    dealer = Dealer(facing_ten(rules))
    bound = dealer.binds(puts("S2", 25))
    assert (bound.command, dollars(bound.placed), dollars(bound.change)) == (Call(Seat(1)), 25, 15)
    assert (bound.rule.edition, bound.rule.paragraph) == (rules.edition, "14.7(i)")
    assert dealer.table.last(Called).amount == 1000
    assert not dealer.table.all(Raised)


@spec("R-14.7-i")
def test_a_single_oversized_chip_raises_if_a_raise_was_announced() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(says("S2", "raise"), puts("S2", 25), rests("S2"))
    assert (bound.command, bound.change) == (Raise(Seat(1), 2500), 0)


def test_a_single_chip_opens_for_its_value_up_to_the_maximum() -> None:
    bound = Dealer(on_the_flop()).binds(puts("S1", 25))
    assert (bound.command, bound.rule.paragraph, bound.rule.reading) == (Bet(Seat(0), 2500), "14.7(i)", "AMB-81")
    table = open_round(HOLD_EM, LIMIT, players=3)
    table.stay(until="flop")
    capped = Dealer(table).binds(puts("S1", 25))
    assert (capped.command, dollars(capped.change)) == (Bet(Seat(0), 1000), 15)


def test_several_chips_without_words_raise_if_they_make_a_legal_raise_and_call_if_not() -> None:
    raised = Dealer(facing_ten()).binds(puts("S2", 10, 10))
    assert (raised.command, raised.change, raised.rule.reading) == (Raise(Seat(1), 2000), 0, "R-12")
    called = Dealer(facing_ten()).binds(puts("S2", 10, 5))
    assert (called.command, dollars(called.change), called.rule.reading) == (Call(Seat(1)), 5, "R-12")


def test_fewer_chips_than_the_bet_without_words_are_a_call_with_the_rest_due() -> None:
    bound = Dealer(facing_ten()).binds(puts("S2", 5))
    assert (bound.command, dollars(bound.due)) == (Call(Seat(1)), 5)


def test_the_last_chips_of_a_player_call_all_in_and_nothing_is_due() -> None:
    table = open_round(HOLD_EM, NO_LIMIT, players=3, stacks=(100, 12, 100))
    table.stay(until="flop")
    table.play("S1 bets 50")
    bound = Dealer(table).binds(puts("S2", 5, 5))
    assert (bound.command, bound.due, bound.change) == (Call(Seat(1)), 0, 0)
    assert table.state.stacks[1] == 0


@scenario("BT-07")
@spec("R-14.7-d", "R-14.15-j.1")
def test_words_out_of_turn_bind_nobody_and_are_recorded() -> None:
    dealer = Dealer(facing_ten())
    note = dealer.notes(says("S4", "fold"))
    assert (note.act, note.kept) == (says("S4", "fold"), False)
    assert (note.rule.paragraph, note.rule.reading) == ("14.7(d)", "AMB-45")
    dealer.table.play("S2 calls; S3 calls")
    assert dealer.holds_to_it() == dealer.heard
    assert (dealer.table.turn, dealer.table.offers()) == ("S4", {MayFold, MayCall, MayRaise})
    assert dealer.binds(says("S4", "raise to 40"), puts("S4", 20, 20)).command == Raise(Seat(3), 4000)
    assert not dealer.table.all(Folded)


def test_a_house_may_hold_a_player_to_words_out_of_turn_if_the_bet_has_not_changed() -> None:
    dealer = Dealer(facing_ten(), rules=HELD_TO_IT)
    assert dealer.notes(says("S4", "fold")).kept
    dealer.table.play("S2 calls; S3 calls")
    refusal = dealer.refuses(says("S4", "call"))
    assert (refusal.code, refusal.facts["words"]) == (Code.ALREADY_BOUND, "'fold'")
    bound = dealer.holds_to_it()
    assert isinstance(bound, Bound)
    assert (bound.command, bound.rule.reading) == (Fold(Seat(3)), "AMB-45")
    assert dealer.table.live == ("S1", "S2", "S3")


def test_even_then_nobody_is_held_to_it_once_the_bet_has_changed() -> None:
    dealer = Dealer(facing_ten(), rules=HELD_TO_IT)
    dealer.notes(says("S4", "call"))
    dealer.table.play("S2 calls; S3 raises to 30")
    heard = dealer.holds_to_it()
    assert isinstance(heard, Heard)
    assert heard.early == ()
    assert dealer.binds(says("S4", "fold")).command == Fold(Seat(3))


@spec("R-14.15-j.1")
@pytest.mark.parametrize("chips", [puts("S2", 20), puts("S2", 10, 10)])
def test_words_outrank_chips(chips: PutIn) -> None:
    """Ten and ten put in silently would raise: what was said decides."""
    dealer = Dealer(facing_ten())
    bound = dealer.binds(says("S2", "call"), chips)
    assert (bound.command, dollars(bound.placed), dollars(bound.change)) == (Call(Seat(1)), 20, 10)
    assert (bound.announced, bound.rule.paragraph) == (Statement(Said.CALL), "14.15(j)")
    assert dealer.table.last(Called).amount == 1000


@spec("R-14.15-j.1")
@pytest.mark.parametrize("how", [{"audible": False}, {"to_the_dealer": False}])
def test_words_the_dealer_could_not_hear_or_was_not_told_do_not_bind(how: dict[str, bool]) -> None:
    dealer = Dealer(facing_ten())
    refusal = dealer.refuses(says("S2", "fold", **how))
    assert (refusal.code, refusal.paragraph) == (Code.NOT_HEARD, "14.15(j)")
    assert dealer.binds(puts("S2", 10, 10)).command == Raise(Seat(1), 2000)


@spec("R-14.15-j.1")
def test_a_fold_said_with_chips_in_the_making_is_a_fold_and_the_chips_go_back() -> None:
    dealer = Dealer(facing_ten())
    bound = dealer.binds(is_not_done("S2"), puts("S2", 10), says("S2", "fold"))
    assert (bound.command, dollars(bound.change), bound.due) == (Fold(Seat(1)), 10, 0)
