"""Names, talk and silences are under the chain: what is changed in the database is found, and a text can be erased."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.cli.audit_report import Report
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.room.auditing import Check
from pokerroom.room.ports import Batch, EventStore, Row, StoreFailed
from pokerroom.room.room import Done
from pokerroom.room.talk import TALK
from pokerroom.store import open_store
from pokerroom.wire import messages as wire
from tests.contract.conftest import RawSql
from tests.contract.former import in_sqlite
from tests.unit.web.front import desk_of
from tests.wire import QUICK, Client, table_of

SUE = Identity("sue", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)
ABE = Identity("abe", "Abe Orr", Role.ACCOUNTING, guest=False)
CHIPS = PlayChips(bots=0, spectator_delay=0)
SAID = ("good evening", "nice hand")
SECRET = "my number is 555 0100"  # noqa: S105  what somebody should not have typed


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "store"), database=database_url, clock=QUICK, play_chips=CHIPS)


def in_house(settings: Settings, story: Callable[[House, Floor], Awaitable[None]]) -> None:
    async def run() -> None:
        house = await House.open(settings, pace=0)
        house.start()
        try:
            await story(house, Floor(house, desk_of()))
        finally:
            await house.close()

    asyncio.run(run())


async def talk(house: House, floor: Floor) -> None:
    """Two people talk, and one of them is silenced."""
    table = table_of(house, "hold-em")
    ann, lou = Client(house, "Ann"), Client(house, "Lou")
    for each, text in ((ann, SAID[0]), (lou, SECRET), (ann, SAID[1])):
        if not each.connection.greeted:
            await each.enter()
            await each.say(wire.Watch(table=table))
        assert isinstance(await each.ask(wire.Chat, table=table, text=text), wire.Accepted)
    until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    assert isinstance(await give(house, floor, "Silence", player=lou.identity.id, until=until), Done)


async def give(house: House, floor: Floor, kind: str, **fields: Any) -> Any:
    order = orders.read("chat", {"type": kind, **fields})
    assert isinstance(order, orders.Order), order
    return await floor.order(SUE, house.rooms["play chips"], order, id=f"{kind} {fields}")


@pytest.fixture
def talked(settings: Settings) -> Settings:
    in_house(settings, talk)
    return settings


def report_of(url: str) -> Report:
    told = CliRunner().invoke(app, ["audit", url, "--json"])
    assert told.exit_code in (0, 1), told.output
    return msgspec.json.decode(told.stdout, type=Report)


def findings(url: str) -> list[tuple[Check, str]]:
    return [(each.check, each.what) for each in report_of(url).findings]


def test_what_was_said_and_what_people_are_called_is_audited(talked: Settings) -> None:
    report = report_of(talked.database)
    assert report.findings == ()
    looked = next(line.looked_at for line in report.lines if line.check is Check.TALK)
    assert looked.startswith("3 remarks and 2 names compared")
    assert report.notes == ()


def test_a_remark_that_was_changed_is_named(talked: Settings, raw_sql: RawSql) -> None:
    """Also where everything but the words is left as it was."""
    with closing(open_store(talked.database)) as store:
        kept = store.row("remark", f"{2:012}")
    assert kept is not None
    raw_sql(
        "UPDATE projection SET value = %s WHERE name = 'remark' AND key = %s",
        kept.replace(SECRET.encode(), b"I never said that"),
        f"{2:012}",
    )
    assert findings(talked.database) == [(Check.TALK, "what was said as remark 2 is not what was recorded")]


def test_a_remark_that_somebody_removed_is_named(talked: Settings, raw_sql: RawSql) -> None:
    assert raw_sql("DELETE FROM projection WHERE name = 'remark' AND key = %s", f"{3:012}") == 1
    assert findings(talked.database) == [(Check.TALK, "what was said as remark 3 is gone, and nobody erased it")]


def test_a_remark_that_somebody_put_there_is_named(talked: Settings, raw_sql: RawSql) -> None:
    raw_sql("INSERT INTO projection (name, key, value) VALUES ('remark', %s, %s)", f"{9:012}", b"{}")
    assert findings(talked.database) == [(Check.TALK, "1 remarks are of no event")]


def test_a_name_that_was_changed_is_named_and_nobody_is_called_by_it(talked: Settings, raw_sql: RawSql) -> None:
    raw_sql("UPDATE projection SET value = %s WHERE name = 'name' AND key = 'guest-ann'", b'{"name":"Lou","salt":""}')
    assert findings(talked.database) == [(Check.TALK, "the name of guest-ann is not what was recorded")]

    async def story(house: House, floor: Floor) -> None:
        assert house.name_of("guest-lou") == "Lou"
        assert house.name_of("guest-ann") == "guest-ann"
        assert floor.said(house.rooms["play chips"], table_of(house, "hold-em"))

    in_house(talked, story)


def test_a_silence_that_was_lifted_in_the_database_is_named_and_no_room_opens_on_it(
    talked: Settings, raw_sql: RawSql
) -> None:
    body = b'{"type":"PlayerSilenced","player":"guest-lou","until":"2000-01-01T00:00:00Z"}'
    assert raw_sql("UPDATE event SET body = %s WHERE tag = 'PlayerSilenced'", body) == 1
    ((check, what),) = findings(talked.database)
    assert check is Check.CHAINS
    assert "PlayerSilenced is not what was recorded" in what
    with pytest.raises(StoreFailed, match="no room opens on it"):
        in_house(talked, talk)


def test_rows_of_an_earlier_version_count_for_nothing_once_there_is_a_chain(talked: Settings, raw_sql: RawSql) -> None:
    for name, key in (("chat", "1/1.0/guest-ann"), ("player-name", "guest-eve"), ("silenced", "guest-ann")):
        raw_sql(
            "INSERT INTO projection (name, key, value) VALUES (%s, %s, %s)", name, key, b"2099-01-01T00:00:00+00:00"
        )
    assert [what for _, what in findings(talked.database)] == [
        f"1 {what} are of no event, and no earlier version has left them" for what in ("remarks", "names", "silences")
    ]


def test_a_text_is_erased_by_two_people_and_the_chain_still_holds(talked: Settings) -> None:
    async def story(house: House, floor: Floor) -> None:
        live = house.rooms["play chips"]
        proposal = await give(house, floor, "EraseRemark", remark=2, reason="a telephone number")
        assert isinstance(proposal, Proposal)
        assert len(floor.said(live, table_of(house, "hold-em"))) == 3, "nothing has happened yet"
        assert isinstance(await floor.countersign(ABE, live, proposal.id), Done)
        assert [each.text for each in floor.said(live, table_of(house, "hold-em"))] == list(SAID)
        again = await give(house, floor, "EraseRemark", remark=2, reason="once more")
        assert isinstance(again, Proposal)
        refused = await floor.countersign(ABE, live, again.id)
        assert str(refused) == "there is no such text, or it was erased before"

    in_house(talked, story)
    report = report_of(talked.database)
    assert report.findings == ()
    assert "texts erased by two people: 1" in next(line.looked_at for line in report.lines if line.check is Check.TALK)
    with closing(open_store(talked.database)) as store:
        assert SECRET.encode() not in everything_in(store)
        erased = [event for _, event in TALK.events(store) if type(event).__name__ == "RemarkErased"]
    assert [(each.reason, each.by.name, each.second.name) for each in erased] == [
        ("a telephone number", "Sue Park", "Abe Orr")
    ]


def everything_in(store: EventStore) -> bytes:
    rows = (value for name in ("remark", "name", "chat") for _, value in store.rows(name))
    return b"".join((*(each.envelope.body for each in store.read_all()), *rows))


def test_a_name_is_erased_by_two_people(talked: Settings) -> None:
    async def story(house: House, floor: Floor) -> None:
        proposal = await give(house, floor, "EraseName", player="guest-ann", reason="asked to be forgotten")
        assert isinstance(await floor.countersign(ABE, house.rooms["play chips"], proposal.id), Done)
        assert house.name_of("guest-ann") == "guest-ann"

    in_house(talked, story)
    assert findings(talked.database) == []


def test_no_words_stand_in_the_chain(talked: Settings) -> None:
    with closing(open_store(talked.database)) as store:
        chained = b"".join(each.envelope.body for each in store.read(TALK.name))
    assert not any(text.encode() in chained for text in (*SAID, SECRET, "Ann", "Lou"))


def former_remark(player: str, name: str, text: str, at: float) -> Row:
    said = wire.Said(table="1", name=name, text=text, at=at)
    return Row("chat", f"1/{at:.6f}/{player}", msgspec.json.encode(said))


FORMER_ROWS = (
    former_remark("guest-ann", "Ann", "hi", 1790000000.5),
    former_remark("guest-lou", "Lou", "ho", 1780000000.5),
    Row("player-name", "guest-ann", b"Ann"),
    Row("silenced", "guest-lou", b"2099-01-01T00:00:00+00:00"),
)


@pytest.fixture
def former(settings: Settings) -> Settings:
    """A record with what an earlier version kept beside it."""
    Path(settings.store).mkdir()
    with closing(open_store(settings.database)) as store:
        store.append(Batch((), FORMER_ROWS))
    return settings


def test_what_an_earlier_version_kept_is_audited_as_unchained(former: Settings) -> None:
    report = report_of(former.database)
    assert report.findings == ()
    assert report.notes[0].startswith("4 names, remarks and silences were kept by an earlier version without a chain")


def test_what_an_earlier_version_kept_is_kept_and_chained_when_a_room_opens(former: Settings, raw_sql: RawSql) -> None:
    async def story(house: House, floor: Floor) -> None:
        said = floor.said(house.rooms["play chips"], "1")
        assert [(each.number, each.name, each.text, each.at) for each in said] == [
            (1, "Lou", "ho", 1780000000.5),
            (2, "Ann", "hi", 1790000000.5),
        ]
        assert house.name_of("guest-ann") == "Ann"
        lou = Client(house, "Lou")
        await lou.enter()
        await lou.say(wire.Watch(table="1"))
        refused = await lou.ask(wire.Chat, table="1", text="and again")
        assert isinstance(refused, wire.Refused)
        assert refused.code == "silenced"

    for _ in range(2):
        in_house(former, story)
    report = report_of(former.database)
    assert report.findings == ()
    assert report.notes[0].startswith("4 names, remarks and silences are from before there was a chain for them")
    assert raw_sql("UPDATE projection SET value = %s WHERE name = 'remark' AND key = %s", b"{}", f"{1:012}") == 1
    assert findings(former.database) == [(Check.TALK, "what was said as remark 1 is not what was recorded")]


def test_a_record_that_version_0_1_wrote_keeps_its_names(tmp_path: Path) -> None:
    former = in_sqlite("live", tmp_path)
    with former.opened() as store:
        names = {key: value.decode() for key, value in store.rows("player-name")}
    assert names
    assert any("without a chain" in note for note in former.audit().notes)
    (tmp_path / "live.sqlite3").rename(tmp_path / "play-chips.sqlite3")
    settings = Settings(store=str(tmp_path), clock=QUICK, play_chips=CHIPS)

    async def story(house: House, floor: Floor) -> None:
        assert {player: house.name_of(player) for player in names} == names
        assert floor.said(house.rooms["play chips"], "nowhere") == ()

    in_house(settings, story)
    after = former._replace(url=f"sqlite:///{tmp_path / 'play-chips.sqlite3'}").audit()
    assert after.findings == ()
    assert any("before there was a chain" in note for note in after.notes)
