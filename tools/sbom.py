"""The bill of materials of a release, CycloneDX 1.6: every package in the locks, with its licence and its digests.

`pokerroom software --sbom` lists what is installed on a machine; this lists what the locks allow to be installed there,
the packages of the page included, those that only build or test it marked as such.
"""

import argparse
import base64
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tools.licences import PAGE_LOCK, PYTHON_LOCK, READ_IN_THE_TEXT, ROOT, stated

DEV_LOCK = ROOT / "requirements/dev.txt"
PIN = re.compile(r"^([\w.-]+)==([^\s;\\]+)((?:.*\\\n\s+--hash=\S+)*)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
SPDX = re.compile(r"^[\w.+-]+( (OR|AND|WITH) [\w.+-]+)*$")


class Locked(NamedTuple):
    """A package as a lock names it."""

    ecosystem: str
    name: str
    version: str
    licence: str
    digests: tuple[tuple[str, str], ...]
    shipped: bool
    """Whether it is installed with a release, or only builds or tests one."""

    @property
    def purl(self) -> str:
        return f"pkg:{self.ecosystem}/{self.name.replace('@', '%40')}@{self.version}"


def python_packages() -> Iterator[Locked]:
    shipped = {name for name, *_ in PIN.findall(PYTHON_LOCK.read_text(encoding="utf-8"))}
    for name, version, hashes in PIN.findall(DEV_LOCK.read_text(encoding="utf-8")):
        licence = READ_IN_THE_TEXT.get(name) or stated(name)
        digests = tuple(("SHA-256", each) for each in HASH.findall(hashes)[:1])
        yield Locked("pypi", name, version, licence, digests, name in shipped)


def page_packages() -> Iterator[Locked]:
    packages = json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    for place, package in packages.items():
        if place:
            shipped = not package.get("dev") and not package.get("devOptional")
            name, digests = place.rpartition("node_modules/")[2], tuple(integrity(package.get("integrity", "")))
            yield Locked("npm", name, package["version"], package.get("license", ""), digests, shipped)


def integrity(text: str) -> Iterator[tuple[str, str]]:
    """npm writes a digest as `sha512-` and base64; CycloneDX as hexadecimal digits."""
    kind, found, digest = text.partition("-")
    if found:
        yield kind.replace("sha", "SHA-"), base64.b64decode(digest).hex()


def component(package: Locked) -> dict[str, Any]:
    group, _, name = package.name.rpartition("/")
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": name,
        "version": package.version,
        "scope": "required" if package.shipped else "excluded",
        "purl": package.purl,
    }
    if group:
        found["group"] = group
    if package.licence:
        said = package.licence
        found["licenses"] = [{"expression": said} if SPDX.match(said) else {"license": {"name": said}}]
    if package.digests:
        found["hashes"] = [{"alg": kind, "content": digest} for kind, digest in package.digests]
    return found


def locked() -> list[Locked]:
    """Each package once: a lock may put the same one into several places."""
    return sorted({each.purl: each for each in (*python_packages(), *page_packages())}.values())


def document(version: str) -> dict[str, Any]:
    components = [component(each) for each in locked()]
    root = {"type": "application", "bom-ref": "pokerroom", "name": "pokerroom", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**root, "licenses": [{"expression": "Apache-2.0"}]}},
        "components": components,
        "dependencies": [{"ref": "pokerroom", "dependsOn": [each["bom-ref"] for each in components]}],
    }


def version() -> str:
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert found, "pyproject.toml says its version"
    return found[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, help="the file to write; else it is printed")
    to = parser.parse_args().to
    text = json.dumps(document(version()), indent=2) + "\n"
    if to is None:
        sys.stdout.write(text)
    else:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text, encoding="utf-8")
        print(f"{to} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
