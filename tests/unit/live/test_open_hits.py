"""Several hits of one payout at a time: everybody is told of each, until it is paid, 14.19(i)."""

from collections.abc import Sequence
from typing import Any

from pokerroom.live import payouts
from pokerroom.live.room import LiveRoom
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import DealRound
from pokerroom.wire.payouts import PayoutShown
from tests.payout_quarter import ANN, AT, BOX, FLO, PRIMARY, SUE, VIDEO, Quarter, in_quarter
from tests.spec_marks import spec


def shown(live: LiveRoom) -> PayoutShown:
    return next(each for each in payouts.shown(live) if each.name == VIDEO)


async def played(quarter: Quarter, table: str, top: Sequence[Any] = ()) -> None:
    """A round at a table, with these cards on top."""
    quarter.deck.top = top
    await quarter.seat(table)
    dealt = await quarter.house.actors[table].ask(lambda _table, at: DealRound(table=table, by=BOX, at=at))
    assert isinstance(dealt, Done), dealt
    while quarter.live.room.states(TABLES)[table].dealing is not None:
        await quarter.move(table)
    await quarter.live.follow_payouts()


@spec("R-14.19-i-2", "R-14.19-i-1")
def test_each_open_hit_is_told_and_not_the_last_alone() -> None:
    async def test(quarter: Quarter) -> None:
        await played(quarter, "v1")
        await quarter.count_at_tables(day=9)
        await quarter.of(VIDEO, ANN, "RecordDay", day=quarter.today)
        await quarter.of(VIDEO, ANN, "AdjustDisplay", beside=FLO)
        for table in AT[VIDEO]:
            await played(quarter, table, PRIMARY)
        assert [(hit.number, hit.table, hit.step) for hit in shown(quarter.live).open] == [
            (1, "v1", "reported"),
            (2, "v2", "reported"),
        ]
        done = await quarter.of(VIDEO, SUE, "VerifyHit", hit=1)
        (news,) = payouts.news_of(quarter.live, done._replace(events=done.events[:1]))
        assert news.hit is not None
        assert (news.hit.number, news.hit.table) == (1, "v1"), "of which it tells, though another came after it"
        refused = await quarter.do(SUE, "payouts", "RejectHit", payout=VIDEO, hit=2, reason="a card was exposed")
        (news,) = payouts.news_of(quarter.live, refused)
        assert news.hit is None
        await quarter.of(VIDEO, FLO, "ResumePlay", hit=2)

    in_quarter(test)
