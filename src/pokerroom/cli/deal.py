"""`pokerroom deal`: a round that a dealer wrote down, with everything that went wrong and the paragraph behind it."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from typing import Annotated, NamedTuple

import msgspec
import typer
from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape

from pokerroom.cards import UNKNOWN
from pokerroom.cli.dealer_lines import FORMS, REFUSED, Form, Gesture, Scene, cards_hidden, read_line
from pokerroom.cli.outcome import print_outcome
from pokerroom.cli.possible import possible
from pokerroom.cli.script import Line, OpeningRefusedError, Script, ScriptError, read_script, read_seat
from pokerroom.cli.telling import FORCED_MONEY, Row, lines_of, print_rows, rows_of, seat_name, street_of
from pokerroom.money import dollars
from pokerroom.play import (
    Check,
    Command,
    Event,
    Fold,
    Refusal,
    Removal,
    RemoveHand,
    Role,
    Round,
    Viewer,
    perform,
    seen_by,
    start,
)
from pokerroom.rules.citation import Citation
from pokerroom.table.acts import Bound, Heard, OutOfTurn, Settled
from pokerroom.table.words import hear

FAILURE, USAGE = 1, 2
STANDARD_INPUT = "-"


def deal(
    *,
    script: Annotated[str, typer.Option(metavar="FILE", help="What the dealer wrote down; - is standard input.")],
    view: Annotated[
        str, typer.Option(metavar="VIEWER", help="Who watches: S1, S2 and so on, spectator, dealer or auditor.")
    ] = "auditor",
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Write what the viewer may see, one JSON event a line."),
    ] = None,
) -> None:
    """Follow a round that a dealer wrote down: what happened, by which paragraph, and what must be done next.

    Exit code 1 where a line is refused, 2 where one cannot be read. The guide is docs/dealing.md.
    """
    followed, trouble = follow(script, view)
    if followed is not None:
        tell(Console(highlight=False), followed, to_the_end=trouble is None)
        if log is not None:
            write_log(log, followed)
    if trouble is not None:
        name = "standard input" if script == STANDARD_INPUT else script or repr(script)
        at = "" if trouble.number is None else f", line {trouble.number}"
        typer.echo(f"pokerroom: {name}{at}: {trouble.message}", err=True)
        raise typer.Exit(trouble.code)


def follow(script: str, view: str) -> "tuple[Followed | None, Trouble | None]":
    """The round as far as the script goes, and why it stops."""
    try:
        read = read_script(text_of(script))
        followed = Followed(read, viewer_named(view, len(read.opening.command.stacks)))
    except ScriptError as error:
        code = FAILURE if isinstance(error, OpeningRefusedError) else USAGE
        return None, Trouble(error.number, str(error), code)
    return followed, followed.follow()


def tell(console: Console, followed: "Followed", *, to_the_end: bool) -> None:
    title, opening, _ = followed.script
    if title and followed.viewer is Role.AUDITOR:
        console.print(f"[italic]{escape(title)}[/italic]\n")
    print_rows(console, opening.table.game, followed.rows)
    if not to_the_end:
        return
    print_outcome(console, opening.command.stacks, followed.state, followed.log, followed.cited)
    if not followed.state.over:
        console.print(f"The script ends here, the round does not: {escape(possible(followed.state))}.")


def text_of(script: str) -> str:
    try:
        return sys.stdin.read() if script == STANDARD_INPUT else Path(script).read_text(encoding="utf-8")
    except OSError as error:
        raise ScriptError(f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ScriptError(f"it is not UTF-8 text: byte {error.start + 1}") from None


def viewer_named(text: str, seats: int) -> Viewer:
    if text.casefold() in set(Role):
        return Role(text.casefold())
    try:
        seat = read_seat(text)
    except ScriptError:
        raise typer.BadParameter(f"{text!r} is not a viewer: expected S1 to S{seats}, {', '.join(Role)}") from None
    if seat >= seats:
        raise typer.BadParameter(f"there is no {text}: the script seats {seats} players")
    return seat


def write_log(path: Path, followed: "Followed") -> None:
    lines = [msgspec.json.encode(seen_by(event, followed.viewer)) + b"\n" for event in followed.log]
    try:
        path.write_bytes(b"".join(lines))
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be written: {error.strerror}") from None


class Trouble(NamedTuple):
    """Why a script cannot continue, and the exit code for it."""

    number: int | None
    message: str
    code: int


class Note(NamedTuple):
    """Something to tell that is not an event of the round: how the dealer understood words and chips, or a refusal."""

    words: str
    rule: Citation | None = None


class Answer(NamedTuple):
    """What a line led to: notes, then events; or a refusal."""

    notes: tuple[Note, ...] = ()
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


class Followed:
    """A round followed line by line: its state, its log, and what has been told about it."""

    def __init__(self, script: Script, viewer: Viewer) -> None:
        opening = script.opening
        outcome = start(opening.table, opening.command)
        if isinstance(outcome, Refusal):
            raise OpeningRefusedError(f"the round cannot be opened: {outcome}")
        self.script = script
        self.viewer = viewer
        self.at = opening.at or datetime.now(UTC)
        self.state, self.log = outcome
        self.heard = Heard()
        self.cited: list[Citation] = []
        """The paragraphs behind notes and refusals."""
        self.street = FORCED_MONEY
        self.remarks: list[str] = []
        """Comments that wait for the line they belong to."""
        self.rows = rows_of(lines_of(self.state, self.log, before=None), viewer=viewer)

    def follow(self) -> Trouble | None:
        for line in self.script.body:
            if not line.text:
                self.remarks.append(line.comment)
                continue
            trouble = self.carry_out(line)
            if trouble is not None:
                return trouble
        self.tell_remarks()
        return None

    def tell_remarks(self) -> None:
        """A comment may contain anything, so only an auditor sees it."""
        if self.viewer is Role.AUDITOR:
            self.rows += [
                Row(self.street, f"[dim italic]{escape(each)}[/dim italic]", "", "#") for each in self.remarks
            ]
        self.remarks = []

    def carry_out(self, line: Line) -> Trouble | None:
        expected = line.text.casefold().startswith(REFUSED)
        text = line.text[len(REFUSED) :] if expected else line.text
        before = self.state
        try:
            answer = self.answer(text)
        except ScriptError as error:
            self.tell(line, before, Answer())
            return Trouble(line.number, f"{error}. Possible here: {possible(before)}", USAGE)
        self.tell(line, before, answer)
        if answer.refusal is not None and not expected:
            seen = self.refusal_seen(answer.refusal)
            return Trouble(line.number, f"refused: {seen}. Possible here: {possible(before)}", FAILURE)
        if answer.refusal is None and expected:
            return Trouble(line.number, f"{text!r} was expected to be refused, but was accepted", FAILURE)
        return None

    def answer(self, text: str) -> Answer:
        asked = read_line(text, Scene(self.state, self.at))
        if isinstance(asked, Gesture):
            return self.hear(asked)
        answer = self.perform(asked)
        if answer.refusal is None:
            # An action given by its name discards everything said before it.
            self.heard = Heard(owed=self.heard.owed, bills=self.heard.bills)
        return answer

    def perform(self, command: Command) -> Answer:
        outcome = perform(self.state, command)
        if isinstance(outcome, Refusal):
            return Answer(refusal=outcome)
        self.state, events = outcome
        self.log += events
        return Answer(events=tuple(events))

    def hear(self, gesture: Gesture) -> Answer:
        heard = hear(self.state, self.heard, gesture.act)
        match heard:
            case Bound():
                return self.bind(heard, gesture)
            case Heard():
                self.heard = heard
                return Answer((Note(in_mind(heard)),))
            case Settled(then=then):
                self.heard = then
                return Answer((Note(settled_text(heard), heard.rule),))
            case OutOfTurn(then=then):
                self.heard = then
                words = f"{seat_name(heard.act.seat)} acted out of turn: it is noted, and binds nobody."
                return Answer((Note(words, heard.rule),))
            case _:
                return Answer(refusal=heard)

    def bind(self, bound: Bound, gesture: Gesture) -> Answer:
        """Carry out the action that words and chips resulted in; a hand thrown away with it is gone."""
        command = bound.command
        if bound.give_up and not gesture.giving_up:
            raise ScriptError(f"entering costs {bound.give_up} down cards: end the line with `giving up` and the cards")
        if gesture.giving_up and not isinstance(command, Fold | Check):
            command = replace(command, discard=gesture.giving_up)
        answer = self.perform(command)
        if answer.refusal is not None:
            return answer
        events = answer.events
        if bound.thrown_away and self.state.is_live(command.seat) and not self.state.over:
            events += self.perform(RemoveHand(command.seat, Removal.THROWN_AWAY)).events
        self.heard = bound.then
        told = str(bound).removesuffix(f" ({bound.rule})")
        return Answer((Note(f"That binds: {told}.", bound.rule),), events)

    def tell(self, line: Line, before: Round, answer: Answer) -> None:
        lines = lines_of(self.state, list(answer.events), before=before)
        if lines:
            self.street = street_of(*lines[0], self.street)
        notes = answer.notes
        if answer.refusal is not None:
            refusal = self.refusal_seen(answer.refusal)
            notes = (Note(f"Refused: {refusal.sentence}.", refusal.rule),)
        self.tell_remarks()
        echo = line.text if self.viewer is Role.AUDITOR else cards_hidden(line.text)
        self.rows.append(Row(self.street, f"[dim]> {escape(echo)}[/dim]", "", str(line.number)))
        for words, rule in notes:
            self.rows.append(Row(self.street, escape(words), rule.short if rule else ""))
        self.cited += [rule for _, rule in notes if rule is not None]
        self.rows += rows_of(lines, street=self.street, viewer=self.viewer)
        self.street = max(self.street, self.rows[-1].street)

    def refusal_seen(self, refusal: Refusal) -> Refusal:
        """The refusal as this viewer may see it: it may name a card they have not seen."""
        if self.viewer is Role.AUDITOR or "card" not in refusal.facts:
            return refusal
        return replace(refusal, facts={**refusal.facts, "card": UNKNOWN})


def in_mind(heard: Heard) -> str:
    """What the dealer waits for after words or chips that do not settle anything yet."""
    placed = f"{dollars(heard.placed)} is placed so far; " if heard.motions else ""
    if heard.statement is not None and heard.statement.is_open_raise:
        return f'"{heard.words}" is heard: {placed}chips may be added until both hands rest.'
    if heard.statement is not None:
        return f'"{heard.words}" is heard: {placed}the chips are still to come.'
    return f"Nothing is bound yet: {placed}there is more to come."


def settled_text(settled: Settled) -> str:
    left = f"{dollars(settled.due)} is still due" if settled.due else "nothing is due any more"
    change = f", {dollars(settled.change)} goes back" if settled.change else ""
    return f"{seat_name(settled.seat)} adds {dollars(settled.placed)}: {left}{change}."


HEAD = (
    "The head, one `name: value` a line: game, limits (fixed 2 4, spread 1 5, pot limit 2, no limit 2) and stakes "
    "(100 100 80, S1 first); optionally edition, house (letter or customary), button, time, ante, blinds (1 2), "
    "forced bet, and any other house rule by its name. Then a line for each thing that happened; # starts a comment. "
    "`refused:` before a line says that it must be refused. Cards may be typed in any letters: As, as, 10s, A♠."
)
EXAMPLE_WIDTH, MEANING_WIDTH = 36, 38


def grammar() -> str:
    r"""Every form of a line, for the end of `--help`; `\b` keeps the lines as they are."""
    sections = ["\b\n" + "\n".join(section(heading, forms)) for heading, forms in FORMS.items()]
    return "\n\n".join([HEAD, *sections])


def section(heading: str, forms: tuple[Form, ...]) -> Iterator[str]:
    yield f"{heading}:"
    for form in forms:
        means = wrap(form.means, MEANING_WIDTH) or [""]
        if len(form.example) > EXAMPLE_WIDTH:
            yield f"  {form.example}"
        else:
            yield f"  {form.example:<{EXAMPLE_WIDTH}} {means.pop(0)}".rstrip()
        yield from (f"  {'':<{EXAMPLE_WIDTH}} {line}" for line in means)


EPILOG = grammar()
