"""What somebody may be called: readable by everybody, never the room's own name, never taken for another's.

Latin letters only, so that no letter of a second alphabet can stand in for one of the first. Within them `looks` makes
one of what the eye confuses: `Ian` and `lan`, `Zoë` and `Zoe`, `Marn` and `Mam`. An account is found by `folded`, which
is older and must not change: names that were opened before may look alike.
"""

import re
import unicodedata
from collections.abc import Mapping
from itertools import pairwise

from pokerroom.bots.names import NAMES as BOTS
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.words import Saying, saying

SHORTEST, LONGEST = 3, 20
LONGEST_READ = 64
"""Longer input is no name, and not worth looking at."""
LETTERS = re.compile("[A-Za-zÀ-ÖØ-öø-ž0-9]")
BETWEEN = frozenset(" ._'-")
WORD = re.compile("[^\\W\\d_]+")
GIVEN_TO_GUESTS = re.compile(r"guest\W*\d*")

# Letters without a decomposition, and what the eye takes for another. Small letters: case is folded before.
ALIKE = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "\u0131": "l", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n"}
    | {"æ": "ae", "œ": "oe", "þ": "p", "ĸ": "k"}
)
PAIRS = (("rn", "m"), ("vv", "w"))
FIGURES_FOR_LETTERS = str.maketrans("34578", "eastb")

TITLES = frozenset(
    {
        "accounting", "admin", "administrator", "bot", "cashier", "croupier", "dealer", "division", "floorman",
        "floorperson", "keno", "manager", "mod", "moderator", "official", "operator", "owner", "representative",
        "security", "staff", "supervisor", "support", "surveillance", "sysadmin", "system", "webmaster",
    }
)  # fmt: skip
"""Nobody has one of these words in their name."""
WHOLE = frozenset(
    {
        "bank", "board", "button", "cage", "casino", "count room", "everybody", "floor", "guest", "host", "house",
        "internal audit", "nobody", "a second department", "player", "pokerroom", "pot", "room", "satellite cage",
        "second department", "server", "table", "visitor",
    }
)  # fmt: skip
"""Nobody is called only this, but somebody may be called Christopher Guest."""


def plain(name: str) -> str:
    """Small letters without their accents."""
    taken_apart = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in taken_apart if not unicodedata.combining(letter))


def folded(name: str) -> str:
    """What an account is found by: names that a person would write for the same."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", name).casefold() if letter.isalnum())


def looks(name: str) -> str:
    """The same for names that the eye takes for the same."""
    alike = "".join(letter for letter in plain(name).translate(ALIKE) if letter.isalnum())
    for pair, one in PAIRS:
        alike = alike.replace(pair, one)
    return alike


RESERVED_WORDS = frozenset(map(looks, TITLES))
RESERVED = frozenset(map(looks, TITLES | WHOLE | {*BOTS}))


def is_reserved(name: str) -> bool:
    """Whether it would be taken for the room, its staff or a bot, with a number or figures for letters too."""
    words = [*map(looks, WORD.findall(plain(name)))]
    whole = (looks(name), "".join(words), looks(plain(name).translate(FIGURES_FOR_LETTERS)))
    without_article = [each.removeprefix("the") for each in whole]
    return (
        not RESERVED_WORDS.isdisjoint(words)
        or not RESERVED.isdisjoint((*whole, *without_article))
        or GIVEN_TO_GUESTS.fullmatch(plain(name)) is not None
    )


def name_refusal(name: str) -> Refusal | None:
    """Why nobody may be called this, whoever else is here."""
    what = unfit(name)
    if what is not None:
        return Refusal(AccountCode.NAME_UNFIT, facts={"what": what})
    return Refusal(AccountCode.NAME_RESERVED, facts={"name": name}) if is_reserved(name) else None


def unfit(name: str) -> Saying | None:
    """What is wrong with how it is written, the first thing first."""
    if not SHORTEST <= len(name) <= LONGEST:
        return saying("detail-entrance.name-length", least=SHORTEST, most=LONGEST)
    odd = next((sign for sign in name if not LETTERS.match(sign) and sign not in BETWEEN), None)
    if odd is not None:
        return wrong_sign(odd)
    if {name[0], name[-1]} & BETWEEN:
        return saying("detail-entrance.name-ends")
    doubled = any(one in BETWEEN and other in BETWEEN for one, other in pairwise(name))
    return saying("detail-entrance.name-doubled") if doubled else None


WRONG: Mapping[str, str] = {"C": "unseen", "Z": "unseen", "M": "accent", "L": "alphabet"}
"""What is wrong with a sign, by the first letter of its category in Unicode."""


def wrong_sign(sign: str) -> Saying:
    why = WRONG.get(unicodedata.category(sign)[0], "sign")
    return saying(f"detail-entrance.name-{why}", sign=sign)
