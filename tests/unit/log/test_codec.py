import random
import typing

import msgspec
import pytest

from bench import engines
from pokerroom.log import Codec, CodecError, Kind
from pokerroom.play import Event


class Paid(msgspec.Struct, frozen=True, tag=True):
    seat: int
    cents: int
    note: str = ""


class Untagged(msgspec.Struct, frozen=True):
    seat: int


class Stranger(msgspec.Struct, frozen=True, tag="Paid"):
    seat: int


def dollars_to_cents(fields: dict[str, typing.Any]) -> dict[str, typing.Any]:
    return {"type": "Paid", "player": fields["player"], "cents": fields["dollars"] * 100}


def player_to_seat(fields: dict[str, typing.Any]) -> dict[str, typing.Any]:
    return {"type": "Paid", "seat": fields["player"], "cents": fields["cents"], "note": "upcast"}


def test_an_event_is_read_back_as_it_was_written() -> None:
    codec = Codec([Paid])
    written = codec.encode(Paid(4, 500))
    assert (written.tag, written.version) == ("Paid", 1)
    assert codec.decode(written.tag, written.version, written.body) == Paid(4, 500)


def test_every_earlier_version_is_read_as_the_current_one() -> None:
    codec = Codec([Kind(Paid, (dollars_to_cents, player_to_seat))])
    assert codec.encode(Paid(4, 500)).version == 3
    assert codec.decode("Paid", 1, b'{"type":"Paid","player":4,"dollars":5}') == Paid(4, 500, "upcast")
    assert codec.decode("Paid", 2, b'{"type":"Paid","player":4,"cents":500}') == Paid(4, 500, "upcast")
    assert codec.decode("Paid", 3, b'{"type":"Paid","seat":4,"cents":500}') == Paid(4, 500)


def test_a_version_from_the_future_is_refused_by_number() -> None:
    with pytest.raises(CodecError, match="version 2 of Paid is not known here: the newest is 1"):
        Codec([Paid]).decode("Paid", 2, b"{}")


def test_a_tag_nobody_knows_is_refused_by_name() -> None:
    with pytest.raises(CodecError, match="'Lost'"):
        Codec([Paid]).decode("Lost", 1, b"{}")


def test_bytes_that_are_not_such_an_event_are_refused() -> None:
    with pytest.raises(CodecError, match="not a Paid of version 1"):
        Codec([Paid]).decode("Paid", 1, b'{"type":"Paid","seat":"four"}')


def test_only_events_of_the_log_are_written() -> None:
    with pytest.raises(CodecError, match="Stranger"):
        Codec([Paid]).encode(Stranger(1))
    with pytest.raises(CodecError, match="Untagged"):
        Codec([Paid]).encode(Untagged(1))


def test_two_types_do_not_share_a_tag_and_none_is_without() -> None:
    with pytest.raises(CodecError, match="'Paid'"):
        Codec([Paid, Stranger])
    with pytest.raises(CodecError, match="Untagged has no tag"):
        Codec([Untagged])


@pytest.mark.parametrize("case", engines.CASES, ids=lambda case: case.key)
def test_a_whole_round_of_play_is_read_back_as_it_was_written(case: engines.Case) -> None:
    codec = Codec(typing.get_args(Event))
    random.seed(case.key)
    _, log, _ = engines.play_round(case.table, case.policy)
    for event in log:
        written = codec.encode(event)
        assert codec.decode(written.tag, written.version, written.body) == event
