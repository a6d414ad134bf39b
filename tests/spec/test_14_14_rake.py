"""N.J.A.C. 13:69F-14.14, poker revenue: what the dealer takes from a pot, when, and when it goes back."""

from decimal import Decimal

import pytest

from pokerroom.games import game
from pokerroom.play import Call, CardCount, Check, Code, DeclareDead, Refusal, perform
from pokerroom.play.events import ContributionTaken, PotAwarded, RakeReturned, RakeTaken, RoundDied, UncalledReturned
from pokerroom.play.procedure import procedure
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_19_47_2006
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    HouseRulesError,
    IncrementalRake,
    NoLimit,
    PercentageRake,
    RakeLevel,
    TimeCharge,
    letter,
)
from tests.spec_marks import scenario, spec
from tests.tables import Table, cents, contest, dollars, open_round, seat

TEN_PERCENT = PercentageRake(percent=10, most=10_000)
BY_TWENTY = IncrementalRake(levels=tuple(RakeLevel(cents(each), 100) for each in (20, 40, 60, 80)), most=400)
HOLD_EM = game("hold-em")
STUD = game("seven-card-stud-high")


def no_limit(*rake: PercentageRake | IncrementalRake, **posted: object) -> HouseRules:
    return letter(NoLimit(200), blinds=(100, 200), rake=rake, **posted)


def taken(table: Table) -> list[tuple[float, ...]]:
    """Each rake as it was taken, by pot."""
    return [tuple(map(dollars, event.amounts)) for event in table.all(RakeTaken)]


def all_taken(table: Table) -> float:
    return dollars(sum(sum(event.amounts) for event in table.all(RakeTaken)))


@scenario("ST-07")
@spec("R-14.14-b-1-ii", "R-14.6-e-8")
def test_a_percentage_leaves_the_pot_after_each_betting_round_and_antes_are_not_raked() -> None:
    house = letter(Fixed(500, 1000), ante=100, forced_bet=200, rake=(TEN_PERCENT,))
    hands = ("Td 6c 7h", "9s 3h 2c 9d", "8d 3d Kd Qd 4s 5d Th", "Tc 8h Js Jh 4c 8s 2d")
    table = open_round(STUD, house, hands=hands)
    gross: list[float] = []
    for street in (
        "S2 posts; S3 raises to 5; S4 calls; S1 folds; S2 calls",
        "S4 bets 5; S2 folds; S3 calls",
        "S4 bets 10; S3 calls",
        "S4 checks; S3 bets 10; S4 calls",
        "S4 checks; S3 bets 10; S4 calls",
    ):
        table.play(street)
        gross.append(table.pot + all_taken(table))
    assert gross == [19, 29, 49, 69, 89]
    assert taken(table) == [(1,), (1,), (2,), (2,), (2,)]
    table.play("S3 shows; S4 shows")
    assert table.won() == {"S3": 81}
    assert table.stacks == (99, 94, 140, 59)
    assert dollars(sum(table.state.raked)) == 8


@scenario("HE-07")
@spec("R-14.14-d")
def test_an_uncalled_final_bet_is_not_raked() -> None:
    table = open_round(HOLD_EM, no_limit(TEN_PERCENT), players=2)
    table.play("S1 raises to 6; S2 calls; S1 bets 14; S2 calls; S1 bets 30; S2 folds")
    assert taken(table) == [(1,), (2,)]
    assert dollars(table.only(UncalledReturned).amount) == 30
    assert table.won() == {"S1": 37}


@scenario("RA-01")
@spec("R-14.14-b-1-i.1", "R-14.14-b-1-ii")
def test_a_percentage_is_rounded_down_after_each_betting_round() -> None:
    table = open_round(HOLD_EM, no_limit(TEN_PERCENT), players=4)
    area: list[float] = []
    for street in (
        "S3 calls; S4 raises to 7; S1 calls; S2 calls; S3 folds",  # 23
        "S1 checks; S2 checks; S4 bets 5; S1 raises to 21; S2 calls; S4 folds",  # 47
        "S1 bets 4; S2 calls",  # 8
    ):
        table.play(street)
        area.append(all_taken(table))
    assert area == [2, 6, 6]


@scenario("RA-03")
@spec("R-14.14-a-3")
def test_the_filed_maximum_bounds_what_is_taken_in_a_round_of_play() -> None:
    table = open_round(HOLD_EM, no_limit(PercentageRake(percent=10, most=500)), players=2)
    table.play("S1 raises to 15; S2 calls; S1 bets 20; S2 calls; S1 bets 30; S2 calls")
    assert taken(table) == [(3,), (2,)]


