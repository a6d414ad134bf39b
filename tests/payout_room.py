"""A room with a bad beat payout whose rounds are dealt from decks that a test arranges: it goes on from its record.

`steps` says what is to be done next, from how the room stands: a process that ends anywhere is continued by the next.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from pokerroom.cards import typed_cards
from pokerroom.jackpot import Hit, Payout
from pokerroom.jackpot.commands import (
    AdjustDisplay,
    Chips,
    CountAtTable,
    Instrument,
    OfferPayout,
    PaidAt,
    PayAward,
    PreparePayout,
    RecordDay,
    ReportHit,
    ResumePlay,
    VerifyHit,
)
from pokerroom.jackpot.events import HitReported
from pokerroom.jackpot.rules import BothLevels, Census, Contribution, PayoutRules, Route, Several, Shares
from pokerroom.ledger import OpenDay, Shift, Signature
from pokerroom.play import Call, Check, Seat, Show, Stage
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.room import filing
from pokerroom.room.books.commands import Deposit, InBooks
from pokerroom.room.commands import Order
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.processes import Process
from pokerroom.room.processes.booking import BOOKING
from pokerroom.room.processes.contributing import CONTRIBUTING
from pokerroom.room.processes.paying import PAYING
from pokerroom.room.registry import REGISTRY
from pokerroom.room.room import Done, Recorder, Room
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.rules.house import BadBeatContribution, Fixed, PercentageRake, letter
from pokerroom.rules.staff import Official, Position
from pokerroom.shuffle import Generator
from pokerroom.shuffle.lab import keystream
from pokerroom.shuffle.seal import Key, Keys
from pokerroom.table.seating import Posting, commands as at_table
from tests.payouts import ACCOUNTING, DEALER, FLOOR, NAME, SECURITY, SHIFT

T = TypeVar("T")

KEYS = Keys((Key("of tests", bytes(range(32))),))
START = datetime(2027, 3, 2, 12, tzinfo=UTC)
ADA, BO = Signature("Ada Park", "poker shift supervisor"), Signature("Bo Ek", "accounting")
BOX, HOUSE = Official("the room", Position.DEALER), Official("Ada Park", Position.SHIFT_SUPERVISOR)
STAKES = 50_000_00
RAKE = (PercentageRake(percent=10, most=400),)
FROM_EACH_POT = BadBeatContribution(amount=50_37, least_pot=100_00)
SIGN = letter(Fixed(200_00, 400_00), max_raises=3, blinds=(100_00, 200_00), rake=RAKE, bad_beat=FROM_EACH_POT)
PLAYERS = {"1": ("amy", "ben", "cat"), "2": ("dan", "eve")}

RULES = PayoutRules(
    name=NAME,
    games=("hold-em",),
    tables=tuple(PLAYERS),
    contribution=Contribution(amount=50_37, least_pot=100_00, method="the same from each pot"),
    qualifier=qualifier("quad tens"),
    shares=Shares(losing=40, winning=20, table=20, room=20),
    route=Route.TABLE_ON_VIDEO,
    capacity=1000,
    discontinuing="procedure 7 of the submission",
    table_notice="Four tens or better, beaten: ask the floor.",
    several=Several.HIGHEST,
    both_levels=BothLevels.PRIMARY_ONLY,
    census=Census(minutes=30),
    holds_table=True,
)

BEATEN = typed_cards("Ts Kd 4c Th Ad 7h 3s Td Tc Jd 3h Qd 3d 2c")
"""To three players, one card at a time and then another; a burn card before the flop, the turn and the river."""
QUIET = typed_cards("As 9d 4c Ah 8h 7h 3s 2d 5c Jd 3h Qc 3d Kc")


CUT_OFF = 26
FOLLOWED = {CONTRIBUTING.name: "followed", BOOKING.name: "booked", PAYING.process.name: "booked"}
"""What follows by itself after a step, by the process."""


class Arranged(Generator):
    """Shuffles as any other, then puts the cards that a test names where the cut leaves them on top."""

    top: Sequence[Any] = ()

    def shuffled(self, cards: Sequence[T]) -> tuple[T, ...]:
        top = [card for card in self.top if card in cards]
        others = [card for card in super().shuffled(cards) if card not in top]
        return (*others[:CUT_OFF], *top, *others[CUT_OFF:])

    def cut(self, least: int, most: int) -> int:
        assert least <= CUT_OFF <= most
        return CUT_OFF


Step = Callable[[], None]


class PayoutRoom:
    """A room of two tables; `told` is called with the name of each step once it is durable."""

    def __init__(self, room: Room, told: Callable[[str, str], None] = lambda _step, _id: None) -> None:
        self.room, self.told, self.last = room, told, ""

    def tell(self, step: str, id_: str) -> None:
        self.last = step.partition(",")[0]
        self.told(step, id_)

    @property
    def payout(self) -> Payout:
        return self.room.state(PAYOUTS).by_name[NAME]

    @property
    def at(self) -> datetime:
        """Later with every event of the record."""
        return START + timedelta(seconds=sum(head.sequence for head in self.room.heads.values()))

    def does(self, step: str, id_: str, command: Any) -> None:
        """Under an id that says what it is: done before, it is not done again."""
        answer = self.room.do(Order(id_, command))
        assert isinstance(answer, Done), answer
        self.tell(step, id_)

    def of_payout(self, step: str, id_: str, kind: type[Any], by: Any, **fields: Any) -> None:
        self.does(step, id_, OnPayouts(kind(payout=NAME, by=by, at=self.at, **fields)))

    def set_up(self) -> None:
        day = OpenDay(date=START.date(), shifts=(Shift("day", START),), at=START, by=ADA)
        self.does("set up", "day", InBooks(day))
        self._file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
        self._file(filing.payout_subject(NAME), filing.PayoutSubmission(RULES))
        posting = (Posting(game="hold-em", house=SIGN, bad_beat=RULES.table_notice),)
        self._file("hold-em", filing.TableSettings(posting))
        area = at_table.Area("poker room", approved=True)
        for table, players in PLAYERS.items():
            opening = at_table.OpenTable(by=HOUSE, at=START, area=area, rotation=posting)
            self.does("set up", f"open {table}", AtTable(table, opening, subject="hold-em"))
            for seat, player in enumerate(players):
                self.does("set up", f"deposit {player}", Deposit(player=player, amount=2 * STAKES, by=BO, at=START))
                sits = at_table.TakeSeat(by=player, at=START, player=player, seat=seat, amount=STAKES)
                self.does("set up", f"seat {player}", AtTable(table, sits))
        offer = OfferPayout(payout=NAME, by=SHIFT, at=START, rules=RULES, filing="submission 1")
        self.does("set up", "offer", OnPayouts(offer))

    def _file(self, subject: str, settings: filing.Settings) -> None:
        proposed = filing.Propose(
            subject=subject,
            settings=settings,
            document="submission 1",
            filed_on=START.date(),
            effective=START,
            at=START,
            by=ADA,
        )
        self.does("set up", f"file {subject}", InRegister(proposed))
        approved = filing.Approve(subject=subject, version=1, at=START, by=BO)
        self.does("set up", f"approve {subject}", InRegister(approved))

    # What is next.

    def go_on(self) -> None:
        """One step, and what it leads to in other streams left for the next."""
        next(self.steps())()

    def steps(self) -> Iterator[Step]:
        """From how the room stands: first what follows from what has happened, then what people do."""
        if self.room.due[CONTRIBUTING.name]:
            yield partial(self._post, CONTRIBUTING)
        for process in REGISTRY.processes:
            if self.room.due[process.name]:
                yield partial(self._post, process)
        yield from self._in_play()
        yield from self._hits()
        yield from self._counts()
        yield from self._deals()

    def _post(self, process: Process) -> None:
        done = self.room.post(process)
        assert done is not None
        reported = any(isinstance(event, HitReported) for _, event in done.events)
        self.tell("hit reported" if reported else f"{self.last}, {FOLLOWED[process.name]}", done.id)

    def _in_play(self) -> Iterator[Step]:
        """A round in progress goes on; at table 2 every other waits for a hit, so that it is in the census."""
        for table, state in self.room.states(TABLES).items():
            waits = table == "2" and not self.payout.open_hits and state.rounds % 2
            if state.dealing is not None and not waits:
                yield partial(self._move, table)

    def _move(self, name: str) -> None:
        table = self.room.states(TABLES)[name]
        seat, state = table.turn_to_act, table.round
        assert seat is not None
        assert state is not None
        assert state.turn is not None
        chosen: Any = Show(Seat(seat))
        if state.stage is Stage.BETTING:
            chosen = Call(Seat(seat)) if state.bet > state.bets[state.turn] else Check(Seat(seat))
        move = at_table.Play(by=table.place(seat).player, at=self.at, command=chosen)
        number = self.room.head(TABLES.named(name)).sequence
        self.does("played", f"move {name} {number}", AtTable(name, move))
        if any(isinstance(each, ReportHit) for each in self.room.due[CONTRIBUTING.name]):
            self.tell("showdown", f"round {name}")

    def _hits(self) -> Iterator[Step]:
        payout = self.payout
        for hit in payout.open_hits:
            yield from self._hit(hit)
        if payout.is_pending:
            id_ = f"adjust after {max(payout.hits)}"
            yield partial(self.of_payout, "adjusted", id_, AdjustDisplay, ACCOUNTING, second=FLOOR)
        for number in payout.held.values():
            yield partial(self.of_payout, "resumed", f"resume {number}", ResumePlay, FLOOR, hit=number)

    def _hit(self, hit: Hit) -> Iterator[Step]:
        number = hit.number
        if hit.verified_by is None:
            yield partial(self.of_payout, "verified", f"verify {number}", VerifyHit, SHIFT, hit=number)
        if hit.paid_at is None:
            how = {"instrument": Instrument.CASH, "paid_at": PaidAt.TABLE}
            yield partial(self.of_payout, "prepared", f"prepare {number}", PreparePayout, ACCOUNTING, hit=number, **how)
        for award in hit.unpaid:
            step, id_ = f"paid {len(hit.paid) + 1}", f"pay {number} {award.player}"
            yield partial(self.of_payout, step, id_, PayAward, SECURITY, hit=number, player=award.player)

    def _counts(self) -> Iterator[Step]:
        """Boxes are counted while nothing is hit, and what is counted is recorded and displayed."""
        payout, sequence = self.payout, self.room.head(PAYOUTS.name).sequence
        for table in payout.boxes:
            amount = payout.box(table).amount
            if amount:
                found = {"table": table, "chips": (Chips(1, amount),), "written": amount, "recording": "camera 4"}
                yield partial(
                    self.of_payout, "counted", f"count {sequence}", CountAtTable, DEALER, second=FLOOR, **found
                )
        if payout.primary.counted:
            day = START.date()
            yield partial(self.of_payout, "recorded", f"record {sequence}", RecordDay, ACCOUNTING, day=day)
        if payout.primary.shown != payout.primary.current:
            yield partial(self.of_payout, "displayed", f"show {sequence}", AdjustDisplay, ACCOUNTING, second=FLOOR)

    def _deals(self) -> Iterator[Step]:
        """Two rounds that contribute, then one that is hit while table 2 plays."""
        tables = self.room.states(TABLES)
        if tables["2"].dealing is None:
            yield partial(self._deal, "2", QUIET)
        yield partial(self._deal, "1", BEATEN if tables["1"].rounds % 3 == 2 else QUIET)

    def _deal(self, table: str, top: Sequence[Any]) -> None:
        chance = self.room.chance
        assert isinstance(chance, Arranged)
        chance.top = top
        number = self.room.states(TABLES)[table].rounds + 1
        self.does("dealt", f"deal {table} {number}", DealRound(table=table, by=BOX, at=self.at))


def blank(recorder: Recorder) -> Room:
    """A room with nothing in it yet, and decks to arrange."""
    return Room(recorder, REGISTRY, keys=KEYS, chance=Arranged(keystream("payouts")), software="test 1")
