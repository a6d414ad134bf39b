"""The benchmark of several servers runs, and reckons as it says."""

from math import inf

import pytest

from bench.cluster_reckoning import TABLES, Alone, Costs, Figures, alone, costs, limits, needs, servers_for
from tests.benches import run

ROOM = Alone(orders_a_table=0.5, messages_an_order=10, message_us=10, table_mb=1.0, socket_mb=0.01)


def case(servers: int, server_us: float, *, desk_us: float, desk_part: float) -> Figures:
    return Figures("", servers, 16, 1000, 1, 2, server_us, 200, desk_us, desk_part)


def test_what_following_and_booking_cost_is_what_sharing_adds() -> None:
    """Four servers decide a quarter each: 600 us an order, 100 for each other, and 50 at the desk for others'."""
    one = case(1, 600, desk_us=600, desk_part=1)
    desk = 0.25 * 600 + 0.75 * (100 + 50)
    four = case(4, 600 + 3 * 100, desk_us=desk, desk_part=0.25)
    assert costs([one, four]) == Costs(deciding=600, following=100, booking=50, database=200)


def test_more_servers_carry_more_until_following_takes_all_of_each() -> None:
    cost = Costs(deciding=600, following=100, booking=50, database=200)
    assert servers_for(1000, cost, ROOM) == pytest.approx(1000 * (600 - 100 + 100) / (700_000 - 100_000))
    assert servers_for(7000, cost, ROOM) == inf
    following, desk, *_ = limits(cost, ROOM)
    assert (following.orders_per_s, round(desk.orders_per_s)) == (7000, 4667)
    assert needs(cost, ROOM).orders_per_s == TABLES * 0.5


def test_what_one_process_carries_is_read_from_its_own_benchmark() -> None:
    found = alone()
    assert 0 < found.orders_a_table < 10
    assert 5 < found.message_us < 50
    assert 0.1 < found.table_mb < 10


@pytest.mark.soak
def test_a_little_of_the_benchmark_runs() -> None:
    done = run("cluster.py", "--quick", timeout=600)
    assert done.returncode == 0, done.stderr
    assert "| through another server |" in done.stdout
    assert "First at its limit: " in done.stdout
