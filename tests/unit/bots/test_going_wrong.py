"""A crew that makes every kind of mistake, far oftener than a dealer would: the day is sound all the same."""

from concurrent.futures import Future

import pytest

from pokerroom.bots import dealer, going_wrong
from pokerroom.bots.day import Day, DaySettings, mishaps
from pokerroom.bots.going_wrong import RATES, Mistake
from pokerroom.play import Misdeal, Removal
from pokerroom.room.ports import Batch
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore

CLUMSY = dict.fromkeys(Mistake, 0.04) | {
    Mistake.CARDS_MISSING: 0.005,
    Mistake.CARDS_TOO_MANY: 0.005,
    Mistake.NOT_CUT: 0.1,
    Mistake.MISCOUNT: 0.5,
    Mistake.HAND_MISCOUNT: 0.5,
    Mistake.REBUILT: 0.15,
    Mistake.PUSHED_WRONG: 1,
    Mistake.DEVICE_FAILED: 0.1,
}


class AtOnce:
    """Stores what it is given before anybody goes on."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store

    def submit(self, batch: Batch) -> "Future[int]":
        stored: Future[int] = Future()
        stored.set_result(self.store.append(batch)[-1])
        return stored


def test_every_kind_of_mistake_has_a_rate() -> None:
    assert RATES.keys() == set(Mistake)
    assert all(0 < rate < 0.1 for rate in RATES.values())


def test_whatever_a_dealer_can_do_wrong_to_hands_and_deals_is_among_the_mistakes() -> None:
    by_players = {Removal.THROWN_AWAY, Removal.REQUIRED_TO_LEAVE}
    known_otherwise = {Removal.INELIGIBLE, Removal.EXPOSED, Misdeal.SHUFFLE_OR_CUT, Misdeal.EXPOSED_CARDS}
    assert {*Removal, *Misdeal} - by_players - known_otherwise == {*mishaps.REMOVALS, *mishaps.MISDEALS}


def test_every_kind_of_mistake_is_made_and_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(going_wrong, "RATES", CLUMSY)
    monkeypatch.setattr(dealer, "DEVICE", 0.5)
    monkeypatch.setattr(dealer, "TABLED", 0.6)
    store = MemoryStore()
    day = Day(DaySettings(seed=3, tables=14, hours=0.4), store, AtOnce(store), keys=Keys((new_key(),)))
    day.run()
    assert day.unbalanced == ()
    assert {each for each in day.tally.refused if not each.startswith("Join: ")} == set()
    found = mishaps.dealt_by_hand(store, day.room.states(TABLES).values())
    assert found.tables == 3
    assert found.mistakes.keys() == set(Mistake)
    assert any("a card exposed in the deal" in line for line in mishaps.told(found))