@spec("R-14.14-b-1-i.2")
def test_a_percentage_is_taken_from_the_pot_and_from_each_side_pot_by_itself() -> None:
    # S1 is all-in for 15: main pot 45, side pot 130, each rounded down to the dollar.
    table = open_round(HOLD_EM, no_limit(TEN_PERCENT), players=3, stacks=(15, 100, 100))
    table.play("S3 raises to 80; S1 calls; S2 calls")
    assert taken(table) == [(4, 13)]


@pytest.mark.parametrize(
    ("pot", "rake"), [(19, 0), (20, 1), (39, 1), (40, 2), (73, 3), (85, 4), (500, 4)], ids=lambda each: f"${each}"
)
@scenario("RA-04")
@spec("R-14.14-b-2-i")
def test_an_increment_is_taken_for_each_level_the_pot_has_reached(pot: int, rake: int) -> None:
    # The third player folds; what they left makes the sum odd where it must be.
    live, left = divmod(pot - 1, 2)
    hands = ("As Ah", "Ks Kh", "2c 7d")
    table = contest(HOLD_EM, hands, (live, live, left + 1), folded=("S3",), board="3d 4h 8s Td Jc", rake=(BY_TWENTY,))
    assert all_taken(table) == rake


@scenario("RA-06")
@spec("R-14.14-b-2-i")
def test_a_level_is_taken_from_the_pot_in_which_its_dollar_lies() -> None:
    hands = ("As Ah", "Ks Kh", "Qs Qh", "2c 7d")
    table = contest(HOLD_EM, hands, (16, 36, 36, 2), folded=("S4",), board="3d 4h 8s Td Jc", rake=(BY_TWENTY,))
    assert taken(table) == [(2, 2)]
    assert table.pots == (48, 38)


def test_a_level_that_its_side_pot_cannot_pay_is_paid_by_the_main_pot() -> None:
    rake = IncrementalRake(levels=(RakeLevel(2000, 300),), most=300)
    table = open_round(HOLD_EM, no_limit(rake), players=3, stacks=(6, 7, 100))
    table.play("S3 raises to 7; S1 calls; S2 calls")  # main pot 18, side pot 2: the twentieth dollar is the side pot's
    assert taken(table) == [(1, 2)]
    table.stay()
    assert sum(table.stacks) == 110


@spec("R-14.14-b-2-ii")
def test_an_increment_goes_to_the_rake_area_when_the_level_is_crossed() -> None:
    table = open_round(HOLD_EM, no_limit(BY_TWENTY), players=2)
    table.play("S1 raises to 12; S2 calls")
    assert all_taken(table) == 1
    table.play("S1 bets 8; S2 calls")
    assert all_taken(table) == 2


@spec("R-14.14-b.1")
def test_methods_may_be_combined_and_a_maximum_bounds_them_together() -> None:
    table = open_round(HOLD_EM, no_limit(TEN_PERCENT, BY_TWENTY, rake_most=300), players=2)
    table.play("S1 raises to 20; S2 calls; S1 bets 20; S2 calls")
    assert [event.method for event in table.all(RakeTaken)] == [0]
    assert all_taken(table) == 3


@scenario("RA-10")
@spec("R-14.14-e")
def test_nothing_can_be_taken_once_the_pot_is_pushed() -> None:
    table = open_round(HOLD_EM, no_limit(TEN_PERCENT), players=2)
    table.play("S1 raises to 6; S2 calls; S1 checks; S2 checks; S1 checks; S2 checks; S1 checks; S2 folds")
    assert table.state.over
    before = table.stacks
    for command in (Check(seat("S1")), Call(seat("S1")), DeclareDead(CardCount.MISSING)):
        refusal = perform(table.state, command)
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.ROUND_OVER
    assert table.stacks == before


@scenario("RA-12")
@spec("R-14.19-c.3")
def test_the_rake_comes_first_the_bad_beat_contribution_second_and_the_winner_last() -> None:
    hands = ("As Ah", "Ks Kh", "2c 7d")
    table = contest(
        HOLD_EM,
        hands,
        (42, 42, 1),
        folded=("S3",),
        board="3d 4h 8s Td Jc",
        rake=(BY_TWENTY,),
        bad_beat=BadBeatContribution(amount=100, least_pot=2000),
    )
    order = [type(event) for event in table.log if isinstance(event, RakeTaken | ContributionTaken | PotAwarded)]
    assert order == [RakeTaken, ContributionTaken, PotAwarded]
    assert all_taken(table) == 4
    assert dollars(table.state.contributed) == 1
    assert table.won() == {"S1": 80}


