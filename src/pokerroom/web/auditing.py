"""The audit, started from the page: the same command that an auditor runs, in a process of its own beside the room."""

import asyncio
import re
import sys
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import structlog

from pokerroom.live.authentication import AUDIT, ROOM
from pokerroom.live.records import LICENSED, MEMORY, PLAY_CHIPS, address_of, heads_folder
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings
from pokerroom.room.division import DIVISION
from pokerroom.room.division.commands import NoteCheck, WithDivision

LOG = structlog.get_logger(__name__)

STEP = re.compile(r"replayed (\d+) of (\d+)")
RECORDS = {"play-chips": PLAY_CHIPS, "licensed": LICENSED}
"""The record of each room of the house, by the room's name in an address."""
COMMAND = (sys.executable, "-c", "from pokerroom.cli import main; main()", "audit")


class AuditState(msgspec.Struct, frozen=True, kw_only=True):
    """How far an audit has come, and what it came to."""

    running: bool
    asked_by: str
    started: datetime
    done: int = 0
    whole: int = 0
    clean: bool | None = None
    """None until it is over."""
    digest: str = ""
    """SHA-256 of its report, which is recorded."""
    report: dict[str, Any] | None = None
    failed: str = ""


class Auditing:
    """One audit of a room at a time; the last one stays to be read."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._states: dict[str, AuditState] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def state(self, live: LiveRoom, room: str) -> AuditState | None:
        """Of the audit that runs or was the last, before a restart too if its report is as the record has it."""
        return self._states.get(room) or self._kept(live, room)

    def report(self, room: str) -> bytes | None:
        path = self._report_of(room)
        return path.read_bytes() if path is not None and path.is_file() else None

    def _report_of(self, room: str) -> Path | None:
        """Where the last report lies, beside the record."""
        folder = self._settings.folder
        return folder / f"{RECORDS[room]}.audit.json" if self.can_audit(room) and folder is not None else None

    def _kept(self, live: LiveRoom, room: str) -> AuditState | None:
        last, report = live.room.state(DIVISION).last_check(AUDIT), self.report(room)
        if last is None or report is None or sha256(report).hexdigest() != last.digest:
            return None
        found = msgspec.json.decode(report)
        kept = AuditState(running=False, asked_by=last.asked_by, started=last.at)
        return msgspec.structs.replace(kept, clean=last.sound, digest=last.digest, report=found)

    def can_audit(self, room: str) -> bool:
        """What is only in memory leaves nothing to be audited: behind the scenes that is always so."""
        return room in RECORDS and self._settings.folder is not None and self._address(room) != MEMORY

    def _address(self, room: str) -> str:
        return address_of(self._settings, RECORDS[room])

    def start(self, live: LiveRoom, room: str, asked_by: str) -> AuditState:
        before = self._states.get(room)
        if before is not None and before.running:
            return before
        self._states[room] = AuditState(running=True, asked_by=asked_by, started=live.moment())
        self._tasks[room] = asyncio.create_task(self._run(live, room))
        return self._states[room]

    async def stop(self, room: str) -> AuditState | None:
        """Nobody wants to know any more what it comes to."""
        task = self._tasks.get(room)
        if task is not None:
            task.cancel()
            await asyncio.wait({task})
        return self._states.get(room)

    def options(self, room: str) -> list[str]:
        """What lies in the store, or where the settings say: heads, the key that checks them, and the deck keys."""
        folder = self._settings.folder
        assert folder is not None
        heads, key = heads_folder(self._settings, folder) / f"{RECORDS[room]}.heads", folder / "signing-key.pub"
        signed = ["--heads", str(heads), "--key", str(key)] if heads.is_file() and key.is_file() else []
        decks = self._settings.deck_keys or existing(folder / "deck-keys")
        return [*signed, *(["--deck-keys", decks] if decks else [])]

    async def _run(self, live: LiveRoom, room: str) -> None:
        """However it ends, it is over then, and another can be started."""
        try:
            await self._finish(live, room, *await self._carried_out(room))
        except asyncio.CancelledError:
            self._failed(room, "It was stopped.")
        except Exception as error:  # noqa: BLE001  whatever it was, whoever started it reads why
            LOG.warning("an audit could not be carried out", room=room, error=repr(error))
            self._failed(room, f"It could not be carried out: {error}")

    def _failed(self, room: str, why: str) -> None:
        self._states[room] = msgspec.structs.replace(self._states[room], running=False, failed=why)

    async def _carried_out(self, room: str) -> tuple[bytes, str]:
        """What it printed: its report, and why there is none."""
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            self._address(room),
            *self.options(room),
            "--decide-again",
            "--json",
            "--steps",
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            words, report = await asyncio.gather(self._follow(room, process.stderr), process.stdout.read())
            await process.wait()
            return report, words
        finally:
            if process.returncode is None:
                process.kill()

    async def _follow(self, room: str, lines: asyncio.StreamReader) -> str:
        """Note how far it has come; what else it says is why it could not."""
        said: list[str] = []
        async for line in lines:
            step = STEP.match(line.decode(errors="replace"))
            if step is None:
                said.append(line.decode(errors="replace"))
            else:
                now = self._states[room]
                self._states[room] = msgspec.structs.replace(now, done=int(step[1]), whole=int(step[2]))
        return "".join(said).strip()

    async def _finish(self, live: LiveRoom, room: str, report: bytes, words: str) -> None:
        now = self._states[room]
        try:
            found = msgspec.json.decode(report)
        except msgspec.MsgspecError:
            self._failed(room, words or "it gave no report")
            return
        digest, clean = sha256(report).hexdigest(), bool(found["clean"])
        detail = "nothing wrong was found" if clean else f"{len(found['findings'])} findings"
        await live.world.threads.run(self._keep, room, report)
        await live.submit(lambda at: noted(at, now.asked_by, digest, detail, sound=clean))
        over = msgspec.structs.replace(self._states[room], running=False, clean=clean, digest=digest, report=found)
        self._states[room] = over

    def _keep(self, room: str, report: bytes) -> None:
        path = self._report_of(room)
        assert path is not None
        beside = path.with_suffix(".new")
        beside.write_bytes(report)
        beside.chmod(0o600)
        beside.replace(path)


def existing(path: Path) -> str:
    return str(path) if path.is_file() else ""


def noted(at: datetime, asked_by: str, digest: str, detail: str, *, sound: bool) -> WithDivision:
    check = NoteCheck(kind=AUDIT, asked_by=asked_by, sound=sound, digest=digest, detail=detail, by=ROOM, at=at)
    return WithDivision(check)
