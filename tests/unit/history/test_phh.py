import tomllib
from datetime import date, time
from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from pokerroom.cards import UNKNOWN, parse_cards
from pokerroom.history.hand import Action, Hand, HistoryError, Verb, by_seat
from pokerroom.history.phh import read, read_all, toml_key, toml_value, write, write_all
from pokerroom.play import Seat
from pokerroom.rules.house import KillOption

SHORT = """
# One raise takes the blinds.
variant = "NT"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [104, 41.30, inf]
actions = [
  "d dh p1 ????", "d dh p2 AsKd", "d dh p3 ????",
  "# Nobody likes their hand.",
  "p3 cbr 2.50 # a raise", "p1 f", "p2 f",
]
players = ["Ann", "Bob", "Cy"]
time = 01:01:21
"""


def changed(old: str, new: str) -> str:
    assert SHORT.count(old) == 1
    return SHORT.replace(old, new)


def test_a_file_is_read_as_it_is_written() -> None:
    hand = read(SHORT)
    assert hand.variant == "NT"
    assert hand.game.key == "hold-em"
    assert hand.blinds == (Decimal("0.50"), Decimal(1), Decimal(0))
    assert hand.starting_stacks == (Decimal(104), Decimal("41.30"), Decimal("Infinity"))
    assert hand.bring_in is None
    assert hand.extras == {"players": ["Ann", "Bob", "Cy"], "time": time(1, 1, 21)}
    assert hand.actions[1] == Action(Verb.DEAL_HOLE, Seat(1), parse_cards("AsKd"))
    assert hand.actions[3] == Action(Verb.NOTE, comment=" Nobody likes their hand.")
    assert hand.actions[4] == Action(Verb.BET_TO, Seat(2), amount=Decimal("2.50"), comment=" a raise")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("d db AsKdQc", Action(Verb.DEAL_BOARD, cards=parse_cards("AsKdQc"))),
        ("d dh p1 ????", Action(Verb.DEAL_HOLE, Seat(0), (UNKNOWN, UNKNOWN))),
        ("p2 pb", Action(Verb.POST_FORCED_BET, Seat(1))),
        ("p2 cbr 0.25", Action(Verb.BET_TO, Seat(1), amount=Decimal("0.25"))),
        ("p2 cc", Action(Verb.CHECK_OR_CALL, Seat(1))),
        ("p2 f", Action(Verb.FOLD, Seat(1))),
        ("p2 sd", Action(Verb.DISCARD, Seat(1), ())),
        ("p2 sd 2c??", Action(Verb.DISCARD, Seat(1), (*parse_cards("2c"), UNKNOWN))),
        ("p2 sm", Action(Verb.SHOW, Seat(1))),
        ("p2 sm -", Action(Verb.SHOW, Seat(1), ())),
        ("p2 sm 2c2d", Action(Verb.SHOW, Seat(1), parse_cards("2c2d"))),
        ("", Action(Verb.NOTE)),
        ("# a note", Action(Verb.NOTE, comment=" a note")),
        ("p2 f # a sigh", Action(Verb.FOLD, Seat(1), comment=" a sigh")),
    ],
)
def test_every_form_of_action_is_read_and_written(text: str, action: Action) -> None:
    hand = read(changed('"# Nobody likes their hand."', f'"{text}"'))
    assert hand.actions[3] == action
    assert str(action) == text


@pytest.mark.parametrize(
    ("old", "new", "field", "what"),
    [
        ('variant = "NT"', "variant = 7", "variant", "expected text, found 7"),
        ('variant = "NT"', "", "variant", "the field is missing"),
        ('variant = "NT"', 'variant = "NS"', "variant", "NS is no-limit short-deck hold 'em"),
        ('variant = "NT"', 'variant = "FT"', "small_bet", "the field is missing"),
        ('variant = "NT"', 'variant = "N7S"', "bring_in", "the field is missing"),
        ('variant = "NT"', 'variant = "NT"\n_edition = 6', "_edition", "expected text, found 6"),
        ("min_bet = 1", "min_bet = true", "min_bet", "expected a number, found true"),
        ("min_bet = 1", "min_bet = -1", "min_bet", "-1 is not an amount"),
        ("min_bet = 1", "min_bet = nan", "min_bet", '"NaN" is not an amount'),
        ("min_bet = 1", "min_bet = inf", "min_bet", '"Infinity" is not an amount'),
        ("min_bet = 1", "min_bet = 1e300", "min_bet", '"1E+300" is not an amount'),
        ("status = true", 'status = "no"', "ante_trimming_status", 'expected true or false, found "no"'),
        ("antes = [0, 0, 0]", "antes = 0", "antes", "expected an array, found 0"),
        ("antes = [0, 0, 0]", "antes = [0, 0]", "antes", "2 amounts for 3 players"),
        ("antes = [0, 0, 0]", "antes = [0, -2, 0]", "antes, p2", "-2 is not an amount"),
        ("41.30", "-inf", "starting_stacks, p2", '"-Infinity" is not an amount'),
        ("41.30", "nan", "starting_stacks, p2", '"NaN" is not an amount'),
        ("41.30", '"much"', "starting_stacks, p2", 'expected a number, found "much"'),
        ('"p1 f"', "7", "action 6", "expected text, found 7"),
        ('"p1 f"', '"p9 f"', "action 6 ('p9 f')", "there is no p9: the hand has 3 players"),
        ('"p1 f"', '"p0 f"', "action 6 ('p0 f')", "'p0' is not a player: expected p1 to p3"),
        ('"p1 f"', '"p1 folds"', "action 6 ('p1 folds')", "not an action of the format"),
        ('"p1 f"', '"p1 cbr -5"', "action 6 ('p1 cbr -5')", "'-5' is not an amount"),
        ('"p1 f"', '"p1 cbr nan"', "action 6 ('p1 cbr nan')", "'nan' is not an amount"),
        ('"p1 f"', '"p1 cbr"', "action 6 ('p1 cbr')", "not an action of the format"),
        ("AsKd", "AsXd", "action 2 ('d dh p2 AsXd')", "'Xd' is not a card"),
        ("AsKd", "AsK", "action 2 ('d dh p2 AsK')", "'AsK' does not divide into cards"),
        ("AsKd", "AsAs", "action 2 ('d dh p2 AsAs')", "'AsAs' holds As twice"),
    ],
)
def test_bad_input_is_refused_with_the_field_at_fault(old: str, new: str, field: str, what: str) -> None:
    with pytest.raises(HistoryError) as refused:
        read(changed(old, new))
    assert refused.value.field == field
    assert refused.value.what.startswith(what)
    assert str(refused.value) == f"{field}: {refused.value.what}"


