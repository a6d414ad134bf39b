"""What a file says about itself is held against the format and against its own actions."""

from decimal import Decimal
from typing import Any

import pytest

from pokerroom.history.claims import OPTIONAL
from pokerroom.history.hand import HistoryError
from pokerroom.history.phh import read
from pokerroom.history.replay import replay_hand
from tests.unit.history.staging import no_limit, recorded, stud, text_of

RAISED = "d dh p1 AsAd; d dh p2 KsKd; d dh p3 QsQd; p3 cbr 6; p1 f; p2 f"
CALLED = (
    "d dh p1 AsAd; d dh p2 KsKd; d dh p3 QsQd; p3 cbr 6; p1 cc; p2 f; d db 2c7h8d; p1 cc; p3 cc;"
    "d db 3s; p1 cc; p3 cc; d db 9c; p1 cc; p3 cc; p1 sm AsAd; p3 sm QsQd"
)


def warnings(actions: str = RAISED, **fields: Any) -> tuple[str, ...]:
    return replay_hand(no_limit([100, 100, 100], actions, **fields)).warnings


def test_final_stacks_that_follow_from_the_actions_are_not_doubted() -> None:
    assert warnings(finishing_stacks=[99, 98, 103], winnings=[0, 0, 5]) == ()
    assert warnings(finishing_stacks=[99, Decimal("98.00"), 103]) == ()


@pytest.mark.parametrize(
    ("field", "told", "warning"),
    [
        (
            "finishing_stacks",
            [100, 98, 103],
            "finishing_stacks: p1 ends with 99 by the actions, not 100",
        ),
        (
            "finishing_stacks",
            [99, 103, 98],
            "finishing_stacks: p2 ends with 98 by the actions, not 103; p3 ends with 103 by the actions, not 98",
        ),
        (
            "finishing_stacks",
            [99, 98, Decimal("101.5")],
            "finishing_stacks: p3 ends with 103 by the actions, not 101.5 (1.5 less in all, as after a rake)",
        ),
        (
            "finishing_stacks",
            [99, 97, 102],
            "finishing_stacks: p2 ends with 98 by the actions, not 97; p3 ends with 103 by the actions, not 102",
        ),
        ("finishing_stacks", [99, 98, "all"], "finishing_stacks: p3 ends with 103 by the actions, not all"),
        ("finishing_stacks", [99, 98, float("nan")], "finishing_stacks: p3 ends with 103 by the actions, not NaN"),
        ("finishing_stacks", [99, 98], "finishing_stacks: expected an array of one for each of the 3 players"),
        ("finishing_stacks", 300, "finishing_stacks: expected an array of one for each of the 3 players"),
        ("winnings", [0, 5, 0], "winnings: p2 wins 0 by the actions, not 5; p3 wins 5 by the actions, not 0"),
        ("winnings", [0, 0, 4], "winnings: p3 wins 5 by the actions, not 4 (1 less in all, as after a rake)"),
    ],
)
def test_a_file_that_contradicts_its_own_actions_is_told_of(field: str, told: object, warning: str) -> None:
    fields: dict[str, Any] = {field: told}
    assert warnings(**fields) == (warning,)
    with pytest.raises(HistoryError) as refused:
        replay_hand(no_limit([100, 100, 100], RAISED, **fields), strict=True)
    assert str(refused.value) == warning


def test_winnings_of_only_zeros_say_nothing() -> None:
    assert warnings(winnings=[0, 0, 0]) == ()


def test_a_stack_unknown_to_begin_with_cannot_be_contradicted() -> None:
    hand = no_limit([100, 100, Decimal("inf")], RAISED, finishing_stacks=[99, 98, 500])
    assert replay_hand(hand).warnings == ()


def test_changed_stacks_antes_and_blinds_contradict_the_final_stacks() -> None:
    final = [107, 94, 99]
    assert warnings(CALLED, finishing_stacks=[108, 98, 94]) == ()
    for fields in ({"antes": [1, 1, 1]}, {"blinds_or_straddles": [1, 3, 0]}, {"starting_stacks": [100, 101, 100]}):
        told = {"finishing_stacks": [108, 98, 94], **fields}
        (warning,) = warnings(CALLED, **told)
        assert warning.startswith("finishing_stacks: ")
    assert warnings(CALLED, finishing_stacks=final)


@pytest.mark.parametrize(
    ("fields", "warning"),
    [
        (
            {"ante_triming_status": True},
            "ante_triming_status: not a field of the format, and not used; is ante_trimming_status meant?",
        ),
        (
            {"finishing_stack": [1, 2, 3]},
            "finishing_stack: not a field of the format, and not used; is finishing_stacks meant?",
        ),
        ({"edition": "2006"}, "edition: not a field of the format, and not used; is _edition meant?"),
        (
            {"weather": "rain"},
            "weather: not a field of the format, and not used; fields of your own begin with an underscore",
        ),
        ({"_editoin": "2006"}, "_editoin: not used; is _edition meant?"),
        ({"_oddunit": 1}, "_oddunit: not used; is _odd_unit meant?"),
        ({"small_bet": 2}, "small_bet: has no meaning in NT and is not used"),
        ({"_max_bet": 2}, "_max_bet: has no meaning in NT and is not used"),
        ({"_kill_button": 2}, "_kill_button: has no meaning in NT and is not used"),
        ({"players": ["Ann"]}, "players: expected an array of one for each of the 3 players"),
    ],
)
def test_a_field_that_is_not_used_is_told_of_with_the_nearest_name(fields: dict[str, Any], warning: str) -> None:
    assert warnings(**fields) == (warning,)


def test_fields_of_the_format_and_of_the_user_are_not_doubted() -> None:
    own: dict[str, Any] = {
        "_site_rake": 1,
        "_deck": "As",
        "_seed": 3,
        "_note": "?",
        "_kind": "cash",
        "_edited_by": "Ann",
    }
    assert warnings(**own) == ()
    named: dict[str, Any] = {name: [1, 2, 3] for name in OPTIONAL - {"finishing_stacks", "winnings"}}
    assert warnings(**named) == ()


def test_limits_of_other_games_are_told_of() -> None:
    fixed = {"blinds_or_straddles": [1, 2], "small_bet": 2, "big_bet": 4}
    hand = recorded("FT", [100, 100], "d dh p1 ????; d dh p2 ????; p2 f", **fixed, min_bet=2)
    assert replay_hand(hand).warnings == ("min_bet: has no meaning in FT and is not used",)
    actions = "d dh p1 AsAd2c; d dh p2 KsKd3c; p1 pb; p2 f"
    with pytest.raises(HistoryError, match=r"^posted limits: "):
        replay_hand(stud([100, 100], actions, blinds_or_straddles=[1, 2]))


def test_a_missing_field_is_told_with_the_name_it_was_misspelled_by() -> None:
    text = text_of("NT", [100] * 3, RAISED, blinds_or_straddles=[1, 2, 0], min_bet=2)
    with pytest.raises(HistoryError, match=r"^min_bet: the field is missing$"):
        read(text.replace("min_bet", "author"))
    with pytest.raises(HistoryError, match="the field is missing; is blind_or_straddle a misspelling of it"):
        read(text.replace("blinds_or_straddles", "blind_or_straddle"))


def test_a_byte_order_mark_is_read_over() -> None:
    text = text_of("NT", [100] * 3, RAISED, blinds_or_straddles=[1, 2, 0], min_bet=2)
    assert read(f"\ufeff{text}") == read(text)
