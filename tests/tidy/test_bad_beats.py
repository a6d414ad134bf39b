"""Every row that cites 14.19, or defines a bad beat or its payout, is shown by a test through the product."""

from pokerroom.rules.explain import Obligation
from tests.spec_marks import SCENARIO_IDS
from tools.matrix import Status, lines, marked

DEFINED = {"R-14.1-badbeat", "R-14.1-bbpayout"}


def is_about_payouts(row: Obligation) -> bool:
    return row.edition == "13:69F-current" and ("13:69F-14.19" in row.citation or row.id in DEFINED)


def test_each_row_of_whatever_kind_is_covered_also_those_that_a_form_of_ours_carries() -> None:
    rows = [line for line in lines(marked("spec")) if is_about_payouts(line.row)]
    assert len(rows) == 68
    assert {line.row.id: line.status for line in rows if line.status is not Status.COVERED} == {}


def test_each_worked_example_of_payouts_is_played() -> None:
    examples = {each for each in SCENARIO_IDS if each.startswith("JP-")}
    assert len(examples) == 11
    assert examples <= {*marked("scenario")}
