"""What `make test` does a sample of, `make soak` does the whole of: nothing is left out of both."""

from pathlib import Path

from tests.conftest import ROOT

MODULES = {
    path: path.read_text(encoding="utf-8")
    for path in (ROOT / "tests").rglob("test_*.py")
    if path.name != Path(__file__).name
}


def test_a_module_that_takes_a_sample_is_marked_for_the_soak() -> None:
    sampling = {path for path, text in MODULES.items() if "import sampled" in text}
    marked = {path for path, text in MODULES.items() if "pytest.mark.sampled" in text}
    assert sampling
    assert sampling <= marked


def test_the_soak_runs_all_that_is_marked() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "POKERROOM_SOAK=1 $(PYTEST) -m 'soak or sampled'" in makefile
