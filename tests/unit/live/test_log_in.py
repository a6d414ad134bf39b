"""Logging in: who is locked out and who is not, that nothing tells which accounts exist, and getting back in."""

import asyncio
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

import pytest

from pokerroom.live.entrance.accounts import FAILURES_OF_STAFF
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.entrance.places import Place
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.entrance.sessions import Opened, key_of
from pokerroom.rules.refusal import RefusalCode
from pokerroom.store import LoopWriter, MemoryStore, Writer, audit_log, open_store
from tests.unit.web.front import PASSWORD, QUICK, Clock, desk_of
from tests.unit.web.officers import appointed

T = TypeVar("T")

HOME, CAFE = Place("192.0.2.1"), Place("198.51.100.7")
WRONG = "wrong password"
FLOOR = Identity("f", "Flo Reyes", Role.FLOORPERSON, guest=False)
NEW = "an entirely new one"


def wait(outcome: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(outcome)


def let_in(outcome: Opened | Refusal) -> Opened:
    assert isinstance(outcome, Opened), str(outcome)
    return outcome


def code_of(outcome: object) -> RefusalCode:
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def on(opened: Opened, place: Place) -> Place:
    """The browser of somebody who has logged in, wherever it is now."""
    return Place(place.address, key_of(opened.device))


async def guessed(desk: Desk, name: str, place: Place, times: int = 3) -> list[RefusalCode]:
    return [code_of(await desk.log_in(name, WRONG, place=place)) for _ in range(times)]


LOCKED_AT_THIRD = [AccountCode.NOT_RECOGNIZED, AccountCode.NOT_RECOGNIZED, AccountCode.LOCKED]


def test_three_failures_lock_the_account_where_they_were_made_and_nowhere_else() -> None:
    async def story() -> None:
        clock = Clock()
        desk = desk_of(clock=clock)
        ada = let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
        assert await guessed(desk, "Ada Park", CAFE) == LOCKED_AT_THIRD
        assert code_of(await desk.log_in("Ada Park", PASSWORD, place=CAFE)) is AccountCode.LOCKED
        let_in(await desk.log_in("Ada Park", PASSWORD, place=HOME))
        let_in(await desk.log_in("Ada Park", PASSWORD, place=on(ada, CAFE))), "her own device at that address"
        clock.advance(minutes=15)
        let_in(await desk.log_in("Ada Park", PASSWORD, place=CAFE))

    wait(story())


def test_a_device_is_locked_by_its_own_failures() -> None:
    async def story() -> None:
        desk = desk_of()
        phone = on(let_in(await desk.register("Ada Park", PASSWORD, place=HOME)), HOME)
        assert await guessed(desk, "Ada Park", phone) == LOCKED_AT_THIRD
        let_in(await desk.log_in("Ada Park", PASSWORD, place=HOME))

    wait(story())


def test_a_device_that_somebody_made_up_gives_no_more_guesses() -> None:
    async def story() -> None:
        desk = desk_of()
        let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
        invented = [Place(CAFE.address, key_of(f"device {number}")) for number in range(4)]
        codes = [code_of(await desk.log_in("Ada Park", WRONG, place=each)) for each in invented]
        assert codes == [*LOCKED_AT_THIRD, AccountCode.LOCKED]
        let_in(await desk.register("Mal Lory", PASSWORD, place=CAFE))
        own = let_in(await desk.log_in("Mal Lory", PASSWORD, place=CAFE))
        assert code_of(await desk.log_in("Ada Park", PASSWORD, place=on(own, CAFE))) is AccountCode.LOCKED

    wait(story())


def test_guesses_made_at_the_same_time_are_not_more_than_three() -> None:
    async def story() -> None:
        desk = desk_of()
        let_in(await desk.register("Ada", PASSWORD))
        guesses = [*[WRONG] * 8, PASSWORD]
        outcomes = await asyncio.gather(*(desk.log_in("Ada", guess) for guess in guesses))
        codes = [code_of(each) for each in outcomes]
        assert codes.count(AccountCode.NOT_RECOGNIZED) == 2
        assert codes[-1] is AccountCode.LOCKED

    wait(story())


def test_no_answer_tells_whether_an_account_exists_not_even_after_a_restart() -> None:
    async def story() -> None:
        clock, store = Clock(), MemoryStore()
        desk = desk_of(store, clock=clock)
        for name in ("Ada Park", "Cy Vance"):
            let_in(await desk.register(name, PASSWORD, place=HOME))
        await appointed(desk, "Cy Vance", Role.ACCOUNTING)
        for number in range(FAILURES_OF_STAFF):
            await desk.log_in("Cy Vance", WRONG, place=Place(f"203.0.113.{number}"))
        told: dict[str, list[str]] = {}
        for name in ("Ada Park", "Cy Vance", "Nobody Here", "x", "😀"):
            told[name] = [str(await desk.log_in(name, WRONG, place=CAFE)) for _ in range(4)]
            told[name].append(str(await desk_of(store, clock=clock).log_in(name, WRONG, place=CAFE)))
            told[name] += [str(await desk.recover(name, "AAAA", NEW, place=Place("203.0.113.99"))) for _ in range(4)]
        first = told.pop("Ada Park")
        assert all(each == first for each in told.values()), told

    wait(story())


def test_a_name_that_nobody_has_costs_the_same_work() -> None:
    async def story() -> None:
        hashed: list[str] = []

        class Counting(Passwords):
            def _verify(self, password: str, against: Any) -> bool:
                hashed.append(against.text.rpartition("$")[0].rpartition("$")[0])
                return super()._verify(password, against)

        store = MemoryStore()

        async def append(batch: Any) -> int:
            return store.append(batch)[-1]

        desk = Desk(store, append, passwords=Counting(QUICK))
        let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
        await desk.log_in("Ada Park", WRONG, place=CAFE)
        await desk.log_in("Nobody Here", WRONG, place=CAFE)
        assert len(hashed) == 2
        assert hashed[0] == hashed[1], "the same cost"

    wait(story())


def test_an_account_of_staff_is_locked_altogether_after_twenty_failures_until_it_is_released() -> None:
    async def story() -> None:
        clock = Clock()
        desk = desk_of(clock=clock)
        let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
        ada = await appointed(desk, "Ada Park", Role.SHIFT_SUPERVISOR)
        for number in range(FAILURES_OF_STAFF):
            await desk.log_in("Ada Park", WRONG, place=Place(f"203.0.113.{number}"))
        clock.advance(days=30)
        assert code_of(await desk.log_in("Ada Park", PASSWORD, place=HOME)) is AccountCode.NOT_RECOGNIZED
        assert not isinstance(await desk.release(ada.id, by=FLOOR), Refusal)
        let_in(await desk.log_in("Ada Park", PASSWORD, place=HOME))

    wait(story())


def test_where_the_house_has_filed_it_three_failures_lock_the_account_for_everybody() -> None:
    async def story() -> None:
        clock = Clock()
        desk = desk_of(clock=clock, filed=True)
        ada = let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
        assert await guessed(desk, "Ada Park", CAFE) == LOCKED_AT_THIRD
        assert code_of(await desk.log_in("Ada Park", PASSWORD, place=on(ada, HOME))) is AccountCode.NOT_RECOGNIZED
        clock.advance(days=1)
        recovered = await desk.recover("Ada Park", ada.recovery[0], NEW, place=HOME)
        assert code_of(recovered) is AccountCode.CODE_NOT_RECOGNIZED
        assert not isinstance(await desk.release(ada.session.holder, by=FLOOR), Refusal)
        let_in(await desk.log_in("Ada Park", PASSWORD, place=HOME))

    wait(story())


def test_staff_release_an_account_where_it_is_locked() -> None:
    async def story() -> None:
        desk = desk_of()
        ada = let_in(await desk.register("Ada Park", PASSWORD, place=HOME)).session.holder
        await guessed(desk, "Ada Park", CAFE)
        assert len(desk.locked_places(ada)) == 1
        assert not isinstance(await desk.release(ada, by=FLOOR), Refusal)
        let_in(await desk.log_in("Ada Park", PASSWORD, place=CAFE))
        assert code_of(await desk.release(ada, by=FLOOR)) is AccountCode.NOT_LOCKED

    wait(story())


def test_locks_and_devices_outlive_the_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'accounts.sqlite3'}"

    async def before() -> Place:
        with closing(open_store(url)) as store, Writer(store) as writer:
            desk = Desk(store, LoopWriter(writer).append, passwords=Passwords(QUICK))
            ada = let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
            await guessed(desk, "Ada Park", CAFE)
            return on(ada, CAFE)

    async def afterwards(device: Place) -> None:
        with closing(open_store(url)) as store, Writer(store) as writer:
            desk = Desk(store, LoopWriter(writer).append, passwords=Passwords(QUICK))
            assert code_of(await desk.log_in("Ada Park", PASSWORD, place=CAFE)) is AccountCode.LOCKED
            again = let_in(await desk.log_in("Ada Park", PASSWORD, place=device))
            assert again.device == "", "it is known already"
            assert audit_log(store).faults == ()

    wait(afterwards(wait(before())))


