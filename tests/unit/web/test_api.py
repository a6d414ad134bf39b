"""The HTTP API: what everybody may look up, who may ask what, and rounds that only their players get."""

import asyncio
import json
from collections.abc import Iterator

import msgspec
import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from pokerroom.cards import UNKNOWN, card_text
from pokerroom.games import CATALOGUE
from pokerroom.history import phh
from pokerroom.live.archive import Archive, Hall, NoSuchRound
from pokerroom.live.entrance import permissions
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.entrance.sessions import Opened
from pokerroom.play import DeclareMisdeal, Misdeal, Seat, events, seen_by
from pokerroom.room.ports import Batch, StoreFailed
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.shuffle import Evidence, check
from pokerroom.store import MemoryStore
from pokerroom.table.seating import commands as at_table
from pokerroom.web.api.readings import readings
from pokerroom.web.api.routes import API
from pokerroom.web.api.serving import Services
from pokerroom.web.security import Rules
from tests.conftest import ROOT
from tests.unit.room.house import SUPERVISOR, House
from tests.unit.web.front import PASSWORD, QUICK, UNHURRIED, app_of, client_of, desk_of, played_house, services_of
from tests.unit.web.officers import appointed
from tests.wire import cards_in

Client = TestClient[Litestar]
ROUNDS = 3


@pytest.fixture(scope="module")
def desk() -> Desk:
    return desk_of()


@pytest.fixture(scope="module")
def me(desk: Desk) -> Opened:
    opened = asyncio.run(desk.admit_guest("Player One"))
    assert isinstance(opened, Opened)
    return opened


@pytest.fixture(scope="module")
def house(me: Opened) -> House:
    return played_house(rounds=ROUNDS, me=me.session.holder)


@pytest.fixture
def services(house: House) -> Services:
    return services_of(house, desk_of())


@pytest.fixture
def client(services: Services) -> Iterator[Client]:
    with client_of(services) as client:
        yield client


@pytest.fixture
def player(house: House, desk: Desk, me: Opened) -> Iterator[Client]:
    """Somebody who was dealt into every round."""
    with client_of(services_of(house, desk)) as client:
        client.cookies.set(UNHURRIED.cookie, me.token)
        yield client


def handlers() -> list[HTTPRouteHandler]:
    """Ours; the framework answers OPTIONS by itself."""
    routes = [route for route in API.routes if isinstance(route, HTTPRoute)]
    return [each for route in routes for each in route.route_handlers if "OPTIONS" not in each.http_methods]


def test_every_route_stands_in_the_table_of_permissions_and_no_other() -> None:
    names = [each.name for each in handlers()]
    assert len(names) == len(set(names))
    assert set(names) == set(permissions.ROUTES)
    assert set(names) >= permissions.BEFORE_ENTERING


def test_what_is_not_listed_nobody_may_ask() -> None:
    for role in Role:
        assert not permissions.may_ask(Identity("x", "X", role, guest=False), "open every deck")
    assert not permissions.may_ask(None, "open every deck")


def test_staff_routes_are_closed_to_players_and_guests() -> None:
    for route in ("account", "release", "propose role", "approve role", "revoke role", "end sessions"):
        for role in (Role.VISITOR, Role.PLAYER, Role.DEALER):
            assert not permissions.may_ask(Identity("x", "X", role, guest=False), route), (route, role)


def test_the_lobby_and_the_wall_are_open_to_everybody(client: Client) -> None:
    assert client.get("/api/lobby").json()["tables"][0]["name"] == "4"
    wall = client.get("/api/wall").json()
    assert "Wagers: fixed limit, minimum $2, maximum $4" in wall["tables"][0]["sign"]


def test_games_are_those_of_the_catalogue(client: Client) -> None:
    found = {(each["edition"], each["game"]) for each in client.get("/api/games").json()}
    assert found == set(CATALOGUE)
    some = client.get("/api/games", params={"edition": "2006"}).json()
    assert {each["edition"] for each in some} == {"19:47-2006"}
    assert client.get("/api/games", params={"edition": "of stone"}).status_code == 404


