"""What the dealer understands of what a player says."""

import pytest
from hypothesis import given, strategies as st

from pokerroom.table.speech import NUMBERS, Said, Statement, understand
from tests.spec_marks import spec


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("fold", Said.FOLD),
        ("I fold.", Said.FOLD),
        ("Folding", Said.FOLD),
        ("Check!", Said.CHECK),
        ("I'll call", Said.CALL),
        ("call 20", Said.CALL),
        ("call all in", Said.CALL),
        ("bet", Said.BET),
        ("raise", Said.RAISE),
        ("Re-raise", Said.RAISE),
        ("ALL-IN", Said.ALL_IN),
        ("I'm all in", Said.ALL_IN),
        ("raise all in", Said.ALL_IN),
    ],
)
def test_words_without_an_amount(words: str, said: Said) -> None:
    assert understand(words) == Statement(said)


@pytest.mark.parametrize(
    ("words", "said", "dollars"),
    [
        ("raise to 30", Said.RAISE, 30),
        ("Raise it to forty-five, please", Said.RAISE, 45),
        ("raise 30", Said.RAISE, 30),
        ("raise, make it $1,250.50", Said.RAISE, 1250.5),
        ("bet twenty", Said.BET, 20),
        ("open for 15", Said.BET, 15),
        ("make it 40", Said.AMOUNT, 40),
        ("thirty", Said.AMOUNT, 30),
        ("$30", Said.AMOUNT, 30),
        ("a hundred dollars", Said.AMOUNT, 100),
        ("two hundred and fifty", Said.AMOUNT, 250),
        ("fifteen hundred", Said.AMOUNT, 1500),
        ("one thousand two hundred and sixteen", Said.AMOUNT, 1216),
    ],
)
def test_a_total_is_announced(words: str, said: Said, dollars: float) -> None:
    assert understand(words) == Statement(said, to=round(dollars * 100))


@pytest.mark.parametrize(
    "words", ["raise 20 more", "raise by 20", "twenty more", "make it 20 more", "raise you $20 more"]
)
def test_an_increase_is_announced(words: str) -> None:
    assert understand(words) == Statement(Said.RAISE, by=2000)


@pytest.mark.parametrize("words", ["I call and raise 20", "call, then raise", "call but make it 40"])
def test_of_two_statements_the_first_counts(words: str) -> None:
    assert understand(words) == Statement(Said.CALL)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "and",
        "pass",
        "call?",
        "I don't call",
        "should I raise",
        "raise to",
        "10 20",
        "thirty thirty",
        "bet -5",
        "bet 3.5",
        "check 20",
        "fold 20",
        "more",
        "9" * 5000,
        "\N{ARABIC-INDIC DIGIT THREE}",
    ],
)
def test_what_is_not_a_clear_statement_is_not_understood(words: str) -> None:
    assert understand(words) is None


@spec("R-14.7-d")
@pytest.mark.parametrize(
    "words",
    [
        *(
            "will you fold",
            "you call",
            "you raise",
            "you are all in",
            "you all in",
            "your call",
            "your bet",
            "your raise",
        ),
        *("will I call", "am I all in", "will you raise to 30", "you bet 20", "let you call", "you raise 20 more"),
        *("he folds", "she calls", "they raise", "calls", "folds", "raises", "bets 20", "checks", "dealer folds"),
        *("call me", "raise me", "please fold", "please call", "let's call", "lets raise", "will fold"),
        *("the call", "the bet", "that raise", "it folds", "bet you fold", "I bet you", "fold you", "check you"),
        *("you call and I raise", "I check, you bet", "dealer, you call", "ok you fold"),
    ],
)
def test_questions_and_words_about_others_bind_nobody(words: str) -> None:
    assert understand(words) is None


@spec("R-14.7-d")
@pytest.mark.parametrize("of_others", ["you {}", "will you {}", "your {}", "he {}s", "{} me", "why {}", "that {}"])
@pytest.mark.parametrize("verb", ["fold", "check", "call", "bet", "raise", "raise to 30", "bet 20"])
def test_no_verb_binds_who_says_it_of_somebody_else(verb: str, of_others: str) -> None:
    assert understand(of_others.format(verb)) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        *(
            ("I will fold", Said.FOLD),
            ("let me call", Said.CALL),
            ("I call you", Said.CALL),
            ("I'm calling", Said.CALL),
        ),
        *(("ok, I check", Said.CHECK), ("fold, please", Said.FOLD), ("well, I raise", Said.RAISE)),
        *(("I am all in", Said.ALL_IN), ("dealer, I call that", Said.CALL), ("I raise you", Said.RAISE)),
    ],
)
def test_a_player_is_bound_by_what_they_say_of_themselves(words: str, said: Said) -> None:
    assert understand(words) == Statement(said)


@given(st.sampled_from(sorted(NUMBERS)), st.sampled_from(sorted(NUMBERS)))
def test_two_number_words_are_one_number_only_as_tens_and_units(first: str, second: str) -> None:
    one_number = NUMBERS[first] >= 20 and NUMBERS[second] < 10
    total = Statement(Said.AMOUNT, to=100 * (NUMBERS[first] + NUMBERS[second]))
    assert understand(f"{first} {second}") == (total if one_number else None)


@given(st.integers(0, 999_999_999))
def test_every_amount_in_digits_is_understood_with_or_without_commas(dollars: int) -> None:
    expected = Statement(Said.AMOUNT, to=100 * dollars)
    assert understand(f"${dollars}") == understand(f"{dollars:,}") == expected


@given(st.text())
def test_nothing_that_can_be_said_is_an_error(words: str) -> None:
    statement = understand(words)
    assert statement is None or statement.said in Said
