"""What was recorded at the host last, in a few words each, for those who watch over it."""

import re
from datetime import datetime
from typing import Any

import msgspec

from pokerroom.linked.host import events
from pokerroom.linked.letters import Contributed
from pokerroom.money import dollars
from pokerroom.words import said, saying

LAST_EVENTS = 200
QUIET = (events.NoticesAcknowledged,)
"""What happens too often to be told."""
LONGEST = 300


class HappenedRead(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime
    what: str
    by: str
    rule: str
    details: str


def told(event: Any) -> HappenedRead | None:
    """None of what nobody needs to be told."""
    if isinstance(event, QUIET):
        return None
    return HappenedRead(
        at=event.at,
        what=said(saying(f"host.{type(event).__name__}")),
        by=event.by.name,
        rule=event.rule.paragraph,
        details=details_of(event)[:LONGEST],
    )


def details_of(event: Any) -> str:
    match event:
        case events.LetterTaken():
            letter = event.letter
            given = f" {dollars(letter.body.primary)}" if isinstance(letter.body, Contributed) else ""
            return f"{letter.casino} {letter.number}: {spelled(letter.body)}{given}{', late' if event.late else ''}"
        case events.NoticeIssued():
            return f"{event.notice.number}: {spelled(event.notice.body)}"
        case events.OfferSuspended():
            return f"{said(saying(f'detail-linked.{event.why}'))}: {' and '.join(event.casinos)}"
        case events.AgreementFiled() | events.ChangeProposed():
            return event.agreement.system
    said_ = {name: in_words(name, getattr(event, name)) for name in event.__struct_fields__ if name not in NOT_TOLD}
    return ", ".join(f"{name} {words}" for name, words in said_.items() if words)


def spelled(body: Any) -> str:
    """The name of a letter or notice in words: `payout confirmed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(body).__name__).lower()


NOT_TOLD = {"rule", "at", "by", "public", "verdicts", "awards", "owed", "parts"}
AMOUNTS = {"amount", "primary", "secondary"}


def in_words(name: str, value: Any) -> str:
    if isinstance(value, tuple):
        return " and ".join(each for each in value if isinstance(each, str))
    if name in AMOUNTS:
        return dollars(value)
    return str(value) if isinstance(value, str | int | float) else ""
