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
        self._keep([*(each for each in self.valid() if each.role is not role), made])
        return code

    def find(self, code: str) -> OfficerCode | None:
        digest = digest_of(code)
        return next((each for each in self.valid() if each.digest == digest), None)

    def forget(self, used: OfficerCode) -> None:
        self._keep([each for each in self.valid() if each != used])

    def valid(self) -> tuple[OfficerCode, ...]:
        now = self._clock()
        return tuple(each for each in self._read() if now < each.until)

    def _read(self) -> tuple[OfficerCode, ...]:
        if self._path is None:
            return self._kept
        if not self._path.exists():
            return ()
        return msgspec.json.decode(self._path.read_bytes() or b"[]", type=tuple[OfficerCode, ...])

    def _keep(self, codes: Iterable[OfficerCode]) -> None:
        self._kept = tuple(codes)
        if self._path is not None:
            private_folder(self._path.parent)
            # Whole or not at all: the room may be reading it.
            written = self._path.with_suffix(".new")
            private_file(written)
            written.write_bytes(msgspec.json.encode(self._kept))
            written.replace(self._path)
