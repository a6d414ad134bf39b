"""LICENSES.md is true: every package that comes with the room, its locked version, and the licence it states itself."""

import json
import re
from importlib.metadata import PackageNotFoundError, metadata, version

import pytest

from tests.conftest import ROOT
from tools import licences
from tools.licences import Part

PAGE = ROOT / "page"
ROW = re.compile(r"^\| (\S+) \| (\S+) \| (.+) \|$", re.MULTILINE)

# Licences somebody has read, and under which we may hand on what we hand on. Another one is read before it is entered.
ACCEPTED = {
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "OFL-1.1",
    "PSF-2.0",
    "Zlib",
}


def listed() -> tuple[set[Part], set[Part]]:
    """The rows of the two tables as they stand in the file."""
    python, page = licences.DOCUMENT.read_text(encoding="utf-8").split("## Packages of the page")
    return rows(python), rows(page)


def rows(text: str) -> set[Part]:
    return {Part(*found) for found in ROW.findall(text)} - {
        Part("name", "version", "licence"),
        Part("---", "---", "---"),
    }


PYTHON, OF_PAGE = listed()


def test_the_python_packages_listed_are_those_locked() -> None:
    pins = licences.PINNED.findall(licences.PYTHON_LOCK.read_text(encoding="utf-8"))
    assert {(part.name, part.version) for part in PYTHON} == set(pins)


def test_the_packages_of_the_page_listed_are_those_locked() -> None:
    assert set(licences.page_parts().values()) == OF_PAGE


@pytest.mark.parametrize("part", sorted(PYTHON), ids=lambda part: part.name)
def test_a_python_package_is_installed_as_locked_and_states_the_licence_listed(part: Part) -> None:
    try:
        installed = version(part.name)
    except PackageNotFoundError:
        pytest.skip(f"NOT TESTED: {part.name} is not installed here, so that nothing states its licence")
    assert installed == part.version
    assert licences.python_licence(part.name) == part.licence


def test_a_licence_is_read_in_the_text_only_where_the_metadata_has_no_expression() -> None:
    pinned = {part.name for part in PYTHON}
    assert set(licences.READ_IN_THE_TEXT) <= pinned
    told = [name for name in licences.READ_IN_THE_TEXT if states_an_expression(name)]
    assert told == []


def states_an_expression(name: str) -> bool:
    try:
        return bool(metadata(name).get_all("License-Expression"))
    except PackageNotFoundError:
        return False


def test_an_installed_package_of_the_page_states_the_licence_listed() -> None:
    if not (PAGE / "node_modules").is_dir():
        pytest.skip("NOT TESTED: page/node_modules is absent, so that no package of the page states its licence")
    stated = [json.loads((PAGE / place / "package.json").read_text("utf-8")) for place in licences.page_parts()]
    assert {Part(each["name"], each["version"], each["license"]) for each in stated} == OF_PAGE


def test_the_built_page_carries_the_licences_of_the_code_in_it() -> None:
    texts = ROOT / "src/pokerroom/web/page/licenses.md"
    if not texts.exists():
        pytest.skip("NOT TESTED: the page is not built, so that nothing says whose code is in it (`make page`)")
    carried = re.findall(r"^## (\S+) - \S+ \((.+)\)$", texts.read_text(encoding="utf-8"), re.MULTILINE)
    assert ("svelte", "MIT") in carried
    assert set(carried) <= {(part.name, part.licence) for part in OF_PAGE}


def test_every_licence_listed_is_one_that_is_accepted() -> None:
    named = {each for part in PYTHON | OF_PAGE for each in re.split(r" (?:OR|AND) ", part.licence)}
    assert named <= ACCEPTED


def test_what_the_page_imports_is_among_its_dependencies() -> None:
    declared = json.loads((PAGE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    imported = {name for path in (PAGE / "src").rglob("*.*") for name in packages_named(path.read_text("utf-8"))}
    assert imported == set(declared)


def packages_named(text: str) -> list[str]:
    """The packages that a script imports, or whose files a style sheet takes."""
    return re.findall(r"""(?:from |import |url\()["'](@[\w-]+/[\w-]+|\w[\w-]*)(?=["'/])""", text)
