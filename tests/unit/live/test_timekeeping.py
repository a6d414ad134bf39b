"""A wall clock that is set forward or back: nobody waits for it, nobody loses anything by it, and it is recorded."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from pokerroom.live.entrance.sessions import GUESTS, PLAYERS, STAFF, Lifetime, Sessions, kept_on, open_session
from pokerroom.live.house import House
from pokerroom.live.ports import World
from pokerroom.live.room import FLOOR
from pokerroom.live.settings import Settings
from pokerroom.live.tables.clock import ClockRules
from pokerroom.live.timekeeping import FASTER, NOTICED, SLOWER, HouseClock
from pokerroom.room.clock_steps import CLOCK_STEPS, ClockStepped
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.room import Done
from pokerroom.wire import messages as wire
from tests.owned import OwnedClock, in_owned_world
from tests.unit.live.evening import Guest, Premises, premises
from tests.wire import guest

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
PAUSE = 4.0
SETTINGS = Settings(
    store="memory:",
    time_zone="UTC",
    clock=ClockRules(round_pause=PAUSE),
)
"""Bots play where somebody watches."""
Story = Callable[[Premises, OwnedClock], Awaitable[None]]


def wall_of(world: World) -> OwnedClock:
    assert isinstance(world.clock, OwnedClock)
    return world.clock


def in_premises(*stories: Story) -> None:
    """Each in a house that opens from the records of the one before."""

    async def run(world: World) -> None:
        for story in stories:
            async with premises(world, SETTINGS) as place:
                await story(place, wall_of(world))
                assert not place.house.health["halted"]

    in_owned_world(run, "wall clocks", start=NOON)


async def somebody_plays(place: Premises, name: str = "Gwen") -> Guest:
    guest = Guest(name, "plays")
    await guest.come_in(place)
    assert isinstance(await guest.ask(wire.Sit, table="1"), wire.Accepted)
    await play_goes_on(place.house)
    return guest


async def play_goes_on(house: House) -> None:
    table = house.actors["1"]
    before = table.table.rounds
    await asyncio.sleep(4 * MINUTE)
    assert table.table.rounds > before + 1


def steps_in(place: Premises) -> list[ClockStepped]:
    return [CLOCK_STEPS.read(each.envelope) for each in place.room.store.read(CLOCK_STEPS.name)]


def recorded_times(place: Premises) -> dict[str, list[datetime]]:
    times: dict[str, list[datetime]] = {}
    for each in place.room.store.read_all():
        times.setdefault(each.envelope.stream, []).append(each.envelope.at)
    return times


class Machine:
    """Two clocks of which a test moves both."""

    def __init__(self) -> None:
        self.lived, self.wall = 1000.0, NOON.timestamp()

    def pass_by(self, seconds: float, *, step: float = 0.0) -> None:
        self.lived += seconds
        self.wall += seconds + step

    def monotonic(self) -> float:
        return self.lived

    def time(self) -> float:
        return self.wall

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.wall, UTC)

    call_later, wait = OwnedClock.call_later, OwnedClock.wait


@pytest.mark.parametrize("seed", range(20))
def test_the_recorded_time_passes_at_about_the_pace_of_time_whatever_the_wall_clock_does(seed: int) -> None:
    chance, machine = Random(f"clock {seed}"), Machine()
    clock = HouseClock(machine)
    recorded, deadline = clock.now(), clock.time()
    for _ in range(500):
        passed = chance.uniform(0.001, 100)
        machine.pass_by(passed, step=chance.choice((0, 0, 0, 1)) * chance.uniform(-10 * DAY, 10 * DAY))
        went = (clock.now() - recorded).total_seconds()
        assert passed * (1 - SLOWER) - 1e-3 <= went <= passed * (1 + FASTER) + 1e-3
        assert clock.time() - deadline == pytest.approx(passed, abs=1e-6)
        recorded, deadline = clock.now(), clock.time()


@pytest.mark.parametrize(("step", "takes"), [(-HOUR, 2 * HOUR), (MINUTE, HOUR)], ids=["back", "forward"])
def test_the_recorded_time_and_the_wall_clock_meet_again(step: float, takes: float) -> None:
    machine = Machine()
    clock = HouseClock(machine)
    machine.pass_by(0, step=step)
    assert clock.ahead == pytest.approx(step)
    machine.pass_by(takes / 2)
    assert clock.ahead == pytest.approx(step / 2)
    machine.pass_by(takes / 2 + 1)
    assert clock.ahead == pytest.approx(0, abs=1e-3)
    assert clock.now() == machine.now()


def test_drift_is_followed_without_a_word_and_a_step_is_noticed_once() -> None:
    machine = Machine()
    clock = HouseClock(machine)
    for _ in range(1000):
        machine.pass_by(1, step=0.0005)
        clock.now()
    assert not clock.steps
    machine.pass_by(1, step=NOTICED)
    for _ in range(3):
        clock.now()
    (step,) = clock.steps
    assert step.seconds == pytest.approx(NOTICED)


def test_a_process_that_is_stopped_between_two_looks_at_the_clocks_has_seen_no_step() -> None:
    machine = Machine()
    clock = HouseClock(machine)
    usual = machine.time
    stops = iter((6.0,))

    def stopped() -> float:
        machine.pass_by(next(stops, 0.0))
        return usual()

    machine.time = stopped  # type: ignore[method-assign]  # it stops once, between the one clock and the other
    clock.now()
    assert not clock.steps


def test_an_hour_back_between_rounds_holds_up_no_deal() -> None:
    async def story(place: Premises, wall: OwnedClock) -> None:
        guest = await somebody_plays(place)
        guest.hang_up()
        await asyncio.sleep(MINUTE)
        assert place.house.actors["1"].table.dealing is None
        wall.wrong = -HOUR
        await guest.connect(place)
        await guest.ask(wire.SitIn, table="1")
        await play_goes_on(place.house)

    in_premises(story)


def test_a_clock_set_forward_and_corrected_leaves_nothing_in_the_future() -> None:
    async def story(place: Premises, wall: OwnedClock) -> None:
        await somebody_plays(place)
        wall.wrong = HOUR
        await play_goes_on(place.house)
        wall.wrong = 0.0
        await asyncio.sleep(5 * MINUTE)
        times = recorded_times(place)
        assert all(one <= other for each in times.values() for one, other in pairwise(each))
        assert max(each[-1] for each in times.values()) <= wall.now()
        assert [round(each.seconds) for each in steps_in(place)] == [HOUR, -HOUR]

    in_premises(story)


def test_a_step_is_recorded_and_told_to_whoever_looks_after_the_machine() -> None:
    async def story(place: Premises, wall: OwnedClock) -> None:
        await asyncio.sleep(MINUTE)
        assert place.house.clock_health == {"ahead": pytest.approx(0, abs=0.01), "steps": 0, "not_listened": 0.0}
        wall.wrong = HOUR
        await asyncio.sleep(MINUTE)
        (step,) = steps_in(place)
        assert step.seconds == pytest.approx(HOUR, abs=0.1)
        assert step.wall - step.at == pytest.approx(timedelta(hours=1), abs=timedelta(seconds=2))
        clock = place.house.clock_health
        assert place.house.health["clock"].items() >= clock.items()
        assert clock == {"ahead": pytest.approx(HOUR - 1, abs=0.2), "steps": 1, "not_listened": 0.0}

    in_premises(story)


@pytest.mark.parametrize("days", [8, -8])
def test_no_guest_loses_a_session_or_a_seat_by_a_step_of_days(days: int) -> None:
    ann = Guest("Ann", "steps")

    async def story(place: Premises, wall: OwnedClock) -> None:
        who = await ann.come_in(place)
        assert isinstance(await ann.ask(wire.Sit, table="1"), wire.Accepted)
        wall.wrong = days * DAY
        await asyncio.sleep(5 * MINUTE)
        await place.desk.admit_guest("Ben")  # What has expired is removed with whatever else is recorded.
        assert place.desk.identify(ann.token) == who
        assert place.house.actors["1"].table.seat_of(who.id) is not None

    in_premises(story)


def test_a_guest_outlives_a_house_that_opened_under_a_clock_days_ahead() -> None:
    ann = Guest("Ann", "restarts")

    async def before(place: Premises, _wall: OwnedClock) -> None:
        await ann.come_in(place)

    async def ahead(place: Premises, _wall: OwnedClock) -> None:
        await place.desk.admit_guest("Ben")
        assert place.desk.identify(ann.token) is not None
        await asyncio.sleep(5 * MINUTE)
        assert place.desk.identify(ann.token) is not None

    async def run(world: World) -> None:
        for wrong, story in ((0.0, before), (8 * DAY, ahead), (0.0, ahead)):
            wall_of(world).wrong = wrong
            async with premises(world, SETTINGS) as place:
                await story(place, wall_of(world))

    in_owned_world(run, "days ahead", start=NOON)


def test_a_guest_who_is_away_for_days_that_the_house_was_open_is_forgotten() -> None:
    at = NOON + GUESTS.whole + timedelta(hours=1)
    session = open_session("token", "ann", NOON, GUESTS, guest_name="Ann").session
    assert kept_on([session], at, at - timedelta(minutes=30)) == ()
    (kept,) = kept_on([session], at, NOON + timedelta(days=1))
    assert kept.session.until == at + GUESTS.idle


@pytest.mark.parametrize("lifetime", [PLAYERS, STAFF])
def test_whoever_can_log_in_again_is_given_no_more_time_by_a_restart(lifetime: Lifetime) -> None:
    at = NOON + lifetime.whole
    session = open_session("token", "ann", NOON, lifetime).session
    assert kept_on([session], at, NOON) == ()
    assert Sessions([session], at=at).over(at) == (session,)


def test_a_seat_that_is_offered_stays_offered_for_its_minutes_whatever_the_clock_does() -> None:
    async def story(place: Premises, wall: OwnedClock) -> None:
        who, live = guest("Ann"), place.room  # not here, so that she does not take it
        until = live.moment() + timedelta(minutes=3)
        lock = on_lists.LockSeat(at=live.moment(), by=FLOOR, player=who.id, table="1", seat=0, until=until, reason="x")
        assert isinstance(await live.submit(OnLists(lock)), Done)
        wall.wrong = HOUR
        await asyncio.sleep(2 * MINUTE)
        assert live.room.state(LISTS).hold_of(who.id) is not None
        await asyncio.sleep(2 * MINUTE)
        assert live.room.state(LISTS).hold_of(who.id) is None

    in_premises(story)


def test_a_room_goes_on_from_its_record_where_the_clock_says_less_and_waits_for_it() -> None:
    async def run(world: World) -> None:
        wall = wall_of(world)
        wall.wrong = 10 * MINUTE
        async with premises(world, SETTINGS) as place:
            await somebody_plays(place)
        wall.wrong = 0.0
        async with premises(world, SETTINGS) as place:
            await somebody_plays(place, "Hal")
            await asyncio.sleep(20 * MINUTE)
            times = recorded_times(place)
            back = {name for name, each in times.items() if any(one > other for one, other in pairwise(each))}
            assert back == set()
            assert max(each[-1] for each in times.values()) <= wall.now()

    in_owned_world(run, "behind", start=NOON)
