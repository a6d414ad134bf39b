"""The server dies between a shake and its payment, again and again: nothing is lost, and nobody is paid twice."""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from pokerroom.dice import events as happened
from pokerroom.ledger import Account, Kind
from pokerroom.room.books.stream import BALANCE
from pokerroom.room.dice import DICE
from pokerroom.store import open_store
from pokerroom.wire import messages as wire
from tests.browser.people import entered
from tests.faults.life import audit_of
from tests.faults.nursery import nursery
from tests.sampling import sampled

KILLS = sampled(3, whole=50)
GAME, TABLE = "dice/Dice 1", "Dice 1"
SEED, PATIENCE = 13, 60
BETS = {"field": 500, "over 7": 500, "under 7": 500, "place 6": 600, "any 7": 100}
PAUSE = 3.6
"""Seconds from the result to the last payment."""

pytestmark = [
    pytest.mark.sampled,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this machine has no fork to make victims with"),
]


class Gambler:
    """Bets on everything, never shakes, and says what they were told."""

    def __init__(self, line: ClientConnection, numbers: Iterator[int]) -> None:
        self._line, self._numbers = line, numbers

    def say(self, kind: str, **fields: Any) -> None:
        self._line.send(json.dumps({"type": kind, "id": f"k{next(self._numbers)}", "game": GAME, **fields}))

    def sees(self) -> dict[str, Any]:
        while True:
            heard: dict[str, Any] = json.loads(self._line.recv(timeout=PATIENCE))
            if heard["type"] == "DiceState":
                return heard

    def until_read(self) -> None:
        """Play on until dice lie open that are not settled yet."""
        said: tuple[int, str] | None = None
        state = self.sees()
        while state["phase"] != "settling" or said is None:
            now = (state["number"], state["phase"])
            if state["my_seat"] is None:
                if said != now:
                    self.say("DiceSit", seat=0, amount=100_000)
            elif state["phase"] == "betting" and said != now:
                for bet, amount in BETS.items():
                    if bet not in state["places"][state["my_seat"]]["wagers"]:
                        self.say("DiceWager", bet=bet, amount=amount)
                self.say("DiceReady")
            elif state["phase"] == "offered" and said != now:
                self.say("DiceAnswer", accept=False)
            said = now if state["my_seat"] is not None else None
            state = self.sees()


@contextmanager
def at_the_table(address: str, cookie: str, numbers: Iterator[int]) -> Iterator[Gambler]:
    with connect(f"ws://{address}/ws", additional_headers={"Cookie": cookie}, compression=None) as line:
        line.send(json.dumps({"type": "Hello", "version": wire.VERSION}))
        line.send(json.dumps({"type": "WatchGame", "game": GAME}))
        yield Gambler(line, numbers)


def test_nothing_is_lost_or_paid_twice_between_shake_and_payment(tmp_path: Path) -> None:
    chance, numbers, cookie = Random(SEED), iter(range(10**9)), ""
    url = f"sqlite:///{tmp_path}/play-chips.sqlite3"
    with nursery(tmp_path, POKERROOM_PLAY_CHIPS_BOTS="0") as servers:
        for _ in range(KILLS):
            address = servers.start()
            cookie = cookie or entered(f"http://{address}", "Gil")
            with at_the_table(address, cookie, numbers) as gil:
                gil.until_read()
                time.sleep(chance.uniform(0, PAUSE))
                servers.kill()
            found = audit_of(url, tmp_path / "deck-keys", decide_again=False)
            assert not found, found
        address = servers.start()
        with at_the_table(address, cookie, numbers) as gil:
            while gil.sees()["phase"] == "settling":
                pass
        servers.stop()
    found = audit_of(url, tmp_path / "deck-keys", decide_again=True)
    assert not found, found
    held_as_settled(url)


def held_as_settled(url: str) -> None:
    """Every shake was settled once, and what the table holds is what was bought, won and lost."""
    with closing(open_store(url)) as store:
        events = [event for _, event in DICE.events(store, TABLE)]
        balances = {Account.parse(key): int(value) for key, value in store.rows(BALANCE)}
    read = Counter(event.number for event in events if isinstance(event, happened.DiceRead))
    ended = Counter(event.number for event in events if isinstance(event, happened.DiceRoundFinished))
    assert len(read) > KILLS // 2  # Some died twice in one round.
    assert set(read.values()) == set(ended.values()) == {1}
    assert read == ended
    bought = sum(event.amount for event in events if isinstance(event, happened.SatDown))
    won = sum(event.won for event in events if isinstance(event, happened.WagerWon))
    lost = sum(event.amount for event in events if isinstance(event, happened.WagerLost))
    held = sum(
        amount
        for account, amount in balances.items()
        if account.table == TABLE and account.kind in {Kind.STAKES, Kind.WAGERS}
    )
    assert held == bought + won - lost
