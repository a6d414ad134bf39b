"""Who saw a ruling. It is final whoever witnesses it, 14.15(b): a second person only shows that it was made openly.

A ruling that nobody has witnessed is shown as such until somebody does, also after the round of play and after the
table has closed.
"""

from pokerroom.rules.staff import Official
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.commands import WitnessRuling
from pokerroom.table.seating.course import Course


def witness_refusal(course: Course, command: WitnessRuling) -> Refusal | None:
    """Why somebody cannot witness a ruling: there is none to witness, or it is their own."""
    rule = course.cite("14.15(b)", "R-43")
    found = next((each for each in course.table.unwitnessed if each.number == command.ruling), None)
    if found is None:
        return Refusal(Code.NO_SUCH_RULING, rule, {"ruling": command.ruling, "table": course.table.name})
    by = command.by
    if isinstance(by, Official) and found.by == by.name:
        return Refusal(Code.OWN_RULING, rule, {"who": by.name, "ruling": command.ruling})
    return None
