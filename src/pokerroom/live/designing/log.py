"""Rounds of hold 'em that a room has played, as anybody at the table saw them: pots, who stayed, and hands tabled.

Nothing that was folded is read: cards that nobody showed stay sealed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pokerroom.cards import Card
from pokerroom.jackpot.qualifying import Showdown, TabledHand
from pokerroom.jackpot.replaying import PlayedRound
from pokerroom.play import events
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.room.ports import EventStore
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RoundFinished, RoundStarted

HOLD_EM = "hold-em"
STREETS = 4
FEWEST = 200
"""Rounds below which a log says too little about how its players fold."""
TOLD_EVERY = 5_000
"""Events between two words about how far the reading has come."""

READ = (
    RoundStarted,
    events.Folded,
    events.CommunityDealt,
    events.ShowdownOpened,
    events.HandShown,
    events.PotAwarded,
    events.ContributionTaken,
    RoundFinished,
)
TAGS = frozenset(TABLES.codec.tag_of(kind) for kind in READ)

Progress = Callable[[float], None]


class SeenRound(NamedTuple):
    table: str
    number: int
    at: datetime
    players: tuple[str, ...]
    left: tuple[int, ...]
    """How many were still in after each street that was played."""
    board: tuple[Card, ...]
    hands: tuple[tuple[int, tuple[Card, ...]], ...]
    pots: tuple[int, ...]

    @property
    def played(self) -> PlayedRound:
        return PlayedRound(self.at, self.pots, self.showdown)

    @property
    def showdown(self) -> Showdown | None:
        if len(self.hands) < 2 or len(self.board) < 5 or any(len(cards) != 2 for _, cards in self.hands):
            return None
        return Showdown(
            table=self.table,
            round=self.number,
            game=HOLD_EM,
            board=self.board,
            hands=tuple(self._tabled(seat, cards) for seat, cards in self.hands),
            dealt_in=self.players,
        )

    def _tabled(self, seat: int, cards: tuple[Card, ...]) -> TabledHand:
        strength = rank_hand(Ranking.HIGH_FIVE, (*cards, *self.board))
        return TabledHand(player=self.players[seat], own=cards, strength=strength)


def rounds_in(store: EventStore, since: datetime | None, progress: Progress) -> tuple[SeenRound, ...]:
    """Every round of hold 'em that ended since then, in the order of their ends."""
    heads = {name: head for name, head in store.heads().items() if name.startswith(TABLES.prefix)}
    whole, done = sum(head.sequence for head in heads.values()) or 1, 0
    found: list[SeenRound] = []
    for name, head in heads.items():
        found += rounds_of(store, name, since, lambda read, before=done: progress((before + read) / whole))  # type: ignore[misc]
        done += head.sequence
    return tuple(sorted(found, key=lambda each: (each.at, each.table, each.number)))


def rounds_of(store: EventStore, name: str, since: datetime | None, read: Progress) -> Iterator[SeenRound]:
    """Of one table."""
    seen: list[Any] = []
    for committed in store.read(name):
        envelope = committed.envelope
        if envelope.sequence % TOLD_EVERY == 0:
            read(envelope.sequence)
        if envelope.tag not in TAGS:
            continue
        event = TABLES.codec.read(envelope)
        seen = [event] if isinstance(event, RoundStarted) else [*seen, event]
        if isinstance(event, RoundFinished) and is_wanted(seen, since):
            yield seen_round(name.removeprefix(TABLES.prefix), seen)


def is_wanted(seen: Sequence[Any], since: datetime | None) -> bool:
    first, last = seen[0], seen[-1]
    return (
        isinstance(first, RoundStarted)
        and first.game == HOLD_EM
        and (since is None or last.at >= since)
        and any(isinstance(event, events.PotAwarded) for event in seen)
    )


def seen_round(table: str, seen: Sequence[Any]) -> SeenRound:
    started, finished = seen[0], seen[-1]
    return SeenRound(
        table=table,
        number=started.number,
        at=finished.at,
        players=started.players,
        left=left_after(seen, len(started.players)),
        board=tuple(card for event in seen if isinstance(event, events.CommunityDealt) for card in event.cards),
        hands=tuple((event.seat, event.cards) for event in seen if isinstance(event, events.HandShown)),
        pots=pots_of(seen),
    )


def left_after(seen: Sequence[Any], players: int) -> tuple[int, ...]:
    """How many were in after each street: a street ends with the next cards, or with the round."""
    left = []
    for event in seen:
        players -= isinstance(event, events.Folded)
        if isinstance(event, events.CommunityDealt):
            left.append(players)
    return (*left[: STREETS - 1], players)


def pots_of(seen: Sequence[Any]) -> tuple[int, ...]:
    """What each pot held after the rake: at the showdown, or where it was awarded to the last player in."""
    for event in seen:
        if isinstance(event, events.ShowdownOpened):
            return tuple(pot.amount for pot in event.pots)
    awarded: Counter[int] = Counter()
    for event in seen:
        if isinstance(event, events.PotAwarded):
            awarded[event.pot] += sum(event.amounts)
        elif isinstance(event, events.ContributionTaken):
            awarded.update(dict(enumerate(event.amounts)))
    return tuple(awarded.values())


def street_rates(rounds: Sequence[SeenRound]) -> tuple[float, float, float, float] | None:
    """Of those who were in a street, the share who were in the next; None where the log says too little."""
    if len(rounds) < FEWEST:
        return None
    before, after = [0] * STREETS, [0] * STREETS
    for each in rounds:
        in_now = len(each.players)
        for street, left in enumerate(each.left):
            before[street] += in_now
            after[street] += left
            in_now = left
    pre, flop, turn, river = (kept / had if had else 1.0 for kept, had in zip(after, before, strict=True))
    return pre, flop, turn, river
