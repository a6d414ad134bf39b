"""One-time codes by which the first officers are appointed: made by whoever runs the machine, and by nobody else.

A code stands for a role and expires. Only digests are kept, in a file of the store that its owner alone can read, so
that `pokerroom officers code` can make one beside a room that is open; that it was used stands in the record.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from pokerroom.live.entrance.accounts import MAY_GRANT
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.one_time import digest_of, new_code
from pokerroom.live.ports import Entropy
from pokerroom.store.file_lock import alone_with
from pokerroom.store.private import private_file, private_folder

FILE = "officer-codes"
VALID_FOR = timedelta(days=1)


class OfficerCode(msgspec.Struct, frozen=True, kw_only=True):
    digest: str
    role: Role
    until: datetime


class OfficerCodes:
    """The codes that can be claimed now; without a folder they are kept in memory."""

    def __init__(self, folder: Path | None, *, entropy: Entropy, clock: Callable[[], datetime]) -> None:
        self._path = None if folder is None else folder / FILE
        self._entropy, self._clock = entropy, clock
        self._kept: tuple[OfficerCode, ...] = ()

    def issue(self, role: Role) -> str:
        """A new code for a role, to be told to one person; an earlier one for the same role is worth nothing now."""
        assert role in MAY_GRANT, role
        code = new_code(self._entropy)
        made = OfficerCode(digest=digest_of(code), role=role, until=self._clock() + VALID_FOR)
        self._change(lambda valid: [*(each for each in valid if each.role is not role), made])
        return code

    def find(self, code: str) -> OfficerCode | None:
        digest = digest_of(code)
        return next((each for each in self.valid() if each.digest == digest), None)

    def forget(self, used: OfficerCode) -> None:
        self._change(lambda valid: [each for each in valid if each != used])

    def valid(self) -> tuple[OfficerCode, ...]:
        now = self._clock()
        return tuple(each for each in self._read() if now < each.until)

    def _read(self) -> tuple[OfficerCode, ...]:
        if self._path is None:
            return self._kept
        if not self._path.exists():
            return ()
        return msgspec.json.decode(self._path.read_bytes() or b"[]", type=tuple[OfficerCode, ...])

    def _change(self, change: Callable[[tuple[OfficerCode, ...]], Iterable[OfficerCode]]) -> None:
        """One after the other: the room takes a code away while the command beside it makes another."""
        if self._path is None:
            self._kept = tuple(change(self.valid()))
            return
        private_folder(self._path.parent)
        with alone_with(self._path.with_suffix(".lock")):
            self._write(self._path, tuple(change(self.valid())))

    def _write(self, path: Path, codes: tuple[OfficerCode, ...]) -> None:
        """Whole or not at all: the room may be reading it."""
        written = path.with_suffix(".new")
        private_file(written)
        written.write_bytes(msgspec.json.encode(codes))
        written.replace(path)
