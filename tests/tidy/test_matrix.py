"""The compliance matrix is complete, consistent and as the page says."""

from pokerroom.rules.explain import obligations
from tests.spec_marks import REQUIREMENT_IDS, SCENARIO_IDS
from tools import matrix
from tools.evidence import imports_of

PARTS = {"dealer's box", "tables and books", "live room", "dice", "keno", "jackpots"}

CLAIMS = matrix.marked("spec")
PLAYED = matrix.marked("scenario")
LINES = matrix.lines(CLAIMS)
LATER = matrix.later()


def test_every_row_of_a_round_of_play_is_claimed_by_a_test() -> None:
    owed = [f"{line.row.id} ({line.row.citation}): {line.row.summary}" for line in matrix.owed(LINES)]
    assert not owed, f"{len(owed)} rows are claimed by no test and not in later.csv:\n" + "\n".join(owed)


def test_every_claim_names_a_row_and_every_scenario_an_example() -> None:
    assert not CLAIMS.keys() - REQUIREMENT_IDS
    assert not PLAYED.keys() - SCENARIO_IDS


def test_no_row_is_both_claimed_and_left_for_later() -> None:
    assert not CLAIMS.keys() & LATER.keys()


def test_what_is_left_for_later_is_a_row_of_a_round_kind_that_software_can_carry() -> None:
    rows = {row.id: row for row in obligations()}
    assert not LATER.keys() - rows.keys()
    wrong = [
        each
        for each in LATER
        if rows[each].kind not in matrix.ROUND_KINDS or rows[each].software_role == "document-only"
    ]
    assert not wrong


def test_what_is_left_for_later_names_the_part_of_the_product_it_awaits() -> None:
    assert {each: why for each, why in LATER.items() if why.partition(": ")[0] not in PARTS} == {}


def test_the_matrix_page_is_the_one_the_tests_make() -> None:
    assert matrix.MATRIX.read_text(encoding="utf-8") == matrix.page(LINES, PLAYED), "run `make matrix`"


def test_a_row_is_covered_when_one_of_its_tests_uses_only_what_users_reach() -> None:
    claims = {"R-14.2-a.1": ("attic",), "R-14.2-a.2": ("attic", "loft"), "R-14.6-b.1": ("attic", "till")}
    found = {line.row.id: line.status for line in matrix.lines(claims, {"attic", "loft"}.__contains__) if line.tests}
    engine_only = dict.fromkeys(("R-14.2-a.1", "R-14.2-a.2"), matrix.Status.ENGINE_ONLY)
    assert found == {**engine_only, "R-14.6-b.1": matrix.Status.COVERED}


def test_the_matrix_says_engine_only_of_a_row_and_by_which_tests() -> None:
    (line,) = (each for each in matrix.lines({"R-14.2-a.1": ("attic",)}, lambda _: True) if each.tests)
    assert "| engine only: attic |" in matrix.page((line,), {})


def test_the_matrix_counts_each_status_and_says_what_it_means() -> None:
    page = matrix.page(LINES, PLAYED)
    for status in matrix.Status:
        count = sum(line.status is status for line in LINES)
        assert f"| {status} | {count} | {matrix.MEANING[status]} |" in page


def test_an_agreement_a_filing_or_a_designation_that_gates_a_shared_payout_is_for_software_to_carry() -> None:
    """The regulation has them on paper; the product holds the form, and stays shut until it is complete."""
    carried = ("14.19(c)", "14.19(l)", "14.20(b)", "14.20(c)", "14.20(d)2", "14.20(e)", "14.20(f)", "14.20(g)")
    rows = [line for line in LINES if any(each.startswith(carried) for each in line.row.paragraphs)]
    assert {each for line in rows for each in line.row.paragraphs} >= set(carried)
    assert not [line.row.id for line in rows if line.status is matrix.Status.NOT_SOFTWARE]


OF_THE_FELT = {"14.1", "14.2", "14.4", "14.5", "14.6", "14.7", "14.15", "14.16", "14.18"}
BY_PEOPLE = {"dealer-console", "floor-console"}
UNSHOWN = {matrix.Status.ENGINE_ONLY, matrix.Status.NOT_YET}


def test_what_dealers_and_supervisors_do_is_shown_by_orders_of_theirs() -> None:
    asked = [
        line
        for line in matrix.lines(matrix.marked("spec"))
        if line.row.software_role in BY_PEOPLE and matrix.section(line.row).split()[-1] in OF_THE_FELT
    ]
    assert len(asked) > 50
    assert {line.row.id for line in asked if not any(map(is_by_order, line.tests))} == set()


def test_nothing_of_a_table_that_a_dealer_deals_is_shown_by_the_engine_alone() -> None:
    of_the_felt = [line for line in LINES if matrix.section(line.row).split()[-1] in OF_THE_FELT]
    assert {line.row.id for line in of_the_felt if line.status in UNSHOWN} == set()


def is_by_order(test: str) -> bool:
    """Whether a test goes through the gate for orders of staff."""
    return any(each.startswith("pokerroom.live.staff") for each in imports_of(test))
