"""The Division's reading, over HTTP: the compliance matrix, notices, software authentication, and audits."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.exceptions import HTTPException
from litestar.params import PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from pokerroom.live.authentication import Authenticated, authenticate
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff import orders
from pokerroom.live.staff.deciding import (
    SHOWN,
    CitedParagraphs,
    Decision,
    last_decisions,
    last_incidents,
    last_transfers,
)
from pokerroom.live.tables.telling import Entry, told
from pokerroom.room.division import DIVISION, Checked, Notice
from pokerroom.room.projections.incidents import IncidentRecord
from pokerroom.room.tables import TABLES
from pokerroom.rules.explain import Obligation, obligations
from pokerroom.web.api.answers import Answer, Moved
from pokerroom.web.api.readings import Reading, readings_of
from pokerroom.web.api.serving import CONFLICT, FromIdentity, FromServices, Missing, Services, may_answer
from pokerroom.web.api.staff import READ, RoomName, floor_of, moved
from pokerroom.web.auditing import AuditState
from pokerroom.wire.messages import Told

ROW = re.compile(r"^\| (?P<id>[A-Z]-[\w.-]+) \| [^|]+ \| [^|]* \| (?P<tests>[^|]*) \|", re.MULTILINE)
PLACES = (
    Path(str(files("pokerroom.web"))) / "compliance" / "matrix.md",
    Path(__file__).resolve().parents[4] / "docs" / "compliance" / "matrix.md",
)


class MatrixRow(Answer, frozen=True, kw_only=True):
    """A row of the regulation, and the tests that would fail if it did not hold."""

    id: str
    citation: str
    paragraph: str
    kind: str
    summary: str
    observable: str
    tests: tuple[str, ...]
    readings: tuple[str, ...]


@cache
def tests_by_row() -> Mapping[str, tuple[str, ...]]:
    """From the matrix that `make matrix` writes; empty where it is not available."""
    page = next((place for place in PLACES if place.is_file()), None)
    if page is None:
        return {}
    found = ROW.finditer(page.read_text(encoding="utf-8"))
    return {each["id"]: tuple(test for test in each["tests"].split("; ") if "::" in test) for each in found}


@cache
def matrix_rows() -> tuple[MatrixRow, ...]:
    return tuple(map(matrix_row, obligations()))


def matrix_row(row: Obligation) -> MatrixRow:
    paragraphs = row.paragraphs
    readings = {reading.id: None for each in paragraphs for reading in readings_of(each, None)}
    return MatrixRow(
        id=row.id,
        citation=row.citation,
        paragraph=paragraphs[0] if paragraphs else "",
        kind=row.kind,
        summary=row.summary,
        observable=row.observable,
        tests=tests_by_row().get(row.id, ()),
        readings=tuple(readings),
    )


@get("/matrix", name="matrix", responses=may_answer(401, 403), sync_to_thread=True)
def matrix() -> tuple[MatrixRow, ...]:
    """Every row of the regulation: what it requires, the tests that show it, and how we read it."""
    return matrix_rows()


class RuleInUse(Answer, frozen=True, kw_only=True):
    """How we read a paragraph, and the last real events that it decided."""

    paragraph: str
    readings: tuple[Reading, ...]
    events: tuple[tuple[str, Told], ...]
    """With their tables, the latest first."""
    decisions: tuple[Decision, ...]
    """What else the record has, the latest first: at dealers' boxes, of payouts, dice, keno, filings and lists."""
    incidents: tuple[IncidentRecord, ...]
    transfers: tuple[Moved, ...]


Paragraph = Annotated[str, PathParameter(description="A paragraph, such as 14.14(b)1.", min_length=1, max_length=120)]
RowId = Annotated[
    str, QueryParameter(description="A row of the matrix: its paragraphs instead, in its edition alone.", max_length=40)
]


@get("/rooms/{room:str}/matrix/{paragraph:str}", name="rule in use", responses=READ)
async def rule_in_use(services: FromServices, room: RoomName, paragraph: Paragraph, row: RowId = "") -> RuleInUse:
    """Our reading of a paragraph, and the last real events decided by it: at the tables, in the books, by staff."""
    _, live = floor_of(services, room)
    run, of = live.world.threads.run, deciding(paragraph, row)
    events = tuple(last_events(services, live, of))
    found = await run(last_incidents, live, of)
    told_already = frozenset((name, each.sequence) for name, each in events)
    positions = frozenset(each.position for each in found)
    return RuleInUse(
        paragraph=paragraph,
        readings=tuple({each.id: each for named in of.paragraphs for each in readings_of(named, None)}.values()),
        events=events,
        decisions=await run(last_decisions, live, of, told=told_already, positions=positions),
        incidents=found,
        transfers=tuple(map(moved, await run(last_transfers, live, of))),
    )


