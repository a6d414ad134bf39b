"""The key that signs the heads of the log, in its own file outside the database, and the key that verifies them."""

import os
import stat
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)


class KeyFileError(Exception):
    """There is no suitable key to sign or to verify with."""


def verifying_path(path: Path) -> Path:
    """Where the public half is: an auditor needs it, and it is not secret."""
    return path.with_name(path.name + ".pub")


def create_signing_key(path: Path) -> Ed25519PrivateKey:
    """A new key in a file only its owner can read, with its public half beside it; never overwrites a file."""
    key = Ed25519PrivateKey.generate()
    write_new(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    write_new(verifying_path(path), public, 0o644)
    return key


def write_new(path: Path, content: bytes, mode: int) -> None:
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        raise KeyFileError(f"{path} exists and is left as it is") from None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be created: {error}") from None
    with os.fdopen(file, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def read_signing_key(path: Path) -> Ed25519PrivateKey:
    return signing_key(read_file(path, secret=True), str(path))


def signing_key(content: bytes, source: str) -> Ed25519PrivateKey:
    """The private key in PEM that this source gave."""
    try:
        key = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise KeyFileError(f"{source} holds no private key in PEM") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{source} holds a key of another kind than Ed25519")
    return key


def read_verifying_key(path: Path) -> Ed25519PublicKey:
    content = read_file(path, secret=False)
    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFileError(f"{path} holds no public key in PEM") from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFileError(f"{path} holds a key of another kind than Ed25519")
    return key


def read_file(path: Path, *, secret: bool) -> bytes:
    try:
        with path.open("rb") as file:
            # Checked on the open file, so that nobody can replace it between the check and the reading.
            status = os.fstat(file.fileno())
            if secret and os.name == "posix" and status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                mode = stat.S_IMODE(status.st_mode)
                raise KeyFileError(f"{path} is open to others than its owner (mode {mode:o}): change the key")
            return file.read()
    except FileNotFoundError:
        raise KeyFileError(f"{path} does not exist") from None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error}") from None
