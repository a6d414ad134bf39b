"""Names and talk: every text that lies beside the record is the one whose digest is in it.

A text that is gone was erased by an order, or is missing. What an earlier version kept lies in rows that no event knows
of: until a room has opened by this version they are counted, and afterwards there may be none.
"""

from pokerroom.log import Envelope
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Finding, Notes, reason
from pokerroom.room.auditing.registers import events_of
from pokerroom.room.ports import EventStore, Row
from pokerroom.room.talk.stream import TALK, NameErased, NameTaken, OpenTalk, RemarkErased, RemarkMade, Talk, TalkBegun
from pokerroom.room.talk.words import FORMER_NAMES, FORMER_REMARKS, FORMER_SILENCES, NAMES, REMARKS, digest_of

FORMER = {FORMER_REMARKS: "remarks", FORMER_NAMES: "names", FORMER_SILENCES: "silences"}
UNCHAINED = "lines unchained"
"""Of remarks, names and silences: kept by an earlier version, and bound to nothing."""
CHAINED_LATER = "lines chained later"
"""Bound to the chain from the day on which a room first opened by a version that has one for them."""


def examine_talk(store: EventStore) -> Examined:
    return ExaminingTalk(store).examined()


class ExaminingTalk:
    def __init__(self, store: EventStore) -> None:
        self._store, self._notes, self._folding = store, Notes(), OpenTalk(Talk())
        self._named: dict[str, Envelope] = {}
        """By id, the last event that says what somebody is called."""
        self._gone: dict[int, Envelope] = {}
        """Remarks whose text is not there."""
        self._present = 0

    def examined(self) -> Examined:
        for envelope, event in events_of(self._store, TALK, self._notes, Check.TALK):
            self._notes.counts["talk events"] += 1
            try:
                self._folding.take(event)
            except UNFIT as error:
                self._notes.find(
                    Check.TALK, envelope, f"{envelope.tag} does not fit what came before it: {reason(error)}"
                )
            self._look_at(envelope, event)
        self._look_at_rows()
        return self._notes.told()

    def _look_at(self, envelope: Envelope, event: object) -> None:
        match event:
            case TalkBegun(remarks=remarks, names=names, silences=silences):
                self._notes.counts[CHAINED_LATER] += remarks + names + silences
            case RemarkMade(number=number, digest=digest):
                self._notes.counts["remarks"] += 1
                self._compare_remark(envelope, number, digest)
            case RemarkErased() | NameErased():
                self._notes.counts["texts erased"] += 1
            case NameTaken(player=player):
                self._named[player] = envelope
            case _:
                pass

    def _compare_remark(self, envelope: Envelope, number: int, digest: bytes) -> None:
        value = self._store.row(REMARKS, key := f"{number:012}")
        if value is None:
            self._gone[number] = envelope
            return
        self._present += 1
        if digest_of(Row(REMARKS, key, value)) != digest:
            self._notes.find(Check.TALK, envelope, f"what was said as remark {number} is not what was recorded")

    def _look_at_rows(self) -> None:
        talk = self._folding.talk
        for number, envelope in self._gone.items():
            if number not in talk.erased:
                self._notes.find(
                    Check.TALK, envelope, f"what was said as remark {number} is gone, and nobody erased it"
                )
        self._look_at_names(talk)
        self._count_rows(talk)

    def _count_rows(self, talk: Talk) -> None:
        rows = {name: sum(1 for _ in self._store.rows(name)) for name in (REMARKS, *FORMER)}
        if rows[REMARKS] != self._present:
            self._find(f"{rows[REMARKS] - self._present} remarks are of no event")
        for name, what in FORMER.items():
            if rows[name] and talk != Talk():
                self._find(f"{rows[name]} {what} are of no event, and no earlier version has left them")
            elif rows[name]:
                self._notes.counts[UNCHAINED] += rows[name]

    def _look_at_names(self, talk: Talk) -> None:
        present: set[str] = set()
        for player, value in self._store.rows(NAMES):
            present.add(player)
            digest, envelope = talk.names.get(player), self._named.get(player)
            if digest is None or envelope is None:
                self._find(f"the name of {player} is of no event")
            elif digest_of(Row(NAMES, player, value)) != digest:
                self._notes.find(Check.TALK, envelope, f"the name of {player} is not what was recorded")
        for player in talk.names.keys() - present:
            self._notes.find(Check.TALK, self._named[player], f"the name of {player} is gone, and nobody erased it")
        self._notes.counts["names"] += len(present)

    def _find(self, what: str) -> None:
        self._notes.add(Finding(Check.TALK, TALK.name, 0, None, what))
