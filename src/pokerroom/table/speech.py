"""What a player says, as the dealer understands it: a fold, a check, a call, a bet or a raise, or an amount.

The grammar is small on purpose. Polite words are ignored. A statement with an unknown word, a question, two amounts or
words about another player is not understood, because players are bound only by what they have clearly said about
themselves.
"""

import re
from enum import StrEnum

import msgspec


class Said(StrEnum):
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    AMOUNT = "an amount"
    ALL_IN = "all in"


class Statement(msgspec.Struct, frozen=True, gc=False):
    """What was said: a total for this betting round (`to`) or an increase over the bet (`by`), in cents, if any."""

    said: Said
    to: int | None = None
    by: int | None = None

    @property
    def names_an_amount(self) -> bool:
        return self.to is not None or self.by is not None or self.said is Said.ALL_IN

    @property
    def is_open_raise(self) -> bool:
        """A raise announced without its size, which may be built up until both hands rest, 14.7(g)3."""
        return self.said is Said.RAISE and not self.names_an_amount


UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = {
    **{word: number for number, word in enumerate((*UNITS, *TEENS), start=1)},
    **{word: number for number, word in zip(range(20, 100, 10), TENS, strict=True)},
}

_UNIT, _TEEN, _TEN = ("|".join(words) for words in (UNITS, TEENS, TENS))
_BELOW_HUNDRED = f"(?:(?:{_TEN})(?: (?:{_UNIT}))?|{_TEEN}|{_UNIT})"
_NUMBER_WORDS = re.compile(
    rf"\b(?=[a-z])(?:(?P<thousands>{_BELOW_HUNDRED}|a) thousand\b)?"
    rf"(?:(?: ?and)? ?\b(?P<hundreds>{_BELOW_HUNDRED}|a) hundred\b)?"
    rf"(?:(?: ?and)? ?\b(?P<rest>{_BELOW_HUNDRED})\b)?"
)

_COURTESY = frozenset({"just", "ok", "okay", "well", "now", "sir", "ma'am", "dealer"})
_CLOSING = frozenset({"please", "dollar", "dollars", "buck", "bucks", "total"})
"""Words that add nothing after a statement; "please" before one makes it a request to somebody else."""
_SPEAKER = re.compile("(?:i will|i am|i'll|i'm|i|ill|im|let me) ")
"""How players speak of themselves. "Will you", "am I", "you", "call me" are questions, or about somebody else."""
_OBJECT = re.compile(r"\b((?:raise|call|bet|open|make|fold)(?= (?:it|that|the)\b)|(?:raise|call)(?= you\b)) \w+")
_SYNONYMS = {"reraise": "raise", "calling": "call", "folding": "fold", "checking": "check", "raising": "raise"}
"""Not "calls" or "folds": those are said of another player."""
_SUM = r"[0-9]{1,9}(?:\.[0-9]{2})?"

GRAMMAR: tuple[tuple[Said, re.Pattern[str]], ...] = (
    (Said.FOLD, re.compile("fold")),
    (Said.CHECK, re.compile("check")),
    # The bet decides what a call costs, whatever amount is named with it.
    (Said.CALL, re.compile(f"call(?: {_SUM}| all in)?")),
    (Said.BET, re.compile(f"(?:bet|open)(?:(?: for)? (?P<to>{_SUM}))?")),
    (Said.RAISE, re.compile(f"raise(?:(?: make)?(?: to)? (?P<to>{_SUM}))?")),
    (Said.RAISE, re.compile(f"raise by (?P<by>{_SUM})(?: more)?")),
    (Said.RAISE, re.compile(f"(?:(?:raise|make) )?(?P<by>{_SUM}) more")),
    (Said.AMOUNT, re.compile(f"(?:make )?(?P<to>{_SUM})")),
    (Said.ALL_IN, re.compile("(?:(?:bet|raise|go) )?all in")),
)
"""A clause means the first line that matches all of it."""


def understand(words: str) -> Statement | None:
    """The statement made in these words; None if there is none.

    Of several clauses the first counts: a player who says "I call and raise" has called, 14.7(d).
    """
    if "?" in words:
        return None
    clause = re.split(r" (?:and|then|but) ", _plain(words))[0]
    for said, pattern in GRAMMAR:
        found = pattern.fullmatch(clause)
        if found is not None:
            return Statement(said, **{name: _cents(amount) for name, amount in found.groupdict().items() if amount})
    return None


def _cents(amount: str) -> int:
    whole, _, rest = amount.partition(".")
    return 100 * int(whole) + int(rest or 0)


def _plain(spoken: str) -> str:
    """Lower case, one space between words, numbers in digits, without what adds no meaning."""
    text = spoken.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    text = re.sub(r"(?<=[0-9]),(?=[0-9]{3}\b)|\$(?=[0-9])", "", text)
    text = re.sub(r"\bre-raise", "reraise", text)
    text = re.sub(r"(?<=[a-z])-(?=[a-z])|\.(?![0-9])|[,!;:\"]", " ", text)
    words = [_SYNONYMS.get(word, word) for word in text.split() if word not in _COURTESY]
    kept = " ".join(word for place, word in enumerate(words) if not place or word not in _CLOSING)
    own = _OBJECT.sub(r"\1", _SPEAKER.sub("", kept, count=1) if _SPEAKER.match(kept) else kept)
    return " ".join(_NUMBER_WORDS.sub(_digits, own).split())


def _digits(found: re.Match[str]) -> str:
    """`two hundred and fifty` is `250`. Words that are not numbers stay as they are."""
    if not found[0]:
        return ""
    thousands, hundreds, rest = (_below_hundred(found[part]) for part in ("thousands", "hundreds", "rest"))
    return f" {1000 * thousands + 100 * hundreds + rest} "


def _below_hundred(words: str | None) -> int:
    if words is None:
        return 0
    return sum(1 if word == "a" else NUMBERS[word] for word in words.split())
