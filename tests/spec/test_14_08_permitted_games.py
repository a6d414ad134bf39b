"""N.J.A.C. 13:69F-14.8 and its older forms: which poker games may be offered, and that no other may."""

import pytest

from pokerroom.games import NotPermittedError, game, games_of
from pokerroom.rules.editions import (
    BADUGI_PROPOSAL,
    EDITIONS,
    NJAC_13_69F,
    NJAC_19_47_2006,
    SUPER_STUD_AMENDMENT,
    TRIPLE_DRAW_AMENDMENT,
    Edition,
)
from tests.spec_marks import scenario, spec

SIX_FAMILIES = {
    "seven-card-stud-high",
    "seven-card-stud-high-low",
    "seven-card-stud-high-low-eight",
    "hold-em",
    "omaha-high",
    "omaha-high-low-eight",
    "five-card-draw-high",
    "five-card-draw-low",
    "five-card-stud",
    "mambo-stud",
}
"""What every list has."""


def keys(edition: Edition, *, under: str = "14.8(a)") -> set[str]:
    """The games of an edition that rest on this paragraph of its list."""
    return {each.key for each in games_of(edition) if each.permitted.paragraph.startswith(under)}


@spec("R-14.8-a-1")
def test_seven_card_stud_is_high_low_high_low_or_eight_or_better() -> None:
    assert keys(NJAC_13_69F, under="14.8(a)1") == {
        "seven-card-stud-high",
        "seven-card-stud-low",
        "seven-card-stud-high-low",
        "seven-card-stud-high-low-eight",
    }


@spec("R-14.8-a-2")
def test_hold_em_is_high_only() -> None:
    assert keys(NJAC_13_69F, under="14.8(a)2") == {"hold-em"}
    assert [share.name for share in game("hold-em").shares] == ["high"]


@spec("R-14.8-a-3")
def test_omaha_is_high_or_eight_or_better() -> None:
    assert keys(NJAC_13_69F, under="14.8(a)3") == {"omaha-high", "omaha-high-low-eight"}
    qualifier = game("omaha-high-low-eight").shares[1].qualifier
    assert qualifier is not None
    assert qualifier.worst == "8"


@spec("R-14.8-a-4")
def test_five_card_draw_is_high_or_low() -> None:
    assert keys(NJAC_13_69F, under="14.8(a)4") == {"five-card-draw-high", "five-card-draw-low"}


@spec("R-14.8-a-5")
def test_five_card_stud_is_high_only() -> None:
    assert keys(NJAC_13_69F, under="14.8(a)5") == {"five-card-stud"}
    assert [share.name for share in game("five-card-stud").shares] == ["high"]


@spec("R-14.8-a-6")
def test_mambo_stud_is_high_low_six_or_better() -> None:
    assert keys(NJAC_13_69F, under="14.8(a)6") == {"mambo-stud"}
    high, low = game("mambo-stud").shares
    assert (high.name, low.name) == ("high", "low")
    assert low.qualifier is not None
    assert low.qualifier.worst == "6"


@spec("R-14.8-a-7", "RBP-14.8-a-7")
@scenario("BD-05")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.alias)
def test_badugi_is_listed_by_the_current_text_and_the_proposal_and_by_no_other(edition: Edition) -> None:
    listing = edition in (NJAC_13_69F, BADUGI_PROPOSAL)
    assert keys(edition, under="14.8(a)7") & {"badugi"} == ({"badugi"} if listing else set())
    assert ("badugi" in {each.key for each in games_of(edition)}) is listing


@spec("R-14.8-a-2", "R-14.8-a-3", "R-14.8-a-5", "R-14.8-a-6", "R-14.8-b")
@pytest.mark.parametrize(
    "key", ["pineapple", "hold-em-low", "omaha-high-low", "five-card-stud-low", "mambo-stud-high", ""]
)
def test_a_game_no_section_knows_is_refused(key: str) -> None:
    with pytest.raises(NotPermittedError):
        game(key)


@spec("R-14.8-b")
@pytest.mark.parametrize("key", ["pineapple", "hold-em-low", "triple-draw-ace-to-five"])
def test_the_refusal_cites_the_paragraph_that_forbids_every_other_game(key: str) -> None:
    with pytest.raises(NotPermittedError, match=r"N\.J\.A\.C\. 13:69F-14\.8\(b\)"):
        game(key)


@scenario("BD-05")
def test_triple_draw_is_permitted_by_its_own_section_though_the_current_list_omits_it() -> None:
    triple_draw = game("triple-draw-deuce-to-seven")
    assert (triple_draw.listed, triple_draw.permitted.paragraph) == (False, "14.12A(a)")
    assert triple_draw.permitted.reading == "AMB-01"
    assert [each.key for each in games_of(NJAC_13_69F) if not each.listed] == [triple_draw.key]


@spec("R06-14.8-a")
@scenario("BD-05")
def test_the_2006_list_has_six_families_without_stud_low_badugi_or_triple_draw() -> None:
    assert {each.key for each in games_of(NJAC_19_47_2006)} == keys(NJAC_19_47_2006) == SIX_FAMILIES
    assert {each.permitted.paragraph for each in games_of(NJAC_19_47_2006)} == {
        f"14.8(a){number}" for number in range(1, 7)
    }


@spec("R06-14.8-b")
@pytest.mark.parametrize("key", ["seven-card-stud-low", "badugi", "triple-draw-deuce-to-seven"])
def test_under_the_2006_text_a_game_it_does_not_list_is_refused(key: str) -> None:
    with pytest.raises(NotPermittedError, match=r"not permitted under 19:47-2006 \(N\.J\.A\.C\. 19:47-14\.8\(b\)"):
        game(key, NJAC_19_47_2006)


@spec("RBP-14.8-a-7", "RBP-14.8-b")
@scenario("BD-05")
def test_the_badugi_proposal_adds_badugi_and_nothing_else() -> None:
    assert {each.key for each in games_of(BADUGI_PROPOSAL)} == SIX_FAMILIES | {"badugi"}
    assert game("badugi", BADUGI_PROPOSAL).streets[0].cards.rule.paragraph == "14.12C(d)"
    for key in ("triple-draw-deuce-to-seven", "seven-card-stud-low"):
        with pytest.raises(NotPermittedError, match="not permitted under 19:47-badugi-proposal"):
            game(key, BADUGI_PROPOSAL)


@spec("RTD-14.8-a-7")
@scenario("BD-05")
def test_the_triple_draw_amendment_adds_triple_draw_in_two_rankings_and_nothing_else() -> None:
    rankings = {"triple-draw-deuce-to-seven", "triple-draw-ace-to-five"}
    assert keys(TRIPLE_DRAW_AMENDMENT, under="14.8(a)7") == rankings
    assert {each.key for each in games_of(TRIPLE_DRAW_AMENDMENT)} == SIX_FAMILIES | rankings
    for key in ("badugi", "seven-card-stud-low"):
        with pytest.raises(NotPermittedError, match="not permitted under 13:69F-triple-draw-amendment"):
            game(key, TRIPLE_DRAW_AMENDMENT)


def test_super_seven_card_stud_is_permitted_under_its_amendment_only() -> None:
    own = {each.key for each in games_of(SUPER_STUD_AMENDMENT)}
    assert len(own) == 4
    for edition in EDITIONS.values():
        others = {each.key for each in games_of(edition)}
        assert others & own == (own if edition is SUPER_STUD_AMENDMENT else set())
