"""Every figure of every report is worked out a second time from the raw events, and agrees to the cent over a week."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

import pytest

from pokerroom.ledger import Figures
from pokerroom.log import Envelope
from pokerroom.room.auditing import Check, Examined
from pokerroom.room.examining import examine_record
from pokerroom.room.recounting import recounted
from pokerroom.room.recounting.reports import RECOUNTED
from tests.sampling import sampled
from tests.unit.room.house import KEYS
from tests.unit.room.test_auditing import body_of, edited, nth
from tests.unit.room.week_of_everything import Week, played_week

WEEKS = range(sampled(2, whole=200))


@cache
def week(seed: int = 0) -> Week:
    return played_week(seed)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", WEEKS)
def test_every_report_of_a_week_agrees_with_what_happened_to_the_cent(seed: int) -> None:
    played = played_week(seed)
    whole = examine_record(played.store, keys=KEYS)
    assert [str(each) for each in whole.findings] == []
    assert whole.counts["reports"] == whole.counts["drawers"] == 7
    assert whole.counts["figures of reports"] > 50


def test_a_week_has_every_figure_that_a_report_has_but_the_drop_that_no_order_makes() -> None:
    tags = Counter(each.envelope.tag for each in week().store.read_all())
    assert set(Figures.__struct_fields__) == RECOUNTED
    seen = {
        name for report in reports() for line in report["lines"] for name, amount in line["figures"].items() if amount
    }
    assert set(Figures.__struct_fields__) - seen == {"drop"}
    wanted = ("WagerLost", "WagerWon", "TicketVoided", "TicketRedeemed", "WinnersReported", "TransferCorrected")
    assert all(tags[each] for each in wanted), tags


def reports() -> Iterator[dict[str, Any]]:
    for each in week().store.read("ledger"):
        if each.envelope.tag == "DayClosed":
            yield body_of(each.envelope)["report"]


def days() -> list[Envelope]:
    return [each.envelope for each in week().store.read("ledger") if each.envelope.tag == "DayClosed"]


def with_figure(name: str) -> tuple[Envelope, int]:
    """A report that has this figure, and the number of its line."""
    for day in days():
        for number, line in enumerate(body_of(day)["report"]["lines"]):
            if line["figures"].get(name):
                return day, number
    raise AssertionError(name)


@pytest.mark.parametrize("name", sorted(set(Figures.__struct_fields__) - {"drop"}))
def test_a_report_that_says_one_cent_more_is_found(name: str) -> None:
    day, number = with_figure(name)

    def a_cent_more(body: dict[str, Any]) -> None:
        body["report"]["lines"][number]["figures"][name] += 1

    (found,) = recounted(edited(week().store, day, a_cent_more)).findings
    assert (found.check, found.sequence) == (Check.REPORTS, day.sequence)
    assert name.replace("_", " ") in found.what


def a_cent_more_at(*path: str | int) -> Any:
    def change(body: Any) -> None:
        *way, last = path
        for each in way:
            body = body[each]
        body[last] += 1

    return change


@pytest.mark.parametrize(
    ("part", "path"),
    [
        ("counts", ("slips", 0, "closer")),
        ("counts", ("slips", 0, "tray", "fills")),
        ("drawers", ("drawers", 0, "drawer", "paid_in")),
        ("in play", ("in_play", 0, "balance")),
        ("trial balance", ("credits",)),
    ],
)
def test_another_cent_in_any_other_part_of_a_report_is_found(part: str, path: tuple[str | int, ...]) -> None:
    day = next(each for each in days() if all(body_of(each)["report"].get(name) for name in path[:1]))
    found = recounted(edited(week().store, day, a_cent_more_at("report", *path))).findings
    assert [each.sequence for each in found] == [day.sequence]
    assert part in found[0].what


def moved_amounts(body: dict[str, Any]) -> None:
    body["amounts"] = [amount + 1 for amount in body["amounts"]]


RAW = {
    ("table/1", "RakeTaken"): (moved_amounts, "percentage rake"),
    ("table/1", "ContributionTaken"): (moved_amounts, "bad beat contributions"),
    ("table/3", "TimeCollected"): (a_cent_more_at("charges", 0, "paid"), "time charges"),
    ("payouts", "AwardPaid"): (a_cent_more_at("award", "amount"), "bad beat payouts"),
    ("payouts", "FormCompleted"): (a_cent_more_at("amount"), "form"),
    ("payouts", "FormsMatched"): (a_cent_more_at("to_revenue"), "add to revenue"),
    ("payouts", "PotsContributed"): (a_cent_more_at("primary"), "contributions of round"),
    ("keno", "KenoGameDrawn"): (a_cent_more_at("wagered"), "wagers on game"),
    ("ledger", "TableCounted"): (a_cent_more_at("slip", "tray", "fills"), "slip"),
    ("ledger", "DrawerClosed"): (a_cent_more_at("slip", "drawer", "paid_out"), "drawer"),
}


@pytest.mark.parametrize(("stream", "tag"), RAW, ids=str)
def test_another_cent_in_what_happened_is_found(stream: str, tag: str) -> None:
    change, said = RAW[stream, tag]
    found: Examined = recounted(edited(week().store, nth(week().store, stream, tag), change))
    assert any(said in each.what for each in found.findings), found.findings


def test_a_round_of_another_shift_is_found() -> None:
    """Reports by shift are counted again, too."""
    day, number = with_figure("rounds_dealt")

    def another_shift(body: dict[str, Any]) -> None:
        where = body["report"]["lines"][number]["where"]
        where["shift"] = "graveyard" if where["shift"] != "graveyard" else "day"

    assert recounted(edited(week().store, day, another_shift)).findings


def test_a_report_of_winning_tickets_that_leaves_one_out_is_found() -> None:
    """Balls are drawn by chance: the first week in which a ticket won."""
    played, reported = next(
        (each, reported.envelope)
        for each in map(week, count())
        for reported in each.store.read("keno")
        if reported.envelope.tag == "WinnersReported" and body_of(reported.envelope)["report"]["runners"]
    )

    def left_out(body: dict[str, Any]) -> None:
        body["report"]["runners"] = []

    (found,) = recounted(edited(played.store, reported, left_out)).findings
    assert "winning ticket report" in found.what
