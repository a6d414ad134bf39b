"""A quarter of bad beat payouts in a licensed room, by a seed: every order goes through the gate, as people give it.

Three payouts are counted by the three routes of the text. In the quarter a form is lost, a box is miscounted, a
qualifier changes and one payout is discontinued; hits of both levels come as the decks have it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.cards import typed_cards
from pokerroom.jackpot import Hit, Payout
from pokerroom.jackpot.rules import (
    Bonus,
    BothLevels,
    CarvedOut,
    Census,
    Contribution,
    OwnContribution,
    PayoutRules,
    Reset,
    Route,
    Secondary,
    Several,
    Shares,
)
from pokerroom.jackpot.state import Standing
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.house import LICENSED, House
from pokerroom.live.ports import World
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff import orders
from pokerroom.live.staff.floor import Floor
from pokerroom.live.tables.clock import ClockRules
from pokerroom.play import Call, Check, Seat, Show, Stage
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.commands import Command
from pokerroom.room.filing.stream import FILING
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.ports import Batch
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.rules.house import BadBeatContribution, Fixed, PercentageRake, letter
from pokerroom.rules.staff import Official, Position
from pokerroom.shuffle.lab import keystream
from pokerroom.store import MemoryStore
from pokerroom.table.seating import Posting, Table, commands as at_table
from tests.owned import in_owned_world
from tests.payout_room import Arranged
from tests.unit.web.front import QUICK
from tests.wire import settings

APART = (("beside", None), ("at_table", ""), ("filed", ""))
"""What goes with an order and is no field of it: who signs beside, the table, and the filing that it names."""

START = datetime(2027, 1, 4, 16, tzinfo=UTC)
AS_PEOPLE_PLAY = ClockRules()
"""A table that nobody watches looks about as often as its rounds come: every few seconds, not every few hundredths."""
SUE = Identity("sue", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)
FLO = Identity("flo", "Flo Ray", Role.FLOORPERSON, guest=False)
DEE = Identity("dee", "Dee Low", Role.DEALER, guest=False)
ANN = Identity("ann", "Ann Gray", Role.ACCOUNTING, guest=False)
ABE = Identity("abe", "Abe Book", Role.ACCOUNTING, guest=False)
SAM = Identity("sam", "Sam Guard", Role.SECURITY, guest=False)
KAY = Identity("kay", "Kay Till", Role.CAGE, guest=False)
BOX = Official("the room", Position.DEALER)

RAKE = (PercentageRake(percent=10, most=400),)
PLAYERS, BANK, STAKES, LESSER = 4, 1_000_000_00, 10_000_00, 10_00
FLOAT = [{"tender": "cash", "value": 100_00, "count": 100_000}]
PAID_IN_THE_EVENING = 0.6
"""How many hits are verified at once and paid after the boxes were counted, so that others come before that."""
LEFT_ON_ACCOUNT = 0.25
"""How many leave their part with the room."""
EACH = Contribution(amount=40_37, least_pot=100_00, method="the same from each pot")
SHARES = Shares(losing=50, winning=25, table=25)
PRIMARY = typed_cards("Ts Kd 4c 5s Th Ad 7h 8c 3s Td Tc Jd 3h Qd 3d 2c")
SECONDARY = typed_cards("9s As 4c 5s 9h Ah 7h 8c 3s 9d Ad Kc 3h Kh 3d 2c")
"""To four players, one card at a time and then another, with a burn card before the flop, the turn and the river."""

VIDEO, CAGE, CLOSED = "Counted at the tables", "Counted in the cage", "Counted at a closed table"


AT = {VIDEO: ("v1", "v2"), CAGE: ("g1", "g2"), CLOSED: ("d1", "d2")}


def rules(name: str, route: Route, funded_by: OwnContribution | CarvedOut, **more: Any) -> PayoutRules:
    return PayoutRules(
        name=name,
        games=("hold-em",),
        tables=AT[name],
        contribution=EACH,
        qualifier=qualifier("quad tens"),
        shares=more.pop("shares", SHARES),
        route=route,
        capacity=500,
        discontinuing="all of it goes to another payout of the room",
        table_notice="ask the floor",
        several=Several.HIGHEST,
        both_levels=BothLevels.BOTH,
        secondary=Secondary(qualifier=qualifier("any full house"), shares=SHARES, funded_by=funded_by),
        **more,
    )


OWN = OwnContribution(replace(EACH, amount=LESSER))
WHOLE_ROOM = Shares(losing=40, winning=20, table=20, room=20)
RESET = Reset(percent=20, internal_controls="3.4", manner_approved="yes")
HIGH_HAND = Bonus(name="High hand", terms="the best hand of an hour", amount=5_00)
OFFERED = (
    rules(VIDEO, Route.TABLE_ON_VIDEO, OWN, shares=WHOLE_ROOM, census=Census(minutes=30), holds_table=True),
    rules(CAGE, Route.CAGE, CarvedOut(60_00), reset=RESET, bonuses=(HIGH_HAND,)),
    rules(CLOSED, Route.CLOSED_TABLE, CarvedOut(30_00)),
)


def front_desk(world: World) -> Desk:
    """Accounts in memory, with passwords that cost nothing."""
    kept = MemoryStore()

    async def append(batch: Batch) -> int:
        return kept.append(batch)[-1]

    return Desk(kept, append, passwords=Passwords(QUICK, threads=world.threads), clock=world.clock.now)


class Quarter:
    """So many gaming days of a licensed room, and everybody who works there."""

    def __init__(self, house: House, days: int, seed: int) -> None:
        self.house, self.live, self.days = house, house.rooms[LICENSED], days
        self.desk, self.chance, self.ids = front_desk(house.world), Random(seed), count(1)
        self.floor, self.players = Floor(house, self.desk), dict[str, list[str]]()
        self.deck = Arranged(keystream(f"quarter {seed}"))
        self.live.room.chance = self.deck
        self.lost_form = self.miscounted = 0
        self.refused: list[Refusal] = []
        self.unpaid: list[tuple[str, int]] = []
        """Hits that are verified and wait for the evening."""
        self.second_hits = 0

    # Orders, as people give them.

    async def ask(self, by: Identity, counter: str, type_: str, **fields: Any) -> Done | Refusal:
        beside, table, filed = (fields.pop(name, none) for name, none in APART)
        read = orders.read(counter, {"type": type_, **fields}, table=table, subject=filed)
        assert not isinstance(read, Refusal), str(read)
        answer = await self.floor.order(by, self.live, read, id=f"q{next(self.ids)}", beside=beside)
        assert isinstance(answer, Done | Refusal), answer
        return answer

    async def do(self, by: Identity, counter: str, type_: str, **fields: Any) -> Done:
        answer = await self.ask(by, counter, type_, **fields)
        assert isinstance(answer, Done), f"{type_}: {answer}"
        return answer

    async def of(self, payout: str, by: Identity, type_: str, **fields: Any) -> Done:
        return await self.do(by, "payouts", type_, payout=payout, **fields)

    def payout(self, name: str) -> Payout:
        return self.live.room.state(PAYOUTS).by_name[name]

    @property
    def today(self) -> str:
        return self.live.moment().date().isoformat()

    async def file(self, subject: str, filed: filing.Settings) -> None:
        soon = (self.live.moment() + timedelta(minutes=1)).isoformat()
        made = {"document": "submission", "filed_on": "2026-12-01", "effective": soon}
        await self.do(SUE, "register", "Propose", subject=subject, settings=msgspec.to_builtins(filed), **made)
        await self.do(ANN, "register", "Approve", subject=subject, version=len(self.versions(subject)))
        await asyncio.sleep(90)

    def versions(self, subject: str) -> Sequence[Any]:
        return self.live.room.state(FILING).versions[subject]

    # The opening.

    async def open(self) -> None:
        await self.do(SUE, "books", "BeginDay", date=self.today)
        await self.file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
        for each in OFFERED:
            await self.file(f"payout {each.name}", filing.PayoutSubmission(each))
            for table in each.tables:
                await self.open_table(table, each)
            await self.of(each.name, SUE, "OfferPayout")

    async def open_table(self, table: str, of: PayoutRules) -> None:
        lesser = 0 if of.own_secondary is None else of.own_secondary.amount
        gives = BadBeatContribution(amount=of.contribution.amount + lesser, least_pot=of.contribution.least_pot)
        sign = letter(Fixed(200_00, 400_00), max_raises=3, blinds=(100_00, 200_00), rake=RAKE, bad_beat=gives)
        rotation = (Posting(game="hold-em", house=sign, bad_beat=of.table_notice),)
        await self.file(f"table {table}", filing.TableSettings(rotation))
        area = {"name": "poker room", "approved": True}
        posted = {"area": area, "rotation": msgspec.to_builtins(rotation)}
        await self.do(FLO, "table", "OpenTable", at_table=table, filed=f"table {table}", **posted)
        self.players[table] = [await self.account(f"Pat {table} {seat}") for seat in range(PLAYERS)]
        for player in self.players[table]:
            await self.do(KAY, "cage", "Deposit", player=player, amount=BANK)

    async def account(self, name: str) -> str:
        opened = await self.desk.register(name, "seven slow green doors")
        assert not isinstance(opened, Refusal), str(opened)
        known = self.desk.identify(opened.token)
        assert known is not None
        return known.id

    async def seat(self, table: str) -> None:
        """Whoever has gone home over night comes back."""
        for seat, player in enumerate(self.players[table]):
            if self.live.room.states(TABLES)[table].seat_of(player) is None:
                await self.sit(table, player, seat)

    async def sit(self, table: str, player: str, seat: int) -> None:
        def sits(_table: Table, at: datetime) -> Command:
            return AtTable(table, at_table.TakeSeat(by=player, at=at, player=player, seat=seat, amount=STAKES))

        assert isinstance(await self.house.actors[table].ask(sits), Done)

    # A day.

    async def run(self) -> None:
        await self.open()
        for day in range(self.days):
            await self.do(KAY, "cage", "OpenDrawer", pieces=FLOAT)
            await self.play()
            await self.count(day)
            await self.pay_what_waits()
            await self.events_of(day)
            await self.close_drawer()
            await asyncio.sleep(timedelta(days=1).total_seconds())
            await self.do(SUE, "books", "BeginDay", date=self.today)
        await self.live.book()

    async def close_drawer(self) -> None:
        """What is in it is what the books say that is in it."""
        await self.live.book()
        expected = self.live.room.state(LEDGER).drawers[KAY.name].expected
        pieces = [{"tender": "cash", "value": 1, "count": expected}]
        await self.do(KAY, "cage", "CloseDrawer", pieces=pieces, beside=ANN)

    async def play(self) -> None:
        for each in OFFERED:
            for table in each.tables:
                await self.seat(table)
                for _ in range(self.chance.randint(1, 3)):
                    await self.round(each.name, table)

    async def round(self, payout: str, table: str) -> None:
        self.deck.top = self.chance.choices((PRIMARY, SECONDARY, ()), (2, 3, 12))[0]
        dealt = await self.house.actors[table].ask(lambda _table, at: DealRound(table=table, by=BOX, at=at))
        if isinstance(dealt, Refusal):
            self.refused.append(dealt)
            return
        while self.live.room.states(TABLES)[table].dealing is not None:
            await self.move(table)
        await self.live.follow_payouts()
        for hit in self.payout(payout).open_hits:
            if hit.verified_by is None:
                await self.pay(payout, hit)

    async def move(self, name: str) -> None:
        """Whoever acts calls, or checks where there is nothing to call; at the showdown everybody shows."""

        def moves(table: Table, at: datetime) -> Command:
            seat, state = table.turn_to_act, table.round
            assert seat is not None
            assert state is not None
            assert state.turn is not None
            chosen: Any = Show(Seat(seat))
            if state.stage is Stage.BETTING:
                chosen = Call(Seat(seat)) if state.bet > state.bets[state.turn] else Check(Seat(seat))
            return AtTable(name, at_table.Play(by=table.place(seat).player, at=at, command=chosen))

        assert isinstance(await self.house.actors[name].ask(moves), Done)

    async def pay(self, payout: str, hit: Hit) -> None:
        """From the poker shift supervisor's look to the display."""
        self.second_hits += any(each.verified_by for each in self.payout(payout).open_hits)
        await self.of(payout, SUE, "VerifyHit", hit=hit.number)
        if self.payout(payout).held:
            await self.of(payout, FLO, "ResumePlay", hit=hit.number)
        if self.chance.random() < PAID_IN_THE_EVENING:
            self.unpaid.append((payout, hit.number))
            return
        await self.pay_awards(payout, hit.number)
        await self.of(payout, ANN, "AdjustDisplay", beside=FLO)

    async def pay_what_waits(self) -> None:
        """What was hit since morning, in whatever order; then displays are adjusted."""
        self.chance.shuffle(self.unpaid)
        for payout, hit in self.unpaid:
            await self.pay_awards(payout, hit)
        for payout in dict(self.unpaid):
            await self.of(payout, ANN, "AdjustDisplay", beside=FLO)
        self.unpaid = []

    async def pay_awards(self, payout: str, hit: int) -> None:
        if self.payout(payout).hits[hit].settled:
            return
        place, payer = self.chance.choice((("table", SAM), ("table", ABE), ("cage", KAY)))
        how = {"instrument": "cash", "paid_at": place, "beside": KAY if place == "table" else None}
        await self.of(payout, ANN, "PreparePayout", hit=hit, **how)
        for award in self.payout(payout).hits[hit].awards:
            left = self.chance.random() < LEFT_ON_ACCOUNT
            await self.of(payout, payer, "PayAward", hit=hit, player=award.player, on_account=left)

    # The evening.

    async def count(self, day: int) -> None:
        await self.count_at_tables(day)
        await self.count_in_cage()
        await self.count_at_closed_table()
        for each in OFFERED:
            if self.payout(each.name).primary.counted:
                await self.of(each.name, ANN, "RecordDay", day=self.today)
            if self.payout(each.name).standing is not Standing.DISCONTINUED:
                await self.of(each.name, ANN, "AdjustDisplay", beside=FLO)

    async def count_at_tables(self, day: int) -> None:
        forms: list[int] = []
        for table in self.payout(VIDEO).rules.tables:
            held = self.payout(VIDEO).box(table).amount
            found = held - 5_00 if self.is_day(day, 3) and not self.miscounted and held else held
            self.miscounted += held - found
            counted = {"table": table, "chips": [{"value": 1, "count": found}], "written": found}
            await self.of(VIDEO, DEE, "CountAtTable", **counted, recording="camera 4", beside=FLO)
            forms.append(max(self.payout(VIDEO).forms))
        lost = forms[0] if self.is_day(day, 4) else 0
        self.lost_form = lost or self.lost_form
        originals = [serial for serial in forms if serial != lost]
        for serial in originals:
            await self.of(VIDEO, DEE, "DropOriginal", serial=serial)
        for serial in forms:
            await self.of(VIDEO, FLO, "BoxDuplicate", serial=serial)
        await self.of(VIDEO, ANN, "MatchForms", day=self.today, duplicates=forms, originals=originals)

    async def count_in_cage(self) -> None:
        await self.of(CAGE, FLO, "AccountForBoxes", tables=list(self.payout(CAGE).rules.tables))
        await self.carried(CAGE)
        container = max(self.payout(CAGE).containers.values(), key=lambda each: each.number)
        boxes = [
            {"table": table, "chips": [{"value": 1, "count": box.amount}]} for table, box in container.boxes.items()
        ]
        await self.of(CAGE, KAY, "CountInCage", container=container.number, boxes=boxes)

    async def count_at_closed_table(self) -> None:
        payout = self.payout(CLOSED)
        if payout.is_empty and payout.standing.value == "discontinued":
            return
        boxes = [
            {"table": table, "chips": [{"value": 1, "count": payout.box(table).amount}]}
            for table in payout.rules.tables
        ]
        where = {"place": "the count table", "closed": True, "recording": "camera 9", "boxes": boxes}
        await self.of(CLOSED, DEE, "CountAtClosedTable", **where, beside=FLO)
        await self.carried(CLOSED)
        container = max(payout.containers, default=0) + 1
        chips = [{"value": 1, "count": self.payout(CLOSED).containers[container].expected.amount}]
        await self.of(CLOSED, KAY, "CountInCage", container=container, chips=chips)

    async def carried(self, payout: str) -> None:
        await self.of(payout, SAM, "Carry", container=max(self.payout(payout).containers))

    # What comes but once.

    def is_day(self, day: int, part: int) -> bool:
        """Whether this is the day that stands for so much of the quarter."""
        return day == self.days // part

    async def events_of(self, day: int) -> None:
        if self.is_day(day, 2):
            await self.change_qualifier(replace(self.payout(CAGE).rules, qualifier=qualifier("quad nines")))
        if day == self.days * 2 // 3:
            await self.stop_collecting()
            await self.of(CLOSED, ANN, "Discontinue", to=VIDEO)
            await self.of(VIDEO, ANN, "AdjustDisplay", beside=FLO)

    async def stop_collecting(self) -> None:
        answer = await self.ask(SUE, "payouts", "StopCollecting", payout=CLOSED)
        if isinstance(answer, Refusal):
            self.refused.append(answer)
        ended = filing.PayoutSubmission(self.payout(CLOSED).rules, collects=False)
        await self.file(f"payout {CLOSED}", ended)
        await self.of(CLOSED, SUE, "StopCollecting")

    async def change_qualifier(self, changed: PayoutRules) -> None:
        harder = replace(changed, qualifier=qualifier("quad kings"))
        await self.file(f"payout {CAGE}", filing.PayoutSubmission(harder))
        answer = await self.ask(SUE, "payouts", "AnnounceChange", payout=CAGE)
        if isinstance(answer, Refusal):
            self.refused.append(answer)
        await self.file(f"payout {CAGE}", filing.PayoutSubmission(changed))
        await self.of(CAGE, SUE, "AnnounceChange")
        await asyncio.sleep(60)
        await self.of(CAGE, SUE, "ChangeRules")


def in_quarter(test: Callable[[Quarter], Awaitable[None]]) -> None:
    """In a room of the quarter once its payouts are offered."""

    async def run(world: World) -> None:
        chosen = replace(settings(AS_PEOPLE_PLAY, bots=0), licensed_database="memory:")
        found = Quarter(await House.open(chosen, world=world, pace=0), days=1, seed=1)
        await found.open()
        await test(found)

    in_owned_world(run, "in a quarter", start=START)


def quarter(days: int, seed: int) -> tuple[Quarter, LiveRoom]:
    """All of it, in a world that passes as quickly as its work is done."""

    async def run(world: World) -> tuple[Quarter, LiveRoom]:
        chosen = replace(settings(AS_PEOPLE_PLAY, bots=0), licensed_database="memory:")
        house = await House.open(chosen, world=world, pace=0)
        found = Quarter(house, days, seed)
        await found.run()
        assert not any(actor.halted for actor in house.actors.values())
        return found, found.live

    return in_owned_world(run, f"a quarter {seed}", start=START)
