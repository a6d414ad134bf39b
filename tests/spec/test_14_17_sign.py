"""N.J.A.C. 13:69F-14.17 with 14.9(b), 14.10(b), (d), 14.11(b), 14.14(c): a sign that play cannot disagree with."""

from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.cards import DECK
from pokerroom.games import CATALOGUE
from pokerroom.play import OpenRound, Raise, Refusal as PlayRefusal, Seat, procedure, start
from pokerroom.play.events import AntesPosted, BlindPosted, RakeTaken
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    IncrementalRake,
    KillOption,
    Limits,
    NoLimit,
    PercentageRake,
    PotLimit,
    RakeLevel,
    Spread,
    TimeCharge,
    letter,
)
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import KillAmount, Posting, Sign, TableRules, lines_of, new_table, perform, sign_of
from pokerroom.table.seating.commands import OpenTable, Play
from tests.seating import DEALER, OPENED, POKER_ROOM, Room, hold_em, omaha, seated, stud
from tests.spec_marks import scenario, spec


def opening(*rotation: Posting) -> Any:
    return perform(new_table("7"), OpenTable(by=DEALER, at=OPENED, area=POKER_ROOM, rotation=rotation))


def line(posting: Posting, start: str) -> str:
    found = [each for each in lines_of(sign_of(posting)) if each.startswith(start)]
    assert len(found) == 1, found
    return found[0]


@scenario("TO-09")
@spec("R-14.17.1", "R-14.9-b.3", "R-14.10-b.3", "R-14.10-d.3", "R-14.11-b.3", "R-14.14-c", "R-14.17.3")
def test_a_sign_says_everything_a_table_must_post() -> None:
    house = replace(omaha().house, ante=100, max_raises=3, check_raise=False, rake=(PercentageRake(10, 400),))
    house = replace(house, bad_beat=BadBeatContribution(100, 2000))
    posting = replace(omaha(), house=house, bad_beat="aces full or better")
    assert lines_of(sign_of(posting)) == (
        "Omaha high-low split eight or better",
        "Ante: $1",
        "Blind bets: 2: $2, $4",
        "Wagers: fixed limit, minimum $4, maximum $8",
        "Raises in a betting round: at most 3",
        "Raising after a check: not permitted",
        "Rake: 10 percent of the bets of each betting round, rounded down to $1, at most $4 a round of play",
        "Kill: wagers of $8 to $16 when one player wins a whole pot of $40 (10 times the minimum wager) or more",
        "Bad beat payout: aces full or better",
        "Bad beat contribution: $1 from each pot of $20 or more, after the rake",
    )
    assert isinstance(opening(posting), tuple)


@spec("R-14.9-b.3")
def test_the_sign_of_a_game_without_a_button_says_its_ante_and_forced_bet() -> None:
    assert lines_of(sign_of(stud()))[1:3] == ("Ante: $1", "Forced bet: $2")
    assert "Ante: none" in lines_of(sign_of(stud(ante=0)))
    assert not [each for each in lines_of(sign_of(stud())) if "Kill" in each or "Blind" in each or "Bad beat" in each]


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (Fixed(400, 800), "fixed limit, minimum $4, maximum $8"),
        (Spread(200, 1000), "spread limit, minimum $2, maximum $10"),
        (PotLimit(200), "pot limit, minimum $2, maximum the pot"),
        (NoLimit(200), "no limit, minimum $2, maximum a player's table stakes"),
    ],
    ids=lambda each: type(each).__name__,
)
@spec("R-14.17.1")
def test_every_structure_has_its_minimum_and_maximum_on_the_sign(limits: Limits, text: str) -> None:
    assert line(hold_em(limits, blinds=(100, 200)), "Wagers") == f"Wagers: {text}"


@pytest.mark.parametrize(
    "rake",
    [
        (PercentageRake(5, 300, unit=50, antes_included=True),),
        (IncrementalRake((RakeLevel(2000, 100), RakeLevel(4000, 150)), 250),),
        (PercentageRake(10, 400), IncrementalRake((RakeLevel(2000, 100),), 100, scope="per-pot")),
    ],
    ids=["percentage", "incremental", "both"],
)
@spec("R-14.14-c")
def test_every_method_of_rake_is_on_the_sign_with_its_maximum(rake: tuple[Any, ...]) -> None:
    posting = hold_em(rake=rake, rake_most=450, time_charge=TimeCharge(1200, 30))
    lines = [each for each in lines_of(sign_of(posting)) if each.startswith(("Rake", "Time"))]
    assert len(lines) == len(rake) + 2
    for method, text in zip(rake, lines, strict=False):
        assert f"at most ${method.most // 100}" in text
    assert lines[-2] == "Rake: at most $4.50 a round of play in all"
    assert lines[-1] == "Time charge: $12 an hour per player, $6 collected every 30 minutes"


