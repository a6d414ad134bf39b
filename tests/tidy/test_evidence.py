"""A test answers for the code it makes use of, and for no other."""

from pathlib import Path

import pytest

from tools.evidence import imports_of
from tools.matrix import beyond_reach

HELPER = """
from shop.attic import Box
from shop.till import Till

NAMES = ("Ann", "Bob")
FULL, EMPTY = Box(1), Box(0)

def stocked() -> Box:
    return FULL

def bought() -> Till:
    return Till(NAMES)
"""

TESTS = """
import pytest
from shop import stairs
from tests import helper
from tests.helper import NAMES, bought, stocked

@pytest.fixture
def upstairs():
    return stairs.up()

def test_plain():
    assert NAMES

def test_through_a_helper():
    assert bought()

def test_through_a_helper_and_its_constant():
    assert stocked()

def test_through_a_fixture(upstairs):
    pass

def test_through_a_whole_module():
    assert helper.EMPTY

def test_within():
    from shop.cellar import Barrel
    assert Barrel()
"""


@pytest.mark.parametrize(
    ("name", "imports"),
    [
        ("test_plain", set()),
        ("test_through_a_helper", {"shop.till.Till"}),
        ("test_through_a_helper_and_its_constant", {"shop.attic.Box"}),
        ("test_through_a_fixture", {"pytest", "shop.stairs"}),
        ("test_through_a_whole_module", {"shop.attic.Box", "shop.till.Till"}),
        ("test_within", {"shop.cellar.Barrel"}),
    ],
)
def test_names_are_followed_from_a_test_to_what_it_imports(name: str, imports: set[str], tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/helper.py").write_text(HELPER, encoding="utf-8")
    (tmp_path / "tests/test_shop.py").write_text(TESTS, encoding="utf-8")
    assert imports_of(f"tests/test_shop.py::{name}", root=tmp_path) == imports


def test_a_test_that_cannot_be_found_is_an_error_and_no_evidence() -> None:
    with pytest.raises(LookupError):
        imports_of("tests/tidy/test_evidence.py::test_missing")


def test_sharing_a_name_with_the_dealer_s_box_is_not_using_it() -> None:
    spec = "tests/spec/test_14_16_conduct.py"
    assert not beyond_reach(f"{spec}::test_it_takes_a_floorperson_and_a_cause")
    assert "pokerroom.table.conduct" in imports_of(f"{spec}::test_it_takes_a_floorperson_and_a_cause")


def test_a_test_of_what_no_user_reaches_is_beyond_reach() -> None:
    assert beyond_reach(
        "tests/exhaustive/test_fast_equals_reference.py::test_hands_are_ordered_as_the_reference_orders_them"
    )
