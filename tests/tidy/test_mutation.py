"""A claim means something: with a clause disabled, a test that claims its row fails."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.tidy.mutation import VARIABLE
from tools import matrix

MUTATIONS = (
    ("OPENERS:Blinds", "R-14.10-f.1"),
    ("OPENERS:LeftOfButton", "R-14.10-g.2"),
    ("OPENERS:ForcedBet", "R-14.9-d-1"),
    ("OPENERS:BestShowing", "R-14.9-f-1"),
    ("OPENERS:HighestUpcard", "R-14.13A-f.2"),
    ("SHORT_PARCELS:CommonCard", "R-14.9-h.3"),
    ("SHORT_PARCELS:ReshuffleMuck", "RSS-14.9B-h.2"),
    ("POOLS:CommonCard", "R-14.9-h.4"),
    ("POOLS:ReshuffleMuck", "RSS-14.9B-h.2"),
    ("POOLS:ReshuffleDiscards", "R-14.12-f-2.1"),
    ("ODD_UNITS:HIGHEST_CARD_BY_SUIT", "R-14.9-i-3-ii"),
    ("ODD_UNITS:HIGHEST_CARD_BY_SUIT", "R-14.11-f-2-ii"),
    ("ODD_UNITS:LOWEST_CARD_BY_SUIT", "R-14.9-i-3-iii"),
    ("ODD_UNITS:LOWEST_CARD_BY_SUIT", "R-14.11-f-2-iii"),
    ("ODD_UNITS:LEFT_OF_BUTTON", "R-14.10-j.3"),
    ("entry_due", "RSS-14.9B-e.2"),
    ("qualified", "R-14.9-j.2"),
    ("build_pots", "R-14.7-c-4-iii"),
    ("HANDLERS:Draw", "R-14.12-f.2"),
)
"""What is disabled, and a row that its clause is there to fulfil."""

EACH_KIND = {mutation.partition(":")[0]: (mutation, row) for mutation, row in reversed(MUTATIONS)}
"""The first of each registry, and each function: these run in `make test`, the others in the soak."""

CLAIMS = matrix.marked("spec")


def run(tests: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run these tests by themselves, with a clause disabled where the environment names one."""
    plugin = ["-p", "tests.tidy.mutation"] if VARIABLE in environment else []
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    # The plugins of others are not needed here, and take longer to load than the tests to run.
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *plugin, *tests],
        cwd=ROOT,
        env={**inherited, **alone, **environment},
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def chosen(mutation: str, row: str) -> object:
    marks = () if (mutation, row) in EACH_KIND.values() else pytest.mark.soak
    return pytest.param(mutation, row, marks=marks, id=f"{mutation}, {row}")


@pytest.mark.parametrize(("mutation", "row"), [chosen(*each) for each in MUTATIONS])
def test_a_test_that_claims_a_row_fails_without_its_clause(mutation: str, row: str) -> None:
    assert row in CLAIMS, f"no test claims {row}"
    done = run(list(CLAIMS[row]), **{VARIABLE: mutation})
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, f"{mutation} went unnoticed:\n{done.stdout}{done.stderr}"


def test_with_every_clause_in_place_those_tests_pass() -> None:
    tests = sorted({test for _, row in MUTATIONS for test in CLAIMS.get(row, ())})
    done = run(tests)
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr
