"""N.J.A.C. 13:69F-13.2 to 13.4: which wagers there are, with which dice, and how wagers are placed and taken back."""

import msgspec
import pytest

from pokerroom.dice import Bet, Phase, commands as asked, events as happened
from pokerroom.dice.commands import Trouble
from pokerroom.dice.refusals import Code
from pokerroom.rules.refusal import Refusal
from tests.dice_table import DEALER, FLOOR, MONDAY, SEATS, Pit
from tests.spec_marks import scenario, spec

S1, S2, S3, *_ = SEATS


@spec("R-13.2-b.1")
@pytest.mark.parametrize("bet", ["hardway", "place 7", "any seven", "", "pass line", "PLACE_6"])
def test_only_the_ten_wagers_exist(bet: str) -> None:
    pit = Pit().open(seated=1)
    refusal = pit.refused(asked.PlaceWager, S1, player=S1, bet=bet, amount=500)
    assert refusal.code is Code.UNKNOWN_WAGER
    assert refusal.paragraph == "13.2(b)"
    assert pit.chips(0) == 100_000
    assert {each.value for each in Bet} == {
        *(f"place {number}" for number in (4, 5, 6, 8, 9, 10)), "field", "any 7", "over 7", "under 7"
    }  # fmt: skip


@spec("R-13.2-b.2")
def test_every_wager_may_be_made_before_each_shake() -> None:
    pit = Pit().open(seated=1)
    for faces in ((3, 4), (1, 1), (2, 4), (6, 6), (5, 5)):
        pit.bet(0, field=5).throw(*faces)
    for bet in Bet:
        pit.give(asked.PlaceWager, S1, player=S1, bet=bet.value, amount=3000)
    assert set(pit.table.at(0).wagers) == set(Bet)


@spec("R-13.3-a.1")
@pytest.mark.parametrize("faces", [(), (3,), (1, 2, 3), (0, 4), (7, 1)])
def test_the_result_is_one_face_of_each_of_exactly_two_dice(faces: tuple[int, ...]) -> None:
    pit = Pit().open(seated=1).bet(0, field=5).shaken_by_players()
    refusal = pit.refused(asked.Uncover, faces=faces)
    assert refusal.code is Code.NOT_TWO_FACES
    assert pit.table.phase is Phase.BY_DEALER


@spec("R-13.3-a.2")
@pytest.mark.parametrize("missing", ["shaker_reference", "dice_reference", "dice", "shaker"])
def test_a_shaker_without_its_compliance_on_file_does_not_come_to_the_table(missing: str) -> None:
    said = {"shaker": "K-7", "dice": "D-12", "shaker_reference": "a", "dice_reference": "b"} | {missing: " - "}
    refusal = Pit().refused(asked.PlaceShaker, **said)
    assert (refusal.code, refusal.paragraph) == (Code.NO_REFERENCE, "13.3(a)")
    refusal = Pit().refused(asked.OpenDiceTable, FLOOR, least=100, most=500)
    assert refusal.code is Code.NO_SHAKER


@spec("R-13.3-a-1")
@scenario("DI-16")
def test_the_shaker_is_never_unattended() -> None:
    pit = Pit().open(seated=1)
    refusal = pit.refused(asked.SignOff)
    assert (refusal.code, refusal.paragraph) == (Code.UNATTENDED, "13.3(a)1")
    relief = msgspec.structs.replace(DEALER, name="Rolf")
    pit.give(asked.TakeOver, relief)
    assert pit.table.dealer == relief
    assert pit.bet(0, field=5).refused(asked.NoMoreBets, DEALER).code is Code.NOT_THE_DEALER
    pit.give(asked.ReportTrouble, FLOOR, trouble=Trouble.UNATTENDED, note="nobody at the table for a minute")
    assert [each.trouble for each in pit.table.incidents] == [Trouble.UNATTENDED]
    assert isinstance(pit.events[0], happened.TroubleReported)
    pit.give(asked.RemoveShaker, relief).give(asked.SignOff, relief)
    assert pit.table.dealer is None


@spec("R-13.3-a-2")
@scenario("DI-12")
def test_dice_stay_for_a_day_and_no_longer() -> None:
    pit = Pit().open(seated=1).bet(0, field=5)
    assert pit.at == MONDAY
    pit.later(hours=24).give(asked.NoMoreBets).give(asked.Cover)
    pit.later(minutes=1)
    refusal = pit.refused(asked.Shake, times=3)
    assert (refusal.code, refusal.paragraph) == (Code.DICE_TOO_OLD, "13.3(a)2")
    pit.give(asked.RemoveShaker).bring_shaker()
    assert pit.refused(asked.Cover).code is Code.NOT_INSPECTED
    pit.give(asked.InspectShaker, FLOOR, works=True).give(asked.Cover).give(asked.Shake, times=3)
    assert pit.table.shakes == 3


