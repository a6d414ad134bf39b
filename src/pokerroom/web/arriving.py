"""How a connection comes in: counted when it is accepted, with a deadline for each part of what it sends.

uvicorn waits for a request for as long as a client likes. Its protocol is followed here from outside, by the state of
its parser, so that the doors know what each connection is waited for.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from pokerroom.web.doors import Doors, Phase, Transport, Visitor
from pokerroom.web.forwarding import network_of

VISITOR = "pokerroom.visitor"
"""The key in the state of a scope under which the app finds the connection at the door."""

JUNK = frozenset(
    {
        "Invalid HTTP request received.",
        "Invalid UTF-8 sequence received from client.",
        "Unsupported upgrade request.",
    }
)
"""What uvicorn logs of strangers' junk. Whoever sent it is told, and nobody shall fill the log that way."""

PHASES = {h11.IDLE: Phase.HEAD, h11.SEND_BODY: Phase.BODY}
"""What a client is waited for, by the state of the parser; in any other, for taking its answer."""


def is_worth_logging(record: logging.LogRecord) -> bool:
    return record.msg not in JUNK


def visitor_of(scope: Mapping[str, Any]) -> Visitor | None:
    """None under another server, or in a test without one."""
    found: Visitor | None = (scope.get("state") or {}).get(VISITOR)
    return found


def doors_of(config: Config) -> Doors:
    """Every app of ours has them in its state."""
    found: Doors = config.loaded_app.state.doors
    return found


def arrive(doors: Doors, transport: Transport, address: str) -> Visitor | None:
    return doors.arrive(transport, address, network_of(address))


class ArrivingProtocol(H11Protocol):
    """uvicorn's protocol for HTTP, with the connection counted and held to its deadlines."""

    visitor: Visitor
    """Counted before HTTP took over: the listener says who it is."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self.visitor.transport = transport
        self.app_state = self.app_state | {VISITOR: self.visitor}

    def connection_lost(self, exc: Exception | None) -> None:
        self.visitor.doors.leave(self.visitor)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.visitor.phase in {Phase.SOCKET, Phase.GREETED}:
            return
        self.visitor.enter(PHASES.get(self.conn.their_state, Phase.ANSWER))

    def on_response_complete(self) -> None:
        if self.conn.their_state is not h11.SEND_BODY:
            self.visitor.begin(Phase.HEAD)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.visitor.begin(Phase.SOCKET)
        super().handle_websocket_upgrade(event)
