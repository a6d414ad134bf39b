"""What one viewer is told of an event, in words.

`seen_by` of `play` is the only source of cards here. A round numbers those dealt in; everything said names the seats of
the table instead, and people by their names.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, get_type_hints

from pokerroom.cards import TEXTS, Card, card_text
from pokerroom.history.narration import tell
from pokerroom.money import dollars
from pokerroom.play import Role, Round, Seat, Viewer, seen_by
from pokerroom.play.views import VISIBLE, to_everybody
from pokerroom.rules.citation import Citation
from pokerroom.table.ending import Ending
from pokerroom.table.seating import events as at_table
from pokerroom.wire import messages as wire

SEATS_NAMED = re.compile(r"\b[Ss]eat (\d+)\b")


class Entry(NamedTuple):
    """An event of a table's record, with what is needed to tell it to anybody."""

    sequence: int
    at: float
    event: Any
    round: int
    lineup: tuple[int, ...]
    players: tuple[str, ...]
    """Who is dealt in, by his number in the round."""
    state: Round | None
    """The round after it, as far as it is known."""


def is_told_alike(event: Any) -> bool:
    """Whether everybody is told the same of it."""
    return isinstance(event, at_table.Fact) or VISIBLE[type(event)] is to_everybody


def told(entry: Entry, player: str | None, names: Callable[[str], str]) -> wire.Told:
    """An event as this player is told of it; somebody who was not dealt in hears what a spectator does."""
    event = entry.event
    if isinstance(event, at_table.Fact):
        return of_table(entry, event, names)
    shown = seen_by(event, viewer_of(entry.players, player))
    words = None if entry.state is None else tell(shown, entry.state)
    parts = PARTS[type(event)]
    seat = parts.seat(shown)
    return wire.Told(
        sequence=entry.sequence,
        tag=type(event).__name__,
        words=named(words or "", entry.players, names),
        rule=shown.rule.paragraph,
        why=cited(shown.rule),
        round=entry.round,
        seat=entry.lineup[seat] if seat is not None and seat < len(entry.lineup) else None,
        amount=parts.amount(shown),
        cards=parts.cards(shown),
    )


@cache
def cited(rule: Citation) -> str:
    """A citation in full: there are not many, and each is told often."""
    return str(rule)


def viewer_of(players: tuple[str, ...], player: str | None) -> Viewer:
    return Seat(players.index(player)) if player is not None and player in players else Role.SPECTATOR


def named(words: str, players: tuple[str, ...], names: Callable[[str], str]) -> str:
    """The sentence with people's names for the numbers of their seats in the round."""
    if "eat " not in words:
        return words

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return names(players[seat]) if seat < len(players) else found[0]

    return SEATS_NAMED.sub(name, words)


class Parts(NamedTuple):
    """What is shown of one kind of event besides its words."""

    seat: Callable[[Any], int | None]
    """By its number in the round, or at the table for what happens there."""
    amount: Callable[[Any], int | None]
    cards: Callable[[Any], tuple[str, ...]]
    """Of an event that was redacted already; a whole deck is nothing to look at."""


AMOUNTS = ("to", "amount", "returned")


def parts_of(kind: type[Any]) -> Parts:
    """By the types of its fields. Seats of the table are plain numbers, those of a round are not."""
    hints = get_type_hints(kind)
    seats = ("seat",) if issubclass(kind, at_table.Fact) else tuple(each for each in hints if hints[each] is Seat)
    amounts = tuple(each for each in AMOUNTS if hints.get(each) is int)
    return Parts(
        seat=attrgetter(seats[0]) if seats and seats[0] in hints else nothing,
        amount=attrgetter(amounts[0]) if amounts else total if "amounts" in hints else nothing,
        cards=many if hints.get("cards") == tuple[Card, ...] else one if hints.get("card") is Card else none,
    )


def nothing(_event: Any) -> None:
    return None


def total(event: Any) -> int | None:
    return sum(event.amounts) if event.amounts else None


def many(event: Any) -> tuple[str, ...]:
    return texts(event.cards)


def one(event: Any) -> tuple[str, ...]:
    return texts((event.card,))


def none(_event: Any) -> tuple[str, ...]:
    return ()


FACTS = [kind for kind in vars(at_table).values() if isinstance(kind, type) and issubclass(kind, at_table.Fact)]
PARTS: dict[type[Any], Parts] = {kind: parts_of(kind) for kind in (*VISIBLE, *FACTS)}

text_of = TEXTS.__getitem__


def texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(text_of, cards))