@spec("R-13.3-a-3")
@scenario("DI-16")
@pytest.mark.parametrize("trouble", [Trouble.SEAL_BROKEN, Trouble.DICE_HANDLED])
def test_dice_that_were_handled_are_shaken_no_more(trouble: Trouble) -> None:
    pit = Pit().open(seated=1).bet(0, field=5).close_bets()
    pit.give(asked.ReportTrouble, trouble=trouble, note="the seal is torn")
    for refusal in (pit.refused(asked.Cover), pit.refused(asked.Shake, times=3)):
        assert (refusal.code, refusal.paragraph) == (Code.NO_SHAKER, "13.3(a)3")
    pit.bring_shaker().give(asked.InspectShaker, FLOOR, works=True)
    assert pit.table.phase is Phase.BETS_CLOSED
    assert pit.refused(asked.OfferShaker).code is Code.SHAKE_MORE  # What was shaken before is void.
    assert pit.refused(asked.ReportTrouble, trouble=trouble, note=" ").code is Code.NO_REASON


@spec("R-13.4-a.1", "R-13.4-a.2")
@scenario("DI-07")
def test_a_wager_is_chips_plaques_or_coupons_on_the_layout() -> None:
    pit = Pit().open(seated=1)
    for instrument in ("chip", "plaque", "coupon"):
        pit.give(asked.PlaceWager, S1, player=S1, bet="field", amount=500, instrument=instrument)
    said = {"player": S1, "bet": "field", "amount": 2000}
    for more in ({"instrument": "cash"}, {"spoken": True}):
        refusal = pit.refused(asked.PlaceWager, DEALER, **said, **more)
        assert (refusal.code, refusal.paragraph) == (Code.SPOKEN_CASH, "13.4(a)")
    assert pit.refused(asked.PlaceWager, S1, **said, instrument="watch").code is Code.UNKNOWN_INSTRUMENT


@spec("R-13.4-b.1")
@scenario("DI-07")
def test_only_seated_players_wager() -> None:
    pit = Pit().open(seated=1)
    refusal = pit.refused(asked.PlaceWager, S2, player=S2, bet="field", amount=500)
    assert (refusal.code, refusal.paragraph) == (Code.NOT_SEATED, "13.4(b)")
    assert pit.refused(asked.PlaceWager, S2, player=S1, bet="field", amount=500).code is Code.NO_AUTHORITY


@spec("R-13.4-b.2")
@scenario("DI-07")
def test_a_bettor_stays_seated_until_the_round_is_over() -> None:
    pit = Pit().open(seated=2).bet(0, field=5, place_8=6).bet(1, any_7=1)
    pit.give(asked.GetUp, S1, player=S1)
    assert isinstance(pit.events[0], happened.WillGetUp)
    assert pit.refused(asked.PlaceWager, S1, player=S1, bet="field", amount=500).code is Code.LEAVING
    pit.shaken_by_players()
    pit.give(asked.GetUp, S2, player=S2)
    assert pit.table.seat_of(S1) == 0
    pit.read(2, 3).settle()  # Five: the field and any 7 lose, place 8 stands.
    assert pit.table.seated == []
    gone = [each for each in pit.events if isinstance(each, happened.GotUp)]
    assert [(each.player, each.returned, each.amount) for each in gone] == [
        (S1, 600, 100_000 - 500),
        (S2, 0, 100_000 - 100),
    ]
    assert Pit().open(seated=1).give(asked.GetUp, S1, player=S1).table.seated == []


@spec("R-13.4-c")
def test_a_wager_that_the_dealer_placed_settles_where_it_lies() -> None:
    pit = Pit().open(seated=1)
    pit.give(asked.PlaceWager, DEALER, player=S1, bet="place 6", amount=600)
    assert isinstance(pit.events[0], happened.WagerPlaced)  # Everybody at the table is shown it.
    pit.throw(2, 4)
    assert pit.chips(0) == 100_700


@spec("R-13.4-d")
@scenario("DI-06")
def test_nothing_is_placed_or_taken_back_after_no_more_bets() -> None:
    pit = Pit().open(seated=1).bet(0, field=5).give(asked.NoMoreBets)
    pit.later(seconds=0.1)
    for kind, said in (
        (asked.PlaceWager, {"bet": "field", "amount": 500}),
        (asked.PlaceWager, {"bet": "place 6", "amount": 600}),
        (asked.RemoveWager, {"bet": "field"}),
    ):
        refusal = pit.refused(kind, S1, player=S1, **said)
        assert (refusal.code, refusal.paragraph) == (Code.BETS_CLOSED, "13.4(d)")
    assert pit.table.at(0).staked == 500


@spec("R-13.4-e")
@scenario("DI-06")
def test_the_position_on_the_layout_decides() -> None:
    pit = Pit().open(seated=1).bet(0, over_7=5).throw(4, 5)
    assert pit.chips(0) == 100_500


def test_a_wager_is_taken_back_before_no_more_bets() -> None:
    pit = Pit().open(seated=1).bet(0, place_6=12)
    pit.give(asked.RemoveWager, S1, player=S1, bet="place 6")
    assert (pit.chips(0), pit.table.wagers) == (100_000, [])
    assert pit.refused(asked.RemoveWager, S1, player=S1, bet="place 6").code is Code.NOTHING_THERE


@pytest.mark.parametrize(
    ("amount", "code"), [(50, Code.BELOW_MINIMUM), (100_100, Code.ABOVE_MAXIMUM), (99_900, Code.NO_CHIPS)]
)
def test_amounts_outside_the_limits_or_without_chips_are_refused(amount: int, code: Code) -> None:
    pit = Pit().open(seated=1).bet(0, any_7=10)
    refusal = pit.refused(asked.PlaceWager, S1, player=S1, bet="field", amount=amount)
    assert isinstance(refusal, Refusal)
    assert refusal.code is code