@pytest.mark.parametrize(
    "text", ['variant = "NT', "min_bet = 1\nmin_bet = 2", "min_bet = " + "9" * 5000, "antes = " + "[" * 100_000]
)
def test_what_is_not_toml_is_refused(text: str) -> None:
    with pytest.raises(HistoryError, match=r"^not TOML: "):
        read(text)


def test_a_malformed_line_is_named_by_its_number() -> None:
    with pytest.raises(HistoryError, match="line 6"):
        read(changed("blinds_or_straddles = [0.50, 1, 0]", "blinds_or_straddles 0.50"))


def test_a_hand_reads_back_as_it_was_written() -> None:
    hand = read(SHORT)
    assert read(write(hand)) == hand


def test_the_fields_of_our_own_are_written_and_read() -> None:
    hand = Hand(
        variant="SO/8",
        edition="2006",
        antes=(Decimal(0),) * 3,
        blinds=(Decimal(1), Decimal(2), Decimal(0)),
        min_bet=Decimal(2),
        max_bet=Decimal(10),
        odd_unit=Decimal("0.25"),
        kill=KillOption.HALF_KILL,
        kill_button=Seat(2),
        starting_stacks=(Decimal(100),) * 3,
        actions=(),
    )
    table = tomllib.loads(write(hand))
    assert (table["_max_bet"], table["_odd_unit"], table["_kill"], table["_kill_button"]) == (10, 0.25, "half-kill", 3)
    assert read(write(hand)) == hand


@pytest.mark.parametrize(
    ("field", "what"),
    [
        ('_kill = "double"', '"double" is not a kill: expected kill or half-kill'),
        ("_kill_button = 4", "4 is not one of the players 1 to 3"),
        ("_kill_button = true", "true is not one of the players 1 to 3"),
        ("_odd_unit = 0", "a pot is divided into units above zero"),
        ("_odd_unit = 0.00", "a pot is divided into units above zero"),
    ],
)
def test_a_wrong_kill_or_odd_unit_is_refused(field: str, what: str) -> None:
    with pytest.raises(HistoryError) as refused:
        read(changed("min_bet = 1", f"min_bet = 1\n{field}"))
    assert refused.value.what == what


def test_many_hands_are_read_each_by_itself() -> None:
    text = f"[1]\n{SHORT}\n[2]\n{changed('p1 f', 'p9 f')}\n[last]\n{SHORT}"
    (first, one), (second, broken), (last, three) = read_all(text)
    assert (first, second, last) == ("1", "2", "last")
    assert one == three == read(SHORT)
    assert isinstance(broken, HistoryError)
    assert broken.field == "action 6 ('p9 f')"


def test_a_field_outside_the_tables_of_many_hands_is_refused() -> None:
    ((header, error), (_, hand)) = read_all(f"author = 'me'\n[1]\n{SHORT}")
    assert header == "author"
    assert isinstance(error, HistoryError)
    assert isinstance(hand, Hand)


def test_many_hands_read_back_as_they_were_written() -> None:
    hand = read(SHORT)
    assert list(read_all(write_all([hand, hand]))) == [("1", hand), ("2", hand)]


def test_two_players_post_in_the_reverse_of_the_file() -> None:
    assert by_seat((1, 2)) == (2, 1)
    assert by_seat((1, 2, 0)) == (1, 2, 0)


values = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.decimals(allow_nan=False, places=3)
    | st.dates(min_value=date(1000, 1, 1))
    | st.times(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.text(st.characters(codec="utf-8")), values)
def test_any_field_a_file_can_hold_is_written_so_that_it_reads_back(key: str, value: object) -> None:
    text = f"{toml_key(key)} = {toml_value(value)}"
    assert tomllib.loads(text, parse_float=Decimal) == {key: value}
