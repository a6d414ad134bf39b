"""Serial numbers of tickets: a portion that anybody may see, and a secret one that proves the ticket genuine.

The secret portion follows from the first under a key of the room (`room/keno/proofs.py`) and is recorded nowhere. So
whoever reads the winning ticket report, or the record itself, cannot write the whole number down, 15.1 "Winning keno
ticket report" 3ii.
"""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are misread."""
READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0", " ": None, "-": None})
GROUP = 5
PORTION = 2 * GROUP
"""The characters of each of the two portions, five bits each."""
BITS = 5 * PORTION
HIDDEN = "•"


def written(number: int) -> str:
    """A portion with these bits."""
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(PORTION)))


def printed(id: str, secret: str) -> str:  # noqa: A002
    return "-".join(grouped(id) + grouped(secret))


def partly_hidden(id: str) -> str:  # noqa: A002
    """As the winning ticket report shows it."""
    return "-".join(grouped(id) + grouped(HIDDEN * PORTION))


def grouped(portion: str) -> tuple[str, ...]:
    return tuple(portion[start : start + GROUP] for start in range(0, len(portion), GROUP))


def portions(typed: str) -> tuple[str, str] | None:
    """The two portions of a serial number as somebody types or scans it; None if it cannot be one."""
    text = typed.upper().translate(READ_AS)
    if len(text) != 2 * PORTION or not set(text) <= set(ALPHABET):
        return None
    return text[:PORTION], text[PORTION:]
