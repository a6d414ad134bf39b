"""The Division's desk over HTTP: notices, software authentication, the matrix, and the audit of a record."""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.live.authentication import SOFTWARE, ReleaseUnfit, authenticated, canonical, read_release, sign_release
from pokerroom.live.entrance.identity import Role
from pokerroom.live.settings import Settings
from pokerroom.live.staff.deciding import CitedParagraphs, decisions
from pokerroom.room.division import DIVISION
from pokerroom.room.filing.stream import FILING
from pokerroom.room.software import digest, digest_of, release
from pokerroom.rules.editions import NJAC_19_47_2006
from pokerroom.web import auditing
from pokerroom.web.api.oversight import deciding
from pokerroom.web.auditing import Auditing
from tests.unit.web.desks import ROOM, Desks, at_desks


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desks]:
    with at_desks(store=str(tmp_path_factory.mktemp("store"))) as found:
        yield found


def test_a_notice_is_acknowledged_by_the_other_side_and_by_nobody_else(desks: Desks) -> None:
    inspector, supervisor = desks[Role.DIVISION], desks[Role.SHIFT_SUPERVISOR]
    said = {"subject": "visit on Friday", "text": "An inspector will watch the count."}
    inspector.gives("division", "SendNotice", **said)
    (sent,) = inspector.get(f"{ROOM}/oversight")["notices"]
    number = sent["sent"]["number"]
    assert inspector.orders("division", "Acknowledge", notice=number).json()["code"] == "own notice"
    assert desks[Role.CAGE].orders("division", "Acknowledge", notice=number).status_code == 403
    supervisor.gives("division", "Acknowledge", notice=number)
    assert supervisor.orders("division", "Acknowledge", notice=number).json()["code"] == "no such notice"
    supervisor.gives("division", "SendNotice", subject="we expect you", text="At nine in the morning.", answers=number)
    assert [each["sent"]["answers"] for each in inspector.get(f"{ROOM}/oversight")["notices"]] == [number, None]


def test_a_notice_says_something(desks: Desks) -> None:
    assert desks[Role.DIVISION].orders("division", "SendNotice", subject=" ", text="x").json()["code"] == "not said"


def test_the_division_reads_everything_opens_decks_and_moves_nothing(desks: Desks) -> None:
    inspector = desks[Role.DIVISION]
    for path in ("books", "filings", "floor", "cage", "days", "transfers", "watch", "security", "looks", "oversight"):
        assert inspector.asks("GET", f"{ROOM}/{path}").status_code == 200, path
    kinds = {f"{each['counter']}.{each['type']}" for each in inspector.get(f"{ROOM}/orders")}
    assert kinds == {"division.SendNotice", "division.Acknowledge", "decks.OpenDecks"}


def test_the_division_reads_who_is_on_duty_in_which_position(desks: Desks) -> None:
    cashier = desks[Role.CAGE]
    cashier.gives("duty", "GoOnDuty")
    (found,) = desks[Role.DIVISION].get(f"{ROOM}/floor")["on_duty"]
    assert (found["who"], found["position"]) == (cashier.name, "cage")


def test_software_is_authenticated_on_demand_and_what_it_came_to_is_recorded(desks: Desks) -> None:
    found = desks[Role.DIVISION].post(f"{ROOM}/software")
    assert (found["sound"], found["digest"]) == (None, digest()), "there is no list to compare with"
    last = desks.state(DIVISION).last_check(SOFTWARE)
    assert (last.sound, last.digest, last.asked_by) == (None, digest(), "Ines Court (Division)")


def keys_in(folder: Path) -> tuple[Path, Path]:
    key = Ed25519PrivateKey.generate()
    secret, public = folder / "key.pem", folder / "key.pub"
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    secret.chmod(0o600)
    return secret, public


def test_the_software_is_compared_with_a_signed_list_and_every_difference_is_named(tmp_path: Path) -> None:
    secret, public = keys_in(tmp_path)
    listed = tmp_path / "release.json"
    printed = CliRunner().invoke(app, ["software", "--release", str(secret)])
    listed.write_text(printed.stdout, encoding="utf-8")
    checked = CliRunner().invoke(app, ["software", "--check", str(listed), "--key", str(public)])
    assert checked.exit_code == 0, checked.output
    settings = Settings(release=str(listed), release_key=str(public))
    assert authenticated(settings, "").sound is True
    found = release()
    name = next(iter(found.files))
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    other = type(found)(software=found.software, files=dict(found.files) | {name: "0" * 64}, parts=found.parts)
    listed.write_bytes(sign_release(other, key))
    with pytest.raises(ReleaseUnfit, match="was not signed with the key"):
        read_release(listed, public)
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    result = authenticated(settings, "")
    assert result.sound is False
    assert [each.name for each in result.differences] == [name]
    assert canonical(found) == canonical(release())
    assert digest_of(found) == digest()


def test_each_row_of_the_matrix_leads_to_tests_readings_and_real_events(desks: Desks) -> None:
    rows = {each["id"]: each for each in desks[Role.DIVISION].get("/api/matrix")}
    assert len(rows) > 600
    row = rows["R-14.14-a-1"]
    assert row["paragraph"] == "14.14(a)1"
    assert all("::test_" in each for each in row["tests"])
    assert row["tests"]
    assert desks.player("Some Player").asks("GET", "/api/matrix").status_code == 403


