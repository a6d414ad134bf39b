"""Forms on the narrow paper of a thermal printer: the bytes of ESC/POS, from the `.receipt` templates.

In a template a line in `=` signs is a heading, `-` a rule, `Label | {value}` a value at the right edge, and
`Label | {?value}` one that is left out where there is none; `{*rows}` is a line for each row, `_ Name` a line to sign
on. The code and the number end every form.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from pokerroom.live.forms.form import TEMPLATES, Form, NotInstalled

WIDTH = 42
"""Characters of a line on 80 mm paper."""

VALUE = re.compile(r"\{\??(\w+)\}")
ROWS = re.compile(r"\{\*(\w+)\}")


def text(form: Form) -> str:
    """What the paper says, for a screen; the code is left out."""
    return "".join(f"{line}\n" for _, line in lines(form))


def escpos(form: Form) -> bytes:
    try:
        from escpos.printer import Dummy  # noqa: PLC0415  in an extra
    except ImportError:
        raise NotInstalled("ESC/POS") from None
    printer = Dummy()
    for kind, line in lines(form):
        PRINTED[kind](printer, line)
    printer.set(align="center")
    printer.qr(form.code, native=True, size=5)
    printer.text(f"{form.number}\n")
    printer.cut()
    return bytes(printer.output)


def lines(form: Form) -> Iterator[tuple[str, str]]:
    """Each line with how it is printed: a heading or plain."""
    values = {**form.values, "number": form.number}
    for line in (TEMPLATES / f"{form.template}.receipt").read_text(encoding="utf-8").splitlines():
        rows = ROWS.fullmatch(line.strip())
        if rows is not None:
            yield from (("plain", spread(*(" ".join(row[:-1]), row[-1]))) for row in values[rows[1]])
        elif line.startswith("="):
            yield "heading", filled(line.strip("= "), values)
        elif line.strip() == "-":
            yield "plain", "-" * WIDTH
        elif line.startswith("_"):
            yield from (("plain", ""), ("plain", "_" * (WIDTH - 8)), ("plain", line.strip("_ ")))
        else:
            yield from plain(line, values)


def plain(line: str, values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    missing = [name for name in re.findall(r"\{\?(\w+)\}", line) if not values[name]]
    if missing:
        return
    label, bar, value = line.partition("|")
    if bar:
        yield "plain", spread(label.strip(), filled(value.strip(), values))
    else:
        yield "plain", filled(line, values)


def filled(line: str, values: dict[str, Any]) -> str:
    return VALUE.sub(lambda found: str(values[found[1]]), line)


def spread(label: str, value: str) -> str:
    """The value at the right edge, on a line of its own where both do not fit on one."""
    gap = WIDTH - len(label) - len(value)
    return f"{label}{' ' * gap}{value}" if gap > 0 else f"{label}\n{value:>{WIDTH}}"


def heading(printer: Any, line: str) -> None:
    printer.set(align="center", bold=True, double_height=True)
    printer.text(f"{line}\n")
    printer.set(align="left", bold=False, double_height=False, normal_textsize=True)


def as_it_is(printer: Any, line: str) -> None:
    printer.text(f"{line}\n")


PRINTED: dict[str, Callable[[Any, str], None]] = {"heading": heading, "plain": as_it_is}