@pytest.mark.parametrize(
    "paragraph", ["14.9(d)3", '14.1 "Pot"', "pot", "N.J.A.C. 13:69F-14.6(e)2", "14.9(d)2 (reading AMB-30)"]
)
def test_a_rule_says_what_it_requires(client: Client, paragraph: str) -> None:
    answer = client.get(f"/api/rules/{paragraph}")
    assert answer.status_code == 200
    first = answer.json()[0]
    assert first["requires"]
    assert first["citation"].startswith("N.J.A.C. ")


def test_a_rule_comes_with_the_readings_of_it(client: Client) -> None:
    (told,) = client.get("/api/rules/14.9(d)2 (reading AMB-30)", params={"edition": "current"}).json()
    assert told["readings"][0]["id"] == "AMB-30"
    assert "ace" in told["readings"][0]["question"]


def test_a_game_is_taught_to_whoever_asks_and_what_is_no_game_is_not(client: Client) -> None:
    lesson = client.get("/api/learn/mambo-stud").json()
    assert [way["share"] for way in lesson["ways"]] == ["high", "low"]
    assert lesson["steps"][0]["event"]["type"] == "RoundOpened"
    assert client.get("/api/learn/old-maid").status_code == 404


def test_of_what_happened_only_the_readings_it_names_are_told(client: Client) -> None:
    """A call at hold 'em rests on 14.10(f), which others read for draws and for the kill."""
    around = client.get("/api/rules/14.10(f)", params={"edition": "current"}).json()[0]["readings"]
    assert {"AMB-34", "AMB-103"} <= {each["id"] for each in around}
    call = client.get("/api/rules/14.10(f)", params={"edition": "current", "reading": ""}).json()[0]
    assert call["requires"]
    assert call["readings"] == []
    named = client.get("/api/rules/14.15(d)", params={"edition": "current", "reading": "R-05"}).json()[0]
    assert [each["id"] for each in named["readings"]] == ["R-05"]


def test_every_reading_of_the_pages_can_be_told() -> None:
    pages = ROOT.joinpath("docs/readings").glob("*.md")
    headings = [
        line.split()[1]
        for page in pages
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith(("## AMB-", "## R-"))
    ]
    assert sorted(readings()) == sorted(headings)
    assert all(each.question and each.reading for each in readings().values() if each.id != "AMB-07")


def test_a_paragraph_that_is_none_is_not_found_and_what_comes_near_is_said(client: Client) -> None:
    answer = client.get("/api/rules/14.9(z)")
    assert answer.status_code == 404
    assert "14.9" in answer.json()["detail"]


def test_the_sign_of_a_table(client: Client) -> None:
    sign = client.get("/api/tables/4/sign").json()
    assert sign["games"][0]["title"] == "Hold 'em"
    assert sign["rule"] == "14.17"
    assert client.get("/api/tables/nowhere/sign").status_code == 404


def test_a_visitor_enters_once_and_is_the_same_in_every_tab(client: Client) -> None:
    assert client.get("/api/accounts/me").json()["person"] is None
    person = client.post("/api/accounts/guest", json={}).json()["person"]
    assert person["guest"]
    assert client.post("/api/accounts/guest", json={}).json()["person"] == person
    assert client.get("/api/accounts/me").json()["person"] == person


def test_the_cookie_is_for_the_browser_alone(house: House) -> None:
    with client_of(services_of(house, desk_of(), rules=Rules(https=True))) as client:
        cookie = client.post("/api/accounts/guest", json={}).headers["set-cookie"]
    attributes = {each.strip().casefold() for each in cookie.split(";")[1:]}
    assert {"httponly", "secure", "samesite=lax", "path=/"} <= attributes
    assert cookie.startswith("__Host-pokerroom=")


def test_register_log_out_log_in_and_change_the_password(client: Client) -> None:
    account = {"name": "Ada Park", "password": PASSWORD}
    assert client.post("/api/accounts/register", json=account).json()["person"]["name"] == "Ada Park"
    assert client.post("/api/accounts/register", json=account).status_code == 409
    assert client.post("/api/accounts/logout").json()["person"] is None
    assert client.get("/api/accounts/me").json()["person"] is None
    assert client.post("/api/accounts/login", json=account).status_code == 200
    change = {"old": PASSWORD, "new": "an entirely new one"}
    assert client.post("/api/accounts/password", json=change).status_code == 200
    assert client.post("/api/accounts/password", json=change).status_code == 401
    client.post("/api/accounts/logout")
    assert client.post("/api/accounts/login", json=account).status_code == 401
    assert client.post("/api/accounts/password", json=change).status_code == 401, "nobody has entered"


