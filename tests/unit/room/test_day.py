"""A simulated day: the same seed gives the same day, interrupted or not, and every cent of it is accounted for."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from pokerroom.bots.day import Day, DayError, DaySettings, Plan, digests
from pokerroom.bots.day.plan import OPENING, SUPERVISOR
from pokerroom.bots.day.postings import CURRENT, RAKES, RECIPES
from pokerroom.games import games_of
from pokerroom.ledger import CAGE, REVENUE, Kind, trial_balance
from pokerroom.room.books import LEDGER
from pokerroom.room.commands import Order
from pokerroom.room.lists import ListRules, Queue
from pokerroom.room.lists.commands import OnLists, SetRules
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import Batch
from pokerroom.room.registry import REGISTRY
from pokerroom.room.tables import TABLES
from pokerroom.rules.house import Fixed, KillOption, NoLimit, PotLimit, Spread
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore

KEYS = Keys((new_key(),))
SMALL = DaySettings(seed=5, tables=4, hours=0.1, thought_ticks=6)


class Killed(Exception):
    pass


class MortalRecorder:
    """Stores at once; dies with the batch of this number, before it is stored or after."""

    def __init__(self, store: MemoryStore, *, dies_at: int = -1, stored: bool = False) -> None:
        self.store, self.dies_at, self.stored = store, dies_at, stored
        self.batches = 0

    def submit(self, batch: Batch) -> "Future[int]":
        self.batches += 1
        dies = self.batches == self.dies_at
        if dies and not self.stored:
            raise Killed
        future: Future[int] = Future()
        future.set_result(self.store.append(batch)[-1])
        if dies:
            raise Killed
        return future


def run_day(settings: DaySettings, store: MemoryStore | None = None) -> tuple[Day, MemoryStore, int]:
    """A whole day, or what is left of it; and how many batches it stored."""
    store = store or MemoryStore()
    recorder = MortalRecorder(store)
    day = Day(settings, store, recorder, keys=KEYS)
    day.run()
    return day, store, recorder.batches


@pytest.fixture(scope="module")
def small() -> tuple[Day, MemoryStore, int]:
    return run_day(SMALL)


@pytest.fixture(scope="module")
def busy() -> tuple[Day, MemoryStore, int]:
    return run_day(DaySettings(seed=1, tables=14, hours=0.7))


def test_the_same_seed_gives_the_same_day(small: tuple[Day, MemoryStore, int]) -> None:
    _, store, _ = run_day(SMALL)
    assert digests(store, KEYS) == digests(small[1], KEYS)


def test_every_order_of_a_day_has_an_id_of_its_own(small: tuple[Day, MemoryStore, int]) -> None:
    day, store, _ = small
    assert not any("id taken" in each for each in day.tally.refused)
    given = {each.envelope.cause for each in store.read_all() if each.asked}
    assert len(given) == day.tally.orders
    id_ = next(each.envelope.cause for each in store.read("lists") if each.asked)
    other = OnLists(SetRules(at=day.plan.at(day.tick), by=SUPERVISOR, rules=ListRules(lists_most=7)))
    assert str(day.room.do(Order(id_, other))).startswith("this id was used for another order")


def test_another_seed_gives_another_day(small: tuple[Day, MemoryStore, int]) -> None:
    _, store, _ = run_day(DaySettings(seed=6, tables=4, hours=0.1, thought_ticks=6))
    assert digests(store, KEYS)["table/1"] != digests(small[1], KEYS)["table/1"]


@pytest.mark.parametrize("stored", [False, True], ids=["before it is stored", "after it is stored"])
def test_a_day_that_stops_at_any_order_goes_on_as_if_it_had_not(
    small: tuple[Day, MemoryStore, int], stored: bool
) -> None:
    _, whole, batches = small
    expected = digests(whole, KEYS)
    for dies_at in range(1 + stored, batches, 41):
        store = MemoryStore()
        with pytest.raises(Killed):
            Day(SMALL, store, MortalRecorder(store, dies_at=dies_at, stored=stored), keys=KEYS).run()
        run_day(SMALL, store)
        assert digests(store, KEYS) == expected, f"stopped at batch {dies_at}"


def test_a_day_that_stops_again_and_again_goes_on_as_if_it_had_not(small: tuple[Day, MemoryStore, int]) -> None:
    store, lives = MemoryStore(), 0
    while True:
        lives += 1
        try:
            # An odd number, so that every kind of batch is hit; alternately lost and stored.
            Day(SMALL, store, MortalRecorder(store, dies_at=17, stored=lives % 2 == 0), keys=KEYS).run()
        except Killed:
            continue
        break
    assert lives > 20
    assert digests(store, KEYS) == digests(small[1], KEYS)


def test_a_busy_day_adds_up_to_the_cent(busy: tuple[Day, MemoryStore, int]) -> None:
    day, _, _ = busy
    assert day.is_over
    assert day.unbalanced == ()
    assert trial_balance(day.room.state(LEDGER)).difference == 0
    assert {line.account.kind for line in trial_balance(day.room.state(LEDGER)).lines} == {
        Kind.CAGE,
        Kind.INVENTORY,
        Kind.REVENUE,
    }
    counted = Counter(slip.table for slip in day.slips)
    assert counted == {table.name: 2 for table in day.plan.tables}
    assert sum(abs(slip.difference) for slip in day.slips) == 0
    raked = sum(table.inventory for table in day.room.states(TABLES).values())
    assert raked > 0
    assert day.room.state(LEDGER).balance(REVENUE) == raked
    in_trays = sum(slip.closer for slip in day.slips[-len(day.plan.tables) :])
    assert day.room.state(LEDGER).balance(CAGE) == -in_trays - raked


def kinds_of(store: MemoryStore) -> Counter[str]:
    return Counter(each.envelope.tag for each in store.read_all())


HAPPENS = {
    *("PlayerSeated", "SeatVacated", "StakesAdded", "LeaveAsked", "SatOut", "SatIn", "WentAway", "CameBack"),
    *("TimeCollected", "TimeVerified", "RakeMoved", "ButtonDrawn", "KillStarted", "KillEnded", "BlindsMissed"),
    *("MinimumProposed", "MinimumRaised", "ChangePosted", "PostingChanged", "GameChanged", "GamingClosed"),
    *("Misdealt", "RoundDied", "DayOpened", "DayClosed", "TableCounted", "TransfersPosted", "RoundsNoted"),
    *("PlayerJoined", "PlayerLeftList", "SeatOffered", "OfferAccepted", "SeatLetGo", "SatDown", "GotUp"),
    *("ChangeRequested", "InterestOpened", "SeatLocked", "PlayerBarred", "PlayerWarned", "PlayerRequiredToLeave"),
    *(
        "DivisionNotified",
        "PlayerReinstated",
        "PlayerTakenOff",
        "PlayerRemoved",
        "SettingsProposed",
        "SettingsApproved",
        "DeckCommitted",
    ),
}


def test_what_happens_in_a_poker_room_happens_in_a_busy_day(busy: tuple[Day, MemoryStore, int]) -> None:
    assert HAPPENS - set(kinds_of(busy[1])) == set()


def queues_called(store: MemoryStore) -> Iterator[Queue]:
    for each in store.read(LISTS.name):
        envelope = each.envelope
        if envelope.tag == "SeatOffered":
            yield REGISTRY.stream(LISTS.name).read(envelope).queue


def test_seats_are_offered_to_those_who_wait_those_who_ask_and_those_who_must_move(
    busy: tuple[Day, MemoryStore, int],
) -> None:
    assert set(queues_called(busy[1])) == set(Queue)


def test_nobody_is_refused_but_those_who_may_not_play_here(busy: tuple[Day, MemoryStore, int]) -> None:
    assert set(busy[0].tally.refused) <= {"Join: barred", "Join: required to leave"}


def test_a_day_of_forty_tables_posts_everything_there_is() -> None:
    assert len(RECIPES) == len(Plan(DaySettings()).tables) == 40
    assert {game.key for game in games_of()} == {
        game for recipe in RECIPES if recipe.edition == CURRENT for game in recipe.games
    }
    assert {recipe.rake for recipe in RECIPES} == set(RAKES)
    assert {type(recipe.limits) for recipe in RECIPES} == {Fixed, Spread, PotLimit, NoLimit}
    assert {recipe.kill for recipe in RECIPES} == {None, *KillOption}
    assert {(recipe.preset, recipe.drawn_button) for recipe in RECIPES} == {
        (preset, drawn) for preset in ("letter", "customary") for drawn in (False, True)
    }
    assert any(recipe.edition != CURRENT for recipe in RECIPES)
    assert any(len(recipe.games) > 1 for recipe in RECIPES)


def test_a_day_goes_on_with_the_settings_it_was_begun_with(small: tuple[Day, MemoryStore, int]) -> None:
    day = Day(DaySettings(seed=99, tables=2, hours=1), small[1], MortalRecorder(small[1]), keys=KEYS)
    assert day.settings == SMALL
    assert day.is_over


def test_a_record_of_something_else_is_no_day_to_go_on_with() -> None:
    store = MemoryStore()
    room = Day(SMALL, store, MortalRecorder(store), keys=KEYS).room
    room.do(Order("1", OnLists(SetRules(at=OPENING, by=SUPERVISOR, rules=ListRules()))))
    with pytest.raises(DayError, match="not one of a simulated day"):
        Day(SMALL, store, MortalRecorder(store), keys=KEYS)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [({"tables": 0}, "at least one table"), ({"hours": 0}, "24 hours"), ({"hours": 25}, "24 hours")],
)
def test_settings_that_make_no_day_are_refused(wrong: dict[str, float], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        DaySettings(**wrong)  # type: ignore[arg-type]
