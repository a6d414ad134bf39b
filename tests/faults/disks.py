"""A small disk that a test fills and frees again: a file system in memory, which only root can mount."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

BLOCK = 65536


@contextmanager
def small_disk(folder: Path, *, megabytes: int, owner: str = "") -> Iterator[Path]:
    """Mounted at the folder, or a loud skip."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    if os.name != "posix" or shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
        pytest.skip("NOT TESTED: no disk can be mounted here that a test may fill")
    try:
        if owner:
            shutil.chown(folder, owner)
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> None:
    """Until not a byte is left."""
    with (disk / "ballast").open("wb", buffering=0) as file:
        for size in (BLOCK, 512, 1):
            write_until_full(file.fileno(), b"x" * size)


def write_until_full(descriptor: int, block: bytes) -> None:
    while True:
        try:
            os.write(descriptor, block)
        except OSError:
            return


def free(disk: Path) -> None:
    (disk / "ballast").unlink()
