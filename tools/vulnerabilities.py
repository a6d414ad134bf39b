"""Known vulnerabilities of everything in the locks, of the page's build and test tools too, as OSV lists them.

Exit code 0: none is known. 1: some are, and they are named. 2: the source could not be asked, so that nothing is known.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

from tools.sbom import Locked, locked

SOURCE = "https://api.osv.dev/v1/querybatch"
TOGETHER = 200
"""Packages in one request."""
ECOSYSTEMS = {"pypi": "PyPI", "npm": "npm"}


class Vulnerability(NamedTuple):
    package: Locked
    ids: tuple[str, ...]

    def __str__(self) -> str:
        use = "shipped" if self.package.shipped else "only builds or tests"
        return f"{self.package.name} {self.package.version} ({self.package.ecosystem}, {use}): {', '.join(self.ids)}"


class SourceUnreachable(Exception):
    """Nobody answered, or not as agreed."""


def known(packages: Sequence[Locked], source: str) -> Iterator[Vulnerability]:
    for first in range(0, len(packages), TOGETHER):
        asked = packages[first : first + TOGETHER]
        answers = answer_of(source, {"queries": [query(each) for each in asked]})
        if len(answers) != len(asked):
            raise SourceUnreachable(f"{source} answered {len(answers)} of {len(asked)} questions")
        for package, answer in zip(asked, answers, strict=True):
            ids = tuple(each["id"] for each in answer.get("vulns", ()))
            if ids:
                yield Vulnerability(package, ids)


def query(package: Locked) -> Mapping[str, Any]:
    return {
        "package": {"name": package.name, "ecosystem": ECOSYSTEMS[package.ecosystem]},
        "version": package.version,
    }


def answer_of(source: str, question: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    request = Request(source, json.dumps(question).encode(), {"content-type": "application/json"})  # noqa: S310
    try:
        with urlopen(request, timeout=30) as answer:  # noqa: S310  the source is given on the command line
            found: Sequence[Mapping[str, Any]] = json.load(answer)["results"]
    except (URLError, OSError, ValueError, KeyError, TypeError) as error:
        raise SourceUnreachable(f"{source}: {error}") from error
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", default=SOURCE, help="who is asked; an address that answers as OSV does")
    source, packages = parser.parse_args(arguments).source, locked()
    try:
        found = list(known(packages, source))
    except SourceUnreachable as error:
        print(f"NOT CHECKED: the list of known vulnerabilities could not be asked: {error}")
        return 2
    for each in found:
        print(each)
    print(f"{len(packages)} packages of the locks asked about, {len(found)} with known vulnerabilities")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
