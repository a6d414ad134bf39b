"""A licensed room from its first morning: staff over HTTP, players over sockets, and no guest or bot in it."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.live.entrance.identity import Role
from pokerroom.room import filing
from pokerroom.rules.house import Fixed, PercentageRake, letter
from pokerroom.table.seating import Posting, letter_table
from pokerroom.wire import messages as wire
from tests.daytime import gaming_day
from tests.unit.web.officers import code_for
from tests.unit.web.served import Person, say, serving, until

RAKE = PercentageRake(percent=5, most=400)
STUD = Posting(
    game="seven-card-stud-high",
    house=letter(Fixed(200, 400), rake=(RAKE,), ante=50, forced_bet=100, max_raises=3),
    rules=letter_table(buy_in_least=4_000),
)
AREA = {"name": "poker room", "approved": True}
TABLE = "Stud 1"


class Staff(Person):
    number = 0

    def order(self, counter: str, kind: str, *, where: dict[str, str] | None = None, **says: Any) -> tuple[int, Any]:
        Staff.number += 1
        body = {"id": f"o{Staff.number}", "counter": counter, "order": {"type": kind, **says}, **(where or {})}
        return self.ask("/api/rooms/licensed/orders", body)

    def gives(self, counter: str, kind: str, *, where: dict[str, str] | None = None, **says: Any) -> list[str]:
        status, answer = self.order(counter, kind, where=where, **says)
        assert status == 200, answer
        events: list[str] = answer["events"]
        return events

    def signed_by(
        self, second: "Staff", counter: str, kind: str, *, where: dict[str, str] | None = None, **says: Any
    ) -> list[str]:
        """An order that one person alone does not give."""
        status, answer = self.order(counter, kind, where=where, **says)
        assert (status, answer["events"]) == (200, []), answer
        status, answer = second.ask(f"/api/rooms/licensed/proposals/{answer['proposal']}/signature", {})
        assert status == 200, answer
        events: list[str] = answer["events"]
        return events

    def is_refused(self, counter: str, kind: str, *, where: dict[str, str] | None = None, **says: Any) -> str:
        status, answer = self.order(counter, kind, where=where, **says)
        assert status >= 400, answer
        assert answer["detail"]
        code: str = answer["code"]
        return code


AT_TABLE = {"table": TABLE, "subject": f"table {TABLE}"}


def proposal(subject: str, settings: filing.Settings) -> dict[str, Any]:
    now = datetime.now(UTC)
    return {
        "subject": subject,
        "settings": msgspec.to_builtins(settings),
        "document": f"submission of {subject}",
        "filed_on": str((now - timedelta(days=90)).date()),
        "effective": (now + timedelta(milliseconds=300)).isoformat(),
    }


def config(folder: Path) -> Path:
    path = folder / "room.toml"
    records = folder / "records"
    records.mkdir(exist_ok=True)
    path.write_text(
        f'licensed_database = "sqlite:///{records / "licensed.sqlite3"}"\n'
        "licensed_spectator_delay = 0\n"
        "rate_limits = false\n"
        "[play_chips]\nbots = 0\n",
        encoding="utf-8",
    )
    return path


def appointed(store: Path, **people: Staff) -> None:
    """As an operator does it, while the room is open: a code each, which they enter."""
    for office, who in people.items():
        code = code_for(office, store)
        status, answer = who.ask("/api/accounts/officer", {"code": code})
        assert status == 200, answer


def test_a_licensed_room_works_from_filing_to_cash_out(tmp_path: Path) -> None:
    path = config(tmp_path)
    names = ("Sue Park", "Bo Ek", "Flo Ray", "Cai Lin", "Dov Iso", "Pat One", "Quin Two")
    with serving(tmp_path / "store", "--config", str(path)) as (address, _):
        people = [Staff(address, name) for name in names]
        for each in people:
            each.register()
        assert people[0].is_refused("books", "BeginDay", date="2026-01-01") == ""
        appointed(tmp_path / "store", supervisor=people[0], accounting=people[1])
    with serving(tmp_path / "store", "--config", str(path)) as (address, _):
        for each in people:
            each.address = address
            each.log_in()
        sue, bo, flo, cai, dov, pat, quin = people
        grant(sue, bo, {flo: Role.FLOORPERSON, cai: Role.CAGE, dov: Role.DIVISION})
        filed_and_opened(sue, bo, flo)
        bought_in(sue, cai, flo, pat, quin, Person(address, "Gus Guest").as_guest())
        asyncio.run(played(pat, quin, flo, Person(address, "Eve Guest").as_guest()))
        counted_and_corrected(sue, bo, flo, cai, pat)
        read_only(dov, flo)
        cashed_out(sue, flo, cai, pat)
    signed = ("--heads", str(tmp_path / "store/heads/licensed.heads"), "--key", str(tmp_path / "store/signing-key.pub"))
    decks = ("--deck-keys", str(tmp_path / "store/deck-keys"), "--decide-again")
    result = CliRunner().invoke(app, ["audit", str(tmp_path / "records/licensed.sqlite3"), *signed, *decks])
    assert result.exit_code == 0, result.stdout


def grant(sue: Staff, bo: Staff, roles: dict[Staff, Role]) -> None:
    for each, role in roles.items():
        path = f"/api/accounts/named/{each.name.replace(' ', '%20')}/role"
        assert sue.ask(path, {"role": role.value})[0] == 200
        assert sue.ask(f"{path}/approve", {})[0] == 403, "nobody approves what he proposed"
        assert bo.ask(f"{path}/approve", {})[0] == 200
        each.log_in()


def filed_and_opened(sue: Staff, bo: Staff, flo: Staff) -> None:
    today = gaming_day()
    assert flo.is_refused("books", "BeginDay", date=str(today)) == "not permitted"
    assert sue.gives("books", "BeginDay", date=str(today)) == ["DayOpened"]
    assert sue.is_refused("books", "BeginDay", date=str(today)) == "day open"
    opening = {"area": AREA, "rotation": msgspec.to_builtins((STUD,))}
    assert flo.is_refused("table", "OpenTable", where=AT_TABLE, **opening) == "nothing in force"
    for subject, settings in (
        (filing.RAKE, filing.RakeSubmission(methods=(RAKE,), most=RAKE.most)),
        (f"table {TABLE}", filing.TableSettings((STUD,))),
    ):
        assert flo.is_refused("register", "Propose", **proposal(subject, settings)) == "not permitted"
        assert sue.gives("register", "Propose", **proposal(subject, settings)) == ["SettingsProposed"]
        assert sue.is_refused("register", "Approve", subject=subject, version=1) == "same person"
        assert bo.gives("register", "Approve", subject=subject, version=1) == ["SettingsApproved"]
    status, filings = sue.ask("/api/rooms/licensed/filings")
    assert status == 200
    assert [each["approved_by"] for each in filings] == ["Bo Ek (accounting)"] * 2
    while flo.order("table", "OpenTable", where=AT_TABLE, **opening)[0] != 200:
        pass  # Not in force yet: an effective time is never in the past.


def bought_in(sue: Staff, cai: Staff, flo: Staff, pat: Staff, quin: Staff, gus: Person) -> None:
    for each in (pat, quin):
        assert cai.gives("cage", "Deposit", player=each.id, amount=20_000) == ["TransfersPosted"]
    assert cai.is_refused("cage", "Deposit", player=gus.id, amount=20_000) == "no such player"
    assert cai.is_refused("cage", "Deposit", player="bot-Abel", amount=20_000) == "no such player"
    assert cai.is_refused("cage", "Deposit", player=pat.id, amount=5, by="Sue Park") == "not yours to say"
    assert cai.is_refused("table", "CloseTable", where=AT_TABLE) == "not permitted"
    assert flo.is_refused("cage", "Deposit", player=pat.id, amount=20_000) == "not permitted"
    assert flo.is_refused("table", "TakeSeat", where=AT_TABLE, player=gus.id, seat=0, amount=8_000) == "no such player"
    assert flo.is_refused("table", "TakeSeat", where=AT_TABLE, player=cai.id, seat=0, amount=8_000) == "not permitted"
    assert flo.gives("lists", "Bar", player=quin.id, reason="asked to be") == ["PlayerBarred"]
    barred = flo.is_refused("table", "TakeSeat", where=AT_TABLE, player=quin.id, seat=1, amount=8_000)
    assert barred == "barred"
    assert flo.gives("lists", "Reinstate", player=quin.id)
    seated = flo.signed_by(sue, "table", "TakeSeat", where=AT_TABLE, player=quin.id, seat=1, amount=8_000)
    assert "PlayerSeated" in seated


async def played(pat: Person, quin: Person, flo: Staff, eve: Person) -> None:
    """One is seated by the floor, one takes his seat; a guest looks on, and sits nowhere."""
    async with pat.socket() as one, quin.socket() as two, eve.socket() as guest:
        for socket in (guest, one, two):
            await say(socket, "Hello", version=wire.VERSION)
            welcome = await until(socket, "Welcome")
            assert all(table["bots"] == 0 for table in welcome["lobby"]["tables"])
        await say(guest, "Sit", id="g", table=TABLE)
        assert (await until(guest, "Refused"))["code"] == "play chips only"
        await say(one, "Sit", id="s", table=TABLE, amount=8_000)
        assert (await until(one, "Accepted"))["table"] == TABLE
        await asyncio.gather(called_down(one), called_down(two))
        await say(one, "Leave", id="l", table=TABLE)
        await until(one, "Accepted")
        await asyncio.to_thread(flo.gives, "table", "LeaveSeat", where=AT_TABLE, player=quin.id)


async def called_down(socket: Any, table: str = TABLE) -> None:
    """Check and call until a round is over."""
    begun = False
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), 40))
        if message["type"] not in {"Happened", "TableState"}:
            continue
        state = message["state"]
        begun = begun or state["playing"]
        if begun and not state["playing"]:
            return
        kinds = {offer["kind"]: offer for offer in state["offers"]}
        for kind in ("Check", "Call", "PostForcedBet", "Show"):
            if kind in kinds:
                await say(
                    socket,
                    "Act",
                    id=f"a{message['sequence']}",
                    table=table,
                    move={"type": kind},
                    seen=message["sequence"],
                )
                break


def counted_and_corrected(sue: Staff, bo: Staff, flo: Staff, cai: Staff, pat: Staff) -> None:
    """Each signs by his own session; until the second has, nothing has happened."""
    status, answer = flo.order("books", "CountTable", table=TABLE, closer=0)
    assert (status, answer["events"]) == (200, [])
    signature = f"/api/rooms/licensed/proposals/{answer['proposal']}/signature"
    assert flo.ask(signature, {})[0] == 409, "one person is not two"
    assert cai.ask(signature, {})[0] == 403
    status, waiting = sue.ask("/api/rooms/licensed/proposals")
    assert [(each["type"], each["proposed_by"]) for each in waiting] == [("CountTable", "Flo Ray (floorperson)")]
    assert sue.ask(signature, {})[1]["events"] == ["TableCounted"]
    assert sue.ask(signature, {})[1]["repeated"]
    assert cai.gives("cage", "Deposit", player=pat.id, amount=500) == ["TransfersPosted"]
    used_before(cai, pat)
    status, journal = bo.ask(f"/api/rooms/licensed/journal?account=bank:{pat.id}")
    assert (status, journal[-1]["amount"], journal[-1]["by"]) == (200, 500, "Cai Lin (cage)")
    assert flo.ask(f"/api/rooms/licensed/journal?account=bank:{pat.id}")[0] == 403
    assert bo.ask("/api/rooms/licensed/journal?account=nothing")[0] == 404
    last = journal[-1]["id"]
    assert bo.ask(f"/api/rooms/licensed/journal?account=bank:{pat.id}&most=1") == (200, journal[-1:])
    assert bo.ask(f"/api/rooms/licensed/journal?account=bank:{pat.id}&before={last}") == (200, journal[:-1])
    assert bo.ask(f"/api/rooms/licensed/journal?account=bank:{pat.id}&before=nothing")[0] == 404
    assert sue.is_refused("books", "Correct", original="table/x:1.1", note="it was another table") == "of a table"
    _, answer = sue.order("books", "Correct", original=last, note="paid out again")
    assert bo.ask(f"/api/rooms/licensed/proposals/{answer['proposal']}/signature", {})[1]["events"] == [
        "TransferCorrected"
    ]
    assert bo.ask("/api/rooms/licensed/proposals") == (200, [])
    assert bo.ask("/api/rooms/licensed/proposals/nothing/signature", {})[0] == 404


def used_before(cai: Staff, pat: Staff) -> None:
    """The id of the last order: for the same it is answered again, for another it is taken."""
    says = {"type": "Deposit", "player": pat.id, "amount": 500}
    body = {"id": f"o{Staff.number}", "counter": "cage", "order": says}
    again = cai.ask("/api/rooms/licensed/orders", body)
    assert (again[0], again[1]["repeated"]) == (200, True)
    status, answer = cai.ask("/api/rooms/licensed/orders", {**body, "order": {**says, "amount": 900}})
    assert (status, answer["code"]) == (409, "id taken")


def read_only(dov: Staff, flo: Staff) -> None:
    """The Division reads the books, and gives no order but to those who watch and to itself."""
    status, books = dov.ask("/api/rooms/licensed/books")
    assert status == 200
    assert books["debits"] == books["credits"] > 0
    status, given = dov.ask("/api/rooms/licensed/orders")
    assert status == 200
    assert {each["counter"] for each in given} <= {"division", "surveillance", "decks"}
    assert dov.is_refused("table", "CloseTable", where=AT_TABLE) == "not permitted"
    assert flo.ask("/api/rooms/licensed/books")[0] == 403
    assert dov.ask("/api/rooms/nowhere/books")[0] == 404
    assert dov.ask("/api/rooms/licensed/floor")[0] == 200


async def agreed(pat: Staff, cai: Staff, *, amount: int) -> None:
    """The cage pays nobody out without their word, or a second signature."""
    async with pat.socket() as socket:
        await say(socket, "Hello", version=wire.VERSION)
        await until(socket, "Welcome")
        status, answer = await asyncio.to_thread(cai.order, "cage", "Withdraw", player=pat.id, amount=amount)
        assert (status, answer["events"]) == (200, [])
        wanted = await until(socket, "ConsentWanted")
        assert (wanted["proposal"], wanted["by"]) == (answer["proposal"], "Cai Lin (cage)")
        await say(socket, "AnswerConsent", id="c", proposal=wanted["proposal"], agrees=True)
        await until(socket, "ConsentSettled")
        await until(socket, "Accepted")
    _, journal = await asyncio.to_thread(cai.ask, f"/api/rooms/licensed/journal?account=bank:{pat.id}")
    assert (journal[-1]["amount"], journal[-1]["note"]) == (amount, "the player agreed")


def cashed_out(sue: Staff, flo: Staff, cai: Staff, pat: Staff) -> None:
    today = str(gaming_day())
    assert sue.is_refused("books", "CloseDay", date=today) == "day open", "a table is open"
    while flo.order("table", "CloseTable", where=AT_TABLE)[0] != 200:
        pass  # Whoever was dealt in has his seat until the round is over.
    _, books = sue.ask("/api/rooms/licensed/books")
    held = next(each["balance"] for each in books["balances"] if pat.id in each["account"])
    assert cai.is_refused("cage", "Withdraw", player=pat.id, amount=held + 1)
    asyncio.run(agreed(pat, cai, amount=held))
    assert sue.gives("books", "CloseDay", date=today) == ["DayClosed"]
