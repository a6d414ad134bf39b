"""The people of a busy evening: each has an account and a line of their own to the room, and plays without a page.

One loop in a thread keeps all their lines. Whoever is dealt in takes the mildest of what is offered, or folds to a bet
now and then, until they have played as many rounds as they came for; then they sit out. A table can be held: nobody
there acts until it goes on.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import count
from random import Random
from typing import Any, TypeVar
from urllib.parse import urlparse

from websockets.asyncio.client import ClientConnection, connect

from pokerroom.wire import messages as wire
from tests.browser.people import PATIENCE
from tests.browser.pit import PASSWORD

T = TypeVar("T")

FIRST = ("Ada", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gita", "Hugo", "Iris", "Jonah")
LAST = ("Abbott", "Bloom", "Castle", "Drummond", "Easton", "Fabre", "Goodwin", "Halloran", "Ibarra")
MILDEST = ("Check", "PostForcedBet", "Show", "Call", "Fold", "Concede")
LONGEST = 180
"""Seconds in which rounds are over, however busy the machine is."""
FOLDS, BETS = 0.2, 0.4
"""How often somebody folds to a bet, and makes one."""


def names(many: int) -> list[str]:
    """As many different ones, the same every time."""
    return [f"{first} {last}" for last in LAST for first in FIRST][:many]


class Player:
    """Somebody with an account. `told` is the last state of each table they watch."""

    def __init__(self, name: str, cookie: str, id_: str) -> None:
        self.name, self.cookie, self.id = name, cookie, id_
        self.told: dict[str, Any] = {}
        self.offered: dict[str, Any] | None = None
        self.refused = ""
        """What the room said when it last would not."""
        self.until: dict[str, int] = {}
        """The round of each table after which they sit out."""
        self.raked: dict[tuple[str, int], int] = {}
        """What left the pots of each round of each table, as they saw it."""
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._moved: tuple[str, int] = ("", -1)
        self._line: ClientConnection

    async def come_in(self, room: str) -> None:
        address = room.replace("http", "ws", 1) + "/ws"
        self._line = await connect(address, additional_headers={"Cookie": self.cookie}, compression=None)
        await self.say("Hello", version=wire.VERSION)

    async def go_home(self) -> None:
        await self._line.close()

    async def say(self, kind: str, **fields: Any) -> None:
        await self._line.send(json.dumps({"type": kind, **fields}))

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """What the room answers; whoever plays on is heard meanwhile."""
        number = f"p{next(NUMBERS)}"
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self.say(kind, id=number, **fields)
        return await asyncio.wait_for(answer, PATIENCE)

    async def listen(self, held: set[str], choice: Random) -> None:
        async for text in self._line:
            heard = json.loads(text)
            if waiting := self._answers.pop(heard.get("id", ""), None):
                self.refused = "" if heard["type"] == "Accepted" else str(heard["code"])
                waiting.set_result(heard)
            await self._hears(heard, held, choice)

    async def _hears(self, heard: dict[str, Any], held: set[str], choice: Random) -> None:
        match heard["type"]:
            case "Happened" | "TableState":
                self.told[heard["table"]] = heard
                raked = (heard["table"], heard["state"]["round"])
                self.raked[raked] = max(heard["state"]["raked"], self.raked.get(raked, 0))
                await self.play(heard["table"], held, choice)
                await self._has_enough(heard["table"], heard["state"])
            case "Offered":
                self.offered = heard
            case "ConsentWanted":
                await self.say("AnswerConsent", id=f"p{next(NUMBERS)}", proposal=heard["proposal"], agrees=True)

    async def _has_enough(self, table: str, state: dict[str, Any]) -> None:
        if not state["playing"] and state["round"] >= self.until.get(table, state["round"] + 1):
            del self.until[table]
            await self.say("SitOut", id=f"p{next(NUMBERS)}", table=table)

    async def play(self, table: str, held: set[str], choice: Random) -> None:
        """My move, if it is mine to make and nobody holds the table."""
        heard = self.told[table]
        offers = {offer["kind"]: offer for offer in heard["state"]["offers"]}
        here = (table, heard["sequence"])
        if not offers or table in held or here == self._moved:
            return
        self._moved = here
        move = chosen(offers, heard["state"], choice)
        await self.say("Act", id=f"p{next(NUMBERS)}", table=table, move=move, seen=heard["sequence"])


NUMBERS = count(1)


def chosen(offers: dict[str, Any], state: dict[str, Any], choice: Random) -> dict[str, Any]:
    if "Call" in offers and "Fold" in offers and choice.random() < FOLDS:
        return {"type": "Fold"}
    if "Bet" in offers and choice.random() < BETS:
        return {"type": "Bet", "to": min(5 * offers["Bet"]["least"], offers["Bet"]["most"])}
    kind = next((each for each in MILDEST if each in offers), "")
    if kind:
        return {"type": kind}
    assert "Draw" in offers, (sorted(offers), state["game"])
    return {"type": "Draw", "discard": []}


class Crowd:
    """Everybody who has come to play tonight, by name."""

    def __init__(self, room: str, people: Iterable[str], choice: Random | None = None) -> None:
        self.room, self.held = room, set[str]()
        self._choice = choice or Random(20)
        with ThreadPoolExecutor(4) as desk:
            self.players = {each.name: each for each in desk.map(lambda name: registered(room, name), people)}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._ears: list[asyncio.Task[None]] = []
        self.all_do(lambda each: each.come_in(room))
        self._run(self._listen())

    async def _listen(self) -> None:
        self._ears = [asyncio.create_task(each.listen(self.held, self._choice)) for each in self.players.values()]

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(2 * PATIENCE)

    def all_do(self, what: Callable[[Player], Coroutine[Any, Any, T]], *of: str) -> list[T]:
        """These, or everybody, at the same time."""
        some = [self.players[name] for name in of] or list(self.players.values())

        async def together() -> list[T]:
            return await asyncio.gather(*(what(each) for each in some))

        return self._run(together())

    def asks(self, name: str, kind: str, **fields: Any) -> str:
        """Empty where the room does it; otherwise the code of its refusal."""
        self._run(self.players[name].ask(kind, **fields))
        return self.players[name].refused

    def sits(self, name: str, table: str, *, amount: int, rounds: int) -> None:
        """At any seat, for as many rounds as there are to be at this table."""
        self.players[name].until[table] = rounds
        assert self.asks(name, "Sit", table=table, amount=amount) == "", self.players[name].refused

    def follows(self, name: str, table: str, *, rounds: int) -> None:
        """Whoever is seated by the floor looks at the table, to play until it has had as many rounds."""
        self.players[name].until[table] = rounds
        self._run(self.players[name].say("Watch", table=table))

    def played(self, tables: Iterable[str], rounds: int) -> None:
        """Until all these have had their rounds, and nobody there is dealt in any more."""
        late = time.monotonic() + LONGEST
        waiting = set(tables)
        while waiting:
            waiting -= {each for each in waiting if self._is_over(each, rounds)}
            assert time.monotonic() < late, {each: self.state(each)["stage"] for each in waiting}
            time.sleep(0.05)

    def _is_over(self, table: str, rounds: int) -> bool:
        state = self.state(table)
        return state["round"] >= rounds and all(each["sitting_out"] for each in state["seats"])

    def goes_on(self, table: str) -> None:
        self.held.discard(table)
        self.all_do(lambda each: each.play(table, self.held, self._choice), *self.at(table))

    def at(self, table: str) -> list[str]:
        """Who has a seat there, as they themselves see it."""
        seen = ((each, each.told.get(table)) for each in self.players.values())
        return [each.name for each, told in seen if told and told["state"]["my_seat"] is not None]

    def state(self, table: str) -> dict[str, Any]:
        """As one of those with a seat there sees it."""
        state: dict[str, Any] = self.players[self.at(table)[0]].told[table]["state"]
        return state

    @property
    def raked(self) -> int:
        """In all rounds that anybody saw, in cents."""
        seen = [each.raked for each in self.players.values()]
        return sum(max(of.get(each, 0) for of in seen) for each in set().union(*seen))

    def close(self) -> None:
        self.all_do(lambda each: each.go_home())
        self._run(self._heard_out())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def _heard_out(self) -> None:
        """Whatever went wrong while somebody listened comes out here."""
        await asyncio.gather(*self._ears)


def registered(room: str, name: str) -> Player:
    """Over HTTP, as the page does it."""
    asking = HTTPConnection(urlparse(room).netloc, timeout=PATIENCE)
    known = json.dumps({"name": name, "password": PASSWORD})
    asking.request("POST", "/api/accounts/register", known, {"content-type": "application/json"})
    answer = asking.getresponse()
    told = json.loads(answer.read())
    asking.close()
    assert answer.status == 200, told
    return Player(name, answer.headers["set-cookie"].partition(";")[0], told["person"]["id"])
