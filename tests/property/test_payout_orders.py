"""Staff order anything about payouts through the gate, with numbers that nobody means: the books keep working.

No fund falls but by what is paid to players, what the books hold is what the payouts say, and the record is found in
order at the end.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot import Payout, Payouts
from pokerroom.ledger import BAD_BEAT_FUND, bad_beat_box
from pokerroom.live.house import House
from pokerroom.live.ports import World
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff import orders
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.room import Done
from tests.owned import in_owned_world
from tests.payout_quarter import (
    ABE,
    ANN,
    AS_PEOPLE_PLAY,
    CAGE,
    CLOSED,
    DEE,
    FLO,
    KAY,
    OFFERED,
    SAM,
    START,
    SUE,
    VIDEO,
    Quarter,
)
from tests.sampling import sampled
from tests.wire import settings

SEEDS = range(sampled(2, whole=40))
ASKED = 400
NUMBERS = (-(10**30), -(2**63) - 1, -(10**12), -5, -1, 0, 1, 3, 99, 10**9, 10**12, 10**12 + 1, 2**63, 2**64, 10**30)
"""Beside what is right: negative, zero, odd, and more than there is."""
WORDS = ("words", "words", "", "../", "9", "a/b")
ASKS: dict[str, tuple[Any, Any]] = {
    "OfferPayout": (SUE, None),
    "AnnounceChange": (SUE, None),
    "ChangeRules": (SUE, None),
    "StopCollecting": (SUE, None),
    "Discontinue": (ANN, None),
    "CountAtTable": (DEE, FLO),
    "CountAtClosedTable": (DEE, FLO),
    "AccountForBoxes": (FLO, None),
    "Carry": (SAM, None),
    "CountInCage": (KAY, None),
    "VoidForm": (DEE, FLO),
    "DropOriginal": (DEE, None),
    "BoxDuplicate": (FLO, None),
    "MatchForms": (ANN, None),
    "RecordDay": (ANN, None),
    "AdjustDisplay": (ANN, FLO),
    "DeclareBadBeat": (DEE, None),
    "VerifyHit": (SUE, None),
    "RejectHit": (SUE, None),
    "ResumePlay": (FLO, None),
    "PreparePayout": (ANN, KAY),
    "PayAward": (KAY, None),
    "AwardBonus": (SUE, ABE),
}
"""Every order about payouts: whose it is, and who signs beside."""
ROUTES = {
    "CountAtTable": (VIDEO,),
    "VoidForm": (VIDEO,),
    "DropOriginal": (VIDEO,),
    "BoxDuplicate": (VIDEO,),
    "MatchForms": (VIDEO,),
    "AccountForBoxes": (CAGE,),
    "CountAtClosedTable": (CLOSED,),
    "Carry": (CAGE, CLOSED),
    "CountInCage": (CAGE, CLOSED),
    "AwardBonus": (CAGE,),
}
"""Where an order makes sense."""
OFTEN = {
    "CountAtTable": 8,
    "CountAtClosedTable": 4,
    "AccountForBoxes": 4,
    "Carry": 8,
    "CountInCage": 12,
    "MatchForms": 3,
    "RecordDay": 6,
    "AdjustDisplay": 6,
    "VerifyHit": 4,
    "PreparePayout": 4,
    "PayAward": 10,
    "AwardBonus": 3,
    "StopCollecting": 0.3,
    "Discontinue": 0.3,
    "RejectHit": 0.3,
}


class Anybody(Quarter):
    """A room as in the quarter, in which people order what they like."""

    odd = 0.12
    """How many values are not what would be right."""

    def number(self, right: int) -> int:
        return self.chance.choice(NUMBERS) if self.chance.random() < self.odd else right

    def some(self, of: Any, otherwise: Any) -> Any:
        found = tuple(of)
        return self.chance.choice(found) if found and self.chance.random() > self.odd / 3 else otherwise

    def chips(self, right: int) -> list[dict[str, int]]:
        if self.chance.random() < 0.2:
            pieces = [(self.number(100), self.number(right // 100)) for _ in range(self.chance.randint(0, 3))]
            return [{"value": value, "count": count} for value, count in pieces]
        return [{"value": self.number(1) if self.chance.random() < 0.2 else 1, "count": self.number(right)}]

    def order(self) -> tuple[str, dict[str, Any]]:
        kind = self.chance.choices(list(ASKS), [OFTEN.get(each, 1) for each in ASKS])[0]
        name = ROUTES.get(kind, ()) if self.chance.random() > self.odd else ()
        payout = self.payout(self.chance.choice(name or [each.name for each in OFFERED]))
        declared = orders.BY_NAME[f"payouts.{kind}"]
        fields = {field: value(self, payout) for field in declared.said if (value := VALUES.get(field)) is not None}
        if kind in {"CountAtTable", "VoidForm"} and self.chance.random() > self.odd:
            del fields["serial"]
        if kind == "CountInCage":
            del fields["boxes"], fields["chips"]
            fields |= self.found_in(payout, fields["container"])
        if kind == "CountAtTable":
            fields["chips"] = self.chips(payout.box(fields["table"]).amount)
            written = sum(each["value"] * each["count"] for each in fields["chips"])
            fields["written"] = written if self.chance.random() > self.odd else fields["written"]
        return kind, fields

    def found_in(self, payout: Payout, number: int) -> dict[str, Any]:
        container = payout.containers.get(number)
        if container is None or container.counts:
            return {"chips": self.chips(5_00 if container is None else container.said or 0)}
        return {"boxes": [{"table": each, "chips": self.chips(box.amount)} for each, box in container.boxes.items()]}

    async def anything(self) -> None:
        """An order that may make no sense: it is done or refused, and the books go on."""
        kind, fields = self.order()
        by, beside = ASKS[kind]
        read = orders.read("payouts", {"type": kind, **fields})
        assert not isinstance(read, Refusal), str(read)
        before = self.live.room.state(PAYOUTS)
        answer = await self.floor.order(by, self.live, read, id=f"q{next(self.ids)}", beside=beside)
        assert isinstance(answer, Done | Refusal), answer
        await self.live.book()
        no_fund_fell_unpaid(before, self.live.room.state(PAYOUTS), (kind, fields))
        what_the_books_hold_is_what_the_payouts_say(self.live, (kind, fields))

    async def evening(self) -> None:
        await self.open()
        await self.do(KAY, "cage", "OpenDrawer", pieces=[{"tender": "cash", "value": 100_00, "count": 100_000}])
        for place in range(ASKED):
            if place % 20 == 0:
                await self.some_rounds()
            await self.anything()
        await self.live.book()
        await self.do(KAY, "cage", "Deposit", player=self.players["v1"][0], amount=1_00)

    async def some_rounds(self) -> None:
        each = self.chance.choice(OFFERED)
        for table in each.tables:
            await self.seat(table)
            await self.round(each.name, table)

    async def pay(self, payout: str, hit: Any) -> None:
        """As somebody orders it, or not."""


VALUES: dict[str, Callable[[Anybody, Payout], Any]] = {
    "payout": lambda a, payout: a.some((payout.rules.name,), "Nowhere"),
    "to": lambda a, _: a.some((each.name for each in OFFERED), "the house"),
    "table": lambda a, payout: a.some(payout.rules.tables, "77"),
    "chips": lambda a, _: a.chips(50_00),
    "written": lambda a, _: a.number(50_00),
    "serial": lambda a, payout: a.some(payout.forms, a.number(1001)),
    "recording": lambda a, _: a.some(("camera 4",), ""),
    "licensed": lambda a, _: a.chance.random() < 0.7,
    "place": lambda a, _: a.chance.choice(("90", "the count table", "v1", *WORDS)),
    "closed": lambda a, _: a.chance.random() < 0.9,
    "boxes": lambda a, payout: [
        {"table": each, "chips": a.chips(payout.box(each).amount)} for each in payout.rules.tables
    ],
    "tables": lambda a, payout: a.some((payout.rules.tables,), ()),
    "container": lambda a, payout: a.some(
        (number for number, each in payout.containers.items() if not each.verified), a.number(1)
    ),
    "reason": lambda a, _: a.some(("a card was exposed",), ""),
    "day": lambda a, _: a.some((a.today,), "2027-01-01"),
    "duplicates": lambda a, payout: [each for each in payout.forms if a.chance.random() < 0.7],
    "originals": lambda a, payout: [*(each for each in payout.forms if a.chance.random() < 0.7), a.number(1001)][:-1],
    "hit": lambda a, payout: a.some((each.number for each in payout.open_hits), a.number(1)),
    "hands": lambda a, _: [{"seat": a.number(0), "cards": "Ts Th"}, {"seat": a.number(1), "cards": "Kd Ad"}],
    "board": lambda a, _: a.some(("Td Tc Jd Qd 2c",), "Td"),
    "round": lambda a, _: a.number(1),
    "instrument": lambda _a, _: "cash",
    "paid_at": lambda a, _: a.chance.choice(("cage", "table")),
    "player": lambda a, payout: a.some(
        (each.player for hit in payout.open_hits for each in hit.unpaid), a.players["v1"][0]
    ),
    "on_account": lambda a, _: a.chance.random() < 0.5,
    "bonus": lambda _a, _: "High hand",
    "earned": lambda a, _: a.some(("four jacks",), ""),
    "level": lambda a, _: a.chance.choice(("primary", "secondary")),
}


def no_fund_fell_unpaid(before: Payouts, after: Payouts, order: Any) -> None:
    """What a fund holds grows by what is counted and falls by what is paid, or goes to another payout."""
    for name, payout in after.by_name.items():
        for level, fund in payout.funds.items():
            old = before.by_name[name].funds[level]
            less = fund.paid - old.paid + fund.left - old.left
            assert fund.held >= old.held - less, order
            assert min(fund.contributed, fund.counted, fund.current, fund.reset, fund.overflow) >= 0, order
            assert fund.is_balanced, order


def what_the_books_hold_is_what_the_payouts_say(live: LiveRoom, order: Any) -> None:
    books, payouts = live.room.state(LEDGER), live.room.state(PAYOUTS).by_name.values()
    held = sum(fund.held for payout in payouts for fund in payout.funds.values())
    handed = sum(map(handed_over, payouts))
    assert books.balance(BAD_BEAT_FUND) == held - handed, order
    for payout in payouts:
        for table in payout.rules.tables:
            travels = [each for each in payout.containers.values() if not each.verified and table in each.boxes]
            boxed = payout.box(table).amount + sum(each.boxes[table].amount for each in travels)
            assert books.balance(bad_beat_box(table)) == boxed, order


def handed_over(payout: Payout) -> int:
    """Of hits that are not all paid: the meters fall with the last award."""
    return sum(award.amount for hit in payout.open_hits for award in hit.awards if award.player in hit.paid)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_ordered_the_books_keep_working_and_no_fund_falls_but_by_payments(seed: int) -> None:
    async def run(world: World) -> LiveRoom:
        chosen = replace(settings(AS_PEOPLE_PLAY, bots=0), licensed_database="memory:")
        house = await House.open(chosen, world=world, pace=0)
        found = Anybody(house, days=1, seed=seed)
        await found.evening()
        return found.live

    live = in_owned_world(run, f"orders {seed}", start=START)
    assert examine_record(live.store, keys=live.room.keys, decide_again=True).findings == ()