@pytest.mark.parametrize(("pot", "given"), [(15, 0), (20, 1), (64, 1), (85, 1)])
@scenario("JP-01")
def test_a_pot_gives_its_part_if_it_is_large_enough(pot: int, given: int) -> None:
    live, left = divmod(pot - 1, 2)
    hands = ("As Ah", "Ks Kh", "2c 7d")
    drop = BadBeatContribution(amount=100, least_pot=2000)
    table = contest(HOLD_EM, hands, (live, live, left + 1), folded=("S3",), board="3d 4h 8s Td Jc", bad_beat=drop)
    assert dollars(table.state.contributed) == given
    assert table.won() == {"S1": pot - given}


def test_each_side_pot_gives_by_itself() -> None:
    hands = ("As Ah", "Ks Kh", "Qs Qh", "2c 7d")
    drop = BadBeatContribution(amount=100, least_pot=3900)
    table = contest(HOLD_EM, hands, (16, 36, 36, 2), folded=("S4",), board="3d 4h 8s Td Jc", bad_beat=drop)
    assert table.only(ContributionTaken).amounts == (100, 100)
    assert table.won() == {"S1": 49, "S2": 39}


@scenario("IR-06")
@spec("R-14.15-g.2")
def test_a_dead_round_returns_the_rake_first_and_then_every_chip_to_who_put_it_in() -> None:
    table = open_round(HOLD_EM, no_limit(TEN_PERCENT), players=3)
    table.play("S3 raises to 8; S1 calls; S2 calls; S1 bets 12; S2 calls; S3 folds")
    assert all_taken(table) == 4
    table.do(DeclareDead(CardCount.MISSING))
    assert dollars(table.only(RakeReturned).amount) == 4
    assert tuple(map(dollars, table.only(RoundDied).returned)) == (20, 20, 8)
    assert table.log.index(table.only(RakeReturned)) < table.log.index(table.only(RoundDied))
    assert table.stacks == (100, 100, 100)
    assert not table.state.raked


@pytest.mark.parametrize(
    ("charge", "why"),
    [
        (TimeCharge(hourly=1200, every=15), "every 20 or 30 minutes"),
        (TimeCharge(hourly=1000, every=20), "divide into whole chips"),
        (TimeCharge(hourly=0, every=30), "divide into whole chips"),
    ],
)
@spec("R-14.14-b-3-iii")
def test_a_time_charge_is_collected_every_20_or_30_minutes_in_whole_chips(charge: TimeCharge, why: str) -> None:
    with pytest.raises(HouseRulesError, match=why):
        procedure(HOLD_EM, no_limit(time_charge=charge))


@pytest.mark.parametrize(
    "levels",
    [(), ((4000, 100), (2000, 100)), ((2000, 100), (2000, 100)), ((100, 100),), ((2000, 0),)],
    ids=str,
)
def test_levels_that_no_pot_could_bear_are_refused(levels: tuple[tuple[int, int], ...]) -> None:
    rake = IncrementalRake(levels=tuple(RakeLevel(*each) for each in levels), most=400)
    with pytest.raises(HouseRulesError, match=r"14\.14\(b\)"):
        procedure(HOLD_EM, no_limit(rake))


@pytest.mark.parametrize("percent", ["10.5", "10.0001", "11", "50", "1E+20"])
@pytest.mark.parametrize(
    "law", [HOLD_EM, STUD, game("hold-em", NJAC_19_47_2006)], ids=lambda law: f"{law.key} {law.edition}"
)
@spec("R-14.14-b-1-i.1")
def test_a_sign_with_more_than_ten_percent_is_refused_for_that(percent: str, law: Game) -> None:
    posted = PercentageRake(percent=Decimal(percent), most=500)
    with pytest.raises(HouseRulesError, match=rf"at most 10 percent, not {posted.percent} \(.*14\.14\(b\)1i"):
        procedure(law, sign_of(law, posted))


