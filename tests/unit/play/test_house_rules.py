"""A sign no table could be opened with is refused when it is posted, with the paragraph it offends."""

from typing import Any, NamedTuple

import pytest

from pokerroom import words
from pokerroom.games import game
from pokerroom.play import Procedure, procedure
from pokerroom.play.procedure import _conditions
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    HouseRulesError,
    KillOption,
    Limits,
    NoLimit,
    PercentageRake,
    PotLimit,
    Spread,
    customary,
    letter,
)
from pokerroom.rules.rulebook import CURRENT

HOLD_EM, STUD, OMAHA_EIGHT = game("hold-em"), game("seven-card-stud-high"), game("omaha-high-low-eight")
NAN = float("nan")


def blinds(limits: Limits = NoLimit(200), **posted: Any) -> HouseRules:  # noqa: B008  a frozen value
    return letter(limits, **{"blinds": (100, 200), **posted})


def forced(limits: Limits = Fixed(400, 800), **posted: Any) -> HouseRules:  # noqa: B008
    return letter(limits, **{"forced_bet": 200, **posted})


class Wrong(NamedTuple):
    what: str
    game: Game
    house: HouseRules
    why: str
    paragraph: str


NUMBER = "is a whole number, not "
MONEY = "amounts are whole cents, 0 or more"
UNIT = "the odd unit is at most $1.00"
ORDER = "the larger limit must not be below the smaller"
ANTE = "an ante is in dollars, or coin of $.25 or $.50"
CHIPS = "bets, blinds and limits are in whole chips"
SEATS = "or fewer by house rule"
NO_KILL = "no kill is permitted"
HALF_KILL = "the half-kill limits cannot be paid with the smallest chip"

WRONG = (
    Wrong("a negative ante", HOLD_EM, blinds(ante=-100), MONEY, "14.17"),
    Wrong("an ante of half a cent", HOLD_EM, blinds(ante=0.5), NUMBER, "14.17"),
    Wrong("an ante that is no number", HOLD_EM, blinds(ante=NAN), NUMBER, "14.17"),
    Wrong("an ante of true", HOLD_EM, blinds(ante=True), NUMBER, "14.17"),
    Wrong("an ante in words", HOLD_EM, blinds(ante="one"), NUMBER, "14.17"),
    Wrong("a negative blind", HOLD_EM, blinds(blinds=(-1, 200)), MONEY, "14.17"),
    Wrong("a negative forced bet", STUD, forced(forced_bet=-1), MONEY, "14.17"),
    Wrong("a limit that is no number", HOLD_EM, blinds(NoLimit(NAN)), NUMBER, "14.17"),  # type: ignore[arg-type]
    Wrong("a limit of true", HOLD_EM, blinds(PotLimit(True)), NUMBER, "14.17"),
    Wrong("a limit in words", HOLD_EM, blinds(NoLimit("two")), NUMBER, "14.17"),  # type: ignore[arg-type]
    Wrong("no minimum", HOLD_EM, blinds(NoLimit(0)), "the minimum wager must be above zero", "14.17"),
    Wrong("a big bet below the small", STUD, forced(Fixed(800, 400)), ORDER, "14.17"),
    Wrong("a spread upside down", STUD, forced(Spread(800, 400)), ORDER, "14.17"),
    Wrong("no odd unit", STUD, forced(odd_unit=0), UNIT, "14.3(d)"),
    Wrong("an odd unit above a dollar", STUD, forced(odd_unit=101), UNIT, "14.3(d)"),
    Wrong("an odd unit above a dollar, split", OMAHA_EIGHT, blinds(odd_unit=500), UNIT, "14.11(f)2i"),
    Wrong("an odd unit of half a cent", STUD, forced(odd_unit=0.5), NUMBER, "14.17"),
    Wrong("an odd unit of true", STUD, forced(odd_unit=True), NUMBER, "14.17"),
    Wrong("a cap below zero", HOLD_EM, blinds(max_raises=-1), "a raise cap is 0 or more", "14.17"),
    Wrong("a cap of one and a half", HOLD_EM, blinds(max_raises=1.5), NUMBER, "14.17"),
    Wrong(
        "a contribution as large as the pot",
        HOLD_EM,
        blinds(bad_beat=BadBeatContribution(amount=2000, least_pot=2000)),
        "a contribution is less than the pot it is taken from",
        "14.19(c)",
    ),
    Wrong(
        "two percentages of ten",
        HOLD_EM,
        blinds(rake=(PercentageRake(10, 400), PercentageRake(10, 400))),
        "all percentage rakes together are at most 10 percent",
        "14.14(b)1i",
    ),
    Wrong("a rake below zero", HOLD_EM, blinds(rake_most=-1), "the rake's maximum is 0 or more", "14.14(b)"),
    Wrong("a rake without a maximum", HOLD_EM, blinds(rake=(PercentageRake(10, 0),)), "its filed maximum", "14.14(b)"),
    Wrong("a rake of half a cent", HOLD_EM, blinds(rake=(PercentageRake(10, 0.5),)), NUMBER, "14.17"),  # type: ignore[arg-type]
    Wrong("a unit of half a cent", HOLD_EM, blinds(rake=(PercentageRake(10, 1, 0.5),)), NUMBER, "14.17"),  # type: ignore[arg-type]
    Wrong("an ante nobody can pay", STUD, forced(ante=30), ANTE, "14.7(c)"),
    Wrong("coin where none is taken", STUD, forced(ante=25, allow_coin_antes=False), ANTE, "14.7(c)"),
    Wrong("a blind in coin", HOLD_EM, blinds(blinds=(50, 200)), CHIPS, "14.7(c)"),
    Wrong("a limit in coin", STUD, forced(Fixed(450, 900)), CHIPS, "14.7(c)"),
    Wrong("a table for one", HOLD_EM, blinds(max_seats=1), SEATS, "14.10(b)"),
    Wrong("a table for twelve", HOLD_EM, blinds(max_seats=12), SEATS, "14.10(b)"),
    Wrong("seats and a half", HOLD_EM, blinds(max_seats=2.5), NUMBER, "14.17"),
    Wrong("a kill at hold 'em", HOLD_EM, blinds(kill=KillOption.KILL), NO_KILL, "14.17"),
    Wrong(
        "a kill without limits",
        OMAHA_EIGHT,
        blinds(kill=KillOption.KILL),
        "a kill needs fixed or spread limits",
        "14.11(i)",
    ),
    Wrong(
        "a half-kill of halves",
        OMAHA_EIGHT,
        blinds(Fixed(500, 1000), kill=KillOption.HALF_KILL),
        HALF_KILL,
        "14.11(i)",
    ),
    Wrong("a forced bet beside blinds", HOLD_EM, blinds(forced_bet=100), "has blinds, no forced bet", "14.10(d)"),
    Wrong("no blind at all", HOLD_EM, blinds(blinds=(0, 0)), "at least one blind must be posted", "14.10(d)"),
    Wrong("blinds at stud", STUD, forced(blinds=(100,)), "a game without a button has no blinds", "14.9(d)1"),
    Wrong("no forced bet", STUD, forced(forced_bet=0), "a forced bet must be posted", "14.9(d)1"),
    Wrong(
        "a forced bet above the minimum",
        STUD,
        forced(forced_bet=500),
        "the forced bet is at most the minimum wager",
        "14.9(d)1",
    ),
)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.what)
def test_a_sign_that_cannot_stand_is_refused_with_its_paragraph(wrong: Wrong) -> None:
    with pytest.raises(HouseRulesError) as refused:
        procedure(wrong.game, wrong.house)
    said = str(refused.value)
    assert said.startswith(f"{wrong.game.name}: ")
    assert wrong.why in said
    assert f"13:69F-{wrong.paragraph}" in said


