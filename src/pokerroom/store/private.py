"""Folders and files that nobody but their owner can read: the record of a room, its keys, its signed heads."""

import os
import stat
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OF_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path, *, holds: str = "*") -> Path:
    """The folder, made where it is missing. One that holds the room's own files already is closed to others.

    `holds` tells those files; a folder of somebody's own that the room is pointed at stays as it is.
    """
    if not folder.is_dir():
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    elif is_open_to_others(folder) and any(folder.glob(holds)):
        close_to_others(folder, FOLDER)
    return folder


def private_file(path: Path) -> None:
    """Make the file if it is missing, and close it to others: before anything is written to it."""
    if os.name != "posix":
        return
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
    except FileExistsError:
        if is_open_to_others(path):
            close_to_others(path, FILE)


def is_open_to_others(path: Path) -> bool:
    return os.name == "posix" and bool(path.stat().st_mode & OF_OTHERS)


def close_to_others(path: Path, mode: int) -> None:
    """Only the owner can: in somebody else's folder it stays as they have it."""
    if path.stat().st_uid == os.geteuid():
        path.chmod(mode)
