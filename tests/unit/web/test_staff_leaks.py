"""What a position may not see is in no byte that it is sent: everybody who works here asks for everything there is.

A round of play is in progress while they ask, and others are over. Words and amounts that belong to one desk were
planted there; whoever is answered with one of them at another desk has been sent too much.
"""

import io
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from time import sleep
from typing import Any

import msgspec
import pyarrow.parquet
import pytest

from pokerroom.cards import UNKNOWN, Card, card_text
from pokerroom.live.entrance.identity import NO_STAFF, Role
from pokerroom.live.entrance.permissions import FLOOR, ROUTES, SEE_FLOOR
from pokerroom.live.posted import limits_of
from pokerroom.play import events
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RoundStarted
from pokerroom.wire.messages import VERSION
from tests.property.test_views import cards_in as coded_cards
from tests.unit.live.witness import Sight, cards_in, texts
from tests.unit.web import desks as staffed
from tests.unit.web.desks import ROOM, AtDesk, Desks, at_desks

TABLE = "1"
ROUNDS_BEFORE = 2
NAMES = {role: f"Moss {number:02}" for number, role in enumerate(role for role in Role if role not in NO_STAFF)}

PLANTED: Mapping[bytes, frozenset[str]] = {
    b"7654321": frozenset({"books", "journal", "find players", "cage", "transfers", "form", "export", "proposals"}),
    b"the third camera was dark": frozenset({"looks"}),
    b"reel 4711": frozenset({"watch"}),
    b"a word to the Division alone": frozenset({"oversight"}),
    b"threw a drink at the dealer": frozenset({"floor", "incidents", "find players", "export", "board"}),
}
"""What was planted, and the routes that may tell it; `board` is what a socket tells of the floor."""
CALLED_AT = b"555-0142"
"""The number of somebody who waits: whoever walks the floor calls them, and nobody else is told it."""

NEVER = (b"argon2", b"correct horse battery", b"nonce_secret", b"recovery_hash")
"""What nobody is told, whoever they are."""

EXAMPLES = frozenset({"lesson", "games", "rule", "matrix", "rule in use", "orders"})
"""What these tell is of no table: their cards stand in worked examples, and in what a field may say."""

ASKED: Mapping[str, tuple[str, ...]] = {
    "lobby": ("/api/lobby",),
    "wall": ("/api/wall",),
    "games": ("/api/games",),
    "lesson": ("/api/learn/hold-em",),
    "rule": ("/api/rules/14.14(b)",),
    "sign": (f"/api/tables/{TABLE}/sign",),
    "me": ("/api/accounts/me",),
    "mine": ("/api/accounts/mine",),
    "staff": ("/api/accounts/staff",),
    "account": ("/api/accounts/named/Ada%20Lima",),
    "rounds": ("/api/rounds",),
    "round": (f"/api/rounds/{TABLE}/1",),
    "round phh": (f"/api/rounds/{TABLE}/1/phh",),
    "round evidence": (f"/api/rounds/{TABLE}/1/evidence",),
    "shares": ("/api/shares",),
    "friends": ("/api/friends",),
    "friends qr": ("/api/friends/qr?link=abc",),
    "orders": (f"{ROOM}/orders",),
    "proposals": (f"{ROOM}/proposals",),
    "books": (f"{ROOM}/books",),
    "journal": (f"{ROOM}/journal?account=cage",),
    "filings": (f"{ROOM}/filings",),
    "floor": (f"{ROOM}/floor",),
    "talk": (f"{ROOM}/talk?table={TABLE}",),
    "payouts": (f"{ROOM}/payouts",),
    "displayed payouts": ("/api/payouts",),
    "payout paper": tuple(
        f"{ROOM}/payouts/papers/{paper}/Bad%20beat" for paper in ("payout-rules", "payout-notice", "payout-appendix")
    ),
    "payout preview": (f"{ROOM}/payouts/preview/Bad%20beat/{TABLE}",),
    "payout design": (f"{ROOM}/payouts/design",),
    "link": (f"{ROOM}/link",),
    "signs": (f"{ROOM}/signs",),
    "rulings": (f"{ROOM}/rulings?table={TABLE}",),
    "find players": (f"{ROOM}/players?words=ada",),
    "cage": (f"{ROOM}/cage",),
    "days": (f"{ROOM}/days",),
    "day": (f"{ROOM}/days/{{day}}",),
    "transfers": (f"{ROOM}/transfers?most=100",),
    "form": tuple(
        f"{ROOM}/forms/{form}?as={how}"
        for form in ("transfer/{deposit}", "day/{day}")
        for how in ("pdf", "text", "escpos")
    ),
    "export": tuple(
        f"{ROOM}/days/{{day}}/{what}/{how}"
        for what in ("figures", "journal", "incidents", "rounds")
        for how in ("csv", "parquet")
    ),
    "staff rounds": (f"{ROOM}/rounds",),
    "staff round": (f"{ROOM}/rounds/{TABLE}/1", f"{ROOM}/rounds/{TABLE}/{ROUNDS_BEFORE}"),
    "round bundle": (f"{ROOM}/rounds/{TABLE}/1/bundle",),
    "round decks": (f"{ROOM}/rounds/{TABLE}/1/decks",),
    "looks": (f"{ROOM}/looks",),
    "activity": (f"{ROOM}/activity?who=Ada%20Lima",),
    "incidents": (f"{ROOM}/incidents",),
    "watch": (f"{ROOM}/watch",),
    "security": (f"{ROOM}/security",),
    "matrix": ("/api/matrix",),
    "rule in use": (f"{ROOM}/matrix/14.14(b)1",),
    "oversight": (f"{ROOM}/oversight",),
    "audit report": (f"{ROOM}/audit/report",),
}
"""Every question of the API, by the name of its route."""


