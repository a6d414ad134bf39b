"""A round that its player shares: by a link that anybody opens, that shows what was chosen, and can be taken back."""

import asyncio
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from pokerroom.cards import UNKNOWN, Card, card_text
from pokerroom.live.allowance import Rate
from pokerroom.live.archive import Archive, Hall
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.sessions import Opened
from pokerroom.live.settings import Settings
from pokerroom.play import Role, Seat, seen_by
from pokerroom.room import checkpoint
from pokerroom.room.reopening import reopened
from pokerroom.room.shares import SHARES
from pokerroom.room.shares.stream import MOST_OPEN
from pokerroom.web.app import create_app
from pokerroom.web.failures import path_told
from pokerroom.web.security import FRAMED_HEADERS, Guard, Rules, is_framed
from tests.property.test_views import cards_in as coded_cards
from tests.unit.live.witness import cards_in
from tests.unit.room.house import KEYS, House
from tests.unit.web.front import UNHURRIED, app_of, client_of, desk_of, played_house, services_of

Client = TestClient[Litestar]
TABLE, OTHERS = "4", ("p0", "p2", "p3")


@pytest.fixture(scope="module")
def desk() -> Desk:
    return desk_of()


@pytest.fixture(scope="module")
def me(desk: Desk) -> Opened:
    opened = asyncio.run(desk.admit_guest("Player One"))
    assert isinstance(opened, Opened)
    return opened


@pytest.fixture
def house(me: Opened) -> House:
    return played_house(rounds=2, me=me.session.holder)


@pytest.fixture
def owner(house: House, desk: Desk, me: Opened) -> Iterator[Client]:
    with client_of(services_of(house, desk)) as client:
        client.cookies.set(UNHURRIED.cookie, me.token)
        yield client


@pytest.fixture
def stranger(house: House, desk: Desk) -> Iterator[Client]:
    """Somebody who has never been here."""
    with client_of(services_of(house, desk)) as client:
        yield client


def shared(owner: Client, number: int = 1, *, cards: bool = True, names: bool = True) -> Any:
    answer = owner.post(f"/api/rounds/{TABLE}/{number}/share", json={"cards": cards, "names": names})
    assert answer.status_code == 200, answer.text
    return answer.json()


def seen(answer: httpx.Response) -> set[str]:
    """Every card in it, in words and in its proof."""
    told = answer.json()
    proof = told.pop("proof")
    coded = {card_text(Card(card)) for part in ("openings", "log") for card in coded_cards(proof[part])}
    named = {card.decode() for card in cards_in(httpx.Response(200, json=told).content)}
    return (coded | named) - {card_text(UNKNOWN)}


def visible(house: House, viewer: Seat | Role, number: int) -> set[str]:
    """The cards that a viewer saw of a round, by its log."""
    archive = Archive([Hall(house.store, house.room.keys)])
    log = archive._replayed(archive.find(TABLE, number, "p0")).log
    redacted = [seen_by(event, viewer) for event in log]
    names = ("cards", "card", "fallen", "exposed")
    found = {card for event in redacted for name in names for card in listed(getattr(event, name, ()))}
    return {card_text(card) for card in found - {UNKNOWN}}


def listed(value: Any) -> tuple[Card, ...]:
    return value if isinstance(value, tuple) else (value,)


def test_a_link_is_open_to_somebody_without_a_cookie_who_gets_none(owner: Client, stranger: Client) -> None:
    address = shared(owner)["address"]
    for path in (address, f"{address}/round"):
        answer = stranger.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
    told = stranger.get(f"{address}/round").json()
    assert told["by"].startswith("Player ")
    assert told["proof"]["commitments"]
    assert not any(seat["me"] for seat in told["summary"]["seats"])


def test_a_cookie_makes_no_difference_to_what_is_shown(owner: Client, stranger: Client) -> None:
    address = shared(owner)["address"]
    assert owner.get(f"{address}/round").json() == stranger.get(f"{address}/round").json()


@pytest.mark.parametrize("number", [1, 2])
def test_it_shows_what_lay_open_and_the_owners_cards_only_if_chosen(
    owner: Client, stranger: Client, house: House, number: int
) -> None:
    plain = seen(stranger.get(f"{shared(owner, number, cards=False)['address']}/round"))
    whole = seen(stranger.get(f"{shared(owner, number)['address']}/round"))
    assert plain == visible(house, Role.SPECTATOR, number)
    assert whole == visible(house, Seat(1), number) > plain


