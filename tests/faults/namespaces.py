"""Machines of their own for processes under test, as far as the network is concerned: Linux network namespaces.

Each has one cable to us. A cable that is pulled carries nothing and says nothing: whoever waits for an answer waits.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import pytest


class Machine:
    """A namespace with one cable; we are at `gateway`, and it is at `address`."""

    def __init__(self, number: int) -> None:
        self._name, self._here, self._there = (f"pr{os.getpid()}{end}{number}" for end in ("n", "a", "b"))
        network = f"10.77.{number}"
        self.gateway, self.address = f"{network}.1", f"{network}.2"
        self.within: Sequence[str] = ("ip", "netns", "exec", self._name)

    def set_up(self) -> None:
        ip("netns", "add", self._name)
        ip("link", "add", self._here, "type", "veth", "peer", "name", self._there, "netns", self._name)
        ip("addr", "add", f"{self.gateway}/30", "dev", self._here)
        ip("link", "set", self._here, "up")
        inside = ("netns", "exec", self._name, "ip")
        ip(*inside, "addr", "add", f"{self.address}/30", "dev", self._there)
        for device in (self._there, "lo"):
            ip(*inside, "link", "set", device, "up")

    def take_down(self) -> None:
        for command in (("link", "del", self._here), ("netns", "del", self._name)):
            subprocess.run([IP, *command], check=False, capture_output=True)

    def cut(self) -> None:
        """From its own side, so that nothing here hears of it."""
        ip("netns", "exec", self._name, "ip", "link", "set", self._there, "down")

    def heal(self) -> None:
        ip("netns", "exec", self._name, "ip", "link", "set", self._there, "up")


IP = shutil.which("ip") or ""


def ip(*command: str) -> None:
    subprocess.run([IP, *command], check=True, capture_output=True, text=True)


@contextmanager
def machines(count: int) -> Iterator[list[Machine]]:
    """So many, or a loud skip where nobody may make them."""
    with ExitStack() as stack:
        found = [Machine(number) for number in range(1, count + 1)]
        for each in found:
            stack.callback(each.take_down)
            try:
                each.set_up()
            except (OSError, subprocess.CalledProcessError) as error:
                why = getattr(error, "stderr", "") or str(error)
                pytest.skip(f"NOT TESTED: casinos in network namespaces, which cannot be made here: {why.strip()}")
        yield found