class Asked:
    """Everybody at their desks, in the middle of a round of play."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks
        self.wait_for(lambda table: table.rounds >= ROUNDS_BEFORE and is_betting(table))
        self.people = dict(self.appointed())
        self.known = self.planted(desks.player("Ada Lima"))

    def appointed(self) -> Iterator[tuple[Role, AtDesk]]:
        for role in NAMES:
            yield role, self.desks[role]

    def wait_for(self, wanted: Any) -> None:
        """Until the table is so far; then everything stands still."""
        actor = self.desks.house.actors[TABLE]
        for _ in range(3000):
            if self.desks.client.blocking_portal.call(self.stopped_when, actor, wanted):
                return
            sleep(0.01)
        raise AssertionError("the table never came so far")

    def stopped_when(self, actor: Any, wanted: Any) -> bool:
        found = bool(wanted(actor.table))
        if found:
            self.desks.stop_tables()
        return found

    def planted(self, ada: AtDesk) -> dict[str, str]:
        at = self.people
        deposit = at[Role.CAGE].gives("cage", "Deposit", player=ada.id, amount=7_654_321)
        reason = {"reason": "the third camera was dark"}
        at[Role.SURVEILLANCE].post(f"{ROOM}/rounds/{TABLE}/1/opened", **reason)
        at[Role.SURVEILLANCE].gives("surveillance", "NoteRecording", subject="2026-01-01.1", reference="reel 4711")
        at[Role.SHIFT_SUPERVISOR].gives(
            "division", "SendNotice", subject="visit on Friday", text="a word to the Division alone"
        )
        posted = self.desks.house.actors[TABLE].table.posting
        wanted = {"game": posted.game, "limits": limits_of(posted)}
        waits = {"player": "p-walk", "name": "Wanda Walkin", "phone": CALLED_AT.decode()}
        at[Role.FLOORPERSON].gives("lists", "Join", **waits, wanted=wanted)
        said = {"player": ada.id, "reason": "threw a drink at the dealer"}
        at[Role.FLOORPERSON].gives("lists", "Bar", **said)
        assert deposit["events"] == ["TransfersPosted"]
        (found,) = at[Role.ACCOUNTING].get(f"{ROOM}/transfers?reason=deposit&least=7654321")["lines"]
        return {"deposit": found["id"], "day": at[Role.ACCOUNTING].get(f"{ROOM}/days")["days"][0]["date"]}


def is_betting(table: Any) -> bool:
    """Cards lie face down before players."""
    return table.dealing is not None and table.round is not None and any(table.round.down)


@pytest.fixture(scope="module")
def asked() -> Iterator[Asked]:
    staffed.NAMES.update({role: name for role, name in NAMES.items() if role not in staffed.NAMES})
    with at_desks(bots=4, always_dealing=True) as desks:
        desks.client.blocking_portal.call(desks.stop_tables, TABLE)
        yield Asked(desks)


@pytest.fixture(scope="module")
def sight(asked: Asked) -> tuple[set[bytes], set[bytes]]:
    """Cards that lay open in some round of the table, and cards that nobody but a player has seen."""
    live = asked.desks.house.rooms["play chips"]
    seen, dealt = [Sight(())], set[bytes]()
    for _, event in TABLES.events(live.store, TABLE, keys=live.room.keys):
        if isinstance(event, RoundStarted):
            seen.append(Sight(event.players))
        seen[-1].take(event)
        if isinstance(event, events.CardsDealt | events.Drew):
            dealt |= texts(event.cards)
    open_to_all = set[bytes]().union(*(each.ever("nobody") for each in seen))
    return open_to_all, dealt - open_to_all


def test_every_question_of_the_api_is_asked(asked: Asked) -> None:
    """A new route is asked here, or this test fails."""
    there = {
        handler.name
        for route in asked.desks.client.app.routes
        for handler in getattr(route, "route_handlers", [])
        if "GET" in getattr(handler, "http_methods", ()) and route.path.startswith("/api/")
    }
    assert {name for name in there if name in ROUTES} == set(ASKED)


def test_there_is_something_to_hide(sight: tuple[set[bytes], set[bytes]]) -> None:
    assert len(sight[1]) >= 4, "cards that only their players have seen"


@pytest.mark.parametrize("role", NAMES, ids=lambda role: role.name.lower())
def test_no_position_is_sent_what_belongs_to_another(
    asked: Asked, sight: tuple[set[bytes], set[bytes]], role: Role
) -> None:
    who, told = asked.people[role], Counter[int]()
    for route, paths in ASKED.items():
        for path in paths:
            answer = who.asks("GET", path.format(**asked.known))
            told[answer.status_code] += 1
            if route.startswith("audit") and answer.status_code == 404:
                continue  # None was made.
            assert (answer.status_code == 403) is (role not in ROUTES[route]), (path, answer.text[:200])
            look_at(route, in_clear(answer), sight[0])
    assert told[200] > 10, told


@pytest.mark.parametrize("role", NAMES, ids=lambda role: role.name.lower())
def test_the_board_tells_those_who_walk_the_floor_or_watch_it_and_no_card_to_anybody(
    asked: Asked, sight: tuple[set[bytes], set[bytes]], role: Role
) -> None:
    told = board_for(asked.people[role])
    look_at("board", told, sight[0])
    shown = b'"type":"FloorBoard"' in told
    assert shown is (role in SEE_FLOOR)
    assert (b"Wanda Walkin" in told, b"threw a drink at the dealer" in told) == (shown, shown)
    assert (CALLED_AT in told) is (role in FLOOR)


def test_internal_audit_reads_the_matrix_with_the_events_that_a_paragraph_decided(asked: Asked) -> None:
    who = asked.people[Role.INTERNAL_AUDIT]
    assert who.get("/api/matrix")
    assert who.get(f"{ROOM}/matrix/14.14(b)1")["paragraph"] == "14.14(b)1"


def board_for(who: AtDesk) -> bytes:
    """All that the socket tells until it has shown the board, or refused it."""
    told: list[str] = []
    with who.socket() as socket:
        socket.send_json({"type": "Hello", "version": VERSION})
        socket.send_json({"type": "WatchFloor", "room": "play-chips"})
        while not told or msgspec.json.decode(told[-1])["type"] not in {"FloorBoard", "Refused"}:
            told.append(socket.receive_text())
    return "\n".join(told).encode()


def look_at(route: str, content: bytes, open_to_all: set[bytes]) -> None:
    leaked = set() if route in EXAMPLES else cards_in(content) - open_to_all
    assert not leaked, f"{route} tells {sorted(leaked)}"
    for planted, routes in PLANTED.items():
        assert planted not in content or route in routes, f"{route} tells {planted.decode()}"
    for secret in (*NEVER, *(() if route == "board" else (CALLED_AT,))):
        assert secret not in content, route


def in_clear(answer: Any) -> bytes:
    """What an answer says, whatever it is packed in. Hashes look like anything, and are left out."""
    kind = answer.headers.get("content-type", "")
    if "parquet" in kind:
        return str(pyarrow.parquet.read_table(io.BytesIO(answer.content)).to_pydict()).encode()
    if "zip" in kind:
        return unpacked(answer.content)
    if "json" in kind and answer.status_code == 200:
        return without_hashes(answer.json())
    return b"" if "pdf" in kind else answer.content


def unpacked(content: bytes) -> bytes:
    """The words, the hand and the proof of a bundle; its record is sealed where anything was hidden."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    proof: dict[str, Any] = next((msgspec.json.decode(body) for name, body in files.items() if "proof" in name), {})
    others = [body for name, body in files.items() if name.endswith((".txt", ".phh"))]
    assert others, files.keys()
    return b"\n".join((*others, coded_text(proof)))


