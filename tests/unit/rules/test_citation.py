"""How a paragraph is named, printed and taken apart."""

import msgspec
import pytest

from pokerroom.rules.citation import Citation, parents, steps
from pokerroom.rules.editions import EDITIONS, Edition

CITED = {
    "N.J.A.C. 13:69F-14.9(d)4": Citation("13:69F-current", "14.9(d)4"),
    "N.J.A.C. 13:69F-14.9(d)2 (reading AMB-30)": Citation("13:69F-current", "14.9(d)2", "AMB-30"),
    "N.J.A.C. 19:47-14.9(d)3 [2006]": Citation("19:47-2006", "14.9(d)3"),
    "N.J.A.C. 19:47-14.12C(l)1 [badugi proposal] (reading AMB-19)": Citation(
        "19:47-badugi-proposal", "14.12C(l)1", "AMB-19"
    ),
}


@pytest.mark.parametrize(("text", "citation"), CITED.items())
def test_only_a_text_not_in_force_and_a_reading_are_named_beside_the_paragraph(text: str, citation: Citation) -> None:
    assert str(citation) == text


@pytest.mark.parametrize("citation", CITED.values(), ids=str)
def test_a_citation_reads_back_from_its_repr_and_from_json(citation: Citation) -> None:
    assert eval(repr(citation), {"Citation": Citation}) == citation  # noqa: S307
    assert msgspec.json.decode(msgspec.json.encode(citation), type=Citation) == citation


def test_a_paragraph_is_taken_apart_step_by_step() -> None:
    assert steps("14.9(i)3ii") == ("14.9", "(i)", "3", "ii")
    assert steps("14.12B(l)") == ("14.12B", "(l)")
    assert steps("14.19(f)2ii(1)") == ("14.19", "(f)", "2", "ii", "(1)")
    assert steps('14.1 "All-in"') == ("14.1", ' "All-in"')


@pytest.mark.parametrize("text", ["", "14.9(d", "14.9d4", "the pot", "14.9(d)4 ", "(d)4"])
def test_what_names_no_paragraph_has_no_steps(text: str) -> None:
    assert steps(text) == ()


def test_parents_come_nearest_first() -> None:
    assert parents("14.9(i)3ii") == ("14.9(i)3", "14.9(i)", "14.9")
    assert parents("14.9") == ()


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.key)
def test_every_paragraph_of_every_edition_can_be_taken_apart(edition: Edition) -> None:
    assert [each for each in edition.paragraphs if not steps(each)] == []
