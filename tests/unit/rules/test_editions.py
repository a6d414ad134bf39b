"""The five texts, and what happens to a citation of something none of them holds."""

import pytest

from pokerroom.rules.citation import Citation, UnknownParagraphError
from pokerroom.rules.editions import (
    BADUGI_PROPOSAL,
    EDITIONS,
    NJAC_13_69F,
    NJAC_19_47_2006,
    SUPER_STUD_AMENDMENT,
    TRIPLE_DRAW_AMENDMENT,
    Edition,
    UnknownEditionError,
    edition,
)


def test_a_citation_carries_its_edition_and_reading() -> None:
    assert NJAC_13_69F.cite("14.9(d)4") == Citation("13:69F-current", "14.9(d)4")
    assert NJAC_13_69F.cite("14.9(d)2", reading="AMB-30").reading == "AMB-30"


def test_a_paragraph_stands_only_in_the_texts_that_have_it() -> None:
    # High-low eight or better is 14.9(d)4 now and was 14.9(d)3 while there was no stud low.
    assert NJAC_13_69F.holds("14.9(d)4")
    assert not NJAC_19_47_2006.holds("14.9(d)4")
    assert [text.key for text in EDITIONS.values() if text.holds("14.12C(l)1")] == [BADUGI_PROPOSAL.key]
    assert [text.key for text in EDITIONS.values() if text.holds("14.9B(e)")] == [SUPER_STUD_AMENDMENT.key]


def test_an_unknown_paragraph_is_refused_with_what_comes_near() -> None:
    with pytest.raises(UnknownParagraphError, match=r"13:69F-current has no paragraph '14\.9\(d\)9'") as refusal:
        NJAC_13_69F.cite("14.9(d)9")
    assert "14.9(d)4" in str(refusal.value)


def test_a_paragraph_of_another_edition_is_refused_with_that_edition_named() -> None:
    with pytest.raises(UnknownParagraphError, match=r"it is in 13:69F-super-stud-amendment$"):
        NJAC_13_69F.cite("14.9B(e)")


def test_what_resembles_nothing_is_refused_without_a_guess() -> None:
    with pytest.raises(UnknownParagraphError) as refusal:
        NJAC_13_69F.cite("zzz")
    assert str(refusal.value) == "13:69F-current has no paragraph 'zzz'"


def test_children_are_those_directly_under_a_paragraph_in_the_order_of_the_text() -> None:
    assert NJAC_13_69F.children("14.9(d)") == ("14.9(d)1", "14.9(d)2", "14.9(d)3", "14.9(d)4")
    assert NJAC_13_69F.children("14.9(d)4") == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("current", NJAC_13_69F),
        ("2006", NJAC_19_47_2006),
        ("badugi-proposal", BADUGI_PROPOSAL),
        ("triple draw amendment", TRIPLE_DRAW_AMENDMENT),
        ("Super-Stud-Amendment", SUPER_STUD_AMENDMENT),
        ("13:69f-current", NJAC_13_69F),
    ],
)
def test_an_edition_is_found_by_key_or_short_name(typed: str, meant: Edition) -> None:
    assert edition(typed) is meant


def test_every_edition_is_found_by_its_key_and_alias_and_has_paragraphs() -> None:
    for key, text in EDITIONS.items():
        assert edition(key) is text
        assert edition(text.alias) is text
        assert key == f"{text.title}-{text.alias}"
        assert text.paragraphs


def test_an_unknown_edition_is_refused_with_the_choices() -> None:
    with pytest.raises(UnknownEditionError, match="'1999' is not an edition") as refusal:
        edition("1999")
    assert all(text.alias in str(refusal.value) for text in EDITIONS.values())
