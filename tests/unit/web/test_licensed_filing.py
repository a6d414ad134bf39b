"""What staff of a licensed room file as documents over HTTP: exact percentages, and presets that are applied."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.live.entrance.identity import Role
from pokerroom.play.events import BlindPosted, RakeTaken, RoundOpened
from pokerroom.room.tables import TABLES
from pokerroom.store import open_store
from pokerroom.wire import messages as wire
from tests.daytime import gaming_day
from tests.spec_marks import spec
from tests.unit.web.served import Person, say, serving, until
from tests.unit.web.test_licensed import AREA, Staff, appointed, called_down, config, grant

TABLE = "Hold 'em 1"
SUBJECT = f"table {TABLE}"
AT_TABLE = {"table": TABLE, "subject": SUBJECT}
NUMBER = "the number"


def raked(percent: Any) -> dict[str, Any]:
    return {"type": "percentage", "percent": percent, "most": 400, "unit": 1}


def rake(percent: Any) -> dict[str, Any]:
    return {"type": "rake", "methods": [raked(percent)], "most": 400}


def posted(percent: Any, **house: Any) -> list[dict[str, Any]]:
    sign = {"limits": {"type": "no", "least": 200}, "blinds": [100, 200], "rake": [raked(percent)]}
    return [{"game": "hold-em", "house": {**sign, **house}, "rules": {"buy_in_least": 4_000}}]


def proposal(subject: str, settings: dict[str, Any]) -> dict[str, Any]:
    now = datetime.now(UTC)
    return {
        "subject": subject,
        "settings": settings,
        "document": f"submission of {subject}",
        "filed_on": str((now - timedelta(days=90)).date()),
        "effective": (now + timedelta(milliseconds=300)).isoformat(),
    }


@spec("R-14.14-a-2", "R-14.14-b-1-i.1", "R-14.15-r")
def test_documents_are_filed_exactly_and_played_by_their_preset(tmp_path: Path) -> None:
    path = config(tmp_path)
    names = ("Sue Park", "Bo Ek", "Flo Ray", "Cai Lin", "Pat One", "Quin Two")
    with serving(tmp_path / "store", "--config", str(path)) as (address, _):
        people = [Staff(address, name) for name in names]
        for each in people:
            each.register()
        appointed(tmp_path / "store", supervisor=people[0], accounting=people[1])
    with serving(tmp_path / "store", "--config", str(path)) as (address, _):
        for each in people:
            each.address = address
            each.log_in()
        sue, bo, flo, cai, pat, quin = people
        grant(sue, bo, {flo: Role.FLOORPERSON, cai: Role.CAGE})
        sue.gives("books", "BeginDay", date=str(gaming_day()))
        what_is_no_share_up_to_ten_is_refused(sue)
        the_rake_is_filed(sue, bo)
        the_table_is_filed(sue, bo)
        it_is_opened_by_the_same_document(flo)
        asyncio.run(played(cai, pat, quin))
    database = tmp_path / "records/licensed.sqlite3"
    the_record_is_customary(f"sqlite:///{database}")
    decks = ("--deck-keys", str(tmp_path / "store/deck-keys"), "--decide-again")
    result = CliRunner().invoke(app, ["audit", str(database), *decks])
    assert result.exit_code == 0, result.stdout


def what_is_no_share_up_to_ten_is_refused(sue: Staff) -> None:
    for percent, status, words in (
        (10.5, 409, "at most 10 percent, not 10.5 (N.J.A.C. 13:69F-14.14(b)1i)"),
        ("11", 409, "at most 10 percent, not 11 (N.J.A.C. 13:69F-14.14(b)1i)"),
        (0, 409, "above 0 percent, not 0"),
        (-7.5, 409, "above 0 percent, not -7.5"),
        (7.12345, 400, "at most 4 decimals, not 7.12345"),
        ("NaN", 400, "a number such as 7.5, of at most 4 decimals, not NaN"),
        ("sNaN", 400, "a number such as 7.5, of at most 4 decimals, not sNaN"),
        ("ten", 400, "Invalid decimal string - at `$.settings.methods[0].percent`"),
        (True, 400, "got `bool` - at `$.settings.methods[0].percent`"),
    ):
        answered, problem = sue.order("register", "Propose", **proposal("rake", rake(percent)))
        assert (answered, words in problem["detail"]) == (status, True), problem
    # More digits than a float holds, which would make it ten.
    status, problem = sue.ask("/api/rooms/licensed/orders", as_written("10.00000000000000000001"))
    assert (status, "not 10.00000000000000000001" in problem["detail"]) == (400, True), problem
    assert sue.ask("/api/rooms/licensed/filings") == (200, [])


def as_written(number: str) -> bytes:
    order = {"type": "Propose", **proposal("rake", rake(NUMBER))}
    body = json.dumps({"id": number, "counter": "register", "order": order})
    return body.replace(f'"{NUMBER}"', number).encode()


def the_rake_is_filed(sue: Staff, bo: Staff) -> None:
    status, answer = sue.ask("/api/rooms/licensed/orders", as_written("7.5"))
    assert (status, answer["events"]) == (200, ["SettingsProposed"])
    bo.gives("register", "Approve", subject="rake", version=1)
    assert "methods.1.percent: none -> 7.5" in filings(sue)[-1]["changes"]


def the_table_is_filed(sue: Staff, bo: Staff) -> None:
    settings = {"type": "table", "rotation": posted("7.50", preset="customary", enforce_seats=True)}
    sue.gives("register", "Propose", **proposal(SUBJECT, settings))
    waiting = filings(bo)[-1]
    assert waiting["approved_by"] is None
    assert {
        "rotation.1.house.preset: none -> customary",
        "rotation.1.house.heads_up_button_small_blind: none -> yes",
        "rotation.1.house.rake.1.percent: none -> 7.5",
        "rotation.1.rules.preset: none -> customary",
        "rotation.1.rules.button_rule: none -> dead",
        "rotation.1.rules.missed_blinds: none -> post",
    } <= set(waiting["changes"]), "whoever approves sees what the label stands for"
    assert waiting["departures"] == ["rotation.1.house.enforce_seats: no -> yes"]
    bo.gives("register", "Approve", subject=SUBJECT, version=1)
    assert filings(bo)[-1]["changes"] == waiting["changes"]


def filings(who: Staff) -> list[dict[str, Any]]:
    status, found = who.ask("/api/rooms/licensed/filings")
    assert status == 200
    told: list[dict[str, Any]] = found
    return told


def it_is_opened_by_the_same_document(flo: Staff) -> None:
    opening = {"area": AREA, "rotation": posted(7.5, preset="customary", enforce_seats=True)}
    while (answer := flo.order("table", "OpenTable", where=AT_TABLE, **opening))[0] != 200:
        assert answer[1]["code"] == "nothing in force", answer
    assert (
        flo.is_refused("table", "PostChange", where=AT_TABLE, rotation=posted(7.5), notice="") == "differs from filed"
    )


async def played(cai: Staff, pat: Person, quin: Person) -> None:
    async with pat.socket() as one, quin.socket() as two:
        for each, socket in ((pat, one), (quin, two)):
            await asyncio.to_thread(cai.gives, "cage", "Deposit", player=each.id, amount=20_000)
            await say(socket, "Hello", version=wire.VERSION)
            await until(socket, "Welcome")
            await say(socket, "Sit", id="s", table=TABLE, amount=8_000)
            await until(socket, "Accepted")
        await asyncio.gather(called_down(one, TABLE), called_down(two, TABLE))


def the_record_is_customary(address: str) -> None:
    store = open_store(address)
    try:
        envelopes = [each.envelope for each in store.read(TABLES.named(TABLE))]
    finally:
        store.close()
    known = {"RoundOpened", "BlindPosted", "RakeTaken"}
    events = [TABLES.read(each) for each in envelopes if each.tag in known]
    opened = next(event for event in events if isinstance(event, RoundOpened))
    small, big = [event for event in events if isinstance(event, BlindPosted)][:2]
    assert (small.amount, small.seat) == (100, opened.button), "between two, the button posts the small blind"
    assert (big.amount, big.seat != opened.button) == (200, True)
    first = next(event for event in events if isinstance(event, RakeTaken))
    assert first.amounts == (30,), "seven and a half percent of $4"
    recorded = next(each.body for each in envelopes if each.tag == "RoundOpened")
    assert b'"preset":"customary"' in recorded
    assert b'"heads_up_button_small_blind":true' in recorded
    assert b'"percent":"7.5"' in recorded
