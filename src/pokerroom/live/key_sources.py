"""Where secret keys come from: a file, the environment, or a command such as the client of a key service.

A file must be closed to everybody but its owner. What a command prints is the key; nothing of it is ever logged.
"""

import os
import shlex
import subprocess
from pathlib import Path

from pokerroom.shuffle.seal import Keys, SealError, parse_keys, read_keys
from pokerroom.store.keys import KeyFileError, read_file

ENVIRONMENT, COMMAND = "env:", "command:"
PATIENCE = 30.0
"""Seconds that a command may take."""


def secret_from(source: str) -> bytes:
    """What the source holds; `KeyFileError` says why there is nothing."""
    if source.startswith(ENVIRONMENT):
        return from_environment(source.removeprefix(ENVIRONMENT))
    if source.startswith(COMMAND):
        return from_command(source.removeprefix(COMMAND))
    return read_file(Path(source), secret=True)


def keys_from(source: str) -> Keys:
    """The keys of hidden cards."""
    if not source.startswith((ENVIRONMENT, COMMAND)):
        return read_keys(Path(source))
    try:
        return parse_keys(source, secret_from(source).decode("ascii").splitlines())
    except (KeyFileError, UnicodeDecodeError) as error:
        raise SealError(str(error)) from None


def from_environment(name: str) -> bytes:
    value = os.environ.get(name, "")
    if not value:
        raise KeyFileError(f"the environment has no {name}, which should hold the keys")
    return value.encode()


def from_command(command: str) -> bytes:
    """What it prints. No shell reads the command, and its errors are told, never its output."""
    words = shlex.split(command)
    if not words:
        raise KeyFileError("no command is named that prints the keys")
    try:
        done = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE)  # noqa: S603  the operator's own
    except (OSError, subprocess.TimeoutExpired) as error:
        raise KeyFileError(f"{words[0]} gave no keys: {error}") from None
    if done.returncode or not done.stdout:
        said = done.stderr.decode(errors="replace").strip() or "it printed nothing"
        raise KeyFileError(f"{words[0]} gave no keys (exit code {done.returncode}): {said}")
    return done.stdout
