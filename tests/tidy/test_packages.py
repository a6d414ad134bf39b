"""The wheel and the source distribution, built as a release builds them, carry the licences."""

import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from email.message import Message
from hashlib import sha256
from pathlib import Path

import pytest

from tests.conftest import ROOT

# The text as its foundation publishes it.
APACHE_2_0 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
LICENCES = ("LICENSE", "LICENSES.md")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def metadata_of(wheel: zipfile.ZipFile) -> Message:
    (name,) = (each for each in wheel.namelist() if each.endswith(".dist-info/METADATA"))
    return message_from_bytes(wheel.read(name))


def test_the_licence_is_the_published_text_to_the_byte() -> None:
    assert sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == APACHE_2_0


def test_the_wheel_names_its_licence_and_carries_the_texts(built: Path) -> None:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        metadata = metadata_of(wheel)
        carried = {
            name: wheel.read(each) for each in wheel.namelist() for name in LICENCES if each.endswith(f"/{name}")
        }
    assert metadata["License-Expression"] == "Apache-2.0"
    assert set(metadata.get_all("License-File", [])) == set(LICENCES)
    assert carried == {name: (ROOT / name).read_bytes() for name in LICENCES}


def test_the_source_distribution_carries_the_texts(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        at_the_top = {name.partition("/")[2] for name in archive.getnames()}
    assert set(LICENCES) <= at_the_top
