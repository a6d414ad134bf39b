"""A bad beat payout in a live room: pots contribute, the meter ticks, and a strong hand that loses is paid."""

import asyncio
from collections import Counter

from msgspec.structs import replace

from pokerroom.cards import typed_cards
from pokerroom.jackpot.commands import Command, Discontinue, ReportHit, StopCollecting
from pokerroom.jackpot.people import ROOM
from pokerroom.ledger import BAD_BEAT_FUND, bad_beat_box, bank
from pokerroom.live import payouts
from pokerroom.live.house import PLAY, House
from pokerroom.live.room import LiveRoom
from pokerroom.play.events import HandConceded, HandShown
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.lab import keystream
from pokerroom.wire import messages as wire
from pokerroom.wire.payouts import PayoutNews
from tests.payout_room import Arranged
from tests.payouts import showdown
from tests.spec_marks import spec
from tests.wire import entered, in_house

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")


def contributing(live: LiveRoom) -> str:
    (table,) = live.room.state(PAYOUTS).by_name[payouts.NAME].rules.tables
    return table


async def played(house: House, rounds: int) -> LiveRoom:
    """So many rounds at the table whose pots contribute, while somebody watches."""
    live = house.rooms[PLAY]
    table = contributing(live)
    ann = await entered(house, "Ann")
    await ann.say(wire.Watch(table=table))
    for _ in range(100):
        await asyncio.sleep(5)
        if house.actors[table].table.rounds >= rounds:
            break
    house.unwatch(ann.connection, table)
    await asyncio.sleep(5)
    return live


@spec("R-14.19-c.1", "R-14.19-c.4", "R-14.19-b.2")
def test_pots_contribute_and_the_meter_of_play_chips_ticks_with_them() -> None:
    async def test(house: House) -> None:
        live = await played(house, 30)
        payout = live.room.state(PAYOUTS).by_name[payouts.NAME]
        boxed = live.room.state(LEDGER).balance(bad_beat_box(contributing(live)))
        held = live.room.state(LEDGER).balance(BAD_BEAT_FUND)
        assert boxed + held + payout.primary.paid > 0
        assert boxed == payout.box(contributing(live)).amount
        assert held == payout.primary.held
        (shown,) = house.lobby(None).payouts
        assert shown.amount == boxed + held
        assert examine_record(live.store, keys=live.room.keys, decide_again=True).findings == ()

    in_house(test, bots=5)


@spec("R-14.19-b.2", "R-14.19-c.4", "R-14.19-l.2")
def test_a_payout_that_is_stopped_says_so_and_one_that_is_discontinued_is_displayed_no_longer() -> None:
    async def test(house: House) -> None:
        live = await played(house, 30)
        heir = replace(payouts.demonstration_rules(("77",)), name="Heir")
        await payouts.offer(live, heir)
        assert payouts.NAME in {each.name for each in house.lobby(None).payouts}
        await done(live, StopCollecting(payout=payouts.NAME, by=payouts.SHIFT, at=live.moment(), filing="amended"))
        assert {each.name: each.stopped for each in house.lobby(None).payouts} == {payouts.NAME: True, "Heir": False}
        await payouts.count_all(live)
        held = live.room.state(PAYOUTS).by_name[payouts.NAME].primary.held
        assert held > 0
        await done(live, Discontinue(payout=payouts.NAME, by=payouts.ACCOUNTING, at=live.moment(), to="Heir"))
        await payouts.settle(live, "Heir")
        assert [(each.name, each.amount) for each in house.lobby(None).payouts] == [("Heir", held)]

    in_house(test, bots=5)


async def done(live: LiveRoom, command: Command) -> None:
    answer = await live.submit(OnPayouts(command))
    assert isinstance(answer, Done), answer


@spec("R-14.19-i.1", "R-14.19-a.2")
def test_a_hit_is_paid_by_the_room_itself_and_everybody_is_told() -> None:
    async def test(house: House) -> None:
        live = await played(house, 20)
        table = contributing(live)
        bo = await entered(house, "Bo")
        before = house.lobby(None).payouts[0].amount
        paid_before = live.room.state(PAYOUTS).by_name[payouts.NAME].primary.paid
        assert before > 0
        hit = ReportHit(
            payout=payouts.NAME, by=ROOM, at=live.moment(), showdown=showdown(*QUADS, dealt_in=5, table=table)
        )
        assert isinstance(await live.submit(OnPayouts(hit)), Done)
        await asyncio.sleep(10)
        payout = live.room.state(PAYOUTS).by_name[payouts.NAME]
        paid = payout.primary.paid - paid_before
        assert paid >= before
        assert not payout.open_hits
        assert not payout.is_pending
        books = live.room.state(LEDGER)
        assert books.balance(bank("a")) >= before // 2
        heard = [each for each in bo.so_far() if isinstance(each, PayoutNews)]
        told = heard[-1].shown.hit
        assert told is not None
        assert (told.step, told.losing[0].cards, told.board) == ("paid", ("Ts", "Th"), tuple(QUADS[0].split()))
        assert sum(award.amount for award in told.awards) == told.amount == paid
        news = [each.says.key for each in heard]
        steps = ("reported", "verified", "prepared", "settled")
        assert news == [f"table.payout-{step}" for step in steps]
        assert examine_record(live.store, keys=live.room.keys, decide_again=True).findings == ()

    in_house(test, bots=5)


def test_nobody_mucks_for_a_player_or_a_bot_a_hand_that_is_paid_for_losing() -> None:
    """Four pocket pairs and a full house on the board: whoever stays has a full house, and all but one are beaten."""

    async def test(house: House) -> None:
        live = house.rooms[PLAY]
        deck = live.room.chance = Arranged(keystream("nobody mucks"))
        deck.top = typed_cards("As Qs Js Ts Ah Qh Jh Th 3s Kc Kd Kh 3h 7c 3d 7d")
        await played(house, 12)
        happened = TABLES.events(live.store, contributing(live), keys=live.room.keys)
        kinds = Counter(type(event) for _, event in happened)
        assert kinds[HandShown] > 12
        assert kinds[HandConceded] == 0

    in_house(test, bots=4)
