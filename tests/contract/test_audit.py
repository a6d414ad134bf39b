"""The record of a whole room, changed behind its back by somebody who has the database: each change is found and named.

What he can do without the key of the signed heads and without the deck keys he does here, chains made anew and all.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pokerroom.cli.record_audit import Asked, audit_record
from pokerroom.log import Envelope, beginning
from pokerroom.log.envelope import digest_of
from pokerroom.room.auditing import Check, Finding
from pokerroom.room.ports import Batch, EventStore, Row
from pokerroom.room.registry import REGISTRY
from pokerroom.store import HeadsFile, MemoryStore, read_heads
from pokerroom.store.heads import SignedHeads
from pokerroom.store.reading import Readable
from tests.audited import Floor, keep
from tests.contract.conftest import RawSql
from tests.unit.room.house import KEYS

Body = dict[str, Any]


@pytest.fixture(scope="module")
def floor() -> Floor:
    return keep(MemoryStore(), rounds=3)


@pytest.fixture
def record(database: EventStore, floor: Floor) -> EventStore:
    """The record of the day, in a database."""
    envelopes = tuple(each.envelope for each in floor.store.read_all())
    rows = tuple(Row("balance", key, value) for key, value in floor.store.rows("balance"))
    database.append(Batch(envelopes, rows))
    return database


@pytest.fixture
def signed(record: EventStore, floor: Floor, tmp_path: Path) -> SignedHeads:
    key = Ed25519PrivateKey.generate()
    (tmp_path / "elsewhere").mkdir()
    heads = HeadsFile(tmp_path / "elsewhere/heads", key)
    heads.write(record.heads(), at=floor.at)
    heads.close()
    return read_heads(tmp_path / "elsewhere/heads", key.public_key())


class Thief:
    """Somebody with the password of the database, and patience."""

    def __init__(self, record: EventStore, raw_sql: RawSql) -> None:
        self.record, self.sql = record, raw_sql

    def first(self, stream: str, tag: str, number: int = 0) -> Envelope:
        """One of the events that anybody sees as being of this kind, sealed or not."""
        found = [each.envelope for each in self.record.read(stream)]
        return [each for each in found if type(REGISTRY.stream(stream).face(each)).__name__ == tag][number]

    def put(self, envelope: Envelope) -> None:
        place = "WHERE stream = %s AND sequence = %s"
        values = (envelope.body, envelope.hash, envelope.stream, envelope.sequence)
        assert self.sql(f"UPDATE event SET body = %s, hash = %s {place}", *values) == 1

    def edit(self, envelope: Envelope, change: Callable[[Body], None]) -> None:
        """Another body, and the chain made anew from there on."""
        fields = msgspec.json.decode(envelope.body)
        change(fields)
        self.replace(envelope, msgspec.json.encode(fields))

    def replace(self, envelope: Envelope, body: bytes) -> None:
        link = beginning(envelope.stream).hash
        for each in [committed.envelope for committed in self.record.read(envelope.stream)]:
            forged = replace(each, body=body) if each.sequence == envelope.sequence else each
            forged = replace(forged, hash=digest_of(forged, link))
            if forged != each:
                self.put(forged)
            link = forged.hash


@pytest.fixture
def thief(record: EventStore, raw_sql: RawSql) -> Thief:
    return Thief(record, raw_sql)


@pytest.fixture
def findings(database_url: str, signed: SignedHeads) -> Callable[..., Iterator[Finding]]:
    def look(*, heads: bool = True, keys: bool = True) -> Iterator[Finding]:
        asked = Asked(source=Readable(database_url), heads=signed if heads else None, keys=KEYS if keys else None)
        yield from audit_record(asked, lambda done, whole: None).findings  # noqa: ARG005

    return look


Look = Callable[..., Iterator[Finding]]


def named(found: Iterator[Finding]) -> set[tuple[Check, str, int]]:
    return {(each.check, each.stream, each.sequence) for each in found}


def test_an_untouched_record_is_clean(findings: Look) -> None:
    assert list(findings()) == []
    assert list(findings(heads=False, keys=False)) == []


def test_workers_find_what_one_process_finds(findings: Look, thief: Thief, database_url: str) -> None:
    thief.edit(thief.first("table/4", "RoundFinished"), lambda body: body["stakes"].reverse())
    alone = list(findings(heads=False))
    asked = Asked(source=Readable(database_url), keys=KEYS, workers=2)
    together = audit_record(asked, lambda done, whole: None).findings  # noqa: ARG005
    assert list(together) == alone != []


def test_a_flipped_byte_in_a_body_is_named(findings: Look, thief: Thief) -> None:
    event = thief.first("table/7", "RoundFinished")
    at = event.body.index(b'"stakes":[') + len(b'"stakes":[')
    thief.put(replace(event, body=event.body[:at] + bytes([event.body[at] ^ 1]) + event.body[at + 1 :]))
    found = list(findings(heads=False))
    assert {(Check.CHAINS, "table/7", event.sequence), (Check.ROUNDS, "table/7", event.sequence)} <= named(iter(found))
    assert all(each.at == event.at for each in found if each.sequence == event.sequence)


def test_a_removed_event_is_named(findings: Look, thief: Thief, raw_sql: RawSql) -> None:
    event = thief.first("table/7", "Called")
    assert raw_sql("DELETE FROM event WHERE stream = %s AND sequence = %s", event.stream, event.sequence) == 1
    found = list(findings(heads=False))
    assert (Check.CHAINS, "table/7", event.sequence) in named(iter(found))
    (first,) = (each for each in found if each.stream == "table/7" and each.check is Check.CHAINS)
    assert first.what == "removed: it is not there"
    assert first.at is not None


def test_two_events_in_each_other_s_place_are_named(findings: Look, thief: Thief, raw_sql: RawSql) -> None:
    one, other = thief.first("ledger", "TransfersPosted", 20), thief.first("ledger", "TransfersPosted", 21)
    for old, new in ((one.sequence, 10_000), (other.sequence, one.sequence), (10_000, other.sequence)):
        assert raw_sql(f"UPDATE event SET sequence = {new} WHERE stream = 'ledger' AND sequence = {old}") == 1
    found = named(findings(heads=False))
    assert (Check.CHAINS, "ledger", one.sequence) in found
    assert (Check.CHAINS, "ledger", other.sequence) in found


def edited_amount(body: Body) -> None:
    body["transfers"][0]["amount"] += 10_000


def test_an_edited_amount_under_a_chain_made_anew_is_found_by_heads_and_by_the_tables(
    findings: Look, thief: Thief, record: EventStore
) -> None:
    event = thief.first("ledger", "TransfersPosted", 12)
    thief.edit(event, edited_amount)
    unsigned = list(findings(heads=False))
    assert Check.CHAINS not in {each.check for each in unsigned}
    last = record.heads()["ledger"].sequence
    assert (Check.HEADS, "ledger", last) in named(findings())
    assert Check.BALANCES in {each.check for each in unsigned}


def test_an_edited_amount_of_a_table_is_found_by_the_books(findings: Look, thief: Thief) -> None:
    event = thief.first("table/4", "StakesAdded")
    thief.edit(event, lambda body: body.update(amount=body["amount"] - 1_000))
    (found,) = findings(heads=False)
    assert (found.check, found.stream) == (Check.BOOKS, "ledger")
    assert f"transfer table/4:{event.sequence}.1 is booked as $50 from bank:p41 to stakes:4/p41 (buy-in)" in found.what
    assert "the table makes it $40" in found.what


def test_a_transfer_edited_in_the_books_is_found_by_its_table(findings: Look, thief: Thief) -> None:
    wager = next(
        each.envelope
        for each in thief.record.read("ledger")
        if b'"wager"' in each.envelope.body and each.envelope.tag == "TransfersPosted"
    )
    thief.edit(wager, edited_amount)
    found = [each for each in findings(heads=False) if each.check is Check.BOOKS]
    assert any((each.sequence, each.at) == (wager.sequence, wager.at) and "is booked as" in each.what for each in found)


def test_a_cut_off_tail_is_named(findings: Look, record: EventStore, raw_sql: RawSql) -> None:
    last = record.heads()["table/9"].sequence
    raw_sql("DELETE FROM event WHERE stream = 'table/9' AND sequence > %s", last - 30)
    assert (Check.HEADS, "table/9", last - 29) in named(findings())
    # And what the books hold of it follows from nothing.
    assert any("follows from nothing at the table" in each.what for each in findings(heads=False))


@pytest.mark.parametrize("stream", ["table/4", "deals/4", "ledger", "filing"])
def test_a_whole_missing_stream_is_named(findings: Look, raw_sql: RawSql, stream: str) -> None:
    assert raw_sql("DELETE FROM event WHERE stream = %s", stream) > 0
    assert (Check.HEADS, stream, 1) in named(findings())
    beside = {
        "table/4": "follows from nothing at the table",
        "deals/4": "no commitment to this deck was published",
        "ledger": "takes money from a bank and is not in the books",
        "filing": "of filed settings, and there is none such",
    }
    assert any(beside[stream] in each.what for each in findings(heads=False))


def test_a_forged_transfer_is_named(findings: Look, thief: Thief) -> None:
    """It pays the thief what the last player won once more, under the next id of the table."""
    event = next(
        each.envelope for each in reversed(list(thief.record.read("ledger"))) if b'"award"' in each.envelope.body
    )

    def once_more(body: Body) -> None:
        last = body["transfers"][-1]
        forged_id = {**last["id"], "line": last["id"]["line"] + 1}
        body["transfers"].append({**last, "id": forged_id})

    thief.edit(event, once_more)
    found = [each for each in findings(heads=False) if each.check is Check.BOOKS]
    assert any(each.sequence == event.sequence and "follows from nothing" in each.what for each in found)


def test_a_buy_in_that_no_table_knows_is_named(findings: Look, thief: Thief) -> None:
    deposit = next(each.envelope for each in thief.record.read("ledger") if b'"deposit"' in each.envelope.body)

    def a_table_s(body: Body) -> None:
        body["transfers"][0] |= {"reason": "cash-out", "debit": {"kind": "stakes", "owner": "4/p40"}}

    thief.edit(deposit, a_table_s)
    found = [each.what for each in findings(heads=False) if each.sequence == deposit.sequence]
    assert any("follows from no event of any table" in what for what in found)


def test_an_edited_balance_is_named(findings: Look, raw_sql: RawSql) -> None:
    changed = raw_sql("UPDATE projection SET value = %s WHERE name = 'balance' AND key = 'bank:p41'", b"99999999")
    assert changed == 1
    (found,) = findings()
    assert (found.check, found.stream) == (Check.BALANCES, "ledger")
    assert found.at is not None
    assert "the row of bank:p41 says 99999999 cents; the record makes it 35000" in found.what


def test_a_balance_taken_away_or_invented_is_named(findings: Look, raw_sql: RawSql) -> None:
    assert raw_sql("DELETE FROM projection WHERE key = 'bank:p41'") == 1
    assert raw_sql("INSERT INTO projection (name, key, value) VALUES ('balance', 'bank:eve', %s)", b"500") == 1
    found = {each.what for each in findings()}
    assert found == {
        "there is no row of bank:p41; the record makes it 35000",
        "the row of bank:eve says 500 cents; the record makes it 0",
    }


def test_a_deck_of_another_round_is_named(findings: Look, thief: Thief) -> None:
    one, other = thief.first("table/7", "DeckShuffled", 0), thief.first("table/7", "DeckShuffled", 2)
    thief.replace(one, other.body)
    thief.replace(other, one.body)
    found = [each for each in findings(heads=False) if each.check is Check.DECKS]
    assert {each.sequence for each in found} == {one.sequence, other.sequence}
    assert all("the deck cannot be opened" in each.what and "changed or moved" in each.what for each in found)
    # Without the deck keys only the signed heads can tell.
    assert list(findings(heads=False, keys=False)) == []
    assert {each.check for each in findings(keys=False)} == {Check.HEADS}


def test_a_commitment_to_another_deck_is_named(findings: Look, thief: Thief) -> None:
    one, other = thief.first("deals/4", "DeckCommitted", 0), thief.first("deals/4", "DeckCommitted", 1)
    root = msgspec.json.decode(other.body)["commitment"]["root"]
    thief.edit(one, lambda body: body["commitment"].update(root=root))
    sealed = thief.first("table/4", "DeckShuffled", 0)
    (found,) = findings(heads=False)
    assert (found.check, found.stream, found.sequence) == (Check.DECKS, "table/4", sealed.sequence)
    assert "the deck of round 1 is not the one committed to" in found.what


@pytest.mark.parametrize("stream", ["ledger", "table/7", "deals/7", "filing", "lists"])
def test_a_record_that_cannot_be_read_is_named_and_stops_no_other_check(
    findings: Look, raw_sql: RawSql, database_url: str, stream: str
) -> None:
    # Only SQLite takes a text for a number; PostgreSQL takes a time that is none.
    value = "'noon'" if database_url.startswith("sqlite") else "9223372036854775807"
    assert raw_sql(f"UPDATE event SET at = {value} WHERE stream = %s AND sequence = 1", stream) == 1
    found = list(findings())
    assert any((each.check, each.stream) == (Check.CHAINS, stream) and "unreadable" in each.what for each in found)
    assert {each.stream for each in found if each.check is Check.CHAINS} <= {stream, "the log"}
