"""What the software is made of: a bill of materials, known vulnerabilities, and the digest that rounds record."""

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.room import software
from tools import sbom, vulnerabilities

DIGITS = {"SHA-256": 64, "SHA-512": 128, "SHA-1": 40}


def test_the_bill_of_materials_names_every_package_of_the_locks_once() -> None:
    bill = sbom.document("1.2.3")
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    refs = [each["bom-ref"] for each in bill["components"]]
    assert len(refs) == len(set(refs))
    assert bill["dependencies"] == [{"ref": "pokerroom", "dependsOn": refs}]
    names = {each["purl"].partition("@")[0] for each in bill["components"]}
    assert {"pkg:pypi/litestar", "pkg:pypi/pytest", "pkg:npm/svelte", "pkg:npm/vite"} <= names
    for each in bill["components"]:
        assert each["version"]
        assert all(re.fullmatch("[0-9a-f]+", hashed["content"]) for hashed in each["hashes"]), each["name"]
        assert all(len(hashed["content"]) == DIGITS[hashed["alg"]] for hashed in each["hashes"]), each["name"]


def test_every_package_that_is_shipped_states_its_licence() -> None:
    for each in sbom.document("1")["components"]:
        assert each["scope"] == "excluded" or each["licenses"], each["name"]


class Source(BaseHTTPRequestHandler):
    """Answers as OSV does, and knows one vulnerability of each ecosystem."""

    asked: ClassVar[list[dict[str, Any]]] = []
    known: ClassVar = {("PyPI", "litestar"): "PYSEC-1", ("npm", "vite"): "GHSA-2"}
    broken = False

    def do_POST(self) -> None:
        queries = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
        self.asked.extend(queries)
        found = [self.known.get((each["package"]["ecosystem"], each["package"]["name"])) for each in queries]
        answers = [{"vulns": [{"id": each}]} if each else {} for each in found]
        body = b"<html>" if self.broken else json.dumps({"results": answers}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quietly."""


@pytest.fixture
def source() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Source)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    Source.asked.clear()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_known_vulnerabilities_are_named_also_of_what_only_builds_the_page(
    source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert vulnerabilities.main(["--source", source]) == 1
    told = capsys.readouterr().out
    assert "PYSEC-1" in told
    assert re.search(r"vite \S+ \(npm, only builds or tests\): GHSA-2", told)
    assert len(Source.asked) == len(sbom.locked())


def test_a_source_that_cannot_be_asked_is_no_good_news(
    source: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert vulnerabilities.main(["--source", "http://127.0.0.1:9/"]) == 2
    assert "NOT CHECKED" in capsys.readouterr().out
    monkeypatch.setattr(Source, "broken", True)
    assert vulnerabilities.main(["--source", source]) == 2
    assert "NOT CHECKED" in capsys.readouterr().out


def test_the_digest_changes_with_any_file_and_with_any_part(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "a.py").write_text("one", encoding="utf-8")
    monkeypatch.setattr("pokerroom.room.software.pokerroom.__file__", str(tmp_path / "__init__.py"))
    known = software.digest.__wrapped__()
    (tmp_path / "a.py").write_text("two", encoding="utf-8")
    assert software.digest.__wrapped__() != known
    (tmp_path / "a.py").write_text("one", encoding="utf-8")
    assert software.digest.__wrapped__() == known
    (tmp_path / "page.js").write_text("", encoding="utf-8")
    assert software.digest.__wrapped__() != known
    (tmp_path / "page.js").unlink()
    other = (software.SoftwarePart("msgspec", "0", ""),)
    monkeypatch.setattr(software, "parts", lambda: other)
    assert software.digest.__wrapped__() != known


def test_the_command_says_what_is_installed() -> None:
    told = CliRunner().invoke(app, ["software", "--files"]).stdout.splitlines()
    assert told[0] == software.software()
    assert re.fullmatch(r"pokerroom \d+\.\d+\.\d+ sha256:[0-9a-f]{64}", told[0])
    assert any(line.endswith("  room/software.py") for line in told)
    bill = json.loads(CliRunner().invoke(app, ["software", "--sbom"]).stdout)
    assert bill["metadata"]["component"]["hashes"] == [{"alg": "SHA-256", "content": software.digest()}]
    assert "pkg:pypi/litestar" in {each["purl"].partition("@")[0] for each in bill["components"]}
