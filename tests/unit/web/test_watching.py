"""Those who watch over the game: rounds as far as a position may see them, every look recorded, and what is carried."""

import io
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from pokerroom.cards import DECK, card_text
from pokerroom.cli import app
from pokerroom.live.entrance.identity import Role
from pokerroom.live.staff import looking
from pokerroom.play import events
from pokerroom.room.books import LEDGER
from pokerroom.room.looks import LOOKS
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RoundStarted
from tests.unit.live.witness import Sight, cards_in, cards_proved
from tests.unit.web.desks import PASSWORD, ROOM, AtDesk, Desks, at_desks

SEE_ROUNDS = (Role.FLOORPERSON, Role.SHIFT_SUPERVISOR, Role.SURVEILLANCE, Role.DIVISION)
SEE_HANDS = (Role.SURVEILLANCE, Role.DIVISION)
OTHERS = (Role.DEALER, Role.CAGE, Role.ACCOUNTING, Role.SECURITY)


@pytest.fixture(scope="module")
def desks() -> Iterator[Desks]:
    """Bots play at one table, so that there are rounds to look at."""
    with at_desks(bots=4, always_dealing=True, payout=False) as found:
        found.client.blocking_portal.call(found.stop_tables, "1")
        yield found


@pytest.fixture(scope="module")
def played(desks: Desks) -> dict[str, Any]:
    """A round that is over, at a table where cards are hidden."""
    return desks.round_over()


def cards_told(answer: Any) -> set[bytes]:
    """The cards that an answer names, in words or by their numbers. The hashes of a proof look like anything."""
    told = answer.json()
    proof = told.pop("proof") or {}
    return cards_in(msgspec.json.encode(told)) | cards_proved(proof)


def path_of(played: dict[str, Any]) -> str:
    return f"{ROOM}/rounds/{played['table']}/{played['round']}"


def witness_of(desks: Desks, played: dict[str, Any]) -> tuple[set[bytes], set[bytes]]:
    """What a spectator saw of the round, and what was dealt in it at all, as the record itself has it."""
    live = desks.house.rooms["play chips"]
    sight, dealt = Sight(()), set[bytes]()
    within = False
    for _, event in TABLES.events(live.store, played["table"], keys=live.room.keys):
        if isinstance(event, RoundStarted):
            within = event.number == played["round"]
            sight = Sight(event.players) if within else sight
        if within:
            sight.take(event)
            if isinstance(event, events.CardsDealt | events.Drew):
                dealt |= {card_text(card).encode() for card in event.cards}
    return sight.ever("nobody"), dealt


@pytest.mark.parametrize("role", SEE_ROUNDS)
def test_whoever_watches_over_the_game_opens_any_round_as_a_spectator_saw_it(
    desks: Desks, played: dict[str, Any], role: Role
) -> None:
    before = desks.state(LOOKS).taken
    answer = desks[role].asks("GET", path_of(played))
    assert answer.status_code == 200, answer.text
    open_to_all, _ = witness_of(desks, played)
    assert cards_told(answer) <= open_to_all, "nothing tells a card that a spectator did not see"
    assert answer.json()["hidden"] is False
    look = desks.state(LOOKS).last[-1]
    assert desks.state(LOOKS).taken == before + 1
    assert (look.by.name, look.table, look.round, look.hidden) == (
        desks[role].name, played["table"], played["round"], False,
    )  # fmt: skip


@pytest.mark.parametrize("role", OTHERS)
def test_others_open_no_round_and_leave_no_look(desks: Desks, played: dict[str, Any], role: Role) -> None:
    before = desks.state(LOOKS).taken
    for method, path in (("GET", path_of(played)), ("POST", f"{path_of(played)}/opened"), ("GET", f"{ROOM}/rounds")):
        assert desks[role].asks(method, path, json={"reason": "I would like to know"}).status_code == 403
    assert desks.state(LOOKS).taken == before


