"""Anybody asks anything of a payout, in any order: its money is there after every event, and refusals say why."""

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from pokerroom.jackpot import Code, Payout, Payouts, Refusal, commands, perform
from pokerroom.jackpot.apply import apply
from pokerroom.jackpot.events import DisplayAdjusted
from pokerroom.jackpot.people import ROOM, Person, StaffPosition
from pokerroom.jackpot.rules import (
    Bonus,
    CarvedOut,
    Census,
    Level,
    OwnContribution,
    PayoutRules,
    Reset,
    Route,
    Secondary,
    Shares,
)
from pokerroom.jackpot.state import Standing
from pokerroom.ranking.bad_beats import qualifier
from tests.payouts import ACCOUNTING, BEGAN, CASHIER, DEALER, FLOOR, RULES, SECURITY, SHIFT, WITNESS, showdown
from tests.sampling import sampled
from tests.spec_marks import spec

SEEDS = range(sampled(12, whole=1_000))
ASKED = 600
NAMES = ("One", "Two", "Three")
SECONDARY = Secondary(
    qualifier=qualifier("any full house"),
    shares=Shares(losing=60, winning=20, table=20),
    funded_by=CarvedOut(20_00),
)
HIGH_HAND = Bonus(name="high hand", terms="the best hand of an hour", amount=5_00)
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"secondary": SECONDARY, "bonuses": (HIGH_HAND,)},
    {"secondary": replace(SECONDARY, funded_by=OwnContribution(RULES.contribution)), "holds_table": True},
    {"reset": Reset(percent=15, internal_controls="3.4", manner_approved="yes"), "capacity": 20},
    {"shares": Shares(losing=40, winning=20, table=20, room=20), "census": Census(minutes=10)},
)
PEOPLE = (DEALER, FLOOR, SHIFT, ACCOUNTING, CASHIER, SECURITY, WITNESS, ROOM)
BEATEN = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
FULL = ("9d Ad Kc Kh 2c", "9s 9h", "As Ah")
PLAIN = ("9d 8d Kc 4h 2c", "9s 7h", "As Qh")
MOSTLY_RIGHT: dict[type[Any], Person] = {
    commands.OfferPayout: SHIFT,
    commands.PostNotice: SHIFT,
    commands.ChangeRules: SHIFT,
    commands.StopCollecting: SHIFT,
    commands.Discontinue: ACCOUNTING,
    commands.Contribute: ROOM,
    commands.NoteDealtIn: ROOM,
    commands.CountAtTable: DEALER,
    commands.CountAtClosedTable: DEALER,
    commands.AccountForBoxes: FLOOR,
    commands.Carry: SECURITY,
    commands.CountInCage: CASHIER,
    commands.VoidForm: DEALER,
    commands.DropOriginal: DEALER,
    commands.BoxDuplicate: FLOOR,
    commands.MatchForms: ACCOUNTING,
    commands.RecordDay: ACCOUNTING,
    commands.AdjustDisplay: ACCOUNTING,
    commands.ReportHit: ROOM,
    commands.VerifyHit: SHIFT,
    commands.RejectHit: SHIFT,
    commands.ResumePlay: FLOOR,
    commands.PreparePayout: ACCOUNTING,
    commands.PayAward: SECURITY,
    commands.AwardBonus: SHIFT,
}
"""Whose a command is most of the time. Every command there is, but those of systems."""
OF_SYSTEMS = {commands.FollowSystem, commands.TakeSystemAwards, commands.NoteCovered}
"""What follows from the notices of a host: `tests/linked` asks it, with a host that says what fits."""


OFTEN: dict[type[Any], float] = {
    commands.Contribute: 8,
    commands.CountAtTable: 4,
    commands.CountAtClosedTable: 3,
    commands.AccountForBoxes: 3,
    commands.Carry: 4,
    commands.CountInCage: 6,
    commands.RecordDay: 6,
    commands.AdjustDisplay: 6,
    commands.PreparePayout: 5,
    commands.PayAward: 12,
    commands.VerifyHit: 5,
}
"""What is asked more often than the rest, so that there is something to pay."""
SELDOM: dict[type[Any], float] = {
    commands.StopCollecting: 0.1,
    commands.Discontinue: 0.2,
    commands.RejectHit: 0.2,
    commands.PostNotice: 0.4,
}
BESIDE: dict[type[Any], Person] = {
    commands.CountAtTable: FLOOR,
    commands.CountAtClosedTable: FLOOR,
    commands.VoidForm: FLOOR,
    commands.AdjustDisplay: FLOOR,
    commands.PreparePayout: CASHIER,
    commands.AwardBonus: ACCOUNTING,
}
"""Who is beside them most of the time."""
COUNTS: dict[Route, type[Any]] = {
    Route.TABLE_ON_VIDEO: commands.CountAtTable,
    Route.TABLE_WITH_WITNESS: commands.CountAtTable,
    Route.CLOSED_TABLE: commands.CountAtClosedTable,
    Route.CAGE: commands.AccountForBoxes,
    Route.SATELLITE_CAGE: commands.AccountForBoxes,
}
"""By the way that is on file: how boxes are counted, or begin to be."""
WEIGHTS = [(OFTEN | SELDOM).get(kind, 1) for kind in MOSTLY_RIGHT]


