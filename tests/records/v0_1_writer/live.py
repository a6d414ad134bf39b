"""A gaming day that was simulated, and a room that was served: one guest plays at some of its tables against bots."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from litestar.testing import TestClient
from pokerroom.web.settings import PlayChips, Settings
from pokerroom.web.tables.clock import ClockRules
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.web.app import create_app
from pokerroom.wire import messages as wire

DAY = ("--tables", "3", "--hours", "0.05", "--seed", "4")
CLOCK = ClockRules(act=60, show=60, bank=0, bank_refill=0, round_pause=0, step_pause=0)
CHIPS = PlayChips(bots=2, spectator_delay=0)
ROUNDS = {"hold-em": 2, "seven-card-stud-high": 2, "omaha-high-low-eight": 2, "triple-draw-deuce-to-seven": 2}
PROVED = ("seven-card-stud-high", "omaha-high-low-eight", "triple-draw-deuce-to-seven")
SERVER = msgspec.json.Decoder(wire.ServerMessage)


class Standing(datetime):
    """A clock that shows a second more each time somebody looks at it, whatever the time is."""

    looks = count()

    @classmethod
    def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]  # what it shows is a plain time
        return datetime(2026, 1, 5, 18, tzinfo=UTC).astimezone(tz) + timedelta(seconds=next(cls.looks))


@contextmanager
def clock_of_its_own() -> Iterator[None]:
    with patch("pokerroom.web.live.datetime", Standing), patch("pokerroom.store.writer.datetime", Standing):
        yield


def simulate_day(database: Path, deck_keys: Path, heads: Path) -> None:
    """`heads` is a folder with the key that signs."""
    files = ("--store", str(database), "--deck-keys", str(deck_keys), "--heads", str(heads))
    with clock_of_its_own():
        result = CliRunner().invoke(app, ["simulate-day", *DAY, *files])
    assert result.exit_code == 0, result.output


def serve(folder: Path) -> dict[str, bytes]:
    """The record is in the folder when this returns; by game, what proves the deck of the last round played of it."""
    settings = Settings(store=str(folder), clock=CLOCK, play_chips=CHIPS, rate_limits=False, time_zone="UTC")
    with clock_of_its_own(), TestClient(create_app(settings, pace=0)) as client:
        entered = client.post("/api/accounts/guest", json={"name": "Ann"})
        assert entered.status_code == 200, entered.text
        with client.websocket_connect("/ws") as socket:
            guest = Guest(socket)
            tables = guest.enter()
            last = {game: guest.play(tables[game], rounds) for game, rounds in ROUNDS.items()}
        return {game: client.get(f"/api/rounds/{tables[game]}/{last[game]}/evidence").content for game in PROVED}


class Guest:
    """Plays by the offers in what the room tells, at random."""

    def __init__(self, socket: Any) -> None:
        self._socket, self._chance, self._ids = socket, Random("Ann"), count(1)

    def say(self, kind: type[Any], **fields: Any) -> None:
        message = kind(**fields)
        self._socket.send_text(msgspec.json.encode(message).decode())

    def ask(self, kind: type[Any], **fields: Any) -> None:
        self.say(kind, id=f"{next(self._ids)}", **fields)

    def hear(self) -> Any:
        return SERVER.decode(self._socket.receive_text())

    def enter(self) -> dict[str, str]:
        """The tables by what is played there."""
        self.say(wire.Hello, version=wire.VERSION)
        welcome = self.hear()
        return {each.game: each.name for each in reversed(welcome.lobby.tables)}

    def play(self, table: str, rounds: int) -> int:
        """Take a seat, ask to leave it in the last of so many rounds, and play until it is over; its number."""
        self.ask(wire.Sit, table=table)
        seen, last, leaving = -1, 0, False
        while True:
            message = self.hear()
            if isinstance(message, wire.Refused) and message.code == "already seated":
                self.ask(wire.Sit, table=table)  # The waiting lists hear a moment later that the last seat is free.
            if not isinstance(message, wire.TableState | wire.Happened) or message.table != table:
                continue
            state = message.state
            if leaving and not any(seat.me for seat in state.seats):
                self.say(wire.Unwatch, table=table)
                return last
            if not state.offers or message.sequence <= seen:
                continue
            seen, last = message.sequence, last or state.round + rounds - 1
            if state.round == last and not leaving:
                self.ask(wire.Leave, table=table)
                leaving = True
            self.ask(wire.Act, table=table, move=move_from(state, self._chance), seen=seen)


def move_from(state: wire.TableView, chance: Random) -> wire.AnyMove:
    offers = [offer for offer in state.offers if offer.kind != "Fold"] or list(state.offers)
    offer = chance.choice(offers)
    mine = next(seat for seat in state.seats if seat.me)
    kind: Any = getattr(wire, offer.kind)
    match offer.kind:
        case "Bet" | "Raise":
            return kind(to=offer.least)  # type: ignore[no-any-return]
        case "Draw":
            return wire.Draw(discard=tuple(chance.sample(mine.down, min(2, offer.discard))))
    return kind()  # type: ignore[no-any-return]
