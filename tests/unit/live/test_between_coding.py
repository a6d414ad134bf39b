"""Orders and answers between servers: what arrives is what was sent, and no card of a deck is ever sent."""

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from pokerroom.cards import DECK, UNKNOWN
from pokerroom.live.between import coding
from pokerroom.live.between.coding import HasMoved, Unreadable, WasDone, read_answer, read_order, written_order
from pokerroom.play import events as played
from pokerroom.play.commands import Reshuffle
from pokerroom.room.registry import REGISTRY
from pokerroom.room.room import Done
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.refusal import Refusal
from pokerroom.table.seating.commands import Play, StartRound
from pokerroom.words import Value, saying
from tests.any_values import any_value


def kinds() -> list[tuple[type[Any], Any]]:
    """Every order of a room, with each command that it may carry."""
    found: list[tuple[type[Any], Any]] = []
    for order in REGISTRY.orders:
        carried = {each.name: each.type for each in msgspec.structs.fields(order)}.get("command")
        found += [(order, each) for each in get_args(carried) or ([None] if carried is None else [carried])]
    return found


@pytest.mark.parametrize(("order", "carried"), kinds(), ids=lambda kind: getattr(kind, "__name__", ""))
def test_every_order_of_a_room_arrives_as_it_was_given(order: type[Any], carried: Any) -> None:
    chance = Random(f"{order.__name__} {carried}")
    for number in range(60 if carried is Play else 3):  # Which carries any of some thirty itself.
        made = any_value(order, chance)
        command = made if carried is None else msgspec.structs.replace(made, command=any_value(carried, chance))
        if coding.deck_in(command):
            continue
        given = read_order(written_order("play-chips", command, id=f"one/{number}", asked=b"\0digest"))
        assert given.command == command
        assert type(given.command) is order
        assert (given.room, given.id, given.asked) == ("play-chips", f"one/{number}", b"\0digest")


@pytest.mark.parametrize(
    "command",
    [
        StartRound(by="ann", at=None, deck=DECK),  # type: ignore[arg-type]
        Play(by="ann", at=None, command=Reshuffle((DECK[7], UNKNOWN))),  # type: ignore[arg-type]
    ],
    ids=["a deck to deal", "cards shuffled again"],
)
def test_the_order_of_a_deck_is_told_to_no_other_server_and_taken_from_none(command: Any) -> None:
    with pytest.raises(Unreadable, match="a deck does not travel"):
        written_order("", AtTable("4", command), id="1", asked=b"")
    slipped = coding.ENCODER.encode(coding.OrderGiven(room="", id="1", command=AtTable("4", command), asked=b""))
    with pytest.raises(Unreadable, match="a deck does not travel"):
        read_order(slipped.replace(b'"at":null', b'"at":"2026-03-02T18:00:00Z"'))


def test_an_answer_says_where_something_was_recorded_and_never_what() -> None:
    dealt = played.DeckShuffled(deck=DECK, rule=NJAC_13_69F.cite("14.5(a)"))
    answer = coding.written_answer(Done("7", (("table/4", dealt), ("table/4", dealt), ("deals/4", dealt))))
    assert read_answer(answer) == WasDone(id="7", recorded=("table/4", "deals/4"))
    assert answer == b'{"type":"done","id":"7","repeated":false,"recorded":["table/4","deals/4"]}'


def test_no_type_of_an_answer_has_room_for_a_card() -> None:
    """Whatever is answered: its fields are texts, numbers, citations and sayings."""
    fields = {field.name: field.type for kind in get_args(coding.Answer) for field in msgspec.structs.fields(kind)}
    assert fields.keys() == {"id", "repeated", "recorded", "layer", "code", "rule", "facts"}
    with pytest.raises(Unreadable, match="unknown field"):
        read_answer(b'{"type":"done","id":"7","events":[["table/4",{"deck":[1,2,3]}]]}')


@pytest.mark.parametrize("layer", coding.LAYERS)
def test_every_refusal_arrives_as_it_was_given(layer: str) -> None:
    of = saying("term.x", of=(1, "two", saying("a.b")))
    facts: Mapping[str, Value] = {"who": "ann", "amount": 700, "what": of, "several": ("a", 2)}
    for code in coding.LAYERS[layer]:
        for rule in (None, NJAC_13_69F.cite("14.7(a)")):
            refusal = Refusal(code, rule, facts)
            assert read_answer(coding.written_answer(refusal)) == refusal


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"", "no order"),
        (b"{}", "no order"),
        (b'{"room":"","id":"1","asked":"","command":{"type":"House"}}', "no order.*'House'"),
        (b'{"room":"","id":"1","asked":"","command":{"type":"os.system","command":"ls"}}', "no order"),
        (b'{"room":"","id":"1","asked":"","command":' + b"[" * 100_000, "no order"),
        (b"\xff\xfe", "no order"),
    ],
)
def test_what_is_no_order_of_a_room_is_refused_in_words(said: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        read_order(said)


NAMED = (
    b'"command":{"type":"Fill","table":"4","amount":500,"by":{"name":"Ada","role":"cage"},"at":"2026-03-02T18:00:00Z"'
)


@pytest.mark.parametrize("more", [b',"slowly":true}', b',"by":{"name":"Ada","role":"cage","for":"Ben"}}'])
def test_an_order_of_which_something_would_be_lost_is_refused(more: bytes) -> None:
    """As when a newer version of the software asks an older one."""
    with pytest.raises(Unreadable, match="what this version of the software does not know"):
        read_order(b'{"room":"","id":"1","asked":"",' + NAMED + more + b"}")


def test_an_order_of_an_earlier_version_means_what_it_meant() -> None:
    given = read_order(b'{"room":"","id":"1","asked":"",' + NAMED + b"}}")
    assert given.command.credit is False


@pytest.mark.parametrize(
    "said",
    [
        b"[]",
        b'{"type":"refused","layer":"os","code":"system"}',
        b'{"type":"refused","layer":"room","code":"no such code"}',
    ],
)
def test_what_is_no_answer_is_refused_in_words(said: bytes) -> None:
    with pytest.raises(Unreadable):
        read_answer(said)


def test_what_is_no_order_is_not_written() -> None:
    with pytest.raises(Unreadable, match="HasMoved is no order"):
        written_order("", HasMoved(), id="1", asked=b"")