def coded_text(proof: Any) -> bytes:
    parts = (proof.get("openings", ()), proof.get("log", ()))
    return b" ".join(card_text(Card(card)).encode() for part in parts for card in coded_cards(part) if card != UNKNOWN)


def without_hashes(body: Any) -> bytes:
    proof = body.pop("proof", None) if isinstance(body, dict) else None
    return msgspec.json.encode(body) + b" " + coded_text(proof or {})


@pytest.mark.parametrize("planted", PLANTED, ids=bytes.decode)
def test_what_was_planted_is_told_where_it_belongs(asked: Asked, planted: bytes) -> None:
    """Otherwise the search would find nothing anywhere."""
    division = asked.people[Role.DIVISION]
    routes = [route for route in PLANTED[planted] if Role.DIVISION in ROUTES.get(route, ())]
    paths = [path for route in routes for path in ASKED[route]]
    assert any(planted in in_clear(division.asks("GET", path.format(**asked.known))) for path in paths)


def test_a_card_that_is_told_too_early_would_be_found(sight: tuple[set[bytes], set[bytes]]) -> None:
    with pytest.raises(AssertionError, match="tells"):
        look_at("floor", b'{"words":"' + next(iter(sight[1])) + b'"}', sight[0])


def test_the_values_of_a_form_on_paper_are_those_of_its_text(asked: Asked) -> None:
    """Letters in a PDF are drawings; both are filled from one form, and neither has more than the other."""
    who = asked.people[Role.ACCOUNTING]
    paths = [path.format(**asked.known) for path in ASKED["form"]]
    kinds = {who.asks("GET", path).headers["content-type"].partition(";")[0] for path in paths}
    assert {"application/pdf", "text/plain"} <= kinds
