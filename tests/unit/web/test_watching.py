"""Those who watch over the game: rounds as far as a position may see them, every look recorded, and what is carried."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pokerroom.cards import UNKNOWN, Card, card_text
from pokerroom.cli import app
from pokerroom.live.entrance.identity import Role
from pokerroom.play import events
from pokerroom.room.looks import LOOKS
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.events import RoundStarted
from tests.property.test_views import cards_in as coded_cards
from tests.unit.live.witness import Sight, cards_in
from tests.unit.web.desks import ROOM, Desks, at_desks

SEE_ROUNDS = (Role.FLOORPERSON, Role.SHIFT_SUPERVISOR, Role.SURVEILLANCE, Role.DIVISION)
SEE_HANDS = (Role.SURVEILLANCE, Role.DIVISION)
OTHERS = (Role.DEALER, Role.CAGE, Role.ACCOUNTING, Role.SECURITY)


@pytest.fixture(scope="module")
def desks() -> Iterator[Desks]:
    """Bots play at one table, so that there are rounds to look at."""
    with at_desks(bots=4, always_dealing=True) as found:
        found.client.blocking_portal.call(found.stop_tables, "1")
        yield found


@pytest.fixture(scope="module")
def played(desks: Desks) -> dict[str, Any]:
    """A round that is over, at a table where cards are hidden."""
    return desks.round_over()


def coded_in(answer: Any) -> set[bytes]:
    """The cards that the log of a proof names by their numbers."""
    proof = answer.json()["proof"]
    coded = coded_cards([] if proof is None else proof["log"])
    return {card_text(Card(each)).encode() for each in coded if each != UNKNOWN}


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
    assert cards_in(answer.content) <= open_to_all, "no byte tells a card that a spectator did not see"
    assert coded_in(answer) <= open_to_all, "nor any number that stands for one"
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
    shown = cards_in(answer.content) | coded_in(answer)
    assert dealt <= shown, "every card that was dealt"
    assert shown <= dealt | open_to_all, "and none that stayed in the deck or was burned"
    look = desks.state(LOOKS).last[-1]
    assert (look.hidden, look.reason, look.by.name) == (True, reason, desks[role].name)


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


def test_chips_are_carried_with_the_signatures_of_who_gave_and_who_received(
    desks: Desks, played: dict[str, Any]
) -> None:
    guard, cashier, floor = desks[Role.SECURITY], desks[Role.CAGE], desks[Role.FLOORPERSON]
    cashier.gives("cage", "Fill", table=played["table"], amount=50_000)
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
