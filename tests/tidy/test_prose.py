"""A sentence is made last, by the catalogue: the modules that say what is told hold none themselves."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

SOURCE = ROOT / "src/pokerroom"
TELLING = (
    "history/narration.py",
    "history/reasons.py",
    "live/players/answering.py",
    "live/tables/awarding.py",
    "live/tables/marking.py",
    "live/tables/recent.py",
    "live/tables/telling.py",
    "live/tables/views.py",
    "rules/refusal.py",
    "wire/floor.py",
    "wire/messages.py",
)
TO_THE_LOG = {"a message failed"}
"""What is written for whoever runs the room, and said to nobody."""


def texts_in(file: Path) -> Iterator[str]:
    """Its texts, but for those that only explain the code."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
            yield node.value


@pytest.mark.parametrize("module", TELLING)
def test_no_words_stand_in_the_code_that_says_what_is_told(module: str) -> None:
    prose = [text for text in texts_in(SOURCE / module) if " " in text.strip() and text not in TO_THE_LOG]
    assert not prose, f"{module} holds words that belong into src/pokerroom/words: {prose}"


def test_words_in_a_module_are_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""A remark of its own."""\nFOLDS = "telling.folds"\nSAID = f"{1} goes back."\n', encoding="utf-8"
    )
    assert [text for text in texts_in(module) if " " in text.strip()] == [" goes back."]


def test_the_page_looks_for_nothing_in_a_sentence() -> None:
    """Only the catalogue takes one apart; what was typed (an amount, a card), an address and a key pressed are none."""
    read = ROOT / "page/src"
    typed = {"money.ts", "consoles/dealer/typed.ts", "keno/form.ts", "consoles/payouts/designs.ts"}
    keys = {
        "table/Table.svelte",
        "consoles/Frame.svelte",
        "consoles/dealer/Dealer.svelte",
        "consoles/dealer/Moves.svelte",
    }
    names = {"consoles/fields.ts"}  # of fields and orders, as the schema writes them
    addresses = {"room/route.svelte.ts", "room/lines.ts"}
    allowed = {"words/catalogue.ts", *addresses, *typed, *keys, *names}
    found = [
        str(file.relative_to(read))
        for file in (*read.rglob("*.ts"), *read.rglob("*.svelte"))
        if any(
            sign in file.read_text(encoding="utf-8")
            for sign in (".exec(", ".test(", ".match(", ".matchAll(", "replace(/")
        )
    ]
    assert {*found} <= allowed, {*found} - allowed
