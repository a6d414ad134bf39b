"""A saying becomes words by the sentences of a language, and by nothing else."""

import subprocess
import sys

import msgspec
import pytest

from pokerroom.words import Catalogue, NoSentence, Saying, said, saying
from pokerroom.words.catalogue import Entry

SENTENCES: dict[str, Entry] = {
    "list.and": "{others} and {last}",
    "list.number": {"2": "two"},
    "test.raises": "{who} raises to {to:$}.",
    "test.shows": "{who:first} shows {cards:cards}.",
    "test.paid": "Paid: {who:and} {amounts:$|,}.",
    "test.takes": {"0": "Nobody takes {pot}.", "one": "One takes {pot}.", "other": "{count:number} take {pot}."},
    "test.pot": "the main pot of {amount:$}",
    "test.somebody": "somebody",
    "test.folds": "{who:start} folds.",
    "test.fold": "{who:start|,} fold.",
    "test.hand": "{of:rank}, {of:ranks}: {kickers:letter|-}",
    "test.kickers": "{kickers:rank}",
    "test.several": "{told:sentences}",
    "list.rank": {"A": "ace"},
    "list.ranks": {"A": "aces"},
}
TEST = Catalogue(SENTENCES)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (saying("test.raises", who="Ada", to=1250), "Ada raises to $12.50."),
        (saying("test.shows", who="somebody", cards=("As", 51)), "Somebody shows As As."),
        (saying("test.paid", who=("A", "B", "C"), amounts=(100, 250)), "Paid: A, B and C $1, $2.50."),
        (saying("test.paid", who=("A",), amounts=(100,)), "Paid: A $1."),
        (saying("test.folds", who="ada"), "ada folds."),
        (saying("test.fold", who=(saying("test.somebody"), "bo")), "Somebody, bo fold."),
        (saying("test.hand", of="A", kickers=("T", "9")), "ace, aces: T-9"),
        (saying("test.kickers", kickers=("A",)), "ace"),
        (
            saying("test.several", told=(saying("test.folds", who="A"), saying("test.folds", who="B"))),
            "A folds. B folds.",
        ),
        (saying("test.takes", count=0, pot="it"), "Nobody takes it."),
        (saying("test.takes", count=1, pot="it"), "One takes it."),
        (saying("test.takes", count=2, pot=saying("test.pot", amount=5)), "two take the main pot of $0.05."),
        (saying("test.takes", count=9, pot="it"), "9 take it."),
    ],
)
def test_a_saying_becomes_the_sentence_of_its_key_with_its_values(what: Saying, words: str) -> None:
    assert TEST.says(what) == words


def test_a_key_without_a_sentence_and_a_sentence_without_its_value_are_told_apart() -> None:
    with pytest.raises(NoSentence, match=r"no sentence says .test\.none."):
        TEST.says(saying("test.none"))
    with pytest.raises(NoSentence, match=r"test\.raises. says nothing of .to"):
        TEST.says(saying("test.raises", who="Ada"))


def test_a_name_with_braces_is_only_a_name() -> None:
    assert TEST.says(saying("test.raises", who="{to:$}", to=100)) == "{to:$} raises to $1."


def test_what_is_in_words_already_stays_as_it_is_where_a_number_was_to_stand() -> None:
    assert TEST.says(saying("test.raises", who="Ada", to="all of it")) == "Ada raises to all of it."
    assert TEST.says(saying("test.raises", who="Ada", to=saying("test.pot", amount=5))) == (
        "Ada raises to the main pot of $0.05."
    )


def test_the_first_letter_of_a_nested_saying_is_made_large() -> None:
    assert TEST.says(saying("test.shows", who=saying("test.pot", amount=5), cards=())).startswith("The main pot of $0")


def test_amounts_read_as_the_catalogue_says() -> None:
    in_chips = Catalogue(SENTENCES, money=lambda cents: f"{cents} chips")
    assert in_chips.says(saying("test.raises", who="Ada", to=1250)) == "Ada raises to 1250 chips."


def test_the_sentences_are_read_when_something_is_first_said_and_not_when_the_room_is_loaded() -> None:
    script = """
from pokerroom.live.refusals import Code, Refusal
from pokerroom.words import catalogue
print(catalogue.cache_info().currsize, str(Refusal(Code.CLOSING)), catalogue.cache_info().currsize)
"""
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout == "0 The room is restarting. 1\n"


def test_a_saying_crosses_the_wire_and_comes_back_the_same() -> None:
    what = saying("test.paid", who=("A", saying("test.pot", amount=100)), amounts=(100,))
    assert msgspec.json.decode(msgspec.json.encode(what), type=Saying) == what


def test_english_joins_the_last_of_several_with_and() -> None:
    assert said(saying("list.and", others="a, b", last="c")) == "a, b and c"
