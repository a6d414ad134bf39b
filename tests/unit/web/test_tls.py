"""TLS at the room itself: cookies for https alone, a silent handshake that ends, a certificate that is renewed."""

import contextlib
import http.client
import json
import ssl
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from cryptography import x509

from pokerroom.live.settings import Settings, SettingsError, Tls
from pokerroom.web.running import run
from pokerroom.web.tls import Certificate
from tests.certificates import issue
from tests.unit.web.open_doors import PATIENCE, Opened, is_let_go, open_room


class Secured:
    def __init__(self, room: Opened, folder: Path, certificate: Certificate) -> None:
        self.room, self.folder, self.certificate = room, folder, certificate

    def ask(self, method: str, path: str) -> tuple[int, dict[str, str], bytes]:
        context = ssl._create_unverified_context()  # noqa: S323  it signs itself
        connection = http.client.HTTPSConnection("127.0.0.1", self.room.port, context=context, timeout=PATIENCE)
        headers = {"content-type": "application/json"}
        connection.request(method, path, body=None if method == "GET" else "{}", headers=headers)
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def name_shown(self) -> str:
        context = ssl._create_unverified_context()  # noqa: S323
        with self.room.line() as line, context.wrap_socket(line) as secure:
            shown = secure.getpeercert(binary_form=True)
        assert shown is not None
        return x509.load_der_x509_certificate(shown).subject.rfc4514_string()


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    folder = tmp_path_factory.mktemp("tls")
    tls = issue(folder, "first.example")
    certificate = Certificate(tls)
    with open_room(certificate, tls=tls) as room:
        yield Secured(room, folder, certificate)


def test_over_tls_the_cookie_is_for_https_alone_and_browsers_stay_there(secured: Secured) -> None:
    status, headers, _ = secured.ask("POST", "/api/accounts/guest")
    assert status == 200
    cookie = headers["set-cookie"]
    assert cookie.startswith("__Host-pokerroom=")
    assert "Secure" in cookie
    assert "max-age" in headers["strict-transport-security"]
    assert json.loads(secured.ask("GET", "/health")[2])["status"] == "ok"


@pytest.mark.parametrize("said", [b"", b"\x16\x03\x01", b"GET / HTTP/1.1\r\n\r\n"], ids=["nothing", "half", "plain"])
def test_a_handshake_that_does_not_go_on_is_counted_and_let_go(secured: Secured, said: bytes) -> None:
    with secured.room.line(said) as line:
        assert is_let_go(line)
    with contextlib.ExitStack() as lines:
        for _ in range(60):
            lines.enter_context(secured.room.line(b"\x16"))
        assert secured.ask("GET", "/health")[0] == 200
        assert len(secured.room.doors.visitors) <= 21


def test_an_older_tls_than_the_least_is_refused(tmp_path: Path) -> None:
    strict = Certificate(msgspec.structs.replace(issue(tmp_path, "strict.example"), minimum="1.3"))
    ours, theirs = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = ssl._create_unverified_context()  # noqa: S323
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    browser = context.wrap_bio(ssl.MemoryBIO(), ours)
    with pytest.raises(ssl.SSLWantReadError):
        browser.do_handshake()
    with pytest.raises(ssl.SSLError, match=r"(?i)protocol"):
        strict.context.wrap_bio(ours, theirs, server_side=True).do_handshake()


def test_a_renewed_certificate_is_shown_and_a_broken_one_is_not(secured: Secured) -> None:
    assert secured.name_shown() == "CN=first.example"
    issue(secured.folder, "second.example")
    secured.certificate.renew_if_changed()
    assert secured.name_shown() == "CN=second.example"
    (secured.folder / "key.pem").write_text("no key")
    secured.certificate.renew_if_changed()
    assert secured.name_shown() == "CN=second.example"


def test_a_certificate_that_cannot_be_used_keeps_the_room_closed_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SettingsError, match="nowhere"):
        Certificate(Tls(certificate=str(tmp_path / "nowhere.pem")))
    assert run(Settings(port=0, store="memory:", tls=Tls(certificate=str(tmp_path / "nowhere.pem")))) == 1
    assert "nowhere.pem cannot be used" in capsys.readouterr().err