def test_the_lock_is_told(client: Client) -> None:
    client.post("/api/accounts/register", json={"name": "Ada Park", "password": PASSWORD})
    wrong = {"name": "Ada Park", "password": "wrong password"}
    answers = [client.post("/api/accounts/login", json=wrong) for _ in range(4)]
    assert [each.status_code for each in answers] == [401, 401, 403, 403]
    assert answers[-1].json()["code"] == "locked"


def test_a_role_goes_through_two_hands(client: Client, services: Services) -> None:
    def log_in(name: str) -> None:
        assert client.post("/api/accounts/login", json={"name": name, "password": PASSWORD}).status_code == 200

    for name in ("Ada Park", "Bo Ek", "Dee Reyes"):
        client.post("/api/accounts/register", json={"name": name, "password": PASSWORD})
        client.post("/api/accounts/logout")
    client.blocking_portal.call(appointed, services.desk, "Ada Park", Role.SHIFT_SUPERVISOR)
    client.blocking_portal.call(appointed, services.desk, "Bo Ek", Role.ACCOUNTING)
    log_in("Dee Reyes")
    role = "/api/accounts/named/Dee Reyes/role"
    assert client.post(role, json={"role": "dealer"}).status_code == 403
    log_in("Ada Park")
    assert client.post(role, json={"role": "dealer"}).json()["proposed"] == "dealer"
    assert client.post(f"{role}/approve").status_code == 403
    log_in("Bo Ek")
    assert client.post(f"{role}/approve").json()["person"]["role"] == "dealer"
    assert client.get("/api/accounts/named/Dee Reyes").json()["person"]["role"] == "dealer"
    assert client.delete(role).json()["person"]["role"] == "player"
    assert client.delete("/api/accounts/named/Dee Reyes/sessions").status_code == 204
    assert client.get("/api/accounts/named/Nobody").status_code == 404


def test_my_rounds_are_listed_the_latest_first(player: Client) -> None:
    listed = player.get("/api/rounds").json()
    assert [each["round"] for each in listed["rounds"]] == list(range(ROUNDS, 0, -1))
    assert listed["before"] is None
    for each in listed["rounds"]:
        mine = next(seat for seat in each["seats"] if seat["me"])
        assert mine["net"] == each["net"]
    assert len(player.get("/api/rounds", params={"most": 1}).json()["rounds"]) == 1


def test_the_list_goes_on_where_it_stopped(player: Client) -> None:
    first = player.get("/api/rounds", params={"most": 2}).json()
    rest = player.get("/api/rounds", params={"most": 2, "before": first["before"]}).json()
    assert [each["round"] for each in first["rounds"] + rest["rounds"]] == [3, 2, 1]
    assert player.get("/api/rounds", params={"before": "2026-01-01T00:00:00"}).status_code == 400


def test_rounds_of_others_are_nobodys_business(client: Client) -> None:
    assert client.get("/api/rounds").status_code == 401
    client.post("/api/accounts/guest", json={})
    assert client.get("/api/rounds").json()["rounds"] == []
    for what in ("", "/phh", "/evidence"):
        assert client.get(f"/api/rounds/4/1{what}").status_code == 404


