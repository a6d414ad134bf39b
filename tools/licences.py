"""The licences of what comes with the room: LICENSES.md, made from the two locks and from what packages state.

The Python packages are those of requirements/base.txt; of the page they are its dependencies in page/package-lock.json,
and theirs. What only builds or tests it is left out.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "LICENSES.md"
PYTHON_LOCK = ROOT / "requirements/base.txt"
PAGE_LOCK = ROOT / "page/package-lock.json"

PINNED = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)

READ_IN_THE_TEXT = {
    "colorama": "BSD-3-Clause",  # installed on Windows alone
    "pysqlite3": "Zlib",  # its metadata names none
    "pyasn1-modules": "BSD-2-Clause",  # its metadata says only that it is one of the BSD
    "pyopenssl": "Apache-2.0",  # its metadata has no expression
    "segno": "BSD-3-Clause",  # its metadata says only that it is one of the BSD
    "uvloop": "Apache-2.0 OR MIT",  # it comes with both texts, and its metadata names one
}
"""Where the metadata cannot be asked or does not tell: the licence as its text has it."""

IDENTIFIERS = {"ISC License": "ISC", "MIT License": "MIT"}
"""Names as older metadata writes them, and the SPDX identifiers they mean."""


class Part(NamedTuple):
    name: str
    version: str
    licence: str


def python_parts() -> tuple[Part, ...]:
    pins = PINNED.findall(PYTHON_LOCK.read_text(encoding="utf-8"))
    return tuple(Part(name, version, python_licence(name)) for name, version in pins)


def python_licence(name: str) -> str:
    said = READ_IN_THE_TEXT.get(name) or stated(name)
    if not said:
        raise SystemExit(f"{name} states no licence, or is not installed: read its text, and enter it in {__file__}")
    return IDENTIFIERS.get(said, said)


def stated(name: str) -> str:
    """The licence in the metadata of an installed package: the expression, else the first line, else the classifier."""
    try:
        fields = metadata(name)
    except PackageNotFoundError:
        return ""
    kinds = [each for each in fields.get_all("Classifier", []) if each.startswith("License :: ")]
    candidates = (*fields.get_all("License-Expression", []), *fields.get_all("License", []), *kinds)
    said = next(filter(None, candidates), "")
    return said.splitlines()[0].rpartition(" :: ")[2] if said else ""


def page_parts() -> dict[str, Part]:
    """The packages that come with the page, by the folder where npm puts each.

    One that our tools bring, and that a package of the page would use if it were there, is no part of it.
    """
    packages = json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    return {
        place: Part(place.rpartition("node_modules/")[2], package["version"], package["license"])
        for place, package in packages.items()
        if place and not package.get("dev") and not package.get("devOptional")
    }


def table(parts: Iterable[Part]) -> str:
    rows = (Part("name", "version", "licence"), Part("---", "---", "---"), *sorted(parts))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def document() -> str:
    return (
        "# Licences\n\n"
        "pokerroom is under the Apache License, version 2.0: [LICENSE](LICENSE). What comes with it has licences of\n"
        "its own. Made by `make licences` from `requirements/base.txt`, `page/package-lock.json` and the packages.\n\n"
        "## Python packages installed with it\n\n"
        f"{table(python_parts())}\n\n"
        "## Packages of the page\n\n"
        "The built page travels in the wheel. It holds the two fonts and as much of Svelte and of the packages\n"
        "Svelte needs as it uses, with their texts in `licenses.md`; the parts of Svelte's compiler stay behind.\n\n"
        f"{table(page_parts().values())}\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    check = parser.parse_args().check
    text = document()
    stale = not DOCUMENT.exists() or DOCUMENT.read_text(encoding="utf-8") != text
    if stale:
        print(f"{DOCUMENT.name} {'is out of date' if check else 'written'}")
    if stale and not check:
        DOCUMENT.write_text(text, encoding="utf-8")
    return int(check and stale)


if __name__ == "__main__":
    sys.exit(main())
