"""A percentage is exact in whatever form it is handed in, and has one form in which it is recorded."""

from decimal import Decimal

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from pokerroom.games import game
from pokerroom.play import procedure
from pokerroom.rules.house import HouseRules, HouseRulesError, NoLimit, PercentageRake, letter

ENCODER = msgspec.json.Encoder(order="deterministic")


def document(percent: str) -> bytes:
    return b'{"type":"percentage","percent":%b,"most":400}' % percent.encode()


def read(percent: str) -> PercentageRake:
    return msgspec.json.decode(document(percent), type=PercentageRake)


def recorded(percent: int | Decimal) -> bytes:
    return ENCODER.encode(PercentageRake(percent=percent, most=400))


def signed(percent: int | Decimal) -> HouseRules:
    return letter(NoLimit(200), blinds=(100, 200), rake=(PercentageRake(percent=percent, most=400),))


@pytest.mark.parametrize(
    ("said", "percent", "form"),
    [
        ("10", 10, b"10"),
        ('"10"', 10, b"10"),
        ("10.0", 10, b"10"),
        ("1e1", 10, b"10"),
        ("7.5", Decimal("7.5"), b'"7.5"'),
        ('"7.5"', Decimal("7.5"), b'"7.5"'),
        ('"7.50"', Decimal("7.5"), b'"7.5"'),
        ("7.5000000000000000000000000000000000", Decimal("7.5"), b'"7.5"'),
        ("3.33", Decimal("3.33"), b'"3.33"'),
        ("0.0001", Decimal("0.0001"), b'"0.0001"'),
        ("1e-4", Decimal("0.0001"), b'"0.0001"'),
    ],
)
def test_a_percentage_is_read_from_any_form_and_recorded_in_one(said: str, percent: int | Decimal, form: bytes) -> None:
    rake = read(said)
    assert rake.percent == percent
    assert type(rake.percent) is type(percent), "whole ones are ints, as they always were"
    assert (
        ENCODER.encode(rake)
        == b'{"type":"percentage","percent":%b,"most":400,"unit":100,"antes_included":false}' % form
    )
    assert msgspec.json.decode(ENCODER.encode(rake), type=PercentageRake) == rake


@given(st.integers(1, 10 * 10_000), st.integers(0, 12))
def test_equal_percentages_are_one_value_however_they_are_written(parts: int, zeros: int) -> None:
    percent = Decimal(parts).scaleb(-4)
    longer = Decimal(f"{percent:f}" + "0" * zeros)
    one, other = PercentageRake(percent=percent, most=400), PercentageRake(percent=longer, most=400)
    assert one == other
    assert hash(one) == hash(other)
    assert ENCODER.encode(one) == ENCODER.encode(other)


def test_house_rules_of_equal_percentages_are_compiled_once() -> None:
    hold_em = game("hold-em")
    assert procedure(hold_em, signed(Decimal("7.50"))) is procedure(hold_em, signed(Decimal("7.5")))
    assert procedure(hold_em, signed(Decimal("5.0"))) is procedure(hold_em, signed(5))
    assert procedure(hold_em, signed(Decimal("7.5"))) is not procedure(hold_em, signed(7))


@given(st.integers(1, 10 * 10_000), st.integers(0, 10**15), st.sampled_from((1, 25, 100, 500)))
def test_what_is_taken_is_the_exact_share_rounded_down_to_the_unit(parts: int, amount: int, unit: int) -> None:
    rake = PercentageRake(percent=Decimal(parts).scaleb(-4), most=400, unit=unit)
    taken = rake.taken_from(amount)
    assert type(taken) is int
    assert taken % unit == 0
    # A percentage of `parts` ten-thousandths is that many millionths.
    assert taken * 1_000_000 <= amount * parts < (taken + unit) * 1_000_000


@pytest.mark.parametrize(
    "said",
    ['"NaN"', '"sNaN"', '"Infinity"', '"-Infinity"', "7.12345", '"7.12345"', "1e-999999999", "1e400", "1e999999999"],
)
def test_what_is_not_a_percentage_is_refused_by_name_as_it_is_read(said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        read(said)
    assert "at most 4 decimals, not " in str(refused.value)
    assert str(Decimal(said.strip('"'))) in str(refused.value)
    assert "13:69F-14.14(b)1i" in str(refused.value)


def test_a_percentage_just_above_ten_is_not_taken_for_ten() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"not 10\.000000000000000000000000000000001 "):
        read("10.000000000000000000000000000000001")


@pytest.mark.parametrize("said", ['"ten"', '""', "true", "null", "[]"])
def test_text_is_not_a_percentage(said: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"(?i)decimal.*\$\.percent"):
        read(said)


@pytest.mark.parametrize("percent", [True, None, "ten", float("nan"), float("inf"), 7.123456])
def test_what_is_not_a_percentage_is_refused_in_code_too(percent: object) -> None:
    with pytest.raises(HouseRulesError, match=rf"not {percent!r}, a {type(percent).__name__} "):
        PercentageRake(percent=percent, most=400)  # type: ignore[arg-type]
    with pytest.raises(HouseRulesError):
        replace(PercentageRake(percent=10, most=400), percent=percent)


@pytest.mark.parametrize(("percent", "exact"), [(7.1, "7.1"), ("7.50", "7.5"), (10.0, "10")])
def test_in_code_a_percentage_is_the_number_as_it_is_written(percent: object, exact: str) -> None:
    rake = PercentageRake(percent=percent, most=400)  # type: ignore[arg-type]
    assert (rake.percent, isinstance(rake.percent, float)) == (Decimal(exact), False)


def test_an_int_stays_what_it_is() -> None:
    assert repr(PercentageRake(percent=10, most=400)).startswith("PercentageRake(percent=10, most=400")
    assert recorded(10) == recorded(Decimal("10.00"))
