"""A refusal: its code knows its sentence, and the facts are told as a person reads them."""

from enum import unique
from string import Formatter

import pytest

from pokerroom import ledger, play
from pokerroom.cards import Card
from pokerroom.room import refusals as room
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.refusal import NUMBERS, Refusal, RefusalCode
from pokerroom.table import refusals as table

RULE = NJAC_13_69F.cite("14.7(a)")
LAYERS: tuple[type[RefusalCode], ...] = (play.Code, table.Code, ledger.Code, room.Code)


class Code(RefusalCode):
    FIRST = "first", "seat {seat:seat} has {stack:$} and holds {card:card}, {count} in all"
    SECOND = "second", "nothing to tell"


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"seat": 0, "stack": 1250, "card": Card(0), "count": 7}, "seat 1 has $12.50 and holds 2c, 7 in all"),
        ({"seat": "none", "stack": "1250", "card": "??", "count": "7"}, "seat none has 1250 and holds ??, 7 in all"),
    ],
)
def test_numbers_are_told_as_the_sentence_says_and_words_as_they_are(facts: dict[str, int | str], told: str) -> None:
    assert Refusal(Code.FIRST, RULE, facts).sentence == told


def test_the_paragraph_is_told_after_the_sentence_where_there_is_one() -> None:
    assert str(Refusal(Code.SECOND, RULE)) == "nothing to tell (N.J.A.C. 13:69F-14.7(a))"
    assert str(Refusal(Code.SECOND)) == "nothing to tell"
    assert (Refusal(Code.SECOND, RULE).paragraph, Refusal(Code.SECOND).paragraph) == ("14.7(a)", "")


def test_the_amounts_of_a_code_are_the_facts_it_gives_in_dollars() -> None:
    assert [set(code.amounts) for code in Code] == [{"stack"}, set()]


def test_a_code_is_as_urgent_as_it_is_declared_early() -> None:
    assert [code.precedence for code in Code] == [0, 1]


def test_a_code_without_a_sentence_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="sentence"):

        class _Silent(RefusalCode):
            CODE = "code"


def test_two_sentences_of_one_code_cannot_be_declared() -> None:
    with pytest.raises(ValueError, match="OTHER -> CODE"):

        @unique
        class _Twofold(RefusalCode):
            CODE = "code", "one"
            OTHER = "code", "another"


@pytest.mark.parametrize("codes", LAYERS, ids=lambda codes: codes.__module__)
def test_every_sentence_of_a_layer_can_be_told(codes: type[RefusalCode]) -> None:
    for code in codes:
        names = {name for _, name, reads, _ in Formatter().parse(code.sentence) if name and (reads or "") in NUMBERS}
        assert Refusal(code, RULE, dict.fromkeys(names, 1)).sentence
        assert len(codes) == len(codes.__members__), "one sentence for each code"