def test_failures_that_count_no_more_are_removed_from_the_record() -> None:
    async def story() -> None:
        clock, store = Clock(), MemoryStore()
        desk = desk_of(store, clock=clock)
        for number in range(5):
            await desk.log_in(f"Nobody {number}", WRONG, place=CAFE)
        assert len(list(store.rows("log-in-failures"))) == 5
        clock.advance(minutes=16)
        let_in(await desk.admit_guest())
        assert list(store.rows("log-in-failures")) == []

    wait(story())


def test_what_people_type_as_a_name_does_not_stand_in_the_record() -> None:
    async def story() -> None:
        store = MemoryStore()
        await desk_of(store).log_in(PASSWORD, PASSWORD, place=CAFE)
        ((key, value),) = store.rows("log-in-failures")
        assert PASSWORD not in key
        assert PASSWORD.encode() not in value

    wait(story())


# Recovering.


def test_a_recovery_code_lets_its_owner_choose_a_new_password_and_ends_every_session() -> None:
    async def story() -> None:
        desk = desk_of()
        ada = let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
        assert len(set(ada.recovery)) == 8
        typed = ada.recovery[0].lower().replace("-", " ")
        let_in(await desk.recover("Ada Park", typed, NEW, place=HOME))
        assert desk.identify(ada.token) is None
        let_in(await desk.log_in("Ada Park", NEW, place=HOME))
        again = await desk.recover("Ada Park", ada.recovery[0], PASSWORD, place=HOME)
        assert code_of(again) is AccountCode.CODE_NOT_RECOGNIZED, "once"

    wait(story())


