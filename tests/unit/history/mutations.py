"""Valid hand histories of every game, and single mistakes made in them."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pokerroom.games import PERMITTED
from pokerroom.history.phh import read, write
from pokerroom.history.record import record
from pokerroom.history.replay import replay_hand
from tests.sweep import LIMITS, Case, play
from tests.unit.history.referee import DECK, Account, Fault, account

SYNTHETIC = Path(__file__).parents[2] / "conformance/synthetic"
CARD = re.compile(r"[2-9TJQKA][cdhs]|\?\?")
PLAYER = re.compile(r"\bp(\d+)\b")
AMOUNT = re.compile(r"(?<= cbr )[\d.]+")
VERBS = ("f", "cc", "pb", "sd", "sm", "sm -")


class File(NamedTuple):
    """A hand history as somebody edits it: its fields, and its actions line by line."""

    name: str
    fields: dict[str, Any]
    actions: list[str]

    @property
    def text(self) -> str:
        lines = [f"{name} = {toml(value)}" for name, value in self.fields.items()]
        return "\n".join([*lines, f"actions = {toml(self.actions)}", ""])

    @property
    def players(self) -> int:
        return len(self.fields["starting_stacks"])


def toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value)


def file_of(name: str, text: str) -> File:
    fields = tomllib.loads(text, parse_float=Decimal)
    actions = fields.pop("actions")
    return File(name, {field: value for field, value in fields.items() if field not in ("_deck", "_burns")}, actions)


def own_files() -> Iterator[File]:
    """For each game of each edition and each limit structure, the first round of ours that the referee can settle."""
    for law in PERMITTED:
        for limit in LIMITS:
            for seed in count():
                seats = 2 + seed * 5 % (min(law.seats.most, 8) - 1)
                case = Case(law.edition, law.key, limit, seats, "customary", seed)
                log = [event for step in play(case) for event in step.events]
                file = file_of(str(case), write(record(log)))
                if is_sound(file):
                    yield file
                    break


def synthetic_files(each: int) -> Iterator[File]:
    """Some hands of another engine for each of its variants."""
    for path in sorted(SYNTHETIC.glob("*.phhs")):
        hands = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        files = (file_of(f"{path.stem} {header}", toml_table(table)) for header, table in hands.items())
        sound = (file for file in files if is_sound(file))
        yield from (file for file, _ in zip(sound, range(each), strict=False))


def toml_table(table: dict[str, Any]) -> str:
    return "\n".join(f"{name} = {toml(value)}" for name, value in table.items())


def is_sound(file: File) -> bool:
    """Replayed without a doubt, and settled by the referee."""
    if replay_hand(read(file.text)).warnings:
        return False
    found = verdict(file)
    return isinstance(found, Account) and found.stacks is not None


def verdict(file: File) -> Account | Fault:
    try:
        return account(file.text)
    except Fault as found:
        return found


Mutation = Callable[[File, Random], File | None]


def edited(file: File, place: int, line: str) -> File:
    return file._replace(actions=[*file.actions[:place], line, *file.actions[place + 1 :]])


def at_match(pattern: re.Pattern[str], change: Callable[[str, File, Random], str]) -> Mutation:
    """One occurrence of a pattern among the actions, changed."""

    def mutate(file: File, rng: Random) -> File | None:
        places = [(at, match) for at, line in enumerate(file.actions) for match in pattern.finditer(line)]
        if not places:
            return None
        at, match = rng.choice(places)
        line = file.actions[at]
        return edited(file, at, line[: match.start()] + change(match[0], file, rng) + line[match.end() :])

    return mutate


def other_card(card: str, file: File, rng: Random) -> str:  # noqa: ARG001
    return rng.choice([each for each in (*sorted(DECK), "??") if each != card])


def card_of_the_hand(card: str, file: File, rng: Random) -> str:  # noqa: ARG001
    cards: list[str] = CARD.findall(" ".join(file.actions))
    return rng.choice(cards)


def no_card(card: str, file: File, rng: Random) -> str:  # noqa: ARG001
    return rng.choice(("", card + rng.choice(sorted(DECK))))


def other_player(name: str, file: File, rng: Random) -> str:  # noqa: ARG001
    return f"p{rng.randint(1, file.players)}"


def other_amount(amount: str, file: File, rng: Random) -> str:  # noqa: ARG001
    return str(rng.choice(near(Decimal(amount))))


def near(amount: Decimal) -> list[Decimal]:
    changed = [amount + 1, amount - 1, amount * 2, amount / 2, amount + Decimal("0.01"), Decimal(0), amount * 10]
    return [each.quantize(Decimal("0.01")).normalize() + 0 for each in changed if each >= 0 and each != amount]


def other_verb(file: File, rng: Random) -> File:
    at = rng.randrange(len(file.actions))
    words = file.actions[at].split()
    verb = rng.choice((*VERBS, f"cbr {rng.choice((1, 2, 4, 8))}", f"sm {' '.join(rng.sample(sorted(DECK), 2))}"))
    return edited(file, at, f"{words[2] if words[0] == 'd' and len(words) > 3 else words[0]} {verb}")


def drop(file: File, rng: Random) -> File:
    at = rng.randrange(len(file.actions))
    return file._replace(actions=[*file.actions[:at], *file.actions[at + 1 :]])


def duplicate(file: File, rng: Random) -> File:
    at = rng.randrange(len(file.actions))
    return file._replace(actions=[*file.actions[: at + 1], *file.actions[at:]])


def swap(file: File, rng: Random) -> File:
    one = rng.randrange(len(file.actions))
    other = (one + 1) % len(file.actions) if rng.random() < 0.5 else rng.randrange(len(file.actions))
    actions = [*file.actions]
    actions[one], actions[other] = actions[other], actions[one]
    return file._replace(actions=actions)


def insert(file: File, rng: Random) -> File:
    """A show, a hand given up or a discard where nobody asked for it."""
    at, player = rng.randrange(len(file.actions) + 1), f"p{rng.randint(1, file.players)}"
    cards = CARD.findall(" ".join(file.actions))
    held = "".join(CARD.findall(" ".join(line for line in file.actions if f"dh {player} " in line)))
    said = ("sm", "sm -", f"sm {held}", f"sm {''.join(rng.sample(cards, 2))}", "sd", f"sd {rng.choice(cards)}")
    return file._replace(actions=[*file.actions[:at], f"{player} {rng.choice(said)}", *file.actions[at:]])


LISTS = ("starting_stacks", "antes", "blinds_or_straddles", "finishing_stacks")
NUMBERS = ("bring_in", "small_bet", "big_bet", "min_bet", "_max_bet", "_odd_unit")


def other_in_list(field: str) -> Mutation:
    def mutate(file: File, rng: Random) -> File | None:
        amounts = file.fields.get(field)
        if not amounts:
            return None
        at = rng.randrange(len(amounts))
        value = rng.choice(near(Decimal(amounts[at])))
        return file._replace(fields={**file.fields, field: [*amounts[:at], value, *amounts[at + 1 :]]})

    return mutate


def other_number(file: File, rng: Random) -> File | None:
    field = rng.choice([name for name in NUMBERS if name in file.fields])
    return file._replace(fields={**file.fields, field: rng.choice(near(Decimal(file.fields[field])))})


def other_setting(file: File, rng: Random) -> File:
    choices: dict[str, Any] = {
        "ante_trimming_status": not file.fields.get("ante_trimming_status", False),
        "variant": rng.choice(("NT", "FT", "PO", "FO/8", "F7S", "F7S/8", "FR", "F2L3D", "FB", "F5D", "F7SS", "FM")),
        "_kill": rng.choice(("kill", "half-kill")),
        "_kill_button": rng.randint(1, file.players),
        "_edition": rng.choice(("2006", "current")),
    }
    field = rng.choice([*choices])
    return file._replace(fields={**file.fields, field: choices[field]})


def misspell(file: File, rng: Random) -> File:
    """A letter lost, doubled or two letters turned round in the name of a field."""
    field = rng.choice([*file.fields])
    at = rng.randrange(len(field) - 1)
    name = rng.choice(
        (
            field[:at] + field[at + 1 :],
            field[: at + 1] + field[at:],
            field[:at] + field[at + 1] + field[at] + field[at + 2 :],
        )
    )
    return file._replace(fields={name if each == field else each: value for each, value in file.fields.items()})


def leave_out(file: File, rng: Random) -> File:
    field = rng.choice([*file.fields])
    return file._replace(fields={name: value for name, value in file.fields.items() if name != field})


MUTATIONS: dict[str, Mutation] = {
    "a card": at_match(CARD, other_card),
    "a card for one of the hand": at_match(CARD, card_of_the_hand),
    "a card too few or many": at_match(CARD, no_card),
    "an amount": at_match(AMOUNT, other_amount),
    "a seat": at_match(PLAYER, other_player),
    "an action": other_verb,
    "a line dropped": drop,
    "a line doubled": duplicate,
    "two lines swapped": swap,
    "a line put in": insert,
    **{field: other_in_list(field) for field in LISTS},
    "a limit": other_number,
    "a setting": other_setting,
    "a field misspelled": misspell,
    "a field left out": leave_out,
}


def mutants(files: list[File], number: int, seed: str) -> Iterator[tuple[str, File, File]]:
    """The kind of mistake, the file without it and the file with it; each kind as often, each file as often."""
    rng = Random(seed)
    kinds = [*MUTATIONS]
    for at in count():
        file, kind = files[at % len(files)], kinds[at % len(kinds)]
        mutant = MUTATIONS[kind](file, rng)
        if mutant is None or mutant == file:
            continue
        yield kind, file, mutant
        number -= 1
        if not number:
            return
