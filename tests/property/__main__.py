"""Play one round of the sweep again and tell it step by step: `python -m tests.property '<name of the round>'`.

`irregular` before the name plays the round in which things go wrong, `dropping` the one in which cards keep falling,
`exposing` the one in which they keep coming face up; `weeks` plays the week of a room that is named, such as 'orderly
17', and tells its orders and what the auditor found.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial

from tests import irregular, sweep
from tests.property import weeks
from tests.property.auditor import audited

KINDS: dict[str, Callable[[sweep.Case], Iterator[sweep.Step]]] = {
    "regular": sweep.play,
    "irregular": irregular.play,
    "dropping": partial(irregular.play, lucks=irregular.DROPPING_CARDS),
    "exposing": partial(irregular.play, lucks=irregular.EXPOSING_CARDS),
}


def main() -> None:
    kind, name = sys.argv[1:] if len(sys.argv) == 3 else ("regular", *sys.argv[1:2], "")[:2]
    if kind == "weeks" and name:
        tell_week(name)
        return
    if kind not in KINDS or not name:
        sys.exit(f"{__doc__}\nA name reads like '13:69F-current hold-em no 4 letter 17'.")
    for step in audited(KINDS[kind](sweep.case_named(name))):
        sys.stdout.write(f"{step.command}\n")
        if step.refusal is not None:
            sys.stdout.write(f"    refused: {step.refusal}\n")
        for event in step.events:
            sys.stdout.write(f"    {event}\n")


def tell_week(name: str) -> None:
    week = weeks.week_of(weeks.case_named(name))
    for step in week.steps:
        sys.stdout.write(f"{'the books are brought up to the tables' if step.command is None else step.command}\n")
        if step.answer:
            sys.stdout.write(f"    {step.answer}\n")
        if step.events:
            sys.stdout.write(f"    {', '.join(step.events)}\n")
        for finding in step.findings:
            sys.stdout.write(f"    FOUND {finding}\n")
    sys.stdout.write(f"{len(week.steps)} orders, {len(week.auditor.findings)} findings\n")
    sys.stdout.writelines(f"FOUND {finding}\n" for finding in week.auditor.findings)


if __name__ == "__main__":
    main()