@pytest.mark.parametrize(
    ("percent", "shown"), [(10, "10"), ("7.5", "7.5"), ("7.50", "7.5"), ("0.0001", "0.0001"), ("10.0", "10")]
)
@spec("R-14.14-c")
def test_a_percentage_is_on_the_sign_as_people_write_it(percent: int | str, shown: str) -> None:
    posting = hold_em(rake=(PercentageRake(Decimal(percent), 300),))
    assert line(posting, "Rake").startswith(f"Rake: {shown} percent of the bets of each betting round, rounded down")


@pytest.mark.parametrize(
    ("posting", "paragraph", "what"),
    [
        (hold_em(blinds=()), "14.17", "at least one blind"),
        (hold_em(rake=(PercentageRake(Decimal("10.5"), 300),)), "14.17", "at most 10 percent, not 10.5"),
        (stud(forced_bet=0), "14.17", "a forced bet must be posted"),
        (hold_em(Fixed(800, 400)), "14.17", "larger limit"),
        (hold_em(NoLimit(0)), "14.17", "minimum wager must be above zero"),
        (hold_em(max_seats=12), "14.17", "a table seats 2 to 11"),
        (hold_em(rake=()), "14.14(b)", "no rake is posted"),
        (replace(omaha(), rules=TableRules()), "14.11(b)", "the pot that starts a kill is not posted"),
        (hold_em(rules=TableRules(button_rule="dead")), "14.15(r)", "posts may differ"),
        (hold_em(rules=TableRules(missed_blinds="post"), posts_may_differ=True), "14.15(r)", "into the main pot"),
        (hold_em(rules=TableRules(buy_in_least=0)), "14.15(r)", "above zero"),
        (hold_em(rules=TableRules(buy_in_least=200, buy_in_most=100)), "14.15(r)", "less than the least"),
        (hold_em(rules=TableRules(leave_max_minutes=0)), "14.15(r)", "at least a minute"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
@scenario("TO-09")
@spec("R-14.10-d.3", "R-14.17.1")
def test_a_table_does_not_open_with_an_incomplete_sign(posting: Posting, paragraph: str, what: str) -> None:
    refusal = opening(posting)
    assert isinstance(refusal, Refusal)
    assert refusal.paragraph == paragraph
    assert what in str(refusal)


def test_a_table_without_a_game_or_with_a_rotation_that_never_turns_does_not_open() -> None:
    for rotation in ((), (hold_em(), stud()), (replace(hold_em(), rounds=3), stud())):
        refusal = opening(*rotation)
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.SIGN_INCOMPLETE


def opened(posting: Posting) -> Room:
    """The first round of play of a table with this posting, three players with $500 each."""
    room = seated(posting, players=3, stakes=500)
    room.start()
    return room


def forced_money(posting: Posting) -> list[Any]:
    room = opened(posting)
    antes: list[Any] = [event.amounts for event in room.all(AntesPosted)]
    return antes + [event.amount for event in room.all(BlindPosted)]


def raked(posting: Posting) -> list[Any]:
    """What a pot of $60 before the flop gives to the rake area."""
    room = opened(posting)
    room.play("S3 raises to 20; S1 calls; S2 calls")
    return [event.amounts for event in room.all(RakeTaken)]


def raises(posting: Posting) -> list[str]:
    """Whether S3 may raise to 4, and S1 then to 9."""
    room, answers = opened(posting), []
    for seat, to in ((2, 400), (0, 900)):
        command = room.asked(Play, command=Raise(Seat(seat), to))
        outcome = perform(room.table, command)
        answers.append("accepted" if isinstance(outcome, tuple) else outcome.code.value)
        if isinstance(outcome, tuple):
            room.table = outcome[0]
    return answers


@pytest.mark.parametrize(
    ("change", "played"),
    [
        ({"ante": 100}, forced_money),
        ({"blinds": (200, 400)}, forced_money),
        ({"blinds": (200,)}, forced_money),
        ({"limits": NoLimit(500)}, raises),
        ({"limits": Fixed(400, 800)}, raises),
        ({"limits": Spread(200, 300)}, raises),
        ({"max_raises": 1}, raises),
        ({"rake": (PercentageRake(5, 400),)}, raked),
        ({"rake": (PercentageRake(10, 300),)}, raked),
        ({"rake_most": 200}, raked),
        ({"rake": (IncrementalRake((RakeLevel(2000, 100),), 100),)}, raked),
    ],
    ids=lambda each: each.__name__ if callable(each) else str(each),
)
@spec("R-14.17.1", "R-14.17.3", "R-14.14-c", "R-14.10-d.3", "R-14.10-b.3")
def test_a_change_of_what_is_posted_changes_both_the_sign_and_play(change: dict[str, Any], played: Any) -> None:
    posting = hold_em()
    changed = replace(posting, house=replace(posting.house, **change))
    assert lines_of(sign_of(posting)) != lines_of(sign_of(changed))
    assert played(posting) != played(changed)


@pytest.mark.parametrize(
    "change",
    [
        {"check_raise": False},
        {"bad_beat": BadBeatContribution(100, 2000)},
        {"time_charge": TimeCharge(1200, 20)},
        {"rake": (PercentageRake(10, 400, unit=25),)},
        {"rake": (PercentageRake(10, 400, antes_included=True),)},
    ],
    ids=str,
)
def test_whatever_else_is_posted_is_on_the_sign_and_in_the_plan_of_play(change: dict[str, Any]) -> None:
    posting = hold_em()
    changed = replace(posting, house=replace(posting.house, **change))
    assert lines_of(sign_of(posting)) != lines_of(sign_of(changed))
    assert procedure(posting.plan.game, changed.house).house == changed.plan.house != posting.plan.house


@spec("R-14.11-b.3")
def test_a_change_of_the_kill_changes_the_sign() -> None:
    signs = {
        lines_of(sign_of(omaha(kill=kill, at=at)))
        for kill in (None, *KillOption)
        for at in (KillAmount(4000), KillAmount(5000), None)
    }
    assert len(signs) == 1 + 2 * 3


def test_a_sign_is_made_of_values_and_holds_what_the_house_rules_hold() -> None:
    sign = sign_of(hold_em(NoLimit(200), max_raises=2))
    assert isinstance(sign, Sign)
    assert (sign.minimum, sign.maximum, sign.blinds, sign.max_raises) == (200, None, (100, 200), 2)
    assert (sign.kill, sign.kill_limits, sign.kill_threshold) == (None, None, None)


ANTES = (
    ("five-card-draw-high", NJAC_13_69F.key),
    ("triple-draw-deuce-to-seven", NJAC_13_69F.key),
    ("badugi", NJAC_13_69F.key),
    ("five-card-stud", NJAC_13_69F.key),
    ("mambo-stud", NJAC_13_69F.key),
    ("seven-card-stud-high", "19:47-2006"),
    ("super-seven-card-stud-low", "13:69F-super-stud-amendment"),
)


@pytest.mark.parametrize(("game", "edition"), ANTES, ids=str)
@spec(
    "R-14.12-b.3",
    "R-14.12A-b.2",
    "R-14.12B-b.2",
    "R-14.13-b.2",
    "R-14.13A-b.2",
    "R06-14.9-b.2",
    "RSS-14.9B-b.2",
)
def test_an_ante_is_optional_and_where_one_is_played_the_sign_says_so(game: str, edition: str) -> None:
    law = CATALOGUE[edition, game]
    forced: dict[str, Any] = {"blinds": (100, 200)} if law.has_button else {"forced_bet": 100}
    for ante in (0, 100):
        house = letter(Fixed(200, 400), ante=ante, rake=(PercentageRake(10, 400),), **forced)
        lines = lines_of(sign_of(Posting(game=game, edition=edition, house=house)))
        assert ("Ante: $1" in lines) is bool(ante)
        outcome = start(procedure(law, house), OpenRound(stacks=(10_000,) * 3, deck=DECK))
        assert not isinstance(outcome, PlayRefusal)
        assert sum(event.amounts[0] for event in outcome[1] if isinstance(event, AntesPosted)) == ante