@pytest.mark.parametrize("role", SEE_HANDS)
def test_hidden_cards_are_shown_for_a_recorded_reason_and_the_rest_of_the_deck_is_not(
    desks: Desks, played: dict[str, Any], role: Role
) -> None:
    reason = "a player says that two seats play together"
    answer = desks[role].asks("POST", f"{path_of(played)}/opened", json={"reason": reason})
    assert answer.status_code == 200, answer.text
    open_to_all, dealt = witness_of(desks, played)
    shown = cards_told(answer)
    assert dealt <= shown, "every card that was dealt"
    assert shown <= dealt | open_to_all, "and none that stayed in the deck or was burned"
    look = desks.state(LOOKS).last[-1]
    assert (look.hidden, look.reason, look.by.name) == (True, reason, desks[role].name)


def opening(who: AtDesk, played: dict[str, Any], reason: str = "a player says that two cards were missing") -> Any:
    return who.orders("decks", "OpenDecks", table=played["table"], round=played["round"], reason=reason)


@pytest.mark.parametrize("role", SEE_HANDS)
def test_sealed_decks_are_shown_to_whoever_had_them_opened_for_a_recorded_reason(
    desks: Desks, played: dict[str, Any], role: Role
) -> None:
    who, path = desks[role], f"{path_of(played)}/decks"
    assert who.asks("GET", path).status_code == 404, "and to nobody by another's reason"
    for reason in (" ", "x", "?!"):
        assert opening(who, played, reason).json()["code"] in ("no reason", "not in words")
    assert who.asks("GET", path).status_code == 404
    assert opening(who, played).json()["events"] == ["DecksOpened"]
    (deck,) = who.get(path)
    assert sorted(deck["order"]) == sorted(map(card_text, DECK))
    _, dealt = witness_of(desks, played)
    stayed = set(deck["stayed"])
    assert deck["order"][-len(stayed) :] == deck["stayed"], "what stayed is the bottom of the deck"
    assert {each.encode() for each in deck["order"]} >= dealt
    assert not {each.encode() for each in (*deck["stayed"], *deck["burned"])} & dealt
    assert deck["burned"]
    found = desks[Role.SURVEILLANCE].get(f"{ROOM}/watch")["deck_openings"][0]
    assert found["by"] == f"{who.name} ({role.value})"
    assert found["place"] == f"table {played['table']}, round {played['round']}"
    assert found["reason"] == "a player says that two cards were missing"


@pytest.mark.parametrize("role", [Role.FLOORPERSON, Role.SHIFT_SUPERVISOR, Role.DEALER, Role.SECURITY])
def test_nobody_else_has_a_deck_opened(desks: Desks, played: dict[str, Any], role: Role) -> None:
    assert opening(desks[role], played).status_code == 403
    assert desks[role].asks("GET", f"{path_of(played)}/decks").status_code == 403


def test_no_deck_of_a_round_that_is_not_over_is_opened(desks: Desks, played: dict[str, Any]) -> None:
    for number in (0, 99_999):
        answer = opening(desks[Role.SURVEILLANCE], played | {"round": number})
        assert answer.json()["code"] == "no such round", answer.text


def test_nothing_is_shown_for_no_reason(desks: Desks, played: dict[str, Any]) -> None:
    before = desks.state(LOOKS).taken
    for reason in ("x", "   ", "??"):
        answer = desks[Role.SURVEILLANCE].asks("POST", f"{path_of(played)}/opened", json={"reason": reason})
        assert answer.status_code == 409, answer.text
        assert not cards_in(answer.content)
    assert desks.state(LOOKS).taken == before


@pytest.mark.parametrize("role", [Role.FLOORPERSON, Role.SHIFT_SUPERVISOR])
def test_who_works_at_the_tables_sees_no_hidden_card_for_any_reason(
    desks: Desks, played: dict[str, Any], role: Role
) -> None:
    answer = desks[role].asks("POST", f"{path_of(played)}/opened", json={"reason": "to settle a dispute"})
    assert answer.status_code == 403


def test_a_round_that_was_not_played_is_not_found_and_leaves_no_look(desks: Desks, played: dict[str, Any]) -> None:
    before = desks.state(LOOKS).taken
    assert desks[Role.DIVISION].asks("GET", f"{ROOM}/rounds/{played['table']}/99999").status_code == 404
    assert desks.state(LOOKS).taken == before