def test_others_are_called_by_their_seats_if_their_names_are_not_to_be_told(owner: Client, stranger: Client) -> None:
    named = stranger.get(f"{shared(owner)['address']}/round").text
    unnamed = stranger.get(f"{shared(owner, names=False)['address']}/round")
    assert all(f"Player {each}" in named for each in OTHERS)
    assert not any(f"Player {each}" in unnamed.text or f'"{each}"' in unnamed.text for each in OTHERS)
    names = [seat["name"] for seat in unnamed.json()["summary"]["seats"]]
    assert names[0] == "Seat 1"
    assert names[1] == unnamed.json()["by"]


def test_what_else_happened_at_the_table_is_not_part_of_a_shared_round(owner: Client, stranger: Client) -> None:
    told = stranger.get(f"{shared(owner)['address']}/round").json()["told"]
    tags = {each["tag"] for each in told}
    assert {"RoundOpened", "RoundFinished"} <= tags
    assert not tags & {"RoundStarted", "PlayerSeated", "StakesAdded", "SatOut", "WentAway"}


def test_a_round_of_others_or_one_that_is_not_over_cannot_be_shared(owner: Client, house: House) -> None:
    house.deal(TABLE)
    for number in (3, 99):
        answer = owner.post(f"/api/rounds/{TABLE}/{number}/share", json={"cards": True, "names": True})
        assert answer.status_code == 404, answer.text


def test_sharing_the_same_again_gives_the_same_link_and_records_nothing_more(owner: Client, house: House) -> None:
    first = shared(owner)
    assert shared(owner) == first
    assert shared(owner, cards=False)["address"] != first["address"]
    assert len(house.room.state(SHARES).by_id) == 2


def test_a_link_that_was_taken_back_says_so_and_opens_nothing(owner: Client, stranger: Client) -> None:
    made, other = shared(owner), shared(owner, cards=False)
    assert owner.delete(f"/api/shares/{made['id']}").status_code == 204
    assert owner.delete(f"/api/shares/{made['id']}").status_code == 204, "asked twice"
    answer = stranger.get(f"{made['address']}/round")
    assert answer.status_code == 410
    assert "has taken the link back" in answer.json()["detail"]
    assert not cards_in(answer.content)
    page = stranger.get(made["address"])
    assert page.status_code == 410
    assert "has taken the link back" in page.text
    assert [each["id"] for each in owner.get("/api/shares").json()["shares"]] == [other["id"]]
    assert shared(owner)["address"] != made["address"], "what was taken back stays so"


def test_nobody_takes_back_the_link_of_somebody_else(owner: Client, stranger: Client, desk: Desk) -> None:
    made = shared(owner)
    assert stranger.delete(f"/api/shares/{made['id']}").status_code == 401
    other = asyncio.run(desk.admit_guest("Somebody Else"))
    assert isinstance(other, Opened)
    stranger.cookies.set(UNHURRIED.cookie, other.token)
    assert stranger.delete(f"/api/shares/{made['id']}").status_code == 404
    assert stranger.get("/api/shares").json() == {"shares": []}
    stranger.cookies.clear()
    assert stranger.get(f"{made['address']}/round").status_code == 200


@pytest.mark.parametrize("token", ["x", "A" * 32, "A" * 31 + "é", "*" * 32, "-" * 500, "%2e%2e", "..%2f..%2fapi"])
def test_a_token_that_opens_nothing_is_told_so_in_a_sentence(stranger: Client, token: str) -> None:
    answer = stranger.get(f"/replay/{token}/round")
    assert answer.status_code == 404
    assert answer.json()["detail"]


def test_a_token_changed_anywhere_opens_nothing(owner: Client, stranger: Client) -> None:
    token = shared(owner)["address"].rpartition("/")[2]
    for place in range(len(token)):
        other = "A" if token[place] != "A" else "B"
        changed = token[:place] + other + token[place + 1 :]
        assert stranger.get(f"/replay/{changed}/round").status_code == 404, place


def test_the_record_holds_no_link(owner: Client, house: House) -> None:
    """Whoever reads the record learns who shared what, and cannot open it: the proof in a token needs a key."""
    made = shared(owner)
    token = made["address"].rpartition("/")[2]
    recorded = b"".join(each.envelope.body for each in house.store.read("shares"))
    assert made["id"].encode() in recorded
    assert token.encode() not in recorded
    assert urlsafe_b64decode(token)[8:].hex().encode() not in recorded


