"""One server per store, and one per address: a second one is told which is there already.

The file `serving.lock` in the store is locked by the operating system for as long as the server lives, however it ends:
its content counts only while it is locked, so a file left behind by a crash does no harm. It guards keys and signed
heads; each record has a lease of its own, wherever it lies.
"""

import errno
import os
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any, BinaryIO
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import msgspec

from pokerroom.live.settings import shown
from pokerroom.store.file_lock import locked
from pokerroom.store.private import private_file, private_folder

LOCK = "serving.lock"
OURS = b'"doors":'
"""A part of what we say of our health."""
PATIENCE = 2.0
"""Seconds that whoever has the port is given to answer."""


class OccupiedError(Exception):
    """The room is already open, or another program has its address."""


class Serving(msgspec.Struct, frozen=True):
    """Who serves a store, as its lock file says."""

    process: int
    address: str = ""
    """Empty until it can be reached."""


@contextmanager
def held(folder: Path | None) -> Iterator[Callable[[str], None]]:
    """Keep others from serving this store; yields a function that notes our address. Records in memory are never
    shared.
    """
    if folder is None:
        yield lambda _address: None
        return
    private_folder(folder, holds="*.sqlite3")
    private_file(folder / LOCK)
    with (folder / LOCK).open("a+b") as file:
        if not locked(file):
            raise OccupiedError(by_whom(folder, read(file)))
        note(file, Serving(os.getpid()))
        yield lambda address: note(file, Serving(os.getpid(), address))


def note(file: BinaryIO, serving: Serving) -> None:
    file.truncate(0)
    file.write(msgspec.json.encode(serving))
    file.flush()


def read(file: BinaryIO) -> Serving | None:
    """None if its process has not yet written who it is."""
    file.seek(0)
    try:
        return msgspec.json.decode(file.read(), type=Serving)
    except msgspec.DecodeError:
        return None


def by_whom(folder: Path, serving: Serving | None) -> str:
    who = "another process" if serving is None else f"process {serving.process}"
    where = f" at {serving.address}" if serving is not None and serving.address else ""
    return f"{who} has it open already{where}, from {folder}"


def refuse_taken(host: str, port: int) -> None:
    """Refuse an address that is in use."""
    if not taken(host, port):
        return
    place = f"{shown(host)}:{port}/"
    ours = next((address for scheme in ("http", "https") if is_ours(address := f"{scheme}://{place}")), "")
    who = "a poker room is open there already" if ours else "another program listens there"
    raise OccupiedError(f"{ours or f'http://{place}'} is taken, {who}: --port chooses another port, 0 any that is free")


def taken(host: str, port: int) -> bool:
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return any(in_use(family, place) for family, _, _, _, place in found)


def in_use(family: int, place: tuple[Any, ...]) -> bool:
    """Whether somebody is there: anything else wrong with an address shows when it is opened."""
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        # Like the server does: an address that was in use a moment ago may be used again.
        if os.name == "posix":
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            trial.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        try:
            trial.bind(place)
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False


def is_ours(address: str) -> bool:
    # Nothing is entrusted to it, so that it need not show who it is.
    anybody = ssl._create_unverified_context()  # noqa: S323,SLF001
    try:
        with urlopen(f"{address}health", timeout=PATIENCE, context=anybody) as answer:  # noqa: S310  it is http
            return OURS in answer.read()
    except HTTPError as error:
        return OURS in error.read()
    except (URLError, OSError, ValueError, HTTPException):
        return False
