"""What holds for every file, whoever wrote it."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from tests.conftest import ROOT

SOURCES = sorted((ROOT / "src").rglob("*.py"))
READINGS = ROOT / "docs/readings"

# A reading is AMB-30 or R-01; a row of the regulation, R-14.9-a, is not one.
READING_ID = re.compile(r"\bAMB-\d+\b|\bR-\d{2,3}\b(?![-.]\w)")
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|home)/")
UNFINISHED = re.compile(r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3]) + r")\b")


def tracked_texts() -> dict[str, str]:
    """Every file that is, or would be, committed."""
    if not (ROOT / ".git").exists():
        pytest.skip("NOT TESTED: this is no git checkout, so nothing says which files are ours")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for path in paths
        if path.is_file()
    }


def lines_matching(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in tracked_texts().items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_file_names_a_path_of_one_machine() -> None:
    assert not lines_matching(MACHINE_PATH)


def test_nothing_is_marked_unfinished() -> None:
    assert not lines_matching(UNFINISHED)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT / "src").as_posix())
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_locks_pin_by_hash_and_hold_no_address() -> None:
    locks = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "requirements").glob("*.txt")}
    assert {"base.txt", "dev.txt"} <= locks.keys()
    for name, text in locks.items():
        assert not re.search(r"\w+://|--(?:extra-)?index-url|--find-links| @ ", text), name
        pins, hashes = re.findall(r"^[\w.-]+==", text, re.MULTILINE), re.findall(r"--hash=sha256:", text)
        assert 0 < len(pins) <= len(hashes), name


def test_the_lock_of_the_page_pins_by_hash_holds_no_address_and_lacks_no_package_for_another_system() -> None:
    packages = json.loads((ROOT / "page/package-lock.json").read_text(encoding="utf-8"))["packages"]
    locked = {place: package for place, package in packages.items() if place}
    assert [place for place, package in locked.items() if "resolved" in package or "integrity" not in package] == []
    optional = {name for package in locked.values() for name in package.get("optionalDependencies", ())}
    assert optional - {place.rpartition("node_modules/")[2] for place in locked} == set()


def test_imports_keep_the_contracts_of_layers_cycles_and_web() -> None:
    checked = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_no_module_imports_a_package_that_imports_it() -> None:
    """The one cycle that the contracts cannot see: a package and what is in it are no siblings."""
    graph = grimp.build_graph("pokerroom", cache_dir=None)
    own_package = [
        (module, package)
        for module in graph.modules
        for package in graph.find_modules_directly_imported_by(module)
        if module.startswith(f"{package}.")
    ]
    assert [each for each in own_package if graph.chain_exists(importer=each[1], imported=each[0])] == []


def readings_used() -> set[str]:
    return {each for path in SOURCES for each in READING_ID.findall(path.read_text(encoding="utf-8"))}


def test_every_reading_the_code_follows_has_an_entry_and_stands_in_the_index() -> None:
    index = (READINGS / "README.md").read_text(encoding="utf-8")
    headings = "\n".join(
        line
        for page in READINGS.glob("*.md")
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("#")
    )
    used = readings_used()
    assert used - set(READING_ID.findall(headings)) == set()
    assert used - set(READING_ID.findall(index)) == set()


LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s#]*)(?:#([^)\s]*))?\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def documents() -> dict[Path, str]:
    return {ROOT / name: FENCED.sub("", text) for name, text in tracked_texts().items() if name.endswith(".md")}


def anchors(text: str) -> set[str]:
    """The headings of a document as links name them."""
    headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_dead(target: Path, anchor: str) -> bool:
    if not target.exists():
        return True
    return bool(anchor) and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8"))


def test_every_link_between_documents_leads_to_a_file_and_its_heading() -> None:
    dead = [
        f"{path.relative_to(ROOT)}: {name}#{anchor}"
        for path, text in documents().items()
        for name, anchor in LINK.findall(text)
        if "://" not in name and is_dead((path.parent / name if name else path).resolve(), anchor)
    ]
    assert dead == []


@pytest.mark.parametrize("name", ["SECURITY.md", "docs/releasing.md", "LICENSE"])
def test_whoever_contributes_is_told_of(name: str) -> None:
    assert f"]({name})" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_security_says_what_to_keep_by_the_names_of_the_files() -> None:
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    running = (ROOT / "docs/running.md").read_text(encoding="utf-8")
    for name in ("`deck-keys`", "`signing-key`", "`heads/`"):
        assert name in security
        assert name in running


def test_the_hooks_of_a_commit_are_local_and_run_what_make_check_runs() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = [each.removeprefix(".venv/bin/") for each in re.findall(r"\bentry: (.+)", hooks)]
    recipes = recipe("style") + recipe("check")
    assert set(re.findall(r"\brepo: (.+)", hooks)) == {"local"}
    assert entries == [re.sub(r"^\$\(BIN\)/|^@.* \|\| ", "", line) for line in recipes]


def recipe(target: str) -> list[str]:
    """The commands of a target of the Makefile."""
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return [line.strip() for line in found[1].splitlines()]