def test_the_log_of_looks_is_read_by_those_who_watch_the_watchers(desks: Desks, played: dict[str, Any]) -> None:
    desks[Role.FLOORPERSON].get(path_of(played))
    looks = desks[Role.DIVISION].get(f"{ROOM}/looks")["looks"]
    assert looks[0]["by"]["name"] == desks[Role.FLOORPERSON].name
    assert desks[Role.FLOORPERSON].asks("GET", f"{ROOM}/looks").status_code == 403


def test_the_evidence_of_a_round_verifies_offline(desks: Desks, played: dict[str, Any], tmp_path: Path) -> None:
    bundle = desks[Role.DIVISION].asks("GET", f"{path_of(played)}/bundle")
    assert bundle.headers["content-type"] == "application/zip"
    (tmp_path / "round.zip").write_bytes(io.BytesIO(bundle.content).getvalue())
    result = CliRunner().invoke(app, ["evidence", str(tmp_path / "round.zip")])
    assert result.exit_code == 0, result.output


def test_what_somebody_did_all_day_is_told_order_by_order(desks: Desks) -> None:
    cashier = desks[Role.CAGE]
    cashier.gives("cage", "Deposit", player=desks.player("Ada Someone").id, amount=1_000)
    found = desks[Role.SURVEILLANCE].get(f"{ROOM}/activity?who={cashier.name.replace(' ', '%20')}")
    assert found["role"] == "cage"
    assert [each["what"] for each in found["acts"]] == ["TransfersPosted"]
    assert found["goes_on"] is None


