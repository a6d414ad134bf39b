"""Forms on paper: PDF/A-2b by typst, from the templates."""

import json
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final

import segno

from pokerroom.live.forms.form import TEMPLATES, Form, NotInstalled

STANDARD: Final = "a-2b"
SAME_EACH_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""The time in the file's own notes: a form printed again is the same bytes, and bears the time of its record."""


def pdf(form: Form) -> bytes:
    try:
        import typst  # noqa: PLC0415  in an extra
    except ImportError:
        raise NotInstalled("PDF") from None
    made: Any = typst.compile(
        TEMPLATES / f"{form.template}.typ",
        root=TEMPLATES,
        format="pdf",
        sys_inputs={"form": json.dumps({**form.values, "number": form.number}), "code": code_of(form)},
        pdf_standards=STANDARD,
        timestamp=SAME_EACH_TIME,
    )
    return bytes(made)


def code_of(form: Form) -> str:
    """The square of dots, as a picture in text."""
    out = BytesIO()
    segno.make(form.code, error="m").save(out, kind="svg", border=0, xmldecl=False)
    return out.getvalue().decode()