def of_table(entry: Entry, event: at_table.Fact, names: Callable[[str], str]) -> wire.Told:
    cards: tuple[str, ...] = ()
    if isinstance(event, at_table.ButtonDrawn):
        cards = tuple(card_text(drawn.card) for drawn in event.cards)
    parts = PARTS[type(event)]
    return wire.Told(
        sequence=entry.sequence,
        tag=type(event).__name__,
        words=words_of(event, names),
        rule=event.rule.paragraph,
        why=cited(event.rule),
        round=entry.round,
        seat=parts.seat(event),
        amount=parts.amount(event),
        cards=cards,
    )


def words_of(event: at_table.Fact, names: Callable[[str], str]) -> str:
    if isinstance(event, at_table.TimeCollected):
        return collected(event, names)
    say = TABLE_WORDS.get(type(event))
    return "" if say is None else say(event, doer(event, names))


def doer(event: at_table.Fact, names: Callable[[str], str]) -> str:
    """Whom it is about, or else who did it."""
    player = getattr(event, "player", event.by)
    return names(player) if isinstance(player, str) else player.name


def collected(event: at_table.TimeCollected, names: Callable[[str], str]) -> str:
    """Who paid what, those who paid the same together, and who owes it."""
    parts = [*grouped([(names(each.player), each.paid) for each in event.charges], "paid by")]
    parts += grouped([(names(each.player), each.owed) for each in event.charges], "owed by")
    return f"Time charges: {'; '.join(parts)}." if parts else ""


def grouped(amounts: list[tuple[str, int]], how: str) -> Iterator[str]:
    for amount in dict.fromkeys(amount for _, amount in amounts if amount):
        who = [name for name, paid in amounts if paid == amount]
        yield f"{dollars(amount)} {'each ' if len(who) > 1 else ''}{how} {listed(who)}"


def listed(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def finished(event: at_table.RoundFinished, _name: str) -> str:
    return "" if event.ending is Ending.COMPLETED else f"The round of play has ended: {event.ending.value}."


TABLE_WORDS: dict[type[Any], Callable[[Any, str], str]] = {
    at_table.GamingOpened: lambda event, _: f"Table {event.table} is open.",
    at_table.GamingClosed: lambda event, _: "The table is closed.",  # noqa: ARG005
    at_table.ChangePosted: lambda event, _: "A change is posted; it holds from the next round of play on.",  # noqa: ARG005
    at_table.GameChanged: lambda event, _: "The next round of play is of the next game of the rotation.",  # noqa: ARG005
    at_table.PostingChanged: lambda event, _: "What was posted now holds.",  # noqa: ARG005
    at_table.MinimumProposed: lambda event, name: (
        f"{name} proposes a minimum wager of {dollars(event.minimum)}: it takes everybody who has a seat."
    ),
    at_table.MinimumAgreed: lambda event, name: f"{name} agrees to the higher minimum.",  # noqa: ARG005
    at_table.ProposalFell: lambda event, name: f"{name} does not agree: the minimum stays.",  # noqa: ARG005
    at_table.IncreaseAgreed: lambda event, _: (
        f"Everybody agrees: the minimum is {dollars(event.minimum)} from the next round of play on."
    ),
    at_table.MinimumRaised: lambda event, _: f"The minimum wager is now {dollars(event.minimum)}.",
    at_table.PlayerSeated: lambda event, name: f"{name} sits down with {dollars(event.amount)}.",
    at_table.StakesAdded: lambda event, name: f"{name} adds {dollars(event.amount)} to the stakes.",
    at_table.LeaveAsked: lambda event, name: f"{name} leaves after this round.",  # noqa: ARG005
    at_table.PlayerRemoved: lambda event, name: (
        f"{name} is required to leave the game{' when this round is over' if event.after_round else ''}."
    ),
    at_table.SeatVacated: lambda event, name: f"{name} leaves the table with {dollars(event.amount)}.",
    at_table.SatOut: lambda event, name: f"{name} sits out.",  # noqa: ARG005
    at_table.SatIn: lambda event, name: f"{name} is back.",  # noqa: ARG005
    at_table.WentAway: lambda event, name: f"{name} is away for a while.",  # noqa: ARG005
    at_table.CameBack: lambda event, name: f"{name} has come back.",  # noqa: ARG005
    at_table.RoundFinished: finished,
    at_table.KillStarted: lambda event, name: f"{name} has won {dollars(event.amount)}: a {event.option.value} starts.",
    at_table.KillPassed: lambda event, name: f"The kill button goes to {name}.",  # noqa: ARG005
    at_table.KillEnded: lambda event, _: f"The kill ends: {event.cause.value}.",
    at_table.BlindsMissed: lambda event, name: f"{name} has missed a blind.",  # noqa: ARG005
    at_table.TimePaid: lambda event, name: f"{name} pays time charges of {dollars(event.amount)}.",
}


def seconds(moment: datetime) -> float:
    return moment.timestamp()
