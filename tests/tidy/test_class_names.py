"""A public class name stands once in a layer, so that whoever reads one knows which is meant."""

import ast
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT

PACKAGE = ROOT / "src/pokerroom"


class Declared(NamedTuple):
    layer: str
    name: str
    path: str
    line: int
    tagged: bool
    """Whether it is a command or an event of its package: the name is its tag in the record, and does not change."""

    @property
    def package(self) -> str:
        return self.path.rpartition("/")[0]


def declared_in(path: str, text: str) -> Iterator[Declared]:
    layer = path.partition("/")[0].removesuffix(".py")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            tagged = any(keyword.arg == "tag" for keyword in node.keywords)
            yield Declared(layer, node.name, path, node.lineno, tagged)


def declared_twice(classes: Iterable[Declared]) -> list[str]:
    """Each name that stands more than once in a layer, with its places.

    Packages may have a command of the same name each: `TakeSeat` is one thing to a table and another to its decks.
    """
    found = groupby(sorted(classes), key=lambda each: (each.layer, each.name))
    return [
        f"{name} in {layer}: " + ", ".join(f"{each.path}:{each.line}" for each in alike)
        for (layer, name), alike in ((key, list(group)) for key, group in found)
        if len(alike) > 1 and not are_commands_of_different_packages(alike)
    ]


def are_commands_of_different_packages(classes: list[Declared]) -> bool:
    return all(each.tagged for each in classes) and len({each.package for each in classes}) == len(classes)


def sources(folder: Path) -> Iterator[tuple[str, str]]:
    for path in folder.rglob("*.py"):
        yield path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")


def test_a_public_class_name_stands_once_in_a_layer() -> None:
    classes = [each for path, text in sources(PACKAGE) for each in declared_in(path, text)]
    assert len(classes) > 500
    assert declared_twice(classes) == []


def twice(**files: str) -> list[str]:
    paths = {name.replace("__", "/") + ".py": text for name, text in files.items()}
    return declared_twice(each for path, text in paths.items() for each in declared_in(path, text))


def test_two_classes_of_one_name_in_one_layer_are_found_with_both_places() -> None:
    assert twice(table__seats="class Place: ...", table__decks__state="\nclass Place: ...") == [
        "Place in table: table/decks/state.py:2, table/seats.py:1"
    ]
    assert twice(table__seats="class Place: ...", room__lists="class Place: ...") == []
    assert twice(table__seats="class _Place: ...", table__decks="class _Place: ...") == []


def test_packages_may_each_have_a_command_of_one_name_but_not_two() -> None:
    command = "class OpenTable(Asked, tag=True): ..."
    assert twice(table__seats__commands=command, table__decks__commands=command) == []
    assert len(twice(table__decks__events=command, table__decks__commands=command)) == 1
    assert len(twice(table__seats__commands=command, table__decks__state="class OpenTable: ...")) == 1
