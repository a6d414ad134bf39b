"""Play one round of the sweep again and tell it step by step: `python -m tests.property '<name of the round>'`."""

import sys

from tests.property.auditor import audited
from tests.sweep import case_named, play


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(f"{__doc__}\nA name reads like '13:69F-current hold-em no 4 letter 17'.")
    for step in audited(play(case_named(sys.argv[1]))):
        sys.stdout.write(f"{step.command}\n")
        for event in step.events:
            sys.stdout.write(f"    {event}\n")


if __name__ == "__main__":
    main()
