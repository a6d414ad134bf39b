"""What one viewer is told of an event: a saying, which the client puts into words.

`seen_by` of `play` is the only source of cards here. A round numbers those dealt in; everything said names the seats of
the table instead, and people by their names.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple, get_type_hints

from pokerroom.cards import TEXTS, Card, card_text
from pokerroom.history.narration import Names, by_seat, ruling_told, tell
from pokerroom.history.reasons import reasons
from pokerroom.live.tables.awarding import award_of
from pokerroom.play import Role, Round, Seat, Viewer, events, seen_by
from pokerroom.play.views import VISIBLE, to_everybody
from pokerroom.table.acts import Act, PutIn, Spoke
from pokerroom.table.ending import Ending
from pokerroom.table.seating import events as at_table
from pokerroom.wire import messages as wire
from pokerroom.words import Saying, saying, term

Called = Callable[[str], str | Saying]
"""What a player is called, by their id."""


class Entry(NamedTuple):
    """An event of a table's record, with what is needed to tell it to anybody."""

    sequence: int
    at: float
    event: Any
    round: int
    lineup: tuple[int, ...]
    players: tuple[str, ...]
    """Who is dealt in, by their number in the round."""
    state: Round | None
    """The round after it, as far as it is known."""


def is_told_alike(event: Any) -> bool:
    """Whether everybody is told the same of it."""
    # Who conceded is told why their own hand lost.
    is_award = isinstance(event, events.PotAwarded)
    return isinstance(event, at_table.Fact) or (VISIBLE[type(event)] is to_everybody and not is_award)


def told(entry: Entry, player: str | None, names: Called) -> wire.Told:
    """An event as this player is told of it; somebody who was not dealt in hears what a spectator does."""
    return told_to(entry, viewer_of(entry.players, player), names)


def told_to(entry: Entry, viewer: Viewer, names: Called) -> wire.Told:
    event = entry.event
    if isinstance(event, at_table.Fact):
        return of_table(entry, event, names)
    shown = seen_by(event, viewer)
    called = named(entry.players, names)
    says = None if entry.state is None else tell(shown, entry.state, called)
    parts = PARTS[type(event)]
    seat = parts.seat(shown)
    return wire.Told(
        sequence=entry.sequence,
        tag=type(event).__name__,
        says=says,
        rule=shown.rule.paragraph,
        edition=shown.rule.edition,
        reading=shown.rule.reading,
        round=entry.round,
        seat=entry.lineup[seat] if seat is not None and seat < len(entry.lineup) else None,
        amount=parts.amount(shown),
        cards=parts.cards(shown),
        because=() if entry.state is None else reasons(shown, entry.state, called, viewer),
        award=award_of(shown, entry.state, entry.lineup)
        if isinstance(shown, events.PotAwarded) and entry.lineup
        else None,
    )


def viewer_of(players: tuple[str, ...], player: str | None) -> Viewer:
    return Seat(players.index(player)) if player is not None and player in players else Role.SPECTATOR


def named(players: tuple[str, ...], names: Called) -> Names:
    """Players by their names. Who is not known to have been dealt in is called by the seat."""

    def name(seat: Seat) -> str | Saying:
        return names(players[seat]) if seat < len(players) else by_seat(seat)

    return name


class Parts(NamedTuple):
    """What is shown of one kind of event besides what is said."""

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


def of_table(entry: Entry, event: at_table.Fact, names: Called) -> wire.Told:
    cards: tuple[str, ...] = ()
    if isinstance(event, at_table.ButtonDrawn):
        cards = tuple(card_text(drawn.card) for drawn in event.cards)
    parts = PARTS[type(event)]
    return wire.Told(
        sequence=entry.sequence,
        tag=type(event).__name__,
        says=said_of(event, names),
        rule=event.rule.paragraph,
        edition=event.rule.edition,
        reading=event.rule.reading,
        round=entry.round,
        seat=parts.seat(event),
        amount=parts.amount(event),
        cards=cards,
    )


def said_of(event: at_table.Fact, names: Called) -> Saying | None:
    say: Teller | None = remarked if isinstance(event, at_table.Remark) else TABLE_TOLD.get(type(event))
    return None if say is None else say(event, names)


def remarked(event: at_table.Remark, names: Called) -> Saying | None:
    """A remark is told by its own name, with who made it and all that it says."""
    said = [field for field in event.__struct_fields__ if field not in at_table.Remark.__struct_fields__]
    return plainly(f"table.{type(event).__name__}", *said)(event, names)


Teller = Callable[[Any, Called], Saying | None]


def plainly(key: str, *fields: str) -> Teller:
    """Of an event that says it all: whom it is about, and these of its fields."""

    def told_of(event: Any, names: Called) -> Saying:
        return Saying(key, {"who": doer(event, names)} | {field: getattr(event, field) for field in fields})

    return told_of


def doer(event: at_table.Fact, names: Called) -> str | Saying:
    """Whom it is about, or else who did it."""
    player = getattr(event, "player", event.by)
    return names(player) if isinstance(player, str) else player.name


def sat_in(event: at_table.SatIn, names: Called) -> Saying:
    return saying("table.sat-in-waiting" if event.waits else "table.sat-in", who=doer(event, names))


