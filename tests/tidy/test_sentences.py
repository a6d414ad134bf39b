"""Each refusal has its sentence in the catalogue, each sentence its refusal, and what it names is given."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest

from pokerroom.rules.refusal import RefusalCode
from pokerroom.words import catalogue
from tests.conftest import ROOT

SRC = ROOT / "src"
SENTENCES = catalogue().sentences
PARTS = ("detail", "sign.", "refused.")
"""Where the sentences stand that refusals put together, apart from the one that each code has."""


@cache
def sources() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((SRC / "pokerroom").rglob("*.py"))}


def module_of(path: Path) -> ModuleType:
    return import_module(".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__"))


@cache
def layers() -> list[type[RefusalCode]]:
    found = [vars(module_of(path)).values() for path in sources() if path.name == "refusals.py"]
    return [each for values in found for each in values if isinstance(each, type) and issubclass(each, RefusalCode)]


@cache
def codes() -> dict[str, RefusalCode]:
    return {code.key: code for layer in layers() for code in layer}


def names_in(key: str) -> set[str]:
    entry = SENTENCES[key]
    texts = [entry] if isinstance(entry, str) else entry.values()
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def test_no_two_layers_have_their_sentences_in_one_file() -> None:
    declared = [layer for layer in layers() if layer is not RefusalCode]
    assert len(declared) >= 6
    assert len({layer.layer for layer in declared}) == len(set(declared))


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert {key for key in SENTENCES if key.startswith("refused-")} == codes().keys()


def coded_in(path: Path, tree: ast.Module) -> Iterator[tuple[str, ast.Attribute]]:
    """The codes that a module names, and where."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.isupper() and ast.unparse(node.value).endswith("Code"):
            code = attrgetter(ast.unparse(node))(module_of(path))
            if isinstance(code, RefusalCode):
                yield code.key, node


def keys_of(node: ast.AST) -> set[str]:
    """Everything in it that a fact could be called by."""
    dicts = [each for each in ast.walk(node) if isinstance(each, ast.Dict)]
    texts = [key.value for each in dicts for key in each.keys if isinstance(key, ast.Constant)]
    found = {text for text in texts if isinstance(text, str)}
    return found | {each.arg for each in ast.walk(node) if isinstance(each, ast.keyword) and each.arg}


@cache
def spoken_of() -> dict[str, set[str]]:
    """What the packages that refuse with a code could give as its facts."""
    by_package: dict[Path, set[str]] = defaultdict(set)
    for path, tree in sources().items():
        by_package[path.parent] |= keys_of(tree)
    found: dict[str, set[str]] = defaultdict(set)
    for path, tree in sources().items():
        if path.name != "refusals.py":
            for key, _ in coded_in(path, tree):
                found[key] |= by_package[path.parent]
    return found


def test_every_code_is_one_that_something_is_refused_with() -> None:
    assert codes().keys() - spoken_of().keys() == set()


def test_a_sentence_names_only_facts_that_packages_that_refuse_with_it_speak_of() -> None:
    assert {key: more for key, given in spoken_of().items() if (more := names_in(key) - given)} == {}


def test_facts_that_stand_beside_a_code_are_all_that_its_sentence_names() -> None:
    asked, missing = 0, []
    for path, tree in sources().items():
        coded = {node: key for key, node in coded_in(path, tree)}
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and call.args and call.args[0] in coded:
                facts = [*call.args[1:], *(each.value for each in call.keywords if each.arg == "facts")]
                for each in facts:
                    if isinstance(each, ast.Dict) and all(isinstance(key, ast.Constant) for key in each.keys):
                        asked += 1
                        more = names_in(coded[call.args[0]]) - keys_of(each)
                        missing += [f"{path.name}:{call.lineno}: {name}" for name in more]
    assert asked > 200
    assert missing == []


def texts() -> Iterator[tuple[str, bool]]:
    """Every text in the sources, and whether it is only the beginning of one that is put together."""
    for tree in sources().values():
        begun = {node.values[0] for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) and node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, node in begun


def test_every_part_that_refusals_put_together_is_in_the_catalogue_and_used() -> None:
    parts = {key for key in SENTENCES if key.startswith(PARTS)}
    whole = {text for text, begun in texts() if not begun and text.startswith(PARTS) and "." in text}
    begun = tuple(text for text, begun in texts() if begun and text.startswith(PARTS))
    assert len(parts) > 80
    assert {text for text in whole if text not in parts} == set()
    assert [text for text in begun if not any(key.startswith(text) for key in parts)] == []
    assert {key for key in parts - whole if not key.startswith(begun)} == set()


TERMS = {key.split(".")[1] for key in SENTENCES if key.startswith("term.")}


@cache
def enumerations() -> dict[str, list[type[Enum]]]:
    found: dict[str, list[type[Enum]]] = defaultdict(list)
    for path, tree in sources().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name in TERMS and "Enum" in ast.unparse(node.bases[0]):
                found[node.name].append(getattr(module_of(path), node.name))
    return found


@pytest.mark.parametrize("name", sorted(TERMS))
def test_all_members_of_an_enumeration_have_their_term_or_none_has(name: str) -> None:
    kinds = [set(kind.__members__) for kind in enumerations()[name]]
    assert {key.split(".")[2] for key in SENTENCES if key.startswith(f"term.{name}.")} in kinds
