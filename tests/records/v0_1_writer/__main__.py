"""`python -m tests.records.v0_1_writer FOLDER`, with the source of version 0.1.0 before any other on the path."""

import lzma
import subprocess
import sys
import tempfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from pokerroom.web.api.archive import Archive, Hall
from pokerroom.web.records import software

from pokerroom.shuffle.seal import Key, Keys, write_new
from pokerroom.store import HeadsFile, open_store
from pokerroom.store.opening import sqlite_module
from tests.postgres import empty_database, server
from tests.records.v0_1_writer.floor import SOFTWARE
from tests.records.v0_1_writer.live import serve, simulate_day
from tests.records.v0_1_writer.room import keep

KEYS = Keys((Key("v0-1", sha256(b"deck key of the records of version 0.1.0").digest()),))
SIGNING_KEY = Ed25519PrivateKey.from_private_bytes(sha256(b"signing key of the records of version 0.1.0").digest())
PROVED = ("one burn", 1, "one burn 1")
"""A round of the room, by its table and number, and a player who can check its decks."""


def main(folder: Path) -> None:
    assert software() == SOFTWARE, f"{software()} writes no records of {SOFTWARE}"
    folder.mkdir(parents=True, exist_ok=True)
    public = SIGNING_KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (folder / "signing-key.pub").write_bytes(public)
    (folder / "deck-keys.txt").write_text("".join(f"{key.id} {key.secret.hex()}\n" for key in KEYS.keys))
    for write in (write_room, write_dump, write_day, write_live):
        with tempfile.TemporaryDirectory() as place, patch("secrets.token_bytes", Random("nonces").randbytes):
            write(folder, Path(place))


def write_room(folder: Path, place: Path) -> None:
    database = place / "room.sqlite3"
    with closing(open_store(f"sqlite:///{database}")) as store:
        floor = keep(store, KEYS)
        (folder / "room.heads").unlink(missing_ok=True)
        with closing(HeadsFile(folder / "room.heads", SIGNING_KEY)) as heads:
            heads.write(store.heads(), at=floor.at)
        archive = Archive([Hall(store, KEYS)])
        evidence = archive.evidence(archive.find(*PROVED), PROVED[-1])
        write_proof(folder, PROVED[0], msgspec.json.encode(evidence))
    compress(database, folder)


def write_proof(folder: Path, what: str, proof: bytes) -> None:
    (folder / f"proof-{what.replace(' ', '-')}.json.xz").write_bytes(packed(proof))


def write_dump(folder: Path, place: Path) -> None:  # noqa: ARG001  a server has a place of its own
    """The same room, kept in PostgreSQL: the same orders lead to the same hashes there."""
    with server() as running, empty_database(running) as url:
        with closing(open_store(url)) as store:
            keep(store, KEYS)
            heads = store.heads()
        dump = ["pg_dump", "--inserts", "--rows-per-insert=100", "--no-owner", "--no-privileges", "--dbname", url]
        told = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    signed = (folder / "room.heads").read_bytes()
    assert all(msgspec.json.encode(head) in signed for head in heads.values()), "the two records differ"
    (folder / "room.sql.xz").write_bytes(packed(portable(told).encode()))


def portable(dump: str) -> str:
    """The statements alone, without what only one version of the server or of its client understands."""
    lines = (line for line in dump.splitlines() if line and not line.startswith(("--", "\\", "SET ", "SELECT pg_")))
    return "".join(f"{line}\n" for line in lines)


def write_day(folder: Path, place: Path) -> None:
    signing(place / "heads/key")
    write_new(place / "deck-keys", KEYS)
    simulate_day(place / "day.sqlite3", place / "deck-keys", place / "heads")
    (folder / "day.heads").write_bytes((place / "heads/heads").read_bytes())
    compress(place / "day.sqlite3", folder)


def write_live(folder: Path, place: Path) -> None:
    signing(place / "signing-key")
    write_new(place / "deck-keys", KEYS)
    for game, proof in serve(place).items():
        write_proof(folder, game, proof)
    (folder / "live.heads").write_bytes((place / "heads/play-chips.heads").read_bytes())
    compress((place / "play-chips.sqlite3").rename(place / "live.sqlite3"), folder)


def signing(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(SIGNING_KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def compress(database: Path, folder: Path) -> None:
    whole = database.with_suffix(".whole")
    with closing(sqlite_module().connect(database)) as connection:
        connection.execute("VACUUM INTO ?", (str(whole),))
    (folder / f"{database.name}.xz").write_bytes(packed(whole.read_bytes()))


def packed(content: bytes) -> bytes:
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
