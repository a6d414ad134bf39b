"""Reading, playing and recording golden rounds.

A round is two files. `<game>.round.jsonl` holds the table, the opening and each command, one a line;
`<game>.log.jsonl` the events they bring about. `hashes.json` has the SHA-256 of every log.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from pokerroom.games import CATALOGUE, PERMITTED
from pokerroom.play import Command, Event, OpenRound, Refusal, perform, procedure, start
from pokerroom.rules.house import HouseRules
from pokerroom.rules.rulebook import CURRENT, Rulebook
from tests.sweep import LIMITS, Case, Step, play

HERE = Path(__file__).parent
HASHES = HERE / "hashes.json"
FIRST_HASHES = HERE / "hashes_of_the_first_rulebook.json"
"""What the same commands brought about under the first rulebook."""
EDITIONS = {game.key: game.edition for game in reversed(PERMITTED)}
"""Every game, with the first edition that permits it: the text in force where it does."""

SEATS = 7
SEEDS = 200
LIKELY_LIMITS = {"seven-card-stud": "fixed", "super-seven-card-stud": "fixed", "hold-em": "no", "omaha": "pot"}


class Table(msgspec.Struct, frozen=True):
    game: str
    edition: str
    house: HouseRules


class Recorded(NamedTuple):
    table: Table
    opening: OpenRound
    commands: tuple[Command, ...]


def round_file(key: str) -> Path:
    return HERE / f"{key}.round.jsonl"


def log_file(key: str) -> Path:
    return HERE / f"{key}.log.jsonl"


def recorded(key: str) -> Recorded:
    table, opening, *commands = round_file(key).read_bytes().splitlines()
    return Recorded(
        msgspec.json.decode(table, type=Table),
        msgspec.json.decode(opening, type=OpenRound),
        tuple(msgspec.json.decode(line, type=Command) for line in commands),
    )


def performed(asked: Recorded, rulebook: Rulebook = CURRENT) -> list[Event]:
    """The log that the recorded commands bring about under a rulebook."""
    table = procedure(CATALOGUE[asked.table.edition, asked.table.game], asked.table.house, rulebook)
    outcome = start(table, asked.opening)
    assert not isinstance(outcome, Refusal), f"{asked.opening}: {outcome}"
    state, log = outcome
    for command in asked.commands:
        outcome = perform(state, command)
        assert not isinstance(outcome, Refusal), f"{command}: {outcome}"
        state, events = outcome
        log += events
    return log


def written(values: Iterator[object] | list[Event]) -> bytes:
    return b"".join(msgspec.json.encode(value) + b"\n" for value in values)


def digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def hashes() -> dict[str, str]:
    """The hash of every log as the rounds are played now."""
    return {key: digest(written(performed(recorded(key)))) for key in sorted(EDITIONS)}


def record() -> None:
    """Choose a round of every game anew and write down what is asked in it and what comes of it."""
    for key, edition in EDITIONS.items():
        steps = most_eventful(key, edition)
        opened = steps[0].after.procedure
        asked = (Table(key, edition, opened.house), *(step.command for step in steps))
        round_file(key).write_bytes(written(iter(asked)))
        log_file(key).write_bytes(written([event for step in steps for event in step.events]))
    HASHES.write_bytes(msgspec.json.format(msgspec.json.encode(hashes()), indent=2) + b"\n")


def most_eventful(key: str, edition: str) -> list[Step]:
    """Of many rounds that the room deals, the one in which most kinds of things happen."""
    limit = LIKELY_LIMITS.get(CATALOGUE[edition, key].family, tuple(LIMITS)[len(key) % len(LIMITS)])
    rounds = (list(play(Case(edition, key, limit, SEATS, "letter", seed))) for seed in range(SEEDS))
    return max((steps for steps in rounds if not steps[0].after.by_dealer), key=kinds_of_events)


def kinds_of_events(steps: list[Step]) -> int:
    return len({type(event) for step in steps for event in step.events})
