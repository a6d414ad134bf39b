import pytest

from pokerroom.games import PERMITTED
from pokerroom.history.variants import CODES, STRUCTURES, VARIANTS, VariantError, variant, variant_game
from pokerroom.rules.house import Fixed, NoLimit, PotLimit, Spread


@pytest.mark.parametrize(
    ("code", "key", "structure"),
    [
        ("FT", "hold-em", Fixed),
        ("NT", "hold-em", NoLimit),
        ("PO", "omaha-high", PotLimit),
        ("FO/8", "omaha-high-low-eight", Fixed),
        ("F7S", "seven-card-stud-high", Fixed),
        ("F7S/8", "seven-card-stud-high-low-eight", Fixed),
        ("F7S/HL", "seven-card-stud-high-low", Fixed),
        ("FR", "seven-card-stud-low", Fixed),
        ("F2L3D", "triple-draw-deuce-to-seven", Fixed),
        ("FB", "badugi", Fixed),
        ("F5S", "five-card-stud", Fixed),
        ("P5D", "five-card-draw-high", PotLimit),
        ("F5DL", "five-card-draw-low", Fixed),
        ("SM", "mambo-stud", Spread),
    ],
)
def test_a_code_names_limits_and_game(code: str, key: str, structure: type) -> None:
    assert variant(code) == (key, structure)


def test_every_permitted_game_has_a_code_of_its_own_for_every_limit() -> None:
    wanted = {(game.key, structure) for game in PERMITTED for structure in STRUCTURES.values()}
    assert wanted == set(CODES)
    assert len(CODES) == len(VARIANTS)


def test_a_game_is_the_current_one_unless_the_file_names_an_edition() -> None:
    assert variant_game("FB", None).edition == "13:69F-current"
    assert variant_game("FB", "badugi proposal").edition == "19:47-badugi-proposal"


@pytest.mark.parametrize(
    ("code", "edition"),
    [("FA5L3D", "13:69F-triple-draw-amendment"), ("F7SS/8", "13:69F-super-stud-amendment")],
)
def test_a_game_that_only_an_amendment_has_implies_it(code: str, edition: str) -> None:
    assert variant_game(code, None).edition == edition


@pytest.mark.parametrize(
    ("code", "edition", "why"),
    [
        ("NS", None, "NS is no-limit short-deck hold 'em, which no edition permits"),
        ("N2L1D", None, "N2L1D is no-limit deuce-to-seven single draw, which no edition permits"),
        ("XX", None, "'XX' is not a variant code we know"),
        ("", None, "'' is not a variant code we know"),
        ("FR", "2006", "seven-card-stud-low is not permitted under 19:47-2006"),
        ("FR", "1977", "'1977' is not an edition of the rulebook"),
    ],
)
def test_a_game_that_no_edition_permits_is_refused_by_name(code: str, edition: str | None, why: str) -> None:
    with pytest.raises(VariantError) as refused:
        variant_game(code, edition)
    assert str(refused.value).startswith(why)