def tables_of(name: str) -> tuple[str, ...]:
    """Most tables are of one payout: what two of them claim is refused."""
    first = NAMES.index(name) * 2
    return tuple(map(str, range(1 + first, 4 + first)))


class Anybody:
    """Asks for anything, now and then for what makes no sense."""

    def __init__(self, seed: int) -> None:
        self.chance, self.asked, self.table = Random(seed), 0, ""

    def some(self, of: Any) -> Any:
        return self.chance.choice(tuple(of))

    def person(self, kind: type[Any]) -> Person:
        usual = MOSTLY_RIGHT[kind]
        if self.chance.random() < 0.85:
            return usual
        other: Person = self.some(PEOPLE)
        return replace(other, also=(self.some(StaffPosition),))

    def kind(self, found: Payout | None) -> type[Any]:
        kind: type[Any] = self.chance.choices(tuple(MOSTLY_RIGHT), WEIGHTS)[0]
        if found is None:
            return commands.OfferPayout if self.chance.random() < 0.8 else kind
        if found.standing is Standing.STOPPED and self.chance.random() < 0.1:
            return commands.Discontinue
        return COUNTS[found.rules.route] if kind in COUNTS.values() and self.chance.random() < 0.8 else kind

    def second(self, kind: type[Any], found: Payout | None) -> Person | None:
        if self.chance.random() < 0.2:
            second: Person | None = self.some((FLOOR, WITNESS, None, DEALER, CASHIER, ACCOUNTING))
            return second
        is_witnessed = found is not None and found.rules.route is Route.TABLE_WITH_WITNESS
        at_a_table = kind in {commands.CountAtTable, commands.VoidForm}
        return WITNESS if is_witnessed and at_a_table else BESIDE[kind]

    def chips(self, amount: int) -> tuple[commands.Chips, ...]:
        off = self.some((0, 0, 0, 0, 1_00, -1_00))
        return (commands.Chips(1, max(0, amount + off)),)

    def rules(self, name: str) -> PayoutRules:
        asked = self.some(("quad tens", "quad nines", "quad jacks", "any full house"))
        varied: dict[str, Any] = self.some(VARIANTS)
        route, tables = self.some(Route), tables_of(name)[: self.some((1, 2, 3))]
        return replace(RULES, name=name, route=route, tables=tables, qualifier=qualifier(asked), **varied)

    def command(self, payouts: Payouts) -> Any:
        self.asked += 1
        name = self.some(NAMES)
        found = payouts.by_name.get(name)
        self.table = self.some(tables_of(name) if found is None else (*tables_of(name), *found.to_count * 3))
        kind = self.kind(found)
        at = BEGAN.replace(year=BEGAN.year + self.asked // 2_000, minute=self.asked % 60, hour=self.asked // 60 % 24)
        given = {"payout": name, "by": self.person(kind), "at": at}
        fields = {field: self.value(field, payouts, name) for field in kind.__struct_fields__ if field not in given}
        if "second" in fields:
            fields["second"] = self.second(kind, found)
        if kind in {commands.CountAtTable, commands.VoidForm}:
            fields["serial"] = self.some((None, None, None, fields["serial"], fields["serial"] + 3))
        if kind is commands.Contribute:
            fields["chips"] = 1
        if kind is commands.CountInCage and self.chance.random() < 0.9:
            fields |= self.found_in(found, fields["container"])
        return kind(**given, **fields)

    def found_in(self, found: Payout | None, number: int) -> dict[str, Any]:
        """What a cashier counts: box by box where they came locked, and otherwise the aggregate."""
        container = None if found is None else found.containers.get(number)
        if container is None or container.counts:
            return {"boxes": ()}
        boxes = container.boxes.items()
        contents = tuple(commands.BoxContents(table, self.chips(box.amount)) for table, box in boxes)
        return {"boxes": contents, "chips": ()}

    def value(self, field: str, payouts: Payouts, name: str) -> Any:  # noqa: C901, PLR0911, PLR0912  a list of fields
        found, table = payouts.by_name.get(name), self.table
        forms = [] if found is None else list(found.forms)
        match field:
            case "rules":
                return self.rules(name)
            case "filing" | "place" | "recording" | "reason" | "earned":
                return self.some(("words", "words", ""))
            case "to":
                return self.some(NAMES)
            case "table":
                return table
            case "round" | "event":
                return self.asked
            case "primary" | "secondary":
                return self.some((0, 1_00, 7_37))
            case "began":
                return self.some((None, None, BEGAN))
            case "players":
                return self.some((("x", "y"), ("z",), ("a", "other 0")))
            case "chips":
                return self.chips(0 if found is None else found.box(table).amount)
            case "written":
                return 0 if found is None else found.box(table).amount
            case "second":
                return None
            case "licensed" | "closed" | "on_account":
                return self.some((True, True, False))
            case "boxes":
                tables = tables_of(name) if found is None else found.to_count
                return tuple(
                    commands.BoxContents(each, self.chips(0 if found is None else found.box(each).amount))
                    for each in tables
                )
            case "tables":
                return tables_of(name) if found is None else found.to_count
            case "container":
                on_the_way = (
                    () if found is None else [number for number, each in found.containers.items() if not each.verified]
                )
                return self.some((1, *on_the_way, *on_the_way))
            case "serial":
                return self.some((1001, *forms))
            case "duplicates" | "originals":
                return tuple(serial for serial in forms if self.chance.random() < 0.7)
            case "day":
                return BEGAN.date()
            case "showdown":
                return showdown(*self.some((BEATEN, FULL, PLAIN)), dealt_in=5, table=table, round_=self.asked)
            case "hit":
                opened = () if found is None else [hit.number for hit in found.open_hits]
                return self.some((1, *opened, *opened))
            case "instrument":
                return self.some(commands.Instrument)
            case "paid_at":
                return commands.PaidAt.TABLE
            case "player":
                unpaid = [] if found is None else [each.player for hit in found.open_hits for each in hit.unpaid]
                return self.some(("a", *unpaid))
            case "bonus":
                return self.some(("high hand", "another"))
            case "level":
                return self.some(Level)
        raise AssertionError(field)


def test_every_command_is_asked_and_payouts_are_counted_won_and_paid() -> None:
    assert {*MOSTLY_RIGHT} == {*get_args(commands.Command)} - OF_SYSTEMS
    done = {kind for seed in range(12) for kind in accepted(Anybody(seed))}
    assert {*OFTEN, commands.VoidForm, commands.DropOriginal, commands.BoxDuplicate, commands.ChangeRules} <= done


def accepted(anybody: Anybody) -> Iterator[type[Any]]:
    payouts = Payouts()
    for _ in range(ASKED):
        command = anybody.command(payouts)
        answer = perform(payouts, command)
        if not isinstance(answer, Refusal):
            payouts = answer[0]
            yield type(command)


@pytest.mark.sampled
@spec("R-14.19-o", "R-14.19-a.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_meters_agree_after_every_event_and_no_display_falls_but_by_a_payment(seed: int) -> None:
    anybody, payouts, paid = Anybody(seed), Payouts(), dict[tuple[str, Level], int]()
    for _ in range(ASKED):
        command = anybody.command(payouts)
        answer = perform(payouts, command)
        if isinstance(answer, Refusal):
            assert answer.rule is not None, command
            assert answer.paragraph.startswith("14.19"), command
            assert answer.sentence, command
            assert isinstance(answer.code, Code)
            continue
        after, events = answer
        for event in events:
            before, payouts = payouts, apply(payouts, event)
            money_is_there(before, payouts, event, paid)
        assert payouts == after


def money_is_there(before: Payouts, after: Payouts, event: Any, paid: dict[tuple[str, Level], int]) -> None:
    """`contributed + made up = paid + counted + current + reset`, for each level; the display falls by payments."""
    for name, payout in after.by_name.items():
        old = before.by_name.get(name)
        for level, fund in payout.funds.items():
            assert fund.is_balanced, event
            assert min(fund.contributed, fund.counted, fund.current, fund.reset, fund.shown, fund.paid) >= 0, event
            if old is None:
                continue
            paying, fell = payout.rules.paying(level), old.shown(level) - payout.shown(level)
            paid[name, level] = paid.get((name, level), 0) + payout.funds[paying].paid - old.funds[paying].paid
            if fell > 0:
                assert isinstance(event, DisplayAdjusted), event
                assert fell <= paid[name, level], event
            if isinstance(event, DisplayAdjusted) and event.payout == name:
                paid[name, level] = 0
