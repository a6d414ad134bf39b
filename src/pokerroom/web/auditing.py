"""The audit, started from the page: the same command that an auditor runs, in a process of its own beside the room."""

import asyncio
import re
import sys
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from pokerroom.live.authentication import AUDIT, ROOM
from pokerroom.live.records import LICENSED, MEMORY, PLAY_CHIPS, address_of, heads_folder
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import Settings
from pokerroom.room.division.commands import NoteCheck, WithDivision

STEP = re.compile(r"replayed (\d+) of (\d+)")
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
        self._reports: dict[str, bytes] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def state(self, room: str) -> AuditState | None:
        return self._states.get(room)

    def report(self, room: str) -> bytes | None:
        return self._reports.get(room)

    def can_audit(self, room: str) -> bool:
        """What is only in memory leaves nothing to be audited."""
        return self._settings.folder is not None and self._address(room) != MEMORY

    def _address(self, room: str) -> str:
        return address_of(self._settings, record_of(room))

    def start(self, live: LiveRoom, room: str, asked_by: str) -> AuditState:
        before = self._states.get(room)
        if before is not None and before.running:
            return before
        self._states[room] = AuditState(running=True, asked_by=asked_by, started=live.moment())
        task = asyncio.create_task(self._run(live, room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return self._states[room]

    def options(self, room: str) -> list[str]:
        """What lies in the store, or where the settings say: heads, the key that checks them, and the deck keys."""
        folder = self._settings.folder
        assert folder is not None
        heads, key = heads_folder(self._settings, folder) / f"{record_of(room)}.heads", folder / "signing-key.pub"
        signed = ["--heads", str(heads), "--key", str(key)] if heads.is_file() and key.is_file() else []
        decks = self._settings.deck_keys or existing(folder / "deck-keys")
        return [*signed, *(["--deck-keys", decks] if decks else [])]

    async def _run(self, live: LiveRoom, room: str) -> None:
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
        assert process.stdout is not None
        assert process.stderr is not None
        words, report = await asyncio.gather(self._follow(room, process.stderr), process.stdout.read())
        await process.wait()
        await self._finish(live, room, report, words)

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
            self._states[room] = msgspec.structs.replace(now, running=False, failed=words or "it gave no report")
            return
        digest, clean = sha256(report).hexdigest(), bool(found["clean"])
        detail = "nothing wrong was found" if clean else f"{len(found['findings'])} findings"
        await live.submit(lambda at: noted(at, now.asked_by, digest, detail, sound=clean))
        self._reports[room] = report
        self._states[room] = msgspec.structs.replace(now, running=False, clean=clean, digest=digest, report=found)


def record_of(room: str) -> str:
    """The name of the record of a room in an address."""
    return LICENSED if room == "licensed" else PLAY_CHIPS


def existing(path: Path) -> str:
    return str(path) if path.is_file() else ""


def noted(at: datetime, asked_by: str, digest: str, detail: str, *, sound: bool) -> WithDivision:
    check = NoteCheck(kind=AUDIT, asked_by=asked_by, sound=sound, digest=digest, detail=detail, by=ROOM, at=at)
    return WithDivision(check)
