"""From what a person types to the paragraph, and from the paragraph to what it obliges."""

import subprocess
import sys

import pytest

from pokerroom.rules.citation import UnknownParagraphError
from pokerroom.rules.editions import BADUGI_PROPOSAL, EDITIONS, NJAC_13_69F, NJAC_19_47_2006, Edition
from pokerroom.rules.explain import explain, find, obligations


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("14.9(d)4", ["N.J.A.C. 13:69F-14.9(d)4"]),
        ("13:69F-14.9(d)4", ["N.J.A.C. 13:69F-14.9(d)4"]),
        ("N.J.A.C. 19:47-14.9(d)3", ["N.J.A.C. 19:47-14.9(d)3 [2006]"]),
        (" njac 13:69f-14.9 (d) 4 ", ["N.J.A.C. 13:69F-14.9(d)4"]),
        ("14.9(d)1", ["N.J.A.C. 13:69F-14.9(d)1", "N.J.A.C. 19:47-14.9(d)1 [2006]"]),
        ("14.9(d)1 [2006]", ["N.J.A.C. 19:47-14.9(d)1 [2006]"]),
        ("14.12b(k)", ["N.J.A.C. 13:69F-14.12B(k)", "N.J.A.C. 13:69F-14.12B(k) [triple draw amendment]"]),
        ("all-in", ['N.J.A.C. 13:69F-14.1 "All-in"']),
        ('14.1 "Round of play"', ['N.J.A.C. 13:69F-14.1 "Round of play"']),
        ("14.7(f)1-3", [f"N.J.A.C. 13:69F-14.7(f){number}" for number in (1, 2, 3)]),
        ("14.9(k)1,2 [current]", ["N.J.A.C. 13:69F-14.9(k)1", "N.J.A.C. 13:69F-14.9(k)2"]),
        ("14.13A(g),(i)", ["N.J.A.C. 13:69F-14.13A(g)", "N.J.A.C. 13:69F-14.13A(i)"]),
        ("14.9(i)3i-iii [current]", [f"N.J.A.C. 13:69F-14.9(i)3{number}" for number in ("i", "ii", "iii")]),
        ("13.4(d), 13.5(b)", ["N.J.A.C. 13:69F-13.4(d)", "N.J.A.C. 13:69F-13.5(b)"]),
    ],
)
def test_what_a_person_types_is_found(typed: str, found: list[str]) -> None:
    assert [str(each) for each in find(typed)] == found


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.key)
def test_what_a_citation_prints_finds_it_again(edition: Edition) -> None:
    for paragraph in edition.paragraphs:
        citation = edition.cite(paragraph, reading="AMB-30")
        assert find(str(citation))[0] == citation


def test_the_edition_asked_for_is_the_only_one_searched() -> None:
    assert find("14.9(d)1", edition=NJAC_19_47_2006) == (NJAC_19_47_2006.cite("14.9(d)1"),)
    with pytest.raises(UnknownParagraphError, match="19:47-badugi-proposal has no paragraph"):
        find("14.9(d)1", edition=BADUGI_PROPOSAL)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("14.9(d)9", "nearest: 14.9(d)"),
        ("14.8(a)1-99", "nearest: 14.8(a)"),
        ("12:01-14.9", "'12:01' is not a title"),
        ("  ", "nothing was given"),
        ("nonsense", "no paragraph 'nonsense'"),
    ],
)
def test_what_cannot_be_found_is_refused_with_a_reason(typed: str, told: str) -> None:
    with pytest.raises(UnknownParagraphError) as refusal:
        find(typed)
    assert told in str(refusal.value)


def test_a_paragraph_with_rows_of_its_own_gives_those_alone() -> None:
    told = explain("14.9(d)4")
    assert [row.id for row in told.obligations] == ["R-14.9-d-4"]
    assert told.citation == NJAC_13_69F.cite("14.9(d)4")
    assert [each.paragraph for each in told.parents] == ["14.9(d)", "14.9"]
    assert told.children == ()
    assert told.note is None


def test_a_section_without_rows_gives_those_of_what_stands_under_it_and_says_so() -> None:
    told = explain("14.9")
    assert {"R-14.9-a", "R-14.9-d-4", "R-14.9-l"} <= {row.id for row in told.obligations}
    assert told.note == "No obligation is recorded for 14.9 itself; these are of 14.9(a) to 14.9(l)."


def test_a_paragraph_without_rows_gives_those_of_what_encloses_it_and_says_so() -> None:
    bare = [
        told
        for text in EDITIONS.values()
        for told in (explain(text.cite(paragraph)) for paragraph in text.paragraphs)
        if told.said_in and told.said_in[0] in {each.paragraph for each in told.parents}
    ]
    assert bare
    for told in bare:
        assert told.obligations
        assert told.note is not None
        assert told.note.endswith(f"these are of {told.said_in[0]}.")


def test_a_paragraph_of_which_nothing_is_recorded_says_so() -> None:
    told = explain("14.8(a)1 [badugi proposal]")
    assert told.obligations == ()
    assert told.note == "No obligation is recorded for 14.8(a)1."


def test_a_row_that_cites_a_range_is_given_once_and_under_each_of_its_paragraphs() -> None:
    for number in (1, 2, 3):
        assert "R-14.7-f" in [row.id for row in explain(f"14.7(f){number}").obligations]
    under = [row.id for row in explain("14.9B(i)3").obligations]
    assert under.count("RSS-14.9B-i-3") == 1


def test_explaining_a_citation_keeps_its_reading() -> None:
    assert explain(NJAC_13_69F.cite("14.9(d)2", reading="AMB-30")).citation.reading == "AMB-30"


def test_every_row_cites_a_paragraph_of_its_edition_but_the_one_about_what_we_do_not_hold() -> None:
    assert [row.id for row in obligations() if not row.paragraphs] == ["R-15-toc"]


def test_ids_of_rows_are_unique() -> None:
    ids = [row.id for row in obligations()]
    assert len(ids) == len(set(ids))


def test_importing_the_rules_does_not_read_the_rows() -> None:
    asked = "from pokerroom.rules import explain; raise SystemExit(explain.obligations.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
