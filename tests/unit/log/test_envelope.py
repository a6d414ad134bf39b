from datetime import UTC, datetime, timedelta, timezone

import pytest
from msgspec.structs import replace

from pokerroom.log import GENESIS, Envelope, EnvelopeError, beginning, enclose, follows, head_of
from pokerroom.log.envelope import digest_of, microseconds, moment

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def enclosed(**changes: object) -> Envelope:
    fields = {"at": NOON, "by": "ada", "cause": "c-1", "tag": "Paid", "version": 1, "body": b"{}"} | changes
    return enclose(beginning("table/1"), **fields)  # type: ignore[arg-type]


def test_the_first_event_of_a_stream_follows_its_beginning() -> None:
    first = enclosed()
    assert (first.stream, first.sequence) == ("table/1", 1)
    assert follows(first, beginning("table/1"))
    assert beginning("table/1").hash == GENESIS


def test_the_hash_of_an_envelope_is_the_same_for_ever() -> None:
    assert enclosed().hash.hex() == "a7f4ccee5329e18f6dda6cfdc303074e2bcb94fc222ea4588617652e7b06b742"


@pytest.mark.parametrize(
    "change",
    [
        {"stream": "table/2"},
        {"sequence": 2},
        {"at": NOON + timedelta(microseconds=1)},
        {"by": "bo"},
        {"cause": "c-2"},
        {"tag": "Pays"},
        {"version": 2},
        {"body": b"[]"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_hash_covers_every_field(change: dict[str, object]) -> None:
    envelope = enclosed()
    assert digest_of(replace(envelope, **change), GENESIS) != envelope.hash


def test_the_hash_covers_the_one_before_it() -> None:
    assert digest_of(enclosed(), bytes([1]) + GENESIS[1:]) != enclosed().hash


def test_letters_moved_from_one_field_to_the_next_make_another_hash() -> None:
    variants = [
        enclosed(by="ab", cause="c"),
        enclosed(by="a", cause="bc"),
        enclosed(by="ab", cause="ct", tag="Paid"),
        enclosed(by="ab", cause="c", tag="tPaid"),
        enclosed(tag="Paid", body=b"{}"),
        enclosed(tag="Paid{", body=b"}"),
        enclosed(by="é", cause="c"),
        enclosed(by="e", cause="\u0301c"),
    ]
    assert len({each.hash for each in variants}) == len(variants)


def test_a_moment_is_the_same_in_every_time_zone() -> None:
    elsewhere = enclosed(at=NOON.astimezone(timezone(timedelta(hours=-5))))
    assert elsewhere.hash == enclosed().hash
    assert moment(microseconds(NOON)) == NOON


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(EnvelopeError, match="time zone"):
        enclosed(at=datetime(2026, 3, 1, 12))  # noqa: DTZ001  that it has none is the point


@pytest.mark.parametrize("field", ["by", "cause", "tag"])
@pytest.mark.parametrize("text", ["", "a\0b", "\ud800"])
def test_texts_no_database_keeps_are_refused_by_name(field: str, text: str) -> None:
    with pytest.raises(EnvelopeError, match=f"the {field} of an event"):
        enclosed(**{field: text})


def test_versions_are_counted_from_one() -> None:
    with pytest.raises(EnvelopeError, match="counted from 1"):
        enclosed(version=0)


def test_an_event_follows_only_the_one_it_was_made_after() -> None:
    first = enclosed()
    second = enclose(head_of(first), at=NOON, by="ada", cause="c-2", tag="Paid", version=1, body=b"{}")
    assert follows(second, head_of(first))
    assert not follows(second, beginning("table/1"))
    assert not follows(first, head_of(first))
    assert not follows(replace(second, body=b"[]"), head_of(first))
