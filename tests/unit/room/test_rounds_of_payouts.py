"""Whose a round of play is, where payouts come, stop and leave its table while it is played."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    AdjustDisplay,
    ChangeRules,
    Chips,
    CountAtTable,
    Discontinue,
    OfferPayout,
    PostNotice,
    RecordDay,
    ResumePlay,
    StopCollecting,
    VerifyHit,
    VoidForm,
)
from pokerroom.jackpot.state import Payout
from pokerroom.ledger import bad_beat_box
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.room.books import LEDGER
from pokerroom.room.commands import Order
from pokerroom.room.examining import examine_record
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import DealRound
from pokerroom.rules.refusal import Refusal
from pokerroom.store import MemoryStore
from tests.payout_room import BEATEN, BOX, KEYS, QUIET, RULES, START, PayoutRoom, blank
from tests.payouts import ACCOUNTING, DEALER, FLOOR, NAME, SHIFT
from tests.spec_marks import spec
from tests.unit.room.house import AtOnce

OTHER = replace(RULES, name="Two", tables=("1",), holds_table=False)


class Evening(PayoutRoom):
    def __init__(self) -> None:
        self.store = MemoryStore()
        super().__init__(blank(AtOnce(self.store)))
        self.set_up()

    def named(self, name: str = NAME) -> Payout:
        return self.room.state(PAYOUTS).by_name[name]

    def asks(self, kind: type[Any], by: Any, payout: str = NAME, **fields: Any) -> Any:
        self.room.post()
        command = OnPayouts(kind(payout=payout, by=by, at=self.at, **fields))
        return self.room.do(Order(f"{kind.__name__} {self.at}", command))

    def orders(self, kind: type[Any], by: Any, payout: str = NAME, **fields: Any) -> None:
        answer = self.asks(kind, by, payout, **fields)
        assert not isinstance(answer, Refusal), str(answer)

    def deal(self, top: Any) -> None:
        self._deal("1", top)

    def finish(self) -> None:
        while self.room.states(TABLES)["1"].dealing is not None:
            self._move("1")
        self.room.post()

    def next_refused(self) -> tuple[str, str]:
        """Why no further round is dealt."""
        answer = self.room.do(Order("next", DealRound(table="1", by=BOX, at=self.at)))
        assert isinstance(answer, Refusal), answer
        return str(answer.code.value), answer.paragraph

    def stop_and_offer_another(self) -> None:
        self.orders(StopCollecting, SHIFT, filing="an amendment that ends it")
        self.orders(OfferPayout, SHIFT, "Two", rules=OTHER, filing="submission 2")

    def leave_table_1(self) -> None:
        self.orders(PostNotice, SHIFT, rules=replace(RULES, tables=("2",)), filing="submission 3")
        self.orders(ChangeRules, SHIFT)

    def count(self, name: str = NAME) -> None:
        amount = self.named(name).box("1").amount
        found = {"table": "1", "chips": (Chips(1, amount),), "written": amount, "recording": "camera 4"}
        self.orders(CountAtTable, DEALER, name, second=FLOOR, **found)
        self.orders(RecordDay, ACCOUNTING, name, day=START.date())
        self.orders(AdjustDisplay, ACCOUNTING, name, second=FLOOR)

    def pay(self) -> None:
        """All of what was hit; then play goes on."""
        while self.named().open_hits or self.named().held:
            next(self._hits())()

    def clean(self) -> None:
        self.room.post()
        boxed = sum(each.box("1").amount for each in self.room.state(PAYOUTS).by_name.values())
        assert self.room.state(LEDGER).balance(bad_beat_box("1")) == boxed, "every cent is some payout's"
        assert examine_record(self.store, keys=KEYS, decide_again=True).findings == ()


@pytest.fixture
def evening() -> Evening:
    return Evening()


@spec("R-14.19-c.1", "R-14.19-a.1")
def test_a_round_is_of_the_payouts_that_could_be_won_when_it_was_dealt(evening: Evening) -> None:
    evening.deal(BEATEN)
    evening.stop_and_offer_another()
    evening.finish()
    assert evening.named().box("1").amount > 0
    assert [len(evening.named(name).hits) for name in (NAME, "Two")] == [1, 0]
    evening.clean()


@spec("R-14.19-o", "R-14.19-c.4")
def test_a_payout_that_was_stopped_is_won_beside_the_one_that_collects_after_it(evening: Evening) -> None:
    evening.deal(QUIET)
    evening.finish()
    evening.count()
    shown = evening.named().primary.shown
    assert shown > 0
    evening.stop_and_offer_another()
    evening.deal(BEATEN)
    evening.finish()
    assert (evening.named().box("1").amount, evening.named("Two").box("1").amount) == (0, shown)
    assert [len(evening.named(name).hits) for name in (NAME, "Two")] == [1, 1]
    (noted,) = evening.named().rounds.values()
    assert noted.over is not None, "its census knows that the round has ended"
    assert evening.next_refused() == ("table held", "14.19(i)"), "as evidence of the hit of the stopped one"
    evening.clean()


@spec("R-14.19-q.2")
def test_a_round_under_way_is_asked_what_was_asked_when_it_was_dealt(evening: Evening) -> None:
    evening.deal(QUIET)
    evening.finish()
    evening.count()
    evening.deal(BEATEN)
    evening.finish()
    evening.pay()
    assert evening.named().hits[1].awards
    evening.deal(BEATEN)
    kings = replace(RULES, qualifier=qualifier("quad kings"))
    evening.orders(PostNotice, SHIFT, rules=kings, filing="submission 3")
    evening.orders(ChangeRules, SHIFT)
    evening.finish()
    assert len(evening.named().hits) == 2, "players knew that four tens are enough"
    evening.orders(VerifyHit, SHIFT, hit=2)
    evening.orders(ResumePlay, FLOOR, hit=2)
    evening.deal(BEATEN)
    evening.finish()
    assert len(evening.named().hits) == 2
    evening.clean()


@spec("R-14.19-a.2")
def test_a_round_under_way_at_a_table_that_leaves_is_still_for_the_payout(evening: Evening) -> None:
    evening.deal(BEATEN)
    evening.leave_table_1()
    evening.finish()
    assert len(evening.named().hits) == 1
    assert evening.named().box("1").amount > 0
    evening.clean()
    assert evening.next_refused() == ("table held", "14.19(i)")


@spec("R-14.19-c.2", "R-14.19-a.2")
def test_no_round_is_dealt_by_a_sign_that_collects_for_nobody(evening: Evening) -> None:
    evening.deal(QUIET)
    evening.leave_table_1()
    evening.finish()
    evening.count()
    evening.clean()
    assert evening.next_refused() == ("no payout here", "14.19(c)")


@spec("R-14.19-f-3.1")
def test_a_form_that_is_spoiled_at_a_table_that_has_left_is_recorded_while_its_box_is_due(evening: Evening) -> None:
    evening.deal(QUIET)
    evening.leave_table_1()
    evening.finish()
    spoiled: dict[str, Any] = {"table": "1", "reason": "written over", "second": FLOOR}
    evening.orders(VoidForm, DEALER, **spoiled)
    evening.count()
    assert evening.asks(VoidForm, DEALER, **spoiled).code.value == "not participating"
    evening.clean()


@spec("R-14.19-l.2")
def test_a_payout_does_not_end_in_the_middle_of_a_round_that_could_win_it(evening: Evening) -> None:
    evening.orders(OfferPayout, SHIFT, "Two", rules=replace(OTHER, tables=("9",)), filing="submission 2")
    evening.deal(QUIET)
    evening.orders(StopCollecting, SHIFT, filing="an amendment that ends it")
    refusal = evening.asks(Discontinue, ACCOUNTING, to="Two")
    assert (refusal.code.value, refusal.paragraph) == ("round under way", "14.19(l)")
    evening.finish()
    evening.count()
    evening.orders(Discontinue, ACCOUNTING, to="Two")
    assert evening.named("Two").primary.current > 0
    evening.clean()
