"""A dealer's box at which tests keep decks: table 4 with decks A (blue) and B (red), times of one day such as `13:00`.

    box = ready_box()
    box.play_round()
    assert box.refused(BeginRound, Code.NOT_SHUFFLED, game="hold-em").rule.paragraph == "14.5(a)"

The dealer signed on does everything, except what takes a floorperson or the shift supervisor.
"""

from datetime import UTC, date, datetime
from typing import Any, TypeVar

from pokerroom.cards import DECK
from pokerroom.rules.staff import Official, Position
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks import Deck, Decks, due, may_deal, perform, start
from pokerroom.table.decks.commands import (
    AcceptPreparedDeck,
    BeginRound,
    DistributeDecks,
    EndRound,
    InspectDeck,
    InstallShuffler,
    OfferInspection,
    OpenTable,
    OrderRecut,
    PlaceCoverCard,
    PlaceRest,
    ProvideCoverCard,
    PutInPlay,
    ReceiveDeck,
    SetUpTable,
    ShuffleDeck,
    SignOn,
    SpreadDeck,
    StoreDeck,
    TakePacket,
    TakeSeat,
    VerifyDeck,
    WashDeck,
)
from pokerroom.table.decks.equipment import (
    Back,
    CoverCard,
    Face,
    ShuffleMethod,
    Shuffler,
    TableDecks,
)
from pokerroom.table.decks.events import Event
from pokerroom.table.due import Duty
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code, Refusal

Kind = TypeVar("Kind")

DAY = date(2024, 5, 10)
DEALER = Official("Dana", Position.DEALER)
OTHER_DEALER = Official("Drew", Position.DEALER)
FLOOR = Official("Flynn", Position.FLOORPERSON)
SUPERVISOR = Official("Sage", Position.SHIFT_SUPERVISOR)

BLUE = Back("blue", "diamonds")
RED = Back("red", "diamonds")
YELLOW = CoverCard("yellow", opaque=True, solid=True)
LINE = TableDecks(table="4", limits="$2-$4", location="pit 2", game="hold 'em", backs=(BLUE, RED))
DEVICE = Shuffler("SH-1", counts=False, approval="")
COUNTING = Shuffler("SH-2", counts=True, approval="DGE-17")

ACTS_OF: dict[type[Any], Official] = {VerifyDeck: FLOOR, OrderRecut: FLOOR, DistributeDecks: SUPERVISOR}


def clock(text: str) -> datetime:
    """An hour of the day, `13:00`."""
    hour, minute = map(int, text.split(":"))
    return datetime(DAY.year, DAY.month, DAY.day, hour, minute, tzinfo=UTC)


