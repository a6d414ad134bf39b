"""Benchmarks, run as a person runs them."""

import subprocess
import sys

from tests.conftest import ROOT


def run(script: str, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, f"bench/{script}", *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
