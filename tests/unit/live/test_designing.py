"""The designer reads a room's own log: how its players fold, what its pots hold, which hands were tabled."""

import asyncio

import pytest

from pokerroom.live.designing.answering import answered
from pokerroom.live.designing.asking import DesignAsked, StepAsked
from pokerroom.live.designing.log import SeenRound, rounds_in, street_rates
from pokerroom.live.house import PLAY, House
from pokerroom.ranking.bad_beats import QualifierError
from pokerroom.room.projections import rounds
from pokerroom.wire import messages as wire
from tests.payouts import BEGAN
from tests.wire import entered, in_house


def test_the_log_of_a_room_is_what_its_tables_showed() -> None:
    async def test(house: House) -> None:
        live = house.rooms[PLAY]
        table = next(name for name, actor in house.actors.items() if actor.table.posting.game == "hold-em")
        ann = await entered(house, "Ann")
        await ann.say(wire.Watch(table=table))
        for _ in range(100):
            await asyncio.sleep(5)
            if house.actors[table].table.rounds >= 25:
                break
        told: list[float] = []
        log = [each for each in rounds_in(live.store, None, told.append) if each.table == table]
        rows = {each.number: each for each in rounds.of_table(live.store.projected.caught_up(), table, most=500)}
        assert len(log) >= 20
        for each in log:
            row = rows[each.number]
            assert sum(each.pots) == row.pot - row.rake, "what the pots held after the rake"
            assert each.players == row.players
            assert each.left[-1] >= max(1, len(each.hands))
            assert list(each.left) == sorted(each.left, reverse=True)
        assert any(each.showdown is not None for each in log)
        assert rounds_in(live.store, live.moment(), told.append) == ()

    in_house(test, bots=5)


def seen(number: int, left: tuple[int, ...]) -> SeenRound:
    return SeenRound("1", number, BEGAN, tuple("abcdefgh"), left, (), (), (25_00,))


def test_the_share_who_go_on_is_of_those_who_were_in_a_street() -> None:
    log = [seen(number, (4, 2, 2, 2) if number % 2 else (1,)) for number in range(400)]
    assert street_rates(log) == (2.5 / 8, 0.5, 1.0, 1.0)
    assert street_rates(log[:50]) is None


def test_an_answer_has_the_rooms_traffic_and_replays_its_rounds() -> None:
    log = [seen(number, (4, 2, 2, 2)) for number in range(300)]
    asked = DesignAsked(losing="aces full of tens", drop=2_00, start=100_00, reset_percent=25)
    told: list[float] = []
    found = answered(asked, log, told.append)
    assert told == [done / 8 for done in range(1, 9)], "who stays, and the chance at each of seven sizes of a table"
    assert (found.rounds_a_day, found.contribution, found.log_rounds) == (300, 200.0, 300)
    assert found.folds == (0.5, 0.5, 1.0, 1.0)
    eight = next(row for row in found.by_size if row.players == 8)
    assert eight.as_logged is not None
    assert eight.by_lot is not None
    assert eight.by_lot < eight.as_logged < eight.nobody_folds
    assert found.hits is not None
    assert found.hits.days_between == pytest.approx(1 / eight.as_logged / 300, rel=0.01)
    amounts = [each.amount for each in found.hits.quantiles]
    assert amounts == sorted(amounts)
    assert found.hits.days_to_fund == pytest.approx(100_00 / (50 * 300))
    (replayed,) = found.replays
    assert (replayed.contributed, replayed.hits, replayed.reserve) == (600_00, (), 150_00)


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ((StepAsked(from_amount=5, losing="quad aces"),), "asks for more"),
        (
            (StepAsked(from_amount=9, losing="quad nines"), StepAsked(from_amount=5, losing="quad eights")),
            "in the order",
        ),
    ],
)
def test_a_ladder_that_the_text_does_not_allow_is_refused(steps: tuple[StepAsked, ...], why: str) -> None:
    with pytest.raises(QualifierError, match=why):
        _ = DesignAsked(losing="quad tens", steps=steps).plan
