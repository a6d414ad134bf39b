"""Casinos and their host under faults: nothing is lost, counted twice or paid twice, and no offer goes unheard.

A run that fails names its seed; `python -m tests.linked SEED` happens in the same way again.
"""

import pytest

from tests.linked.checks import wrong_with
from tests.linked.simulator import Simulation
from tests.sampling import sampled
from tests.spec_marks import spec

RUNS = sampled(120, whole=4_000)
AT_ONCE = 15


@pytest.mark.sampled
@spec("R-14.20-e-2.1", "R-14.20-e-4-i.4", "R-14.20-e-4-iii")
@pytest.mark.parametrize("first", range(0, RUNS, AT_ONCE))
def test_a_system_under_faults_loses_nothing_and_pays_once(first: int) -> None:
    wrong = {seed: found for seed in range(first, first + AT_ONCE) if (found := wrong_with(Simulation(seed).run()))}
    assert not wrong, "\n".join(f"python -m tests.linked {seed}: {found[0]}" for seed, found in wrong.items())


def test_a_seed_happens_twice_alike() -> None:
    one, other = Simulation(7).run(), Simulation(7).run()
    assert one.host.store.heads() == other.host.store.heads()
    assert [each.store.heads() for each in one.casinos.values()] == [
        each.store.heads() for each in other.casinos.values()
    ]
