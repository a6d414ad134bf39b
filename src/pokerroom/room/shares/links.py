"""The token in the link of a shared round: the id of the share, and a proof of it under a key of the room.

The record holds the id alone. So nobody can make a link from the record, and the room can tell the owner theirs again.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest, digest

from pokerroom.room.shares.stream import Share
from pokerroom.shuffle.seal import Key, Keys

DOMAIN = b"pokerroom share 1"
ID, PROOF = 8, 16
"""Bytes of each; together they make a text without filling at its end."""
LENGTH = 32
"""Characters of a token."""


def token_of(share: Share, keys: Keys) -> str:
    return urlsafe_b64encode(bytes.fromhex(share.id) + proof_of(share.id, keys.named(share.key))).decode()


def proof_of(share_id: str, key: Key) -> bytes:
    return digest(key.secret, DOMAIN + bytes.fromhex(share_id), sha256)[:PROOF]


def id_in(token: str) -> str | None:
    """The id of the share that a token claims to open; None where it is no token at all."""
    if len(token) != LENGTH:
        return None
    try:
        return urlsafe_b64decode(token.encode("ascii"))[:ID].hex()
    except (binascii.Error, UnicodeEncodeError):
        return None


def opens(token: str, share: Share, keys: Keys) -> bool:
    return compare_digest(token.encode(), token_of(share, keys).encode())
