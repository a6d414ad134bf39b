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

    sound: bool | None
    """Whether it is as the release has it; None where there is no list of a release to compare with."""
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
    """Read every file now. Without a list of the release nobody can say that it is sound: its digest is told beside the
    one recorded `last`, if any, and only a change under the running room is held against it.
    """
    found = release()
    now = digest_of(found)
    sound, detail, known = by_the_list(settings, found) if settings.release else without_a_list(now, last)
    counts = {"files": len(found.files), "parts": len(found.parts)}
    return Authenticated(sound=sound, digest=now, detail=detail, differences=known, **counts)


Verdict = tuple[bool | None, str, tuple[Difference, ...]]


def by_the_list(settings: Settings, found: Release) -> Verdict:
    try:
        known = differences(read_release(Path(settings.release), Path(settings.release_key)), found)
    except ReleaseUnfit as error:
        return False, str(error), ()
    return not known, f"{len(known)} differ from the release" if known else "every file is as the release has it", known


def without_a_list(now: str, last: str) -> Verdict:
    if now != digest():
        return False, "files have changed since the room was started; no list of the release is configured", ()
    if last and now != last:
        return None, "another digest than at the last authentication; no list of the release is configured", ()
    same = "it is the digest of the last authentication" if last else "the digest is recorded"
    return None, f"no list of the release is configured: {same}, and proves nothing of the release", ()


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