def hidden_from(house: House, me: Opened, number: int) -> set[str]:
    """Cards of a round that this player was never shown."""
    archive = Archive([Hall(house.store, house.room.keys)])
    replayed = archive._replayed(archive.find("4", number, me.session.holder))
    seat = Seat(replayed.found.players.index(me.session.holder))
    known = set()
    for event in replayed.log:
        seen = seen_by(event, seat)
        if not isinstance(seen, events.DeckShuffled):
            known |= {*getattr(seen, "cards", ()), getattr(seen, "card", UNKNOWN)}
    return {card_text(card) for card in range(52) if card not in known}  # type: ignore[arg-type]


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_a_round_is_told_with_my_cards_and_no_others(player: Client, house: House, me: Opened, number: int) -> None:
    answer = player.get(f"/api/rounds/4/{number}")
    told = answer.json()["told"]
    hidden = hidden_from(house, me, number)
    assert not [each for each in told if set(each["cards"]) & hidden]
    assert not [each for each in told if cards_in(json.dumps(each["says"]).encode()) & hidden]
    own = [card for each in told if each["tag"] == "CardsDealt" for card in each["cards"] if card != "??"]
    assert own, "I see my own cards"
    assert told[0]["tag"] == "RoundStarted"
    assert told[-1]["tag"] == "RoundFinished"
    assert any(f"Player {me.session.holder}" in json.dumps(each["says"]) for each in told)


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_a_round_is_exported_with_my_cards_and_no_others(player: Client, house: House, me: Opened, number: int) -> None:
    answer = player.get(f"/api/rounds/4/{number}/phh")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == f'attachment; filename="4-{number}.phh"'
    hand = phh.read(answer.text)
    shown = {card_text(card) for action in hand.actions for card in action.cards or () if card != UNKNOWN}
    assert shown
    assert not shown & hidden_from(house, me, number)


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_the_evidence_proves_what_i_saw_and_opens_nothing_else(
    player: Client, house: House, me: Opened, number: int
) -> None:
    answer = player.get(f"/api/rounds/4/{number}/evidence")
    evidence = msgspec.json.decode(answer.content, type=Evidence)
    assert check(evidence.log, evidence.commitments, evidence.cuts, evidence.openings) == []
    opened = {card_text(each.card) for deck in evidence.openings for each in deck}
    assert opened
    assert not opened & hidden_from(house, me, number)
    tampered = json.loads(answer.content)
    tampered["openings"][0][0]["card"] = (tampered["openings"][0][0]["card"] + 1) % 52
    wrong = msgspec.convert(tampered, Evidence)
    assert check(wrong.log, wrong.commitments, wrong.cuts, wrong.openings)


def test_a_round_that_the_format_has_no_words_for_is_told_but_not_exported(desk: Desk, me: Opened) -> None:
    house = played_house(rounds=0, me=me.session.holder)
    house.deal("4")
    misdeal = DeclareMisdeal(cause=Misdeal.SHUFFLE_OR_CUT)
    house.do(AtTable("4", at_table.Play(by=SUPERVISOR, at=house.at, command=misdeal)))
    with client_of(services_of(house, desk)) as client:
        client.cookies.set(UNHURRIED.cookie, me.token)
        answer = client.get("/api/rounds/4/1/phh")
        assert answer.status_code == 409
        assert "Misdealt" in answer.json()["detail"]
        assert client.get("/api/rounds/4/1").json()["summary"]["ending"] == "misdeal"
        assert client.get("/api/rounds/4/1/evidence").status_code == 200


def test_the_archive_reads_on() -> None:
    house = played_house(rounds=1)
    archive = Archive([Hall(house.store, house.room.keys)])
    assert len(archive.rounds_of("p0")) == 1
    house.deal("4")
    with pytest.raises(NoSuchRound):
        archive.find("4", 2, "p0")
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")
    assert archive.find("4", 2, "p0").played.number == 2
    with pytest.raises(NoSuchRound):
        archive.find("4", 2, "somebody else")


def test_a_record_that_cannot_be_written_is_said_so(house: House) -> None:
    async def fails(batch: Batch) -> int:
        raise StoreFailed(f"{len(batch.envelopes)} events are lost")

    desk = Desk(MemoryStore(), fails, passwords=Passwords(QUICK))
    with client_of(services_of(house, desk)) as client:
        answer = client.post("/api/accounts/guest", json={})
    assert answer.status_code == 503
    assert "lost" not in answer.text


def test_the_schema_can_be_read_by_a_person_without_any_script(client: Client) -> None:
    page = client.get("/api/docs").text
    assert "/api/rules/{paragraph}" in page
    assert "<script" not in page
    assert "http://" not in page.replace("http://testserver.local", "")


def test_every_operation_of_the_schema_says_what_it_is_for(services: Services) -> None:
    schema = app_of(services).openapi_schema.to_schema()
    operations = [each for path in schema["paths"].values() for each in path.values()]
    assert len(operations) == len(handlers())
    assert all(each.get("description") for each in operations)
