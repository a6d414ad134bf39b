"""Replays runs by their seeds: `python -m tests.linked 17`, or from one to another: `python -m tests.linked 0 3000`."""

import sys

from tests.linked.checks import wrong_with
from tests.linked.simulator import Simulation


def main(first: int, end: int) -> int:
    failed = 0
    for seed in range(first, end):
        wrong = wrong_with(Simulation(seed).run())
        failed += bool(wrong)
        for what in wrong:
            sys.stdout.write(f"seed {seed}: {what}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{end - first - failed} of {end - first} runs are right\n")
    return min(failed, 1)


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:3]]
    sys.exit(main(given[0], given[1] if len(given) > 1 else given[0] + 1))