def test_recovery_is_under_the_locks_of_the_password() -> None:
    async def story() -> None:
        desk = desk_of()
        ada = let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
        await guessed(desk, "Ada Park", CAFE, times=2)
        assert code_of(await desk.recover("Ada Park", "AAAA", NEW, place=CAFE)) is AccountCode.LOCKED
        assert code_of(await desk.recover("Ada Park", ada.recovery[0], NEW, place=CAFE)) is AccountCode.LOCKED
        weak = await desk.recover("Ada Park", ada.recovery[0], "password12", place=HOME)
        assert code_of(weak) is AccountCode.PASSWORD_UNFIT

    wait(story())


def test_new_recovery_codes_take_the_password_and_replace_the_others() -> None:
    async def story() -> None:
        store = MemoryStore()
        desk = desk_of(store)
        ada = let_in(await desk.register("Ada Park", PASSWORD, place=HOME))
        me = ada.session.holder
        assert code_of(await desk.new_recovery_codes(me, WRONG, place=HOME)) is AccountCode.NOT_RECOGNIZED
        codes = await desk.new_recovery_codes(me, PASSWORD, place=HOME)
        assert not isinstance(codes, Refusal)
        assert desk.sessions_of(me) == 1, "nobody was let in by this"
        old = await desk.recover("Ada Park", ada.recovery[0], NEW, place=CAFE)
        assert code_of(old) is AccountCode.CODE_NOT_RECOGNIZED
        record = b"".join(each.envelope.body for each in store.read_all())
        assert not [code for code in codes if code.encode() in record]
        let_in(await desk.recover("Ada Park", codes[7], NEW, place=CAFE))

    wait(story())


# Passwords.


@pytest.mark.parametrize(
    "password",
    [
        *("", "short", "x" * 201, "aaaaaaaaaaaa", "ababababab", "my name is adapark", "password12", "P@ssw0rd123"),
        *("iloveyou12", "qwertyuiop", "1234567890", "letmein2024", "poker12345", "summer2024!", "ada park 1990"),
    ],
)
def test_passwords_that_are_easily_guessed_are_refused(password: str) -> None:
    async def story() -> None:
        refusal = await Passwords(QUICK).refusal(password, "Ada Park")
        assert code_of(refusal) is AccountCode.PASSWORD_UNFIT

    wait(story())


@pytest.mark.parametrize(
    "password", [PASSWORD, NEW, "something else altogether", "k8#vLq2$mZ1p", "x" * 5 + "größe Maße fuß"]
)
def test_passwords_that_nobody_guesses_are_fit(password: str) -> None:
    assert wait(Passwords(QUICK).refusal(password, "Ada Park")) is None


@pytest.mark.parametrize(
    "password",
    [
        "".join(chr(33 + number % 90) for number in range(200)),
        "4@8({[<36901!|1750$5+7%x2" * 8,
        "1/1/1991" * 25,
        "qwertyuiop0987654321" * 10,
    ],
)
def test_no_password_takes_long_to_look_at(password: str) -> None:
    """Estimating one of 40 such characters took seconds."""
    wait(Passwords(QUICK).refusal(PASSWORD, "Ada"))
    before = process_time()
    wait(Passwords(QUICK).refusal(password, "Ada"))
    assert process_time() - before < 1
