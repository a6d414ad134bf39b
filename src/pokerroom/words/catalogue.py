"""The sentences of a language, and how a saying becomes one.

A sentence names its values in braces, and after a colon how each is given: `{who} raises to {to:$}.` Forms can follow
one another, `{pots:and|first}`. Where the sentence depends on a number, it is a table: exact numbers, `one` and `other`
as the language counts, chosen by the value called `count`. `{who:start}` is somebody at the start of a sentence, whose
own name stays as it is. The rank of a card is an ace, aces or A: `{of:rank}`, `{of:ranks}`, `{of:letter}`. A `title` is
a name of a game, `sentences` follow one another. A `time` is a moment in ISO 8601, which the page
tells in the reader's own zone.

The page makes words by the same rules (page/src/words), and a test has both say the same.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from tomllib import loads
from typing import Any, NamedTuple

from pokerroom.cards import Card, card_text
from pokerroom.money import dollars
from pokerroom.words.saying import Saying, Value

Entry = str | Mapping[str, str]
"""A sentence, or one for each number."""

COUNTED = "count"
"""The value that chooses among the sentences of a table."""


class NoSentence(LookupError):
    """The catalogue has no sentence of this key, or the saying lacks a value that it names."""


class Part(NamedTuple):
    """Of a sentence: words as they stand, then a value and the forms it is given in."""

    words: str
    name: str | None
    forms: tuple[str, ...]


class Catalogue:
    """Of one language. `plural` says which of `one` and `other` a number takes, `money` how an amount reads."""

    def __init__(
        self,
        sentences: Mapping[str, Entry],
        *,
        plural: Callable[[int], str] = lambda n: "one" if n == 1 else "other",
        money: Callable[[int], str] = dollars,
    ) -> None:
        self.sentences, self._plural, self._money = sentences, plural, money
        self._parts: dict[str, tuple[Part, ...]] = {}

    def says(self, what: Saying) -> str:
        """The words for it."""
        parts = self._parts_of(self._sentence(what))
        return "".join(part.words + self._given(what, part) for part in parts)

    def _sentence(self, what: Saying) -> str:
        entry = self.sentences.get(what.key)
        if isinstance(entry, Mapping):
            count = what.values.get(COUNTED, 0)
            assert isinstance(count, int), what
            entry = entry.get(str(count)) or entry.get(self._plural(count)) or entry.get("other")
        if entry is None:
            raise NoSentence(f"no sentence says {what.key!r}")
        return entry

    def _parts_of(self, sentence: str) -> tuple[Part, ...]:
        parts = self._parts.get(sentence)
        if parts is None:
            parts = self._parts[sentence] = tuple(parts_of(sentence))
        return parts

    def _given(self, what: Saying, part: Part) -> str:
        if part.name is None:
            return ""
        if part.name not in what.values:
            raise NoSentence(f"{what.key!r} says nothing of {part.name!r}")
        value: Any = what.values[part.name]
        for form in part.forms:
            value = self.forms[form](value)
        return self._plainly(value)

    @cached_property
    def forms(self) -> Mapping[str, Callable[[Any], Any]]:
        """How a value may be given. A form of one thing is also one of several."""
        return {
            "$": self._each(self._money),
            "seat": self._each(lambda seat: str(seat + 1)),
            "card": self._each(lambda number: card_text(Card(number))),
            "cards": lambda values: " ".join(map(card, values)),
            "number": self._each(self._number),
            "time": lambda value: datetime.fromisoformat(value).astimezone(UTC).strftime("%H:%M UTC"),
            "rank": lambda value: self._looked_up("list.rank", value),
            "ranks": lambda value: self._looked_up("list.ranks", value),
            "letter": lambda value: value,
            "title": lambda value: value,
            "start": self._start,
            "sentences": lambda values: self._joined(values, " "),
            "and": self._and,
            ",": lambda values: self._joined(values, ", "),
            ";": lambda values: self._joined(values, "; "),
            "-": lambda values: self._joined(values, "-"),
            "first": lambda value: capitalized(self._plainly(value)),
        }

    def _each(self, form: Callable[[Any], str]) -> Callable[[Any], Any]:
        """A form of numbers: what is in words already stays as it is."""

        def given(value: Any) -> Any:
            if isinstance(value, tuple | list):
                return tuple(map(given, value))
            return form(value) if isinstance(value, int) else self._plainly(value)

        return given

    def _plainly(self, value: Value) -> str:
        if isinstance(value, Saying):
            return self.says(value)
        return self._joined(value, ", ") if isinstance(value, tuple | list) else str(value)

    def _joined(self, values: tuple[Value, ...], between: str) -> str:
        return between.join(map(self._plainly, values))

    def _and(self, values: tuple[Value, ...]) -> str:
        *others, last = map(self._plainly, values)
        if not others:
            return last
        return self.says(Saying("list.and", {"others": ", ".join(others), "last": last}))

    def _start(self, value: Any) -> Any:
        if isinstance(value, tuple | list):
            return tuple(map(self._start, value))
        return capitalized(self.says(value)) if isinstance(value, Saying) else value

    def _number(self, number: int) -> str:
        return str(self._looked_up("list.number", number))

    def _looked_up(self, table: str, value: Any) -> Any:
        """In words as far as the language has them here."""
        if isinstance(value, tuple | list):
            return tuple(self._looked_up(table, each) for each in value)
        entry = self.sentences.get(table)
        words = entry.get(str(value)) if isinstance(entry, Mapping) else None
        return words or str(value)


def capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def card(value: int | str) -> str:
    return card_text(Card(value)) if isinstance(value, int) else value


def parts_of(sentence: str) -> Iterator[Part]:
    for words, name, forms, _ in Formatter().parse(sentence):
        yield Part(words, name, tuple(forms.split("|")) if forms else ())


def read(folder: Traversable) -> dict[str, Entry]:
    """Every sentence of a language: `<file>.<name>`."""
    found: dict[str, Entry] = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        stem, dot, kind = file.name.rpartition(".")
        if dot and kind == "toml":
            found |= {f"{stem}.{name}": entry for name, entry in loads(file.read_text(encoding="utf-8")).items()}
    return found


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The sentences that come with the room, read when something is first said."""
    return Catalogue(read(files("pokerroom.words") / language))


def said(what: Saying, *, language: str = "en") -> str:
    return catalogue(language).says(what)
