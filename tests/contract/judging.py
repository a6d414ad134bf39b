"""What becomes of a damaged record: it is as it was, the audit names the damage, or no room opens on it."""

import re
import shutil
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pokerroom.cli.record_audit import Asked, AuditRecord, audit_accounts, audit_record
from pokerroom.live.records import ACCOUNTS, LICENSED
from pokerroom.shuffle.seal import read_keys
from pokerroom.store import read_heads, read_verifying_key
from pokerroom.store.keys import verifying_path
from pokerroom.store.reading import to_read
from pokerroom.web.app import UNFIT
from tests.contract import small_accounts
from tests.contract.damages import is_sqlite
from tests.contract.small_record import Kept, Seen, lying_in, opens, seen_in


class Kind(NamedTuple):
    """A kind of record: how it is opened, all that can be read of it, and its audit."""

    opens: Callable[[Kept], None]
    seen_in: Callable[[Kept], Seen]
    audit: AuditRecord


KINDS: Mapping[str, Kind] = {
    LICENSED: Kind(opens, seen_in, audit_record),
    ACCOUNTS: Kind(small_accounts.opens, small_accounts.seen_in, audit_accounts),
}

STATED = frozenset({"preferences", "tries"})
"""What docs/threats.md says that nothing finds: rows beside the events that no event leads to."""

OF_THE_DRIVER = re.compile(r"\n|\[SQL|sqlalche\.me|psycopg\.|dbapi2|sqlite3\.\w+Error|Traceback|<class|object at 0x")


class Outcome(StrEnum):
    HARMLESS = "harmless"
    NAMED = "named by the audit"
    REFUSED = "refused"
    STATED = "stated in docs/threats.md"
    WRONG = "WRONG"


class Judged(NamedTuple):
    outcome: Outcome
    why: str


def judged(kept: Kept, intact: Seen, *, audit_always: bool = True) -> Judged:
    """Opened and audited: whatever is wrong is said in words, and nothing wrong is told as true.

    A record that does not open need not be audited each time: the audit must only never fail without a sentence.
    """
    opened = opening(cloned(kept) if is_sqlite(kept) else kept)
    found = audited(kept) if audit_always or opened is None else ""
    verdicts = [each for each in (opened, found) if isinstance(each, Judged)]
    if verdicts:
        return next((each for each in verdicts if each.outcome is Outcome.WRONG), verdicts[0])
    return Judged(Outcome.NAMED, str(found)) if found else compared(kept, intact)


def cloned(kept: Kept) -> Kept:
    """The same once more: opening a record changes it."""
    beside = kept.folder.with_name("clone")
    shutil.rmtree(beside, ignore_errors=True)
    shutil.copytree(kept.folder, beside)
    return lying_in(beside, kept.name)


def opening(kept: Kept) -> Judged | None:
    """Why it does not open, where it does not."""
    try:
        KINDS[kept.name].opens(kept)
    except Exception as error:  # noqa: BLE001  which one is the question
        return refusal(error, "opening")
    return None


def audited(kept: Kept) -> str | Judged:
    """The first finding, or nothing."""
    try:
        heads = read_heads(kept.heads, read_verifying_key(verifying_path(kept.signing_key)))
        with to_read(kept.address) as source:
            asked = Asked(source=source, heads=heads, keys=read_keys(kept.deck_keys))
            findings = KINDS[kept.name].audit(asked, lambda _done, _whole: None).findings
        return str(findings[0]) if findings else ""
    except Exception as error:  # noqa: BLE001  which one is the question
        return refusal(error, "audit")


def refusal(error: Exception, by: str) -> Judged:
    """What a person is told; anything but a sentence of ours is a failure of ours."""
    said = str(error)
    if isinstance(error, UNFIT) and said and not OF_THE_DRIVER.search(said):
        return Judged(Outcome.REFUSED, f"{by}: {said}")
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = "" if place is None else f"{Path(place.tb_frame.f_code.co_filename).name}, line {place.tb_lineno}"
    return Judged(Outcome.WRONG, f"{by}: {type(error).__name__} in {where}: {said}")


def compared(kept: Kept, intact: Seen) -> Judged:
    """Nobody has complained: then everything reads as it was, and still does once the room was closed again."""
    try:
        # And once more, as the room has left it.
        unlike = [name for _ in range(2) for name in KINDS[kept.name].seen_in(kept).unlike(intact)]
    except Exception as error:  # noqa: BLE001  it opened before
        return refusal(error, "reading")._replace(outcome=Outcome.WRONG)
    if unlike and set(unlike) <= STATED:
        return Judged(Outcome.STATED, ", ".join(dict.fromkeys(unlike)))
    if unlike:
        return Judged(Outcome.WRONG, f"nothing is found, and this is not as it was: {', '.join(dict.fromkeys(unlike))}")
    later = audited(kept)
    return Judged(Outcome.WRONG, f"closed again, the audit finds {later}") if later else Judged(Outcome.HARMLESS, "")
