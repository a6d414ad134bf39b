"""Letters, notices, calls and answers under an Ed25519 signature: who they are from, and that nothing was changed.

The digest of a letter is of its content alone, so that a casino may change its key and still send what it has written.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pokerroom.linked.letters import Letter, Notice, SignedLetter, SignedNotice, canonical

LETTER, NOTICE, CALL, ANSWER = (
    f"pokerroom linked {what} 1".encode() for what in ("letter", "notice", "call", "answer")
)


class Signer(NamedTuple):
    """Whoever signs: the name of a key, and what signs with it. The key itself stays where it is."""

    key: str
    sign: Callable[[bytes], bytes]


def signer(private: Ed25519PrivateKey) -> Signer:
    return Signer(key_id(public_text(private)), private.sign)


def public_text(private: Ed25519PrivateKey) -> str:
    """The public half as text, as it is registered with the other side."""
    return b64encode(private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)).decode()


def key_id(public: str) -> str:
    """The name of a key: the beginning of the digest of its public half."""
    return sha256(public.encode()).hexdigest()[:16]


def is_public_key(public: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(b64decode(public, validate=True))
    except ValueError:
        return False
    return True


def signed_bytes(domain: bytes, key: str, value: Any) -> bytes:
    return domain + key.encode() + canonical(value)


def is_signed(domain: bytes, value: Any, *, key: str, signature: bytes, public: str) -> bool:
    """Whether the owner of that public key signed exactly this, as a thing of that kind."""
    try:
        known = Ed25519PublicKey.from_public_bytes(b64decode(public, validate=True))
        known.verify(signature, signed_bytes(domain, key, value))
    except (InvalidSignature, ValueError):
        return False
    return True


def digest(value: Letter | Notice) -> str:
    """What the next of its sequence names as the one before it."""
    return sha256(canonical(value)).hexdigest()


def sign_letter(letter: Letter, by: Signer) -> SignedLetter:
    return SignedLetter(letter=letter, key=by.key, signature=by.sign(signed_bytes(LETTER, by.key, letter)))


def sign_notice(notice: Notice, by: Signer) -> SignedNotice:
    return SignedNotice(notice=notice, key=by.key, signature=by.sign(signed_bytes(NOTICE, by.key, notice)))


def is_letter_of(signed: SignedLetter, public: str) -> bool:
    return is_signed(LETTER, signed.letter, key=signed.key, signature=signed.signature, public=public)


def is_notice_of(signed: SignedNotice, public: str) -> bool:
    return is_signed(NOTICE, signed.notice, key=signed.key, signature=signed.signature, public=public)
