"""The table of processor time: what tests and their children use is counted in their folder, in every worker."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.processor_time import APART, table

BURN = "import time\nend = time.process_time() + {seconds}\nwhile time.process_time() < end: pass\n"
ITSELF = f"def test_itself():\n    exec({BURN.format(seconds=0.4)!r})\n"
BY_A_CHILD = (
    "import subprocess, sys, time\n"
    "def test_asleep():\n    time.sleep(0.4)\n"
    f"def test_by_a_child():\n    subprocess.run([sys.executable, '-c', {BURN.format(seconds=0.8)!r}])\n"
)


def seconds_printed(folder: Path, *options: str) -> dict[str, float]:
    command = [sys.executable, "-m", "pytest", "-p", "tests.processor_time", "--import-mode=importlib", *options]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return {name: float(some) for some, name in re.findall(r"^ +(\d+\.\d) s  (.+)$", run.stdout, re.MULTILINE)}


@pytest.mark.parametrize("options", [(), ("-p", "xdist", "-n", "2")], ids=["one process", "two workers"])
def test_what_a_test_and_its_children_use_counts_in_its_folder(tmp_path: Path, options: tuple[str, ...]) -> None:
    for name, source in {"a": ITSELF, "b/c": BY_A_CHILD}.items():
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "test_it.py").write_text(source)
    found = seconds_printed(tmp_path, *options)
    assert found.keys() == {"a", "b/c", APART, "in all"}
    assert found["a"] >= 0.4
    assert found["b/c"] >= 0.8
    assert found[APART] > 0
    assert found["in all"] == pytest.approx(found["a"] + found["b/c"] + found[APART], abs=0.2)


def test_the_heaviest_folder_stands_first_and_the_sum_last() -> None:
    assert table({"light": 1.26, "heavy": 100.0}) == [
        "   100.0 s  heavy",
        "     1.3 s  light",
        "   101.3 s  in all",
    ]