class Box:
    """One table: its state, the log, and what time it is."""

    def __init__(self, rules: DeckRules | None = None, *, at: str = "10:00") -> None:
        self.now = clock(at)
        self.state: Decks
        self.state, events = start(SetUpTable(by=FLOOR, at=self.now, table="4", rules=rules or DeckRules()))
        self.log: list[Event] = list(events)

    def at(self, text: str) -> None:
        self.now = clock(text)

    def try_(self, kind: type[Any], *, by: Official | None = None, **fields: Any) -> Any:
        who = by or ACTS_OF.get(kind, DEALER)
        return perform(self.state, kind(by=who, at=self.now, **fields))

    def do(self, kind: type[Any], *, by: Official | None = None, **fields: Any) -> tuple[Event, ...]:
        outcome = self.try_(kind, by=by, **fields)
        assert not isinstance(outcome, Refusal), f"{kind.__name__}: {outcome}"
        self.state, events = outcome
        self.log += events
        return events  # type: ignore[no-any-return]

    def refused(self, kind: type[Any], code: Code, *, by: Official | None = None, **fields: Any) -> Refusal:
        outcome = self.try_(kind, by=by, **fields)
        assert isinstance(outcome, Refusal), f"{kind.__name__} was accepted"
        assert outcome.code is code, str(outcome)
        return outcome

    def blocked(self, code: Code) -> Refusal:
        """Why the next round may not be dealt now."""
        refusal = may_deal(self.state, self.now)
        assert refusal is not None, "the next round may be dealt"
        assert refusal.code is code, str(refusal)
        return refusal

    @property
    def free(self) -> bool:
        return may_deal(self.state, self.now) is None

    @property
    def duties(self) -> set[tuple[Duty, str]]:
        return {(each.duty, each.of) for each in due(self.state, self.now)}

    def deck(self, name: str) -> Deck:
        return self.state.deck(name)

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.log if isinstance(event, kind)]

    def last(self, kind: type[Kind]) -> Kind:
        return self.all(kind)[-1]

    def receive(self, name: str, back: Back, *, edges: str = "white") -> None:
        self.do(ReceiveDeck, deck=name, cards=DECK, backs=(back,), edges=edges)

    def stock(self, *, shuffler: Shuffler | None = None) -> None:
        """The day's distribution, both decks, the cover card, and perhaps a device."""
        self.do(DistributeDecks, day=DAY, tables=(LINE,))
        self.receive("A", BLUE)
        self.receive("B", RED)
        self.do(ProvideCoverCard, cover=YELLOW)
        if shuffler is not None:
            self.do(InstallShuffler, shuffler=shuffler)

    def open(self) -> None:
        self.do(OpenTable, day=DAY)
        self.do(SignOn)

    def inspect(self, *names: str) -> None:
        """Dealer and floorperson inspect decks, which then lie face up."""
        for name in names:
            self.do(InspectDeck, deck=name, found=52)
            self.do(VerifyDeck, deck=name)
            self.do(SpreadDeck, deck=name, face=Face.UP, in_sequence=True)

    def seat(self, *players: str) -> None:
        for player in players:
            self.do(TakeSeat, player=player)

    def show(self, *names: str) -> None:
        for name in names:
            self.do(OfferInspection, deck=name)

    def wash(self, *names: str) -> None:
        for name in names:
            self.do(WashDeck, deck=name)

    def shuffle(self, *names: str, method: ShuffleMethod = ShuffleMethod.HAND, counted: int | None = None) -> None:
        for name in names:
            self.do(ShuffleDeck, deck=name, method=method, counted=counted)

    def cut(self, size: int = 20) -> None:
        self.do(PlaceCoverCard)
        self.do(TakePacket, size=size)
        self.do(PlaceRest)

    def use(self, name: str, *, idle: str) -> None:
        """Bring one deck into play and put the other where it belongs."""
        self.do(PutInPlay, deck=name)
        self.do(StoreDeck, deck=idle, place=self.state.store)

    def play_round(self, *, game: str = "hold-em", ending: Ending = Ending.COMPLETED) -> None:
        self.do(BeginRound, game=game)
        self.do(EndRound, ending=ending)

    def prepare_again(self) -> None:
        """Shuffle and cut the deck in play for the next round."""
        deck = self.state.in_play
        assert deck is not None
        self.shuffle(deck.name)
        self.cut()


def shown_box(rules: DeckRules | None = None, *, shuffler: Shuffler | None = None) -> Box:
    """Both decks inspected, verified, spread, and shown to the first two players."""
    box = Box(rules)
    box.stock(shuffler=shuffler)
    box.open()
    box.inspect("A", "B")
    box.seat("Ann", "Bob")
    box.show("A", "B")
    return box


def ready_box(rules: DeckRules | None = None) -> Box:
    """A table without a device, opened at ten, ready to deal the first round from deck A."""
    box = shown_box(rules)
    box.wash("A", "B")
    box.shuffle("A", "B")
    box.use("A", idle="B")
    box.cut()
    assert box.free, str(may_deal(box.state, box.now))
    return box


def device_box(shuffler: Shuffler = DEVICE) -> Box:
    """A table with a device, deck A cut and deck B in the device."""
    box = shown_box(shuffler=shuffler)
    box.wash("A", "B")
    box.do(StoreDeck, deck="A", place=box.state.store)
    box.shuffle("A", method=ShuffleMethod.DEVICE)
    box.use("A", idle="B")
    box.cut()
    assert box.free, str(may_deal(box.state, box.now))
    return box


def prepared_box() -> Box:
    """Decks inspected and shuffled before they came to the table; nobody is seated yet."""
    box = Box()
    box.stock()
    box.open()
    for name in ("A", "B"):
        box.do(AcceptPreparedDeck, deck=name, document=f"PI-{name}")
    return box