def test_a_day_that_is_longer_than_one_look_says_from_where_it_goes_on(
    desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    cashier = desks[Role.CAGE]
    cashier.gives("cage", "Deposit", player=desks.player("Ada Somebody").id, amount=2_000)
    path = f"{ROOM}/activity?who={cashier.name.replace(' ', '%20')}"
    whole = desks[Role.SURVEILLANCE].get(path)["acts"]
    live = desks.house.rooms["play chips"]
    monkeypatch.setattr(looking, "MOST_SCANNED", live.store.end() // 2)
    parts, after = [], 0
    for _ in range(9):
        part = desks[Role.SURVEILLANCE].get(f"{path}&after={after}")
        parts += part["acts"]
        if part["goes_on"] is None:
            break
        after = part["goes_on"]
    assert after > 0
    assert parts == whole


def test_chips_are_carried_with_the_signatures_of_who_gave_and_who_received(
    desks: Desks, played: dict[str, Any]
) -> None:
    guard, cashier, floor = desks[Role.SECURITY], desks[Role.CAGE], desks[Role.FLOORPERSON]
    cashier.gives("cage", "Fill", table=played["table"], amount=50_000)
    (fill,) = guard.get(f"{ROOM}/security")["to_carry"]
    correction = desks[Role.ACCOUNTING].gives("books", "Correct", original=fill["id"], note="the tray was full")
    desks[Role.SHIFT_SUPERVISOR].signs(correction["proposal"])
    assert guard.get(f"{ROOM}/security")["to_carry"] == [], "its slip is void"
    cashier.gives("cage", "Fill", table=played["table"], amount=60_000)
    (fill,) = guard.get(f"{ROOM}/security")["to_carry"]
    carried = {"what": "chips", "origin": "cage", "destination": played["table"], "reference": fill["id"]}
    proposal = guard.gives("security", "TakeOver", **carried)["proposal"]
    assert guard.asks("POST", f"{ROOM}/proposals/{proposal}/signature").status_code in (403, 409)
    assert cashier.signs(proposal)["events"] == ["TakenOver"]
    now = guard.get(f"{ROOM}/security")
    assert now["to_carry"] == []
    (under_way,) = now["under_way"]
    assert under_way["taken"]["given_by"]["name"] == cashier.name
    again = guard.gives("security", "TakeOver", **carried)["proposal"]
    assert cashier.asks("POST", f"{ROOM}/proposals/{again}/signature").json()["code"] == "carried already"
    received = guard.gives("security", "HandOver", carriage=under_way["taken"]["number"])["proposal"]
    assert floor.signs(received)["events"] == ["HandedOver"]
    assert guard.get(f"{ROOM}/security")["arrived"][0]["handed"]["received_by"]["name"] == floor.name


def test_the_rounds_of_a_player_are_found_by_name(desks: Desks, played: dict[str, Any]) -> None:
    name = played["seats"][0]["name"]
    found = desks[Role.SURVEILLANCE].get(f"{ROOM}/rounds?player={name}")["rounds"]
    assert (played["table"], played["round"]) in {(each["table"], each["round"]) for each in found}
    assert all(name in {seat["name"] for seat in each["seats"]} for each in found)
    assert desks[Role.SURVEILLANCE].get(f"{ROOM}/rounds?player=nobody")["rounds"] == []


def test_a_count_waits_for_its_recording_until_one_is_noted(desks: Desks) -> None:
    vic = desks[Role.SURVEILLANCE]
    proposal = desks[Role.ACCOUNTING].gives("books", "CountTable", table="2", closer=0)["proposal"]
    desks[Role.SHIFT_SUPERVISOR].signs(proposal)
    (before,) = vic.get(f"{ROOM}/watch")["to_record"]
    tomorrow = desks.state(LEDGER).day.date + timedelta(days=1)
    desks[Role.ACCOUNTING].gives("books", "BeginDay", date=str(tomorrow))
    (waits,) = vic.get(f"{ROOM}/watch")["to_record"]
    assert waits == before, "the next day began, and nobody has noted the recording yet"
    assert (waits["what"], waits["by"]) == ("table 2", "Ann Gray (accounting)")
    vic.gives("surveillance", "NoteRecording", subject=waits["subject"], reference="camera 4, 02:10 to 02:25")
    assert vic.get(f"{ROOM}/watch")["to_record"] == []


def test_failed_log_ins_and_recordings_are_seen_at_the_watch(desks: Desks) -> None:
    wrong = desks.client.post("/api/accounts/login", json={"name": desks[Role.CAGE].name, "password": "not this one"})
    assert wrong.status_code == 401
    desks[Role.SURVEILLANCE].gives("surveillance", "NoteRecording", subject="2026-01-01.1", reference="camera 4, 02:10")
    found = desks[Role.SURVEILLANCE].get(f"{ROOM}/watch")
    assert [each["name"] for each in found["accounts"]] == [desks[Role.CAGE].name]
    assert found["recordings"][0]["reference"] == "camera 4, 02:10"
    assert desks[Role.DEALER].asks("GET", f"{ROOM}/watch").status_code == 403


def test_an_incident_is_recorded_with_what_was_done(desks: Desks) -> None:
    guard = desks[Role.SECURITY]
    guard.gives("security", "ReportIncident", where="rail of table 4", what="a visitor reached over it", done="warned")
    (found,) = guard.get(f"{ROOM}/security")["incidents"]
    assert (found["number"], found["what"], found["by"]["name"]) == (1, "a visitor reached over it", guard.name)
    assert guard.orders("security", "ReportIncident", where=" ", what="?").json()["code"] == "not said"


def test_what_somebody_signed_for_another_is_told_too(desks: Desks) -> None:
    dealer, cashier, counter = desks[Role.DEALER], desks[Role.CAGE], desks[Role.ACCOUNTING]
    beside = {"name": counter.name, "password": PASSWORD}
    order = {"type": "OpenDrawer", "pieces": []}
    for said, other in ((order, {}), ({"type": "CloseDrawer", "pieces": [], "expected": 0}, {"beside": beside})):
        body = {"id": f"beside {said['type']}", "counter": "cage", "order": said, **other}
        answer = cashier.asks("POST", f"{ROOM}/orders", json=body)
        assert answer.status_code == 200, answer.text
    acts = desks[Role.SURVEILLANCE].get(f"{ROOM}/activity?who={counter.name.replace(' ', '%20')}")["acts"]
    (closed,) = [each for each in acts if each["what"] == "DrawerClosed"]
    assert cashier.name in closed["by"]
    assert desks[Role.SURVEILLANCE].get(f"{ROOM}/activity?who={dealer.name.replace(' ', '%20')}")["acts"] == []
