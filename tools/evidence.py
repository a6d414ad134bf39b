"""Which modules of the package a test makes use of.

Names are followed, without running anything, from the test through its own module and the tests' shared ones to what
they import from the package: a test that takes two names from a shared module does not answer for the others in it.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

Place = tuple[Path, str]
"""A name in a module of the tests."""


class Module(NamedTuple):
    """The names a module defines, each with its statements, and those it imports, each with where it comes from."""

    defined: Mapping[str, list[ast.stmt]]
    imported: Mapping[str, str]


def imports_of(test: str, *, root: Path = ROOT) -> frozenset[str]:
    """What `tests/a.py::test_b` takes from the package, in dotted names."""
    path, _, name = test.partition("::")
    if name not in _read(root / path).defined:
        raise LookupError(f"{test} does not stand in its module by itself")
    found: set[str] = set()
    seen: set[Place] = set()
    waiting: list[Place] = [(root / path, name)]
    while waiting:
        place = waiting.pop()
        if place not in seen:
            seen.add(place)
            for dotted in _leads_to(place, waiting):
                waiting += (inside := _in_tests(dotted, root))
                found |= set() if inside else {dotted}
    return frozenset(found)


def _leads_to(place: Place, waiting: list[Place]) -> Iterator[str]:
    """What the statements of a name import; the other names of the module they use join those that wait."""
    module = _read(place[0])
    for used in _uses(place):
        if used in module.imported:
            yield module.imported[used]
        elif used in module.defined:
            waiting.append((place[0], used))


@cache
def _uses(place: Place) -> frozenset[str]:
    path, name = place
    return frozenset(each for statement in _read(path).defined.get(name, ()) for each in _names(statement))


def _names(statement: ast.stmt) -> Iterator[str]:
    """The names a statement uses; the parameters of a test are its fixtures."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


@cache
def _in_tests(dotted: str, root: Path) -> tuple[Place, ...]:
    """The names of the tests' modules that a dotted name stands for: one, or all where it is a module."""
    whole = (root / dotted.replace(".", "/")).with_suffix(".py")
    part, _, name = dotted.rpartition(".")
    if whole.is_file():
        return tuple((whole, each) for each in _read(whole).defined)
    path = (root / part.replace(".", "/")).with_suffix(".py")
    return ((path, name),) if path.is_file() else ()


@cache
def _read(path: Path) -> Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    defined: defaultdict[str, list[ast.stmt]] = defaultdict(list)
    for statement in tree.body:
        for name in _defines(statement):
            defined[name].append(statement)
    return Module(defined, dict(each for node in ast.walk(tree) for each in _imports(node)))


def _defines(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    else:
        yield from (
            node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )


def _imports(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.ImportFrom):
        yield from ((each.asname or each.name, f"{node.module}.{each.name}") for each in node.names)
    elif isinstance(node, ast.Import):
        yield from ((each.asname or each.name.partition(".")[0], each.name) for each in node.names)