def used_by(desks: Desks, paragraph: str, **asked: str) -> dict[str, Any]:
    found = desks[Role.DIVISION].asks("GET", f"{ROOM}/matrix/{paragraph}", params=asked)
    assert found.status_code == 200, found.text
    return dict(found.json())


def test_a_paragraph_leads_to_what_it_decided_in_any_stream_of_the_record(desks: Desks) -> None:
    live = desks.house.rooms["play chips"]
    desks[Role.FLOORPERSON].gives(
        "conduct", "RequireToLeave", player=desks.player("Paula Stone").id, cause="threw chips"
    )
    used = used_by(desks, "14.16(b)")
    assert used["incidents"][0]["reason"] == "threw chips"
    assert used["decisions"] == [], "nothing is told twice"
    envelope, filed = list(FILING.events(live.store))[-1]
    latest = next(each for each in used_by(desks, filed.rule.paragraph)["decisions"] if each["stream"] == "filing")
    assert (latest["what"], latest["sequence"], latest["by"]) == (envelope.tag, envelope.sequence, filed.by.name)
    another = CitedParagraphs(paragraphs=(filed.rule.paragraph,), edition=NJAC_19_47_2006.key)
    assert list(decisions(live, another)) == [], "the same number in another edition is another paragraph"


def test_a_row_of_the_matrix_asks_for_all_of_its_paragraphs_in_its_own_edition(desks: Desks) -> None:
    assert deciding("14.9(k)1", "") == CitedParagraphs(paragraphs=("14.9(k)1",))
    of_row = CitedParagraphs(paragraphs=("14.9(k)1", "14.9(k)2"), edition=NJAC_19_47_2006.key)
    assert deciding("14.9(k)1", "R06-14.9-k") == of_row
    assert used_by(desks, "14.9(k)1", row="R06-14.9-k")["decisions"] == []
    assert desks[Role.DIVISION].asks("GET", f"{ROOM}/matrix/14.9(k)1?row=R-0").status_code == 404


def test_the_audit_is_started_from_the_page_and_its_report_can_be_kept(desks: Desks) -> None:
    inspector = desks[Role.DIVISION]
    assert inspector.asks("GET", f"{ROOM}/audit/report").status_code == 404
    assert inspector.post(f"{ROOM}/audit")["running"]
    assert desks[Role.FLOORPERSON].asks("POST", f"{ROOM}/audit").status_code == 403
    state: dict[str, Any] = {"running": True}
    for _ in range(300):
        state = inspector.get(f"{ROOM}/oversight")["audit"]
        if not state["running"]:
            break
        sleep(0.2)
    assert state["failed"] == ""
    assert state["clean"], state["report"]["findings"]
    report = inspector.asks("GET", f"{ROOM}/audit/report")
    assert report.json()["clean"]
    checks = inspector.get(f"{ROOM}/oversight")["checks"]
    assert (checks[0]["kind"], checks[0]["digest"]) == ("audit", state["digest"])
    services = desks.client.app.state.services
    services.auditing = Auditing(services.settings)
    again = inspector.get(f"{ROOM}/oversight")["audit"]
    kept = ("digest", "report", "clean", "asked_by", "running", "failed")
    assert {each: again[each] for each in kept} == {each: state[each] for each in kept}, "as after a restart"


def over(desks: Desks) -> dict[str, Any]:
    for _ in range(300):
        state: dict[str, Any] = desks[Role.DIVISION].get(f"{ROOM}/oversight")["audit"]
        if not state["running"]:
            return state
        sleep(0.1)
    raise AssertionError("the audit never ended")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("/nowhere/at-all",), "No such file"),
        ((sys.executable, "-c", "import sys; sys.stderr.write('x' * 200_000)"), "limit"),
        ((sys.executable, "-c", "print('{}')"), "clean"),
        ((sys.executable, "-c", "print('no report')"), "it gave no report"),
    ],
)
def test_an_audit_that_cannot_be_carried_out_is_over_and_another_can_be_started(
    desks: Desks, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], why: str
) -> None:
    monkeypatch.setattr(auditing, "COMMAND", command)
    assert desks[Role.DIVISION].post(f"{ROOM}/audit")["running"]
    assert why in over(desks)["failed"]
    assert desks[Role.DIVISION].post(f"{ROOM}/audit")["running"]
    over(desks)


def test_an_audit_can_be_stopped(desks: Desks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing, "COMMAND", (sys.executable, "-c", "import time; time.sleep(600)"))
    inspector = desks[Role.DIVISION]
    assert inspector.post(f"{ROOM}/audit")["running"]
    assert desks[Role.FLOORPERSON].asks("DELETE", f"{ROOM}/audit").status_code == 403
    stopped = inspector.asks("DELETE", f"{ROOM}/audit").json()
    assert (stopped["running"], stopped["failed"]) == (False, "It was stopped.")


@pytest.mark.parametrize(("position", "name"), [("Division", "Ada Lima"), ("accounting", "Bea Lima")])
def test_whoever_tries_a_position_audits_no_record_of_the_house(desks: Desks, position: str, name: str) -> None:
    newcomer, behind = desks.player(name), "/api/rooms/demonstration"
    newcomer.post("/api/accounts/behind-the-scenes", position=position)
    now = newcomer.get(f"{behind}/oversight")
    assert (now["can_audit"], now["audit"]) == (False, None)
    answer = newcomer.asks("POST", f"{behind}/audit")
    assert answer.status_code == 409
    assert "there is nothing to audit" in answer.text
    assert newcomer.asks("GET", f"{behind}/audit/report").status_code == 404