def deciding(paragraph: str, row: str) -> CitedParagraphs:
    if not row:
        return CitedParagraphs(paragraphs=(paragraph,))
    found = next((each for each in obligations() if each.id == row), None)
    if found is None:
        raise Missing(f"the matrix has no row {row}")
    return CitedParagraphs(paragraphs=found.paragraphs, edition=found.edition)


def last_events(services: Services, live: LiveRoom, of: CitedParagraphs) -> Iterator[tuple[str, Told]]:
    """Of what each table remembers of its last rounds: nothing is read for it."""
    found: list[tuple[str, Entry]] = [
        (name, entry) for name in live.room.states(TABLES) for entry in services.recent(name) if of.takes(entry.event)
    ]
    latest = sorted(found, key=lambda each: each[1].at, reverse=True)[:SHOWN]
    return ((name, told(entry, None, services.house.name_of)) for name, entry in latest)


# Notices.


class OversightNow(Answer, frozen=True, kw_only=True):
    notices: tuple[Notice, ...]
    """The latest first."""
    waiting: tuple[int, ...]
    """Those that nobody has acknowledged for longer than the house's reminder."""
    reminder_days: float
    checks: tuple[Checked, ...]
    """Software authenticated and audits made, the latest first."""
    audit: AuditState | None
    can_audit: bool


@get("/rooms/{room:str}/oversight", name="oversight", responses=READ)
async def oversight(services: FromServices, room: RoomName) -> OversightNow:
    """Notices in and out, what was authenticated and audited, and how far an audit has come."""
    _, live = floor_of(services, room)
    state, days = live.room.state(DIVISION), services.settings.notice_reminder
    notices = tuple(reversed([*state.notices.values()]))
    return OversightNow(
        notices=notices,
        waiting=tuple(each.sent.number for each in notices if is_waiting(each, live.moment(), days)),
        reminder_days=days,
        checks=tuple(reversed(state.checks)),
        audit=services.auditing.state(live, room),
        can_audit=services.auditing.can_audit(room),
    )


def is_waiting(notice: Notice, now: datetime, days: float) -> bool:
    return notice.acknowledged is None and (now - notice.sent.at).total_seconds() > days * 86_400


# Software and audits.


@post("/rooms/{room:str}/software", name="authenticate software", status_code=HTTP_200_OK, responses=READ)
async def software(services: FromServices, identity: FromIdentity, room: RoomName) -> Authenticated:
    """Read every installed file now, and compare it with the signed list of its release; the result is recorded."""
    _, live = floor_of(services, room)
    return await authenticate(live, services.settings, asked_by=str(orders.signature(identity)))


@post(
    "/rooms/{room:str}/audit",
    name="start audit",
    status_code=HTTP_200_OK,
    responses=may_answer(401, 403, 404, 409),
)
async def start_audit(services: FromServices, identity: FromIdentity, room: RoomName) -> AuditState:
    """Begin an audit of the whole record of the room, beside play; the one that runs, if one does."""
    _, live = floor_of(services, room)
    if not services.auditing.can_audit(room):
        raise HTTPException("the record of this room is in memory: there is nothing to audit", status_code=CONFLICT)
    return services.auditing.start(live, room, str(orders.signature(identity)))


@delete(
    "/rooms/{room:str}/audit",
    name="stop audit",
    status_code=HTTP_200_OK,
    responses=may_answer(401, 403, 404),
)
async def stop_audit(services: FromServices, room: RoomName) -> AuditState:
    """End the audit that runs; it comes to nothing, and another can be started."""
    floor_of(services, room)
    stopped = await services.auditing.stop(room)
    if stopped is None:
        raise Missing("no audit has been started")
    return stopped


@get("/rooms/{room:str}/audit/report", name="audit report", responses=READ)
async def audit_report(services: FromServices, room: RoomName) -> Response[bytes]:
    """The report of the last audit, to be kept: its digest is in the record."""
    floor_of(services, room)
    found = services.auditing.report(room)
    if found is None:
        raise Missing("no audit of this room has been made")
    headers = {"content-disposition": f'attachment; filename="audit-{room}.json"'}
    return Response(found, media_type="application/json", headers=headers)


HANDLERS = (matrix, rule_in_use, oversight, software, start_audit, stop_audit, audit_report)
