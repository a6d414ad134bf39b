"""What this software is: its version, and a digest of every file of it and of what it is installed with.

Every round of play records both, so that a laboratory can say of any round which software dealt it, and compare that
with what it has approved.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

import msgspec

import pokerroom

NAME = "pokerroom"
OPTIONAL = ("psycopg", "psycopg-binary", "numpy", "numba")
"""What it uses where it is installed."""
REQUIRED = re.compile(r"[\w.-]+")


class SoftwareFile(NamedTuple):
    name: str
    digest: str


class SoftwarePart(NamedTuple):
    """A package that is installed with it, and a digest of what its installer recorded of its files."""

    name: str
    version: str
    digest: str


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """A list of what a release consists of: every file of the package, and every package installed with it."""

    software: str
    files: Mapping[str, str]
    parts: Mapping[str, str]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is not as the release has it; empty where it is not there."""

    name: str
    released: str
    installed: str


def release() -> Release:
    """What is installed here, as a release would list it."""
    return Release(
        software=version_of(),
        files={each.name: each.digest for each in files()},
        parts={f"{each.name} {each.version}": each.digest for each in parts()},
    )


def differences(released: Release, found: Release) -> tuple[Difference, ...]:
    """Everything in which what is installed differs from a release."""
    pairs = ((released.files, found.files), (released.parts, found.parts))
    return tuple(
        Difference(name=name, released=was.get(name, ""), installed=now.get(name, ""))
        for was, now in pairs
        for name in sorted(was.keys() | now.keys())
        if was.get(name) != now.get(name)
    )


def digest_of(found: Release) -> str:
    """The digest that rounds record, of what was read just now."""
    lines = [f"{each} {name}\n" for name, each in sorted(found.files.items())]
    lines += [f"{each} {name}\n" for name, each in sorted(found.parts.items())]
    return sha256("".join(lines).encode()).hexdigest()


def version_of() -> str:
    """By name and version alone, as on the command line."""
    found = installed(NAME)
    return NAME if found is None else f"{NAME} {found.version}"


@cache
def software() -> str:
    """As a round of play records it."""
    return f"{version_of()} sha256:{digest()}"


@cache
def digest() -> str:
    lines = [f"{each.digest} {each.name}\n" for each in files()]
    lines += [f"{each.digest} {each.name} {each.version}\n" for each in parts()]
    return sha256("".join(lines).encode()).hexdigest()


def files() -> Iterator[SoftwareFile]:
    """Every file of the package, the built page included, in the order of their names."""
    package = Path(pokerroom.__file__).parent
    found = {each.relative_to(package).as_posix(): each for each in package.rglob("*") if each.is_file()}
    for name in sorted(found):
        if "__pycache__" not in name:
            yield SoftwareFile(name, sha256(found[name].read_bytes()).hexdigest())


def parts() -> tuple[SoftwarePart, ...]:
    """What it requires and what that requires, as far as it is installed."""
    found: dict[str, Distribution] = {}
    waiting = [NAME, *OPTIONAL]
    while waiting:
        package = installed(waiting.pop())
        if package is None or package.name.lower() in found:
            continue
        found[package.name.lower()] = package
        waiting += needed_by(package)
    found.pop(NAME, None)
    return tuple(SoftwarePart(name, each.version, recorded(each)) for name, each in sorted(found.items()))


def needed_by(package: Distribution) -> list[str]:
    """By name. What only an extra or another platform needs is not installed, or not because of it."""
    needs = [REQUIRED.match(each) for each in package.requires or () if "extra ==" not in each]
    return [each[0] for each in needs if each]


def installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def recorded(package: Distribution) -> str:
    return sha256((package.read_text("RECORD") or "").encode()).hexdigest()
