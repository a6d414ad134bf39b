"""The token in the link to a table among friends: its id, and a proof of it under a key of the room.

The record holds the id alone: nobody can make a link from the record, and the room can tell the host theirs again.
"""

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest, digest

from pokerroom.room.friends.stream import Friends, FriendsTable
from pokerroom.room.shares.links import PROOF, id_in
from pokerroom.shuffle.seal import Keys

DOMAIN = b"pokerroom friends 1"


def token_of(table: FriendsTable, keys: Keys) -> str:
    own = bytes.fromhex(table.id)
    proof = digest(keys.named(table.key).secret, DOMAIN + own, sha256)[:PROOF]
    return urlsafe_b64encode(own + proof).decode()


def opened_by(token: str, friends: Friends, keys: Keys) -> FriendsTable | None:
    """The table that a link is to. Whoever has none learns nothing, not even which ids there are."""
    found = friends.by_id(id_in(token) or "")
    if found is None or not compare_digest(token.encode(), token_of(found, keys).encode()):
        return None
    return found
