"""The built files of the page: each in a form that the browser takes, and not sent again where it has it already.

Scripts and styles are compressed when the page is built, once and as small as it goes: beside `index.js` lie
`index.js.br` and `index.js.gz`.
"""

from pathlib import Path
from typing import Any

from litestar import Request, Response
from litestar.datastructures import ETag
from litestar.response import File

LASTING = "public, max-age=31536000, immutable"
"""Built files carry a hash of their content in their names."""
ASKED_AGAIN = "no-cache"
FOR_ANYBODY = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
"""A shared round, which has no origin, loads everything but other pages."""

CODINGS = {"br": ".br", "gzip": ".gz"}
"""How a file may be compressed, the smallest first, and the ending of the file that is."""


def is_compressed(file: Path) -> bool:
    """Whether this is another file's compressed form, which has no address of its own."""
    return file.suffix in CODINGS.values()


def sent(file: Path, request: Request[Any, Any, Any]) -> Response[Any] | File:
    """The file as this browser is answered."""
    forms = {coding: file.with_name(file.name + ending) for coding, ending in CODINGS.items()}
    there = {coding: form for coding, form in forms.items() if form.is_file()}
    coding = preferred(request.headers.get("accept-encoding", ""), list(there))
    form = file if coding is None else there[coding]
    headers = {"cache-control": LASTING if file.parent.name == "assets" else ASKED_AGAIN}
    if file.suffix != ".html":
        headers |= FOR_ANYBODY
    if there:
        headers["vary"] = "accept-encoding"
    if coding is not None:
        headers["content-encoding"] = coding
    tag = tag_of(form)
    if holds(request.headers.get("if-none-match", ""), tag):
        return Response(None, status_code=304, headers=headers | {"etag": tag.to_header()})
    return File(form, filename=file.name, content_disposition_type="inline", headers=headers, etag=tag)


def preferred(accepted: str, there: list[str]) -> str | None:
    """Which of these codings the browser likes best, the first of equals; none where it takes the file as it is."""
    weights = dict(map(weighed, accepted.lower().split(",")))
    liked = {coding: weights.get(coding, weights.get("*", 0.0)) for coding in there}
    best = max(liked, key=liked.__getitem__, default=None)
    return best if best is not None and liked[best] > 0 else None


def weighed(accepted: str) -> tuple[str, float]:
    """One coding of the header `Accept-Encoding` and how much it is liked: `br`, `gzip;q=0.5`."""
    coding, _, weight = accepted.partition(";")
    try:
        return coding.strip(), float(weight.partition("=")[2] or 1)
    except ValueError:
        return coding.strip(), 0.0


def tag_of(form: Path) -> ETag:
    """Another for every form of a file, and for every build of it."""
    found = form.stat()
    return ETag(value=f"{found.st_mtime_ns:x}-{found.st_size:x}{form.suffix}")


def holds(held: str, tag: ETag) -> bool:
    """Whether a browser that names these tags in `If-None-Match` has the form with this one."""
    named = {each.strip().removeprefix("W/") for each in held.split(",")}
    return "*" in named or tag.to_header() in named
