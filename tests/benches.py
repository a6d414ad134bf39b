"""Benchmarks, run as a person runs them."""

import subprocess
import sys

import pytest
from playwright.sync_api import Error, sync_playwright

from tests.browser.stage import PAGE, launched
from tests.conftest import ROOT


def need_a_browser(what: str) -> None:
    """Skip, and say so, where there is no page or no Chromium to measure it in."""
    if not (PAGE / "index.html").is_file():
        pytest.skip("NOT TESTED: the page has not been built (`make page`, which needs Node and npm)")
    try:
        with sync_playwright() as playwright:
            launched(playwright).close()
    except Error as error:
        pytest.skip(f"NOT TESTED: {what}, as there is no Chromium ({error.message.splitlines()[0]})")


def run(script: str, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, f"bench/{script}", *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
