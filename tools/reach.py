"""What a user of the product can reach: by a command, through the live room, or as the library the docs show.

A module reaches what it imports, wherever in the file the import stands. What only tests or benchmarks import,
directly or through modules that only they import, reaches nobody. A function that nothing calls is not noticed while
its module is reached: give it a module of its own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "pokerroom"

ENTRANCES = (f"{PACKAGE}.cli", f"{PACKAGE}.web")
"""Packages that users run. All in them counts as reached, however it is loaded."""

LOADED_BY_NAME = {
    f"{PACKAGE}.store.migrations": f"{PACKAGE}.store.migrations",  # Alembic loads env.py and the versions.
    f"{PACKAGE}.ranking.bulk.compiled": f"{PACKAGE}.ranking.bulk.loops",  # Its text is compiled once a ranking.
    f"{PACKAGE}.envs": f"{PACKAGE}.envs",  # Each name is loaded when it is asked for.
}
"""Modules that load others without an import statement, and what they load, with all under it."""

UNCONNECTED = {
    f"{PACKAGE}.odds.bad_beat_gpu": "run by bench/gpu.py alone: no option of the odds chooses a GPU",
    f"{PACKAGE}.ranking.reference": "what the tests compare the fast rankings with, kept apart from them",
}
"""Modules and packages that no user reaches, and why they are kept."""

_SHOWN = re.compile(rf"^\s*(?:>>> )?(?:from|import) ({PACKAGE}[\w.]*)(?: import (.+))?", re.MULTILINE)


@cache
def product() -> grimp.ImportGraph:
    """The package's imports, without those that only a type checker reads."""
    return grimp.build_graph(PACKAGE, exclude_type_checking_imports=True, cache_dir=None)


@cache
def unreached() -> frozenset[str]:
    """The modules of the package that no user reaches."""
    graph = product()
    shown = set(_shown_in_docs()) & graph.modules
    return frozenset(graph.modules - reached(graph, {*_with_all_under(graph, ENTRANCES), *shown}, LOADED_BY_NAME))


def reaches_nobody(dotted: str) -> bool:
    """Whether a name of the package, of a module or of something in one, is out of every user's reach."""
    while dotted not in product().modules and dotted:
        dotted = dotted.rpartition(".")[0]
    return dotted in unreached()


def reached(graph: grimp.ImportGraph, entrances: set[str], by_name: Mapping[str, str]) -> set[str]:
    """The entrances and all they lead to. Importing a module imports the packages around it as well."""
    found: set[str] = set()
    waiting = list(entrances)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += graph.find_modules_directly_imported_by(module)
            waiting += filter(None, [module.rpartition(".")[0]])
            waiting += _with_all_under(graph, [by_name[module]]) if module in by_name else ()
    return found


def orphans(modules: frozenset[str]) -> set[str]:
    """The outermost of these modules: a package stands for all that is in it."""
    return {module for module in modules if module.rpartition(".")[0] not in modules}


def _with_all_under(graph: grimp.ImportGraph, packages: Iterable[str]) -> set[str]:
    return {module for package in packages for module in (package, *graph.find_descendants(package))}


def _shown_in_docs() -> Iterator[str]:
    """What the examples of the README and the docs import: a module, or a name that may be one."""
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for module, names in _SHOWN.findall(path.read_text(encoding="utf-8")):
            yield module
            yield from (f"{module}.{name}" for name in re.findall(r"\w+", names))