def test_a_player_has_only_so_many_links_open(owner: Client, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_OPEN > 50
    monkeypatch.setattr("pokerroom.room.shares.stream.MOST_OPEN", 2)
    shared(owner)
    first = shared(owner, cards=False)
    answer = owner.post(f"/api/rounds/{TABLE}/2/share", json={"cards": True, "names": True})
    assert answer.status_code == 409
    assert "take one back first" in answer.json()["detail"]
    owner.delete(f"/api/shares/{first['id']}")
    shared(owner, 2)
    assert len(house.room.state(SHARES).by_id) == 3


def test_a_share_survives_the_server_and_so_does_its_end(owner: Client, house: House, desk: Desk) -> None:
    made, other = shared(owner), shared(owner, cards=False)
    owner.delete(f"/api/shares/{made['id']}")
    before = house.room.state(SHARES)
    from_checkpoint = checkpoint.read_back(
        checkpoint.written(checkpoint.standing(house.room), code="x", keys=KEYS), code="x", keys=KEYS
    )
    for point in (None, from_checkpoint):
        house.room = reopened(house.store, house.new_room(), point=point)
        assert house.room.state(SHARES) == before
        with client_of(services_of(house, desk)) as client:
            assert client.get(f"{made['address']}/round").status_code == 410
            assert client.get(f"{other['address']}/round").status_code == 200


def routes(app: Litestar) -> Iterator[tuple[str, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            yield from ((route.path, each) for each in route.route_handlers)


def test_only_a_shared_round_may_stand_in_a_frame(tmp_path: Path) -> None:
    """Every address of the app, by the headers that its answer comes with."""
    app = create_app(Settings(port=0, store="memory:", page=str(tmp_path), rate_limits=False))
    framed = set()
    for path, _ in routes(app):
        asked = path.replace("{path:path}", "wall")
        for place in ("{token:str}", "{table:str}", "{name:str}", "{room:str}", "{share:str}", "{paragraph:str}"):
            asked = asked.replace(place, "x")
        headers = headers_at(asked.replace("{number:int}", "1"))
        policy = headers["content-security-policy"]
        if "frame-ancestors *" in policy:
            framed.add(path)
            assert "x-frame-options" not in headers
            assert "sandbox allow-scripts" in policy
            assert "allow-same-origin" not in policy
        else:
            assert "frame-ancestors 'none'" in policy
            assert headers["x-frame-options"] == "DENY"
    assert framed == {"/replay/{token:str}"}


def headers_at(path: str) -> httpx.Headers:
    async def nothing(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def asking() -> httpx.Headers:
        transport = httpx.ASGITransport(Guard(nothing, UNHURRIED))
        async with httpx.AsyncClient(transport=transport, base_url="https://room.example") as client:
            return (await client.get(path)).headers

    return asyncio.run(asking())


@pytest.mark.parametrize("path", ["/replay", "/replay/", "/replay/x/", "/replay/x/round", "/replay//x", "/", "/api/x"])
def test_no_address_near_it_may_be_framed(path: str) -> None:
    assert not is_framed(path)
    assert is_framed("/replay/x")


def test_the_page_says_nothing_of_where_it_was_shown_from() -> None:
    assert FRAMED_HEADERS["referrer-policy"] == "no-referrer"


def test_a_preview_tells_which_round_it_is_and_no_card(owner: Client, stranger: Client) -> None:
    page = stranger.get(shared(owner)["address"]).text
    assert '<meta property="og:title" content="Hold' in page
    assert "round 1" in page
    assert not cards_in(page.encode())


def test_shared_rounds_are_asked_for_so_often_and_no_cookie_is_looked_at(
    owner: Client, house: House, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = shared(owner)["address"]
    rules = Rules(replaying=Rate(2, 1), by_session=Rate(1, 1))
    app = Guard(app_of(services_of(house, desk)), rules, clock=lambda: 0.0)
    monkeypatch.setattr("pokerroom.web.security.cookie_in", None)

    async def asking() -> list[int]:
        transport = httpx.ASGITransport(app)
        headers = {"cookie": "pokerroom=anything"}
        async with httpx.AsyncClient(transport=transport, base_url="https://room.example", headers=headers) as client:
            return [(await client.get(f"{address}/round")).status_code for _ in range(3)]

    assert asyncio.run(asking()) == [200, 200, 429]


def test_a_link_is_not_written_into_the_log() -> None:
    assert path_told("/replay/abcdefghijklmnop/round") == "/replay/abcd..."
    assert path_told("/api/lobby") == "/api/lobby"