def removed(event: at_table.PlayerRemoved, names: Called) -> Saying:
    key = "table.removed-after" if event.after_round else "table.removed"
    return saying(key, who=doer(event, names))


def collected(event: at_table.TimeCollected, names: Called) -> Saying | None:
    """Who paid what, those who paid the same together, and who owes it."""
    parts = [*grouped([(names(each.player), each.paid) for each in event.charges], "table.paid-by")]
    parts += grouped([(names(each.player), each.owed) for each in event.charges], "table.owed-by")
    return saying("table.time-collected", parts=tuple(parts)) if parts else None


def grouped(amounts: list[tuple[str | Saying, int]], key: str) -> Iterator[Saying]:
    for amount in dict.fromkeys(amount for _, amount in amounts if amount):
        who = tuple(name for name, paid in amounts if paid == amount)
        yield saying(key, amount=amount, who=who, count=len(who))


def finished(event: at_table.RoundFinished, _names: Called) -> Saying | None:
    if event.ending is Ending.COMPLETED:
        return None
    return saying("table.round-ended", ending=term(event.ending))


def kill_started(event: at_table.KillStarted, names: Called) -> Saying:
    option = term(event.option)
    return saying("table.kill-started", who=doer(event, names), amount=event.amount, option=option)


def kill_ended(event: at_table.KillEnded, _names: Called) -> Saying:
    return saying("table.kill-ended", cause=term(event.cause))


def heard(event: at_table.ActHeard, names: Called) -> Saying:
    """What a player said or did, what the dealer understood, and what is still due or goes back."""
    told_of = [saying(f"table.heard-{event.understood.name.lower()}", who=doer(event, names), did=done_by(event.act))]
    told_of += [saying("table.heard-due", amount=event.due)] if event.due else []
    told_of += [saying("table.heard-change", amount=event.change)] if event.change else []
    return told_of[0] if len(told_of) == 1 else saying("telling.sentences", told=tuple(told_of))


def ante_in_coin(event: at_table.AnteInCoin, names: Called) -> Saying:
    key = "table.ante-in-coin-exchanged" if event.exchanged else "table.ante-in-coin"
    return saying(key, who=doer(event, names), amount=sum(event.coins))


def done_by(act: Act) -> Saying:
    match act:
        case Spoke(words=words):
            return saying("table.act-spoke", words=words)
        case PutIn(chips=chips):
            return saying("table.act-put-in", amount=sum(chips))
        case _:
            return Saying(f"table.act-{type(act).__name__}", {})


def ruled(event: at_table.RuledBetweenRounds, names: Called) -> Saying:
    moves = tuple(
        saying(
            "telling.move",
            amount=move.amount,
            source=saying("telling.at-stakes", who=names(move.payer)),
            target=saying("telling.at-stakes", who=names(move.payee)),
        )
        for move in event.moves
    )
    return ruling_told(event.ruling, moves)


TABLE_TOLD: dict[type[Any], Teller] = {
    at_table.GamingOpened: plainly("table.opened", "table"),
    at_table.GamingClosed: plainly("table.closed"),
    at_table.ChangePosted: plainly("table.change-posted"),
    at_table.GameChanged: plainly("table.game-changed"),
    at_table.PostingChanged: plainly("table.posting-changed"),
    at_table.MinimumProposed: plainly("table.minimum-proposed", "minimum"),
    at_table.MinimumAgreed: plainly("table.minimum-agreed"),
    at_table.ProposalFell: plainly("table.proposal-fell"),
    at_table.IncreaseAgreed: plainly("table.increase-agreed", "minimum"),
    at_table.MinimumRaised: plainly("table.minimum-raised", "minimum"),
    at_table.PlayerSeated: plainly("table.seated", "amount"),
    at_table.StakesAdded: plainly("table.stakes-added", "amount"),
    at_table.LeaveAsked: plainly("table.leaves-after"),
    at_table.PlayerRemoved: removed,
    at_table.SeatVacated: plainly("table.vacated", "amount"),
    at_table.SatOut: plainly("table.sat-out"),
    at_table.SatIn: sat_in,
    at_table.WentAway: plainly("table.went-away"),
    at_table.CameBack: plainly("table.came-back"),
    at_table.ActHeard: heard,
    at_table.BillsLaid: lambda event, names: saying("table.bills", who=doer(event, names), amount=sum(event.bills)),
    at_table.AnteInCoin: ante_in_coin,
    at_table.ContributionsStopped: plainly("table.contributions-stopped"),
    at_table.RoundFinished: finished,
    at_table.KillStarted: kill_started,
    at_table.KillPassed: plainly("table.kill-passed"),
    at_table.KillEnded: kill_ended,
    at_table.BlindsMissed: plainly("table.blind-missed"),
    at_table.TimeCollected: collected,
    at_table.TimePaid: plainly("table.time-paid", "amount"),
    at_table.RuledBetweenRounds: ruled,
    at_table.RulingWitnessed: plainly("table.ruling-witnessed", "ruling"),
}


def seconds(moment: datetime) -> float:
    return moment.timestamp()
