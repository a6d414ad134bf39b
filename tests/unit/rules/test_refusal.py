"""A refusal: a code, the facts and the paragraph, told in the sentence that stands under the code in the catalogue."""

from enum import unique

import pytest

from pokerroom.cards import Card
from pokerroom.play import Code as PlayCode, Stage
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.refusal import Refusal, RefusalCode
from pokerroom.words import Catalogue, Value, saying, term

RULE = NJAC_13_69F.cite("14.7(a)")


@unique
class Code(RefusalCode, layer="play"):
    FIRST = "round over"
    SECOND = "not money", "unreadable"


@pytest.mark.parametrize(
    ("code", "facts", "told"),
    [
        (
            PlayCode.STAKES_TOO_SMALL,
            {"seat": 0, "stack": 1250, "needed": 2000},
            "seat 1 has $12.50 and needs $20 to be dealt in",
        ),
        (PlayCode.NOT_YOUR_CARD, {"seat": 8, "card": Card(0)}, "seat 9 does not hold 2c"),
        (PlayCode.NOT_A_CARD, {"value": "{seat:seat}"}, "{seat:seat} is not a card"),
    ],
)
def test_facts_are_told_as_the_sentence_says_and_words_as_they_are(
    code: PlayCode, facts: dict[str, Value], told: str
) -> None:
    assert Refusal(code, RULE, facts).sentence == told


def test_what_a_refusal_says_is_its_code_in_the_file_of_its_layer_and_the_facts() -> None:
    assert Refusal(PlayCode.NOT_A_CARD, RULE, {"value": "x"}).saying == saying("refused-play.not a card", value="x")


def test_the_paragraph_is_told_after_the_sentence_where_there_is_one() -> None:
    assert str(Refusal(Code.FIRST, RULE)) == "the round of play is over (N.J.A.C. 13:69F-14.7(a))"
    assert str(Refusal(Code.FIRST)) == "the round of play is over"
    assert (Refusal(Code.FIRST, RULE).paragraph, Refusal(Code.FIRST).paragraph) == ("14.7(a)", "")


def test_a_code_is_sent_to_clients_as_itself_unless_it_is_declared_with_another() -> None:
    assert [code.sent_as for code in Code] == ["round over", "unreadable"]


def test_a_code_is_as_urgent_as_it_is_declared_early() -> None:
    assert [code.precedence for code in Code] == [0, 1]


def test_a_refusal_and_what_it_puts_together_are_said_in_another_language_by_its_sentences_alone() -> None:
    german = Catalogue(
        {
            "refused.cited": "{what} ({rule})",
            "refused-play.not now": "nicht jetzt: die Runde ist {stage}",
            "term.Stage.SHOWDOWN": "beim Aufdecken",
            "citation.current": "N.J.A.C. {title}-{paragraph}",
        }
    )
    refusal = Refusal(PlayCode.NOT_NOW, RULE, {"stage": term(Stage.SHOWDOWN)})
    assert refusal.sentence == "not now: the round is at showdown"
    assert german.says(refusal.cited_saying) == "nicht jetzt: die Runde ist beim Aufdecken (N.J.A.C. 13:69F-14.7(a))"


def test_codes_of_no_layer_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="layer"):

        class _Nowhere(RefusalCode):
            CODE = "code"


def test_one_code_cannot_be_declared_twice() -> None:
    with pytest.raises(ValueError, match="OTHER -> CODE"):

        @unique
        class _Twofold(RefusalCode, layer="play"):
            CODE = "code"
            OTHER = "code"
