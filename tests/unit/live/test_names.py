"""Names: those of people are fit, none is the room's own, none looks like another's, and what is wrong is said."""

import asyncio

import pytest

from pokerroom.bots.names import NAMES as BOTS
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.names import folded, looks, name_refusal
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import Opened
from pokerroom.words import said, term
from tests.unit.web.front import PASSWORD, desk_of


@pytest.mark.parametrize(
    "name",
    ["Ada", "Ada Park", "J.R.O'Neill", "Zoë-2", "a1b2c3", "Łukasz", "x" * 20, "Christopher Guest", "Gary Player"],
)
def test_names_of_people_are_fit(name: str) -> None:
    assert name_refusal(name) is None


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("", "a name has 3 to 20 letters and digits"),
        ("Al", "a name has 3 to 20 letters and digits"),
        ("x" * 21, "a name has 3 to 20 letters and digits"),
        (" Ada", "a name begins and ends with a letter or a digit"),
        ("-Ada", "a name begins and ends with a letter or a digit"),
        ("Ada ", "a name begins and ends with a letter or a digit"),
        ("A  B", "between two letters of a name stands one space, dot, dash or apostrophe, not several"),
        ("Ada--B", "between two letters of a name stands one space, dot, dash or apostrophe, not several"),
        ("Ada\n", "the name holds a sign that nobody sees, or an unusual space: type it again by hand"),
        ("A\u200bda", "the name holds a sign that nobody sees, or an unusual space: type it again by hand"),
        ("Ada\u00a0B", "the name holds a sign that nobody sees, or an unusual space: type it again by hand"),
        ("A\u202eda", "the name holds a sign that nobody sees, or an unusual space: type it again by hand"),
        ("\u0410da", "\u0410 is of another alphabet: a name is in Latin letters, with their accents"),
        ("P\u03b1t", "\u03b1 is of another alphabet: a name is in Latin letters, with their accents"),
        ("e\u0301va", "an accent stands apart from its letter: type the letter together with its accent"),
    ],
)
def test_a_name_that_misleads_is_refused_by_what_is_wrong_with_it(name: str, what: str) -> None:
    refusal = name_refusal(name)
    assert refusal is not None
    assert (refusal.code, str(refusal)) == (AccountCode.NAME_UNFIT, what)


@pytest.mark.parametrize(("name", "sign"), [("🂡🂡🂡", "🂡"), ("ada<b>", "<"), ("Ada 😀", "😀")])
def test_the_sign_that_cannot_be_in_a_name_is_named(name: str, sign: str) -> None:
    assert str(name_refusal(name)).startswith(f"{sign} cannot be in a name")


@pytest.mark.parametrize(
    "name",
    [
        *("Dealer", "DEALER", "the room", "The Room", "theroom", "Room", "admin", "Admin 2", "4dmin", "ADM1N", "floor"),
        *("The Floor", "Dea1er", "D3aler", "Dealer.7", "Poker Dealer", "Guest 1234", "guest", "Bot 3", "Moderator"),
        *("Floorperson", "Shift Supervisor", "Casbier's Cashier", "The House", "the-dealer", "Déaler", "Surveillance"),
    ],
)
def test_nobody_is_called_like_the_room_or_its_staff(name: str) -> None:
    assert refused(name_refusal(name)) is AccountCode.NAME_RESERVED


@pytest.mark.parametrize("role", sorted(set(Role) - {Role.PLAYER, Role.VISITOR}))
def test_no_title_of_staff_is_a_name(role: Role) -> None:
    assert refused(name_refusal(said(term(role)).title()[-20:].strip())) is AccountCode.NAME_RESERVED


@pytest.mark.parametrize("name", BOTS)
def test_nobody_is_called_like_a_bot(name: str) -> None:
    for each in (name, name.upper(), f"{name} 2", f"{name}9"):
        if len(each) > 2:
            assert refused(name_refusal(each)) is AccountCode.NAME_RESERVED, each


@pytest.mark.parametrize(("one", "other"), [("Ada Park", "ada.park"), ("O'Neill", "ONEILL")])
def test_names_a_person_would_write_for_the_same_find_the_same_account(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ian Wu", "lan Wu"), ("Bill", "BilI"), ("Marn", "Mam"), ("Zoë", "Zoe"), ("Jørn", "Jorn"), ("Bo0", "Boo")],
)
def test_a_name_that_looks_like_somebodys_is_refused(one: str, other: str) -> None:
    assert looks(one) == looks(other)

    async def story() -> None:
        for registers in (True, False):
            desk = desk_of()
            first = desk.register(one, PASSWORD) if registers else desk.admit_guest(one)
            assert isinstance(await first, Opened)
            for outcome in (await desk.admit_guest(other), await desk.register(other, PASSWORD)):
                assert refused(outcome) is AccountCode.NAME_TAKEN

    asyncio.run(story())


def test_a_guest_who_registers_may_keep_their_name() -> None:
    async def story() -> None:
        desk = desk_of()
        guest = await desk.admit_guest("Pat Lee")
        assert isinstance(guest, Opened)
        assert isinstance(await desk.register("Pat Lee", PASSWORD, token=guest.token), Opened)

    asyncio.run(story())


def refused(outcome: object) -> AccountCode:
    assert isinstance(outcome, Refusal), outcome
    assert isinstance(outcome.code, AccountCode)
    return outcome.code