def test_every_condition_of_a_sign_has_an_example_that_breaks_it() -> None:
    asked = {
        words.said(why)
        for law, house in ((HOLD_EM, blinds()), (STUD, forced()), (OMAHA_EIGHT, blinds()))
        for _, why, _ in _conditions(law, house, CURRENT)
    }
    assert {why for why in asked if not any(wrong.why in why for wrong in WRONG)} == set()


RIGHT: tuple[tuple[str, Game, HouseRules], ...] = (
    ("an odd unit of a dollar", STUD, forced(odd_unit=100)),
    ("an odd unit of a nickel", STUD, forced(odd_unit=5)),
    ("no raises at all", HOLD_EM, blinds(max_raises=0)),
    ("a table for two", HOLD_EM, blinds(max_seats=2)),
    ("as many seats as the section allows", HOLD_EM, blinds(max_seats=11)),
    ("a forced bet as large as the minimum", STUD, forced(forced_bet=400)),
    ("an ante in coin", STUD, forced(ante=75)),
    ("one blind of two", HOLD_EM, blinds(blinds=(0, 200))),
    ("equal bets on all streets", STUD, forced(Fixed(400, 400))),
    (
        "a half-kill rounded up",
        OMAHA_EIGHT,
        blinds(Fixed(500, 1000), kill=KillOption.HALF_KILL, half_kill_rounding="up"),
    ),
    ("no blind, foreign", HOLD_EM, customary(NoLimit(200))),
    ("no forced bet, foreign", STUD, customary(NoLimit(200))),
    ("an odd ante, foreign", STUD, customary(NoLimit(200), ante=30)),
)


@pytest.mark.parametrize(("law", "house"), [row[1:] for row in RIGHT], ids=[row[0] for row in RIGHT])
def test_a_sign_on_the_edge_of_what_may_stand_is_accepted(law: Game, house: HouseRules) -> None:
    assert isinstance(procedure(law, house), Procedure)


def test_one_sign_is_compiled_once() -> None:
    assert procedure(HOLD_EM, blinds()) is procedure(HOLD_EM, blinds())


def test_the_big_bet_starts_half_way_unless_the_sign_says_where() -> None:
    posted = procedure(STUD, forced(Fixed(400, 800)))
    assert posted.sizes[None].units == (400, 400, 800, 800, 800)
    said = procedure(STUD, forced(Fixed(400, 800, big_from=4)))
    assert said.sizes[None].units == (400, 400, 400, 400, 800)


def test_a_kill_doubles_and_a_half_kill_adds_half() -> None:
    kill = procedure(OMAHA_EIGHT, blinds(Fixed(400, 800), kill=KillOption.KILL))
    assert kill.sizes[KillOption.KILL].units == (800, 800, 1600, 1600)
    half = procedure(OMAHA_EIGHT, blinds(Fixed(400, 800), kill=KillOption.HALF_KILL))
    assert half.sizes[KillOption.HALF_KILL].units == (600, 600, 1200, 1200)


@pytest.mark.parametrize(("rounding", "small"), [("up", 800), ("down", 700)])
def test_a_half_kill_that_chips_cannot_pay_is_rounded_as_the_house_says(rounding: str, small: int) -> None:
    house = blinds(Fixed(500, 1000), kill=KillOption.HALF_KILL, half_kill_rounding=rounding)
    assert procedure(OMAHA_EIGHT, house).sizes[KillOption.HALF_KILL].units[0] == small
