"""Accounts and record ids are written so that people can read them, and read back as they were."""

import pytest
from hypothesis import given, strategies as st

from pokerroom.ledger import (
    CAGE,
    Account,
    AccountError,
    Kind,
    RecordId,
    Signature,
    bank,
    drop_box,
    pot,
    signature,
    stakes,
    variance,
)
from pokerroom.ledger.accounts import MAY_BE_OVERDRAWN, OWNERS, is_name
from pokerroom.rules.staff import Official, Position

names = st.text(min_size=1, max_size=12).filter(is_name)


@st.composite
def accounts(draw: st.DrawFn) -> Account:
    kind = draw(st.sampled_from(Kind))
    return Account(kind, "/".join(draw(names) for _ in OWNERS[kind].value))


@given(accounts())
def test_an_account_reads_back_from_its_text(account: Account) -> None:
    assert Account.parse(str(account)) == account


def test_accounts_are_written_by_kind_and_owner() -> None:
    assert str(stakes("table-4", "ada")) == "stakes:table-4/ada"
    assert str(pot("table-4")) == "pot:table-4"
    assert str(CAGE) == "cage"


def test_an_account_knows_its_table_and_its_player() -> None:
    assert (stakes("table-4", "ada").table, stakes("table-4", "ada").player) == ("table-4", "ada")
    assert (bank("ada").table, bank("ada").player) == ("", "ada")
    assert (drop_box("table-4").table, drop_box("table-4").player) == ("table-4", "")
    assert (CAGE.table, CAGE.player) == ("", "")


@pytest.mark.parametrize(
    "text",
    ["", "stakes", "stakes:ada", "stakes:table-4/", "stakes:table-4/ada/bo", "pot", "cage:main", "cage:", "purse:ada"],
)
def test_text_that_is_not_an_account_is_refused_by_name(text: str) -> None:
    with pytest.raises(AccountError, match="is not an account"):
        Account.parse(text)


@pytest.mark.parametrize("name", ["", " ada", "ada ", "a:da", "a/da", "=1+1", "-ada", "@ada", "a\nda"])
def test_names_that_would_not_read_back_or_would_be_computed_are_refused(name: str) -> None:
    with pytest.raises(AccountError):
        bank(name)


def test_what_belongs_to_players_and_what_lies_in_boxes_cannot_be_overdrawn() -> None:
    assert set(Kind) - MAY_BE_OVERDRAWN == {
        Kind.BANK,
        Kind.HELD,
        Kind.STAKES,
        Kind.POT,
        Kind.WAGERS,
        Kind.RAKE_AREA,
        Kind.DROP_BOX,
        Kind.BAD_BEAT_BOX,
        Kind.BAD_BEAT_FUND,
    }
    assert variance("table-4").may_be_overdrawn
    assert not pot("table-4").may_be_overdrawn


@given(st.text(min_size=1), st.integers(0, 2**63), st.integers(0, 999))
def test_a_record_id_reads_back_from_its_text(stream: str, sequence: int, line: int) -> None:
    record = RecordId(stream, sequence, line)
    assert RecordId.parse(str(record)) == record


def test_record_ids_of_a_stream_rise_by_event_and_then_by_line() -> None:
    ids = [RecordId("table/4", 7, 2), RecordId("table/4", 10, 1), RecordId("table/4", 7, 1)]
    assert [str(record) for record in sorted(ids)] == ["table/4:7.1", "table/4:7.2", "table/4:10.1"]


@pytest.mark.parametrize("text", ["", "table/4", "table/4:7", "table/4:7.", ":7.1", "table/4:-7.1"])
def test_text_that_is_not_a_record_id_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a record id"):
        RecordId.parse(text)


@pytest.mark.parametrize("numbers", [(-1, 1), (1, -1), (True, 1), (1.0, 1)])
def test_a_record_id_counts_in_whole_numbers(numbers: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="is not a record id"):
        RecordId("table/4", *numbers)


def test_one_person_in_two_roles_is_one_person() -> None:
    dana = signature(Official("Dana", Position.DEALER))
    assert str(dana) == "Dana (dealer)"
    assert dana.same_person(Signature("dana ", "floorperson"))
    assert not dana.same_person(Signature("Flo", "dealer"))
