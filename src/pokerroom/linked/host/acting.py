"""A command being answered: the host as it is so far, and what has happened. Later events follow from earlier ones."""

from datetime import datetime
from typing import Any

from pokerroom.linked.host import events
from pokerroom.linked.host.apply import apply
from pokerroom.linked.host.state import Host
from pokerroom.linked.letters import Notice, Told
from pokerroom.linked.people import Official
from pokerroom.rules.editions import NJAC_13_69F

cite = NJAC_13_69F.cite


class Acting:
    def __init__(self, host: Host, *, at: datetime, by: Official) -> None:
        self.host, self.at, self.by = host, at, by
        self.events: list[events.Event] = []

    def does(self, kind: type[Any], paragraph: str, /, reading: str | None = None, **fields: Any) -> None:
        """Something has happened, by this paragraph."""
        event = kind(rule=cite(paragraph, reading=reading), at=self.at, by=self.by, **fields)
        self.host = apply(self.host, event)
        self.events.append(event)

    def tells(self, body: Told, paragraph: str = "14.20(e)4i") -> int:
        """A notice to all casinos; its number."""
        host = self.host
        assert host.agreement is not None
        notice = Notice(
            system=host.agreement.system,
            number=host.notices + 1,
            before=host.last_notice,
            issued_at=self.at,
            body=body,
        )
        self.does(events.NoticeIssued, paragraph, notice=notice)
        return notice.number
