"""The evidence of one round in one file, which verifies by itself: record, proof, hand history, words.

It is a zip. `record.jsonl` holds the events of the round as they are stored, each with the hash that chains it to the
one before, what is hidden still sealed; `proof.json` what proves its deck, as `pokerroom shuffle verify` takes it;
`hand.phh` and `words.txt` are made from the record. `manifest.json` names the digest of every other file and the hash
before the first event, by which the bundle has its place in the whole record.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import msgspec

from pokerroom.log.envelope import Envelope, digest_of

FIRST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in it: the same round is the same bytes."""

MANIFEST, RECORD, PROOF, HAND, WORDS = "manifest.json", "record.jsonl", "proof.json", "hand.phh", "words.txt"
MOST = 64 * 1024 * 1024
"""Bytes that one file of a bundle may have when it is read."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a bundle is of, and what is in it."""

    bundle: str = "pokerroom evidence 1"
    room: str
    table: str
    round: int
    software: str
    names: Mapping[str, str]
    """What the players were called, by their ids."""
    before: str
    """The hash of the event before the first, in hexadecimal."""
    files: Mapping[str, str]


class NotABundle(ValueError):
    """The file is no evidence of a round."""


class Bundle(NamedTuple):
    manifest: Manifest
    files: Mapping[str, bytes]


def packed(manifest: Manifest, files: Mapping[str, bytes]) -> bytes:
    whole = msgspec.structs.replace(manifest, files={name: digest(each) for name, each in sorted(files.items())})
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in ((MANIFEST, msgspec.json.encode(whole)), *sorted(files.items())):
            archive.writestr(ZipInfo(name, FIRST), content, compress_type=ZIP_DEFLATED)
    return out.getvalue()


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def unpacked(content: bytes) -> Bundle:
    try:
        with ZipFile(BytesIO(content)) as archive:
            if any(each.file_size > MOST for each in archive.infolist()):
                raise NotABundle("it holds a file that is larger than any round")
            files = {name: archive.read(name) for name in archive.namelist()}
        return Bundle(msgspec.json.decode(files.pop(MANIFEST), type=Manifest), files)
    except (BadZipFile, KeyError, msgspec.MsgspecError) as error:
        raise NotABundle(f"it is no bundle of evidence: {error}") from None


def recorded(envelopes: Sequence[Envelope]) -> bytes:
    """The events as they are stored, one a line."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in envelopes)


def envelopes_in(content: bytes) -> tuple[Envelope, ...]:
    try:
        return tuple(msgspec.json.decode(line, type=Envelope) for line in content.splitlines())
    except msgspec.MsgspecError as error:
        raise NotABundle(f"its record cannot be read: {error}") from None


def faults_of_files(bundle: Bundle) -> Iterator[str]:
    """Files that are not those that the manifest names."""
    named = bundle.manifest.files
    for name in sorted(named.keys() | bundle.files.keys()):
        if name not in bundle.files:
            yield f"{name} is missing"
        elif name not in named:
            yield f"{name} is not named in the manifest"
        elif digest(bundle.files[name]) != named[name]:
            yield f"{name} is not what the manifest says"


def faults_of_chain(bundle: Bundle) -> Iterator[str]:
    """Events that do not follow from the one before them."""
    try:
        before = bytes.fromhex(bundle.manifest.before)
    except ValueError:
        raise NotABundle(f"its manifest names no hash before the round: {bundle.manifest.before!r}") from None
    for envelope in envelopes_in(bundle.files.get(RECORD, b"")):
        if digest_of(envelope, before) != envelope.hash:
            yield f"event {envelope.sequence} of the record does not follow from the one before it"
        before = envelope.hash


def last_hash(bundle: Bundle) -> str:
    """By which what follows in the whole record goes on."""
    envelopes = envelopes_in(bundle.files.get(RECORD, b""))
    return envelopes[-1].hash.hex() if envelopes else bundle.manifest.before


def words_of(told: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in told).encode()
