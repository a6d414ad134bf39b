"""Software authentication: every installed file read again, and compared with the signed list of its release."""

from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pokerroom.ledger import Signature
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings
from pokerroom.room.division import DIVISION
from pokerroom.room.division.commands import NoteCheck, WithDivision
from pokerroom.room.software import Difference, Release, differences, digest, digest_of, release
from pokerroom.store.keys import KeyFileError, read_verifying_key

SOFTWARE, AUDIT = "software", "audit"
EVERY = timedelta(days=1)
ROOM = Signature("the room", "the room")


class SignedRelease(msgspec.Struct, frozen=True):
    release: Release
    signature: bytes
    """Ed25519, over the list in its canonical form."""


class Authenticated(msgspec.Struct, frozen=True, kw_only=True):
    """What an authentication came to."""

    sound: bool
    digest: str
    files: int
    parts: int
    detail: str
    differences: tuple[Difference, ...]


class ReleaseUnfit(Exception):
    """The list of the release cannot be read, or nobody known has signed it."""


def canonical(of: Release) -> bytes:
    return msgspec.json.encode(of, order="deterministic")


def sign_release(of: Release, key: Ed25519PrivateKey) -> bytes:
    return msgspec.json.encode(SignedRelease(of, key.sign(canonical(of))))


def read_release(path: Path, key: Path) -> Release:
    try:
        found = msgspec.json.decode(path.read_bytes(), type=SignedRelease)
        read_verifying_key(key).verify(found.signature, canonical(found.release))
    except InvalidSignature:
        raise ReleaseUnfit(f"{path} was not signed with the key of {key}") from None
    except (OSError, msgspec.MsgspecError, KeyFileError) as error:
        raise ReleaseUnfit(f"the list of the release cannot be read: {error}") from None
    return found.release


def authenticated(settings: Settings, last: str) -> Authenticated:
    """Read every file now. Without a list of the release, it is compared with the digest recorded `last`, if any."""
    found = release()
    now = digest_of(found)
    known: tuple[Difference, ...] = ()
    try:
        sound, detail = True, "every file is as the release has it"
        if settings.release:
            known = differences(read_release(Path(settings.release), Path(settings.release_key)), found)
            sound = not known
            detail = detail if sound else f"{len(known)} differ from the release"
        else:
            sound, detail = now in {last or now, digest()}, without_a_list(now, last)
    except ReleaseUnfit as error:
        sound, detail = False, str(error)
    counts = {"files": len(found.files), "parts": len(found.parts)}
    return Authenticated(sound=sound, digest=now, detail=detail, differences=known, **counts)


def without_a_list(now: str, last: str) -> str:
    if now != digest():
        return "files have changed since the room was started; no list of the release is configured"
    if last and now != last:
        return "another digest than at the last authentication; no list of the release is configured"
    return "no list of the release is configured: the digest is recorded, and compared with the last one"


async def authenticate(live: LiveRoom, settings: Settings, *, asked_by: str) -> Authenticated:
    """On demand and once a day; what it came to is recorded."""
    before = live.room.state(DIVISION).last_check(SOFTWARE)
    found = await live.world.threads.run(authenticated, settings, "" if before is None else before.digest)

    def noted(at: datetime) -> WithDivision:
        return WithDivision(
            NoteCheck(
                kind=SOFTWARE,
                asked_by=asked_by,
                sound=found.sound,
                digest=found.digest,
                detail=found.detail,
                by=ROOM,
                at=at,
            )
        )

    await live.submit(noted)
    return found


async def daily(rooms: list[LiveRoom], settings: Settings) -> None:
    """Called now and then: whatever was not authenticated for a day is."""
    for live in rooms:
        last = live.room.state(DIVISION).last_check(SOFTWARE)
        if last is None or live.moment() - last.at >= EVERY:
            await authenticate(live, settings, asked_by="the clock")
