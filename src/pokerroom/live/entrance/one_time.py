"""Codes that are shown once and used once: only their digests are kept.

A code is random and long, so that a plain digest is enough: nobody can try them all.
"""

from base64 import b32encode
from hashlib import sha256

from pokerroom.live.ports import Entropy

BYTES = 15
"""120 bits: 24 letters and figures."""
GROUP = 4
LONGEST = 64
"""Anything longer is no code of ours, and not worth hashing."""


def new_code(entropy: Entropy) -> str:
    """In groups that a person can copy by hand: no 0, 1 or 8, which look like letters."""
    letters = b32encode(entropy.source(BYTES)).decode()
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def digest_of(code: str) -> str:
    """Of a code as somebody typed it: in small letters or capitals, with spaces or dashes or none."""
    typed = "".join(sign for sign in code[:LONGEST].upper() if sign.isascii() and sign.isalnum())
    return sha256(typed.encode()).hexdigest()
