"""Play one round of the sweep again and tell it step by step: `python -m tests.property '<name of the round>'`.

`irregular` before the name plays the round in which things go wrong, `dropping` the one in which cards keep falling,
`exposing` the one in which they keep coming face up.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial

from tests import irregular, sweep
from tests.property.auditor import audited

KINDS: dict[str, Callable[[sweep.Case], Iterator[sweep.Step]]] = {
    "regular": sweep.play,
    "irregular": irregular.play,
    "dropping": partial(irregular.play, lucks=irregular.DROPPING_CARDS),
    "exposing": partial(irregular.play, lucks=irregular.EXPOSING_CARDS),
}


def main() -> None:
    kind, name = sys.argv[1:] if len(sys.argv) == 3 else ("regular", *sys.argv[1:2], "")[:2]
    if kind not in KINDS or not name:
        sys.exit(f"{__doc__}\nA name reads like '13:69F-current hold-em no 4 letter 17'.")
    for step in audited(KINDS[kind](sweep.case_named(name))):
        sys.stdout.write(f"{step.command}\n")
        if step.refusal is not None:
            sys.stdout.write(f"    refused: {step.refusal}\n")
        for event in step.events:
            sys.stdout.write(f"    {event}\n")


if __name__ == "__main__":
    main()
