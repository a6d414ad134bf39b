import msgspec
import pytest

from pokerroom.table.deck_rules import DeckRules, DeckRulesError


@pytest.mark.parametrize(
    ("chosen", "paragraph"),
    [
        ({"cut_min": 9}, "14.5(b)2"),
        ({"cut_min": 52}, "14.5(b)2"),
        ({"cut_max": 52}, "14.5(b)3"),
        ({"cut_min": 20, "cut_max": 19}, "14.5(b)3"),
        ({"count_minutes": 16}, "14.6(e)4"),
        ({"count_minutes": 0}, "14.6(e)4"),
        ({"sort_hours": 4}, "14.2(b)"),
        ({"change_hours": 7}, "14.2(b)"),
    ],
)
def test_no_number_of_the_law_can_be_made_laxer(chosen: dict[str, int], paragraph: str) -> None:
    with pytest.raises(DeckRulesError) as raised:
        DeckRules(**chosen)  # type: ignore[arg-type]
    assert paragraph in str(raised.value)
    assert next(reversed(chosen)) in str(raised.value)


def test_every_number_of_the_law_can_be_made_stricter() -> None:
    stricter = DeckRules(cut_min=12, cut_max=40, count_minutes=10, sort_hours=2, change_hours=4)
    assert msgspec.json.decode(msgspec.json.encode(stricter), type=DeckRules) == stricter


def test_rules_read_from_a_file_are_checked_too() -> None:
    with pytest.raises(msgspec.ValidationError, match="count_minutes is 30"):
        msgspec.json.decode(b'{"count_minutes": 30}', type=DeckRules)


def test_a_notice_cannot_be_late_before_it_is_owed() -> None:
    with pytest.raises(DeckRulesError, match="notify_minutes"):
        DeckRules(notify_minutes=-1)
