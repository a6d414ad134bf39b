"""How often somebody may, on a clock that the test moves."""

from pokerroom.live import connections, talk
from pokerroom.live.allowance import Allowance, Allowances, Rate


class Ticks:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def taken(allowance: Allowance, at: float, tries: int) -> int:
    return sum(allowance.wait(at) == 0 for _ in range(tries))


def test_a_burst_and_then_so_many_a_second() -> None:
    allowance = Allowance(Rate(3, 2))
    assert [allowance.wait(0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert [allowance.wait(0.5) for _ in range(2)] == [0, 0.5]
    assert taken(allowance, 1000, 10) == 3, "nobody saves up more than a burst"


def test_being_refused_costs_nothing() -> None:
    allowance = Allowance(Rate(1, 1))
    assert taken(allowance, 0, 100) == 1
    assert allowance.wait(0.75) == 0.25
    assert allowance.wait(1) == 0


def test_an_allowance_is_full_whenever_the_clock_begins() -> None:
    assert taken(Allowance(Rate(3, 2)), 123_456.0, 10) == 3


def test_one_key_does_not_use_up_the_allowance_of_another() -> None:
    clock = Ticks()
    allowances = Allowances(Rate(1, 2), clock=clock)
    assert [allowances.wait("a"), allowances.wait("a"), allowances.wait("b")] == [0, 0.5, 0]
    clock.at = 0.5
    assert allowances.wait("a") == 0


def test_those_who_are_held_back_are_not_forgotten_for_those_who_come_once() -> None:
    allowances = Allowances(Rate(1, 0.001), clock=Ticks(), most=10)
    allowances.wait("a")
    for number in range(100):
        allowances.wait(f"once {number}")
        assert allowances.wait("a") > 0
    assert len(allowances) <= 10


def test_a_client_may_send_60_messages_at_once_and_20_a_second() -> None:
    allowance = Allowance(connections.MESSAGES)
    assert [taken(allowance, at, 100) for at in (0, 1, 2)] == [60, 20, 20]


def test_a_person_may_say_5_things_at_once_and_one_every_two_seconds() -> None:
    allowance = Allowance(talk.REMARKS)
    assert [taken(allowance, at, 100) for at in (0, 1, 2, 4)] == [5, 0, 1, 1]
