"""The built files of the page are sent compressed to whoever takes them so, and not again to whoever has them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response
from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from pokerroom.web.app import page
from pokerroom.web.built import FOR_ANYBODY, LASTING

PLAIN, BROTLI, GZIP = b"play()" * 40, b"as brotli has it", b"as gzip has it"
SCRIPT = "/assets/index-1a2b.js"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    for ending, content in {"": PLAIN, ".br": BROTLI, ".gz": GZIP}.items():
        (tmp_path / f"{SCRIPT[1:]}{ending}").write_bytes(content)
    (tmp_path / "assets/letters.woff2").write_bytes(b"letters")
    (tmp_path / "index.html").write_text("<title>Poker room</title>", encoding="utf-8")
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(Litestar([page], state=State({"page": folder}), openapi_config=None, logging_config=None)) as found:
        yield found


def asked(client: TestClient[Litestar], path: str, **headers: str) -> tuple[Response, bytes]:
    """The answer and its body as it came over the line."""
    named = {"accept-encoding": ""} | {name.replace("_", "-"): value for name, value in headers.items()}
    with client.stream("GET", path, headers=named) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", BROTLI),
        ("gzip, deflate", "gzip", GZIP),
        ("GZIP;Q=0.8", "gzip", GZIP),
        ("br;q=0.2, gzip;q=0.9", "gzip", GZIP),
        ("br;q=0, *", "gzip", GZIP),
        ("*", "br", BROTLI),
        ("br;q=0, gzip;q=0", None, PLAIN),
        ("br;q=soon", None, PLAIN),
        ("identity", None, PLAIN),
        ("zstd", None, PLAIN),
        ("", None, PLAIN),
    ],
)
def test_a_script_is_sent_in_the_smallest_form_that_is_taken(
    client: TestClient[Litestar], accepted: str, coding: str | None, body: bytes
) -> None:
    answer, came = asked(client, SCRIPT, accept_encoding=accepted)
    assert (answer.status_code, came) == (200, body)
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["content-length"] == str(len(body))
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["cache-control"] == LASTING


def test_each_form_of_a_file_has_a_tag_of_its_own(client: TestClient[Litestar]) -> None:
    tags = {asked(client, SCRIPT, accept_encoding=each)[0].headers["etag"] for each in ("br", "gzip", "")}
    assert len(tags) == 3


@pytest.mark.parametrize("path", [SCRIPT, "/", "/assets/letters.woff2"])
def test_whoever_has_a_file_is_not_sent_it_again(client: TestClient[Litestar], path: str) -> None:
    first, _ = asked(client, path, accept_encoding="br")
    tag = first.headers["etag"]
    again, body = asked(client, path, accept_encoding="br", if_none_match=f'"another", W/{tag}')
    assert (again.status_code, body) == (304, b"")
    assert again.headers["etag"] == tag
    assert again.headers["cache-control"] == first.headers["cache-control"]
    assert asked(client, path, accept_encoding="br", if_none_match='"another"')[0].status_code == 200


def test_whoever_has_one_form_is_still_sent_another(client: TestClient[Litestar]) -> None:
    tag = asked(client, SCRIPT, accept_encoding="br")[0].headers["etag"]
    assert asked(client, SCRIPT, accept_encoding="gzip", if_none_match=tag)[1] == GZIP


def test_what_is_built_again_is_sent_again(client: TestClient[Litestar], folder: Path) -> None:
    tag = asked(client, "/")[0].headers["etag"]
    (folder / "index.html").write_text("<title>The poker room</title>", encoding="utf-8")
    assert asked(client, "/", if_none_match=tag)[0].status_code == 200


@pytest.mark.parametrize("ending", [".br", ".gz"])
def test_a_compressed_form_has_no_address_of_its_own(client: TestClient[Litestar], ending: str) -> None:
    assert asked(client, f"{SCRIPT}{ending}")[0].status_code == 404


def test_what_is_not_compressed_is_sent_as_it_is(client: TestClient[Litestar]) -> None:
    answer, came = asked(client, "/assets/letters.woff2", accept_encoding="br, gzip")
    assert came == b"letters"
    assert not {"content-encoding", "vary"} & set(answer.headers)


def test_a_shared_round_may_load_all_that_a_page_consists_of_and_no_page(
    client: TestClient[Litestar], folder: Path
) -> None:
    (folder / "favicon.svg").write_text("<svg/>", encoding="utf-8")
    for path in (SCRIPT, "/assets/letters.woff2", "/favicon.svg"):
        assert FOR_ANYBODY.items() <= dict(asked(client, path)[0].headers).items(), path
    assert not FOR_ANYBODY.keys() & dict(asked(client, "/")[0].headers).keys()