@pytest.mark.parametrize(
    ("percents", "in_all"),
    [(("10", "10"), "20"), (("5", "5.0001"), "10.0001"), (("4", "4", "4"), "12"), (("10", "0.0001"), "10.0001")],
)
@pytest.mark.parametrize(
    "law", [HOLD_EM, STUD, game("hold-em", NJAC_19_47_2006)], ids=lambda law: f"{law.key} {law.edition}"
)
@spec("R-14.14-b-1-i.1")
def test_percentages_that_together_are_more_than_ten_are_refused_for_that(
    percents: tuple[str, ...], in_all: str, law: Game
) -> None:
    posted = [PercentageRake(percent=Decimal(each), most=500) for each in percents]
    with pytest.raises(HouseRulesError, match=rf"together are at most 10 percent, not {in_all} \(.*14\.14\(b\)1i"):
        procedure(law, sign_of(law, *posted))


@spec("R-14.14-b-1-i.1", "R-14.14-b.1")
def test_percentages_that_together_are_ten_take_a_tenth_of_the_bets_in_all() -> None:
    halves = (PercentageRake(percent=5, most=5000), PercentageRake(percent=5, most=5000))
    parts = tuple(PercentageRake(percent=Decimal(percent), most=5000) for percent in ("7.5", "2.5"))
    for rake, each in ((halves, (200, 200)), (parts, (300, 100))):
        table = open_round(HOLD_EM, no_limit(*rake), players=2)
        table.play("S1 raises to 20; S2 calls")
        assert table.state.taken.by_method == each
    with_levels = no_limit(TEN_PERCENT, BY_TWENTY)
    assert procedure(HOLD_EM, with_levels).house == with_levels


@pytest.mark.parametrize("percent", ["0", "0.0", "-0", "-1", "-7.5"])
@spec("R-14.14-b-1-i.1")
def test_a_sign_with_a_percentage_that_takes_nothing_is_refused_for_that(percent: str) -> None:
    posted = PercentageRake(percent=Decimal(percent), most=500)
    with pytest.raises(HouseRulesError, match=rf"above 0 percent, not {posted.percent} \(.*14\.14\(b\)1i"):
        procedure(HOLD_EM, no_limit(posted))


@pytest.mark.parametrize("percent", ["0.0001", "0.5", "3.33", "7.5", "9.9999", "10", "10.0"])
@spec("R-14.14-b-1-i.1")
def test_any_percentage_up_to_ten_may_be_posted(percent: str) -> None:
    posted = PercentageRake(percent=Decimal(percent), most=500)
    for law in (HOLD_EM, STUD):
        assert procedure(law, sign_of(law, posted)).house.rake == (posted,)


def sign_of(law: Game, *rake: PercentageRake) -> HouseRules:
    forced: dict[str, object] = {"blinds": (100, 200)} if law.has_button else {"forced_bet": 100}
    return letter(NoLimit(200), rake=rake, **forced)


@pytest.mark.parametrize(
    ("percent", "unit", "first", "second"),
    [
        # Of $30, then of $40: to the cent, to the quarter, to the dollar.
        ("7.5", 1, 225, 300),
        ("7.5", 25, 225, 300),
        ("7.5", 100, 200, 300),
        ("3.33", 1, 99, 133),
        ("3.3333", 1, 99, 133),
        ("9.9999", 100, 200, 300),
        ("0.5", 1, 15, 20),
        ("0.0001", 1, 0, 0),
        ("10", 100, 300, 400),
    ],
)
@spec("R-14.14-b-1-i.1", "R-14.14-b-1-ii")
def test_a_fraction_of_a_percent_is_reckoned_exactly_and_rounded_down(
    percent: str, unit: int, first: int, second: int
) -> None:
    rake = PercentageRake(percent=Decimal(percent), most=10_000, unit=unit)
    table = open_round(HOLD_EM, no_limit(rake), players=2)
    table.play("S1 raises to 15; S2 calls; S1 bets 20; S2 calls")
    assert [event.amounts for event in table.all(RakeTaken)] == [(each,) for each in (first, second) if each]


@spec("R-14.14-b-1-i.2")
def test_a_fraction_of_a_percent_is_taken_from_each_pot_by_itself() -> None:
    # Main pot 45, side pot 130 at seven and a half percent: $3.375 and $9.75, each rounded down to the dollar.
    rake = PercentageRake(percent=Decimal("7.5"), most=10_000)
    table = open_round(HOLD_EM, no_limit(rake), players=3, stacks=(15, 100, 100))
    table.play("S3 raises to 80; S1 calls; S2 calls")
    assert taken(table) == [(3, 9)]
