import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from tests.unit.history.staging import text_of

DEALT = "d dh p1 AsAd; d dh p2 KsKd; d dh p3 QsQd"
RAISED_WRONG = f"{DEALT}; p3 cbr 7; p1 f; p2 f"


def hold_em(actions: str = f"{DEALT}; p3 cbr 4; p1 f; p2 f", *, variant: str = "FT", **fields: Any) -> str:
    posted = {"blinds_or_straddles": [1, 2, 0], "small_bet": 2, "big_bet": 4}
    return text_of(variant, [100, 100, 100.5], actions, **{**posted, **fields})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hand.phh"


def replay(*arguments: str | Path) -> tuple[int, list[str]]:
    result = CliRunner().invoke(app, ["replay", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout.splitlines()


def replay_json(*arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    code, lines = replay("--json", *arguments)
    return code, [json.loads(line) for line in lines]


def test_a_hand_is_one_line_of_json_in_the_units_of_its_file(file: Path) -> None:
    file.write_text(hold_em())
    code, lines = replay("--json", file)
    assert code == 0
    assert lines == [
        f'{{"file":"{file}","ok":true,"stacks":[99,98,103.5],"payoffs":[-1,-2,3],"error":null,"warnings":[]}}'
    ]


def test_a_file_is_named_as_it_was_given(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(hold_em())
    monkeypatch.chdir(file.parent)
    _, results = replay_json("./hand.phh", "hand.phh")
    assert [result["file"] for result in results] == ["./hand.phh", "hand.phh"]


def test_a_bad_file_does_not_stop_the_others(file: Path) -> None:
    file.write_text(hold_em())
    code, (bad, good) = replay_json(file.with_name("absent.phh"), file)
    assert code == 1
    assert bad == {
        "file": str(file.with_name("absent.phh")),
        "ok": False,
        "stacks": None,
        "payoffs": None,
        "error": "file: No such file or directory",
        "warnings": [],
    }
    assert good["ok"]


def test_a_directory_is_searched_for_histories(tmp_path: Path) -> None:
    (tmp_path / "deep/er").mkdir(parents=True)
    (tmp_path / "deep/er/one.phh").write_text(hold_em())
    (tmp_path / "many.phhs").write_text(f"[1]\n{hold_em()}\n[2]\n{hold_em('p9 f')}")
    (tmp_path / "notes.txt").write_text("not a hand")
    code, results = replay_json(tmp_path)
    assert code == 1
    assert [(Path(result["file"]).name, result.get("hand"), result["ok"]) for result in results] == [
        ("one.phh", None, True),
        ("many.phhs", "1", True),
        ("many.phhs", "2", False),
    ]


def test_what_the_house_rules_refuse_is_a_warning_and_under_strict_an_error(file: Path) -> None:
    refusal = "action 4 ('p3 cbr 7'): 7 is not the posted amount: 4 (N.J.A.C. 13:69F-14.17)"
    file.write_text(hold_em(RAISED_WRONG))
    code, (result,) = replay_json(file)
    assert (code, result["ok"], result["warnings"]) == (0, True, [refusal])
    code, (result,) = replay_json("--strict", file)
    assert (code, result["ok"], result["error"]) == (1, False, refusal)


def test_final_stacks_that_do_not_follow_from_the_actions_are_a_warning_and_under_strict_an_error(file: Path) -> None:
    doubt = "finishing_stacks: p2 ends with 98 by the actions, not 89"
    file.write_text(hold_em(finishing_stacks=[99, 89, 103.5]))
    code, (result,) = replay_json(file)
    assert (code, result["ok"], result["stacks"], result["warnings"]) == (0, True, [99, 98, 103.5], [doubt])
    code, (line, told, total) = replay(file)
    assert (code, line) == (0, f"ok      {file}  -1  -2  +3")
    assert told == f"        {doubt}"
    assert total == "1 hand: 1 replayed, 1 with warnings, 0 failed"
    code, (result,) = replay_json("--strict", file)
    assert (code, result["ok"], result["stacks"], result["error"]) == (1, False, None, doubt)


def test_a_misspelled_field_is_a_warning_that_names_the_nearest(file: Path) -> None:
    file.write_text(hold_em(ante_trimming_staus=True))
    code, (result,) = replay_json(file)
    assert (code, result["warnings"]) == (
        0,
        ["ante_trimming_staus: not a field of the format, and not used; is ante_trimming_status meant?"],
    )


@pytest.mark.parametrize("suffix", [".phh", ".phhs"])
def test_a_byte_order_mark_is_read_over(tmp_path: Path, suffix: str) -> None:
    file = (tmp_path / "hand").with_suffix(suffix)
    text = hold_em() if suffix == ".phh" else f"[1]\n{hold_em()}"
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    code, (result,) = replay_json(file)
    assert (code, result["ok"], result["warnings"]) == (0, True, [])


def test_house_rules_are_customary_unless_named(file: Path) -> None:
    file.write_text(hold_em(f"{DEALT}; p3 f; p1 f", starting_stacks=[100, 100, 1]))
    assert replay_json(file)[0] == 0
    code, (result,) = replay_json("--house", "letter", file)
    assert code == 1
    assert result["error"].startswith("opening: seat 3 has 1 and needs 2 to be dealt in")


def test_unknown_house_rules_are_a_mistake_of_usage(file: Path) -> None:
    file.write_text(hold_em())
    code, lines = replay("--house", "liberal", file)
    assert code == 2
    assert not lines


BAD: dict[str, tuple[str | bytes, str]] = {
    "malformed TOML": (hold_em().replace("antes = [", "antes = ", 1), "not TOML: "),
    "not UTF-8": (b"variant = '\xff'", "file: not UTF-8 text: byte 12"),
    "an empty file": ("", "variant: the field is missing"),
    "a missing field": (hold_em().replace("small_bet", "tiny_bet"), "small_bet: the field is missing"),
    "an unknown variant": (hold_em(variant="XX"), "variant: 'XX' is not a variant code we know"),
    "a game of no text of ours": (hold_em(variant="NS"), "variant: NS is no-limit short-deck hold 'em"),
    "a card twice in a hand": (hold_em("d dh p1 AsAs"), "action 1 ('d dh p1 AsAs'): 'AsAs' holds As twice"),
    "a card dealt twice": (
        hold_em("d dh p1 AsAd; d dh p2 KsAs; d dh p3 QsQd"),
        "action 2 ('d dh p2 KsAs'): As is already out of the deck",
    ),
    "a 53rd card": (
        text_of("NT", [9] * 24, "p1 f", blinds_or_straddles=[1] + [0] * 23, min_bet=1),
        "opening: 24 players: this table seats at most 22",
    ),
    "a seat that is not there": (hold_em("p9 f"), "action 1 ('p9 f'): there is no p9: the hand has 3 players"),
    "a negative bet": (hold_em(f"{DEALT}; p3 cbr -4"), "action 4 ('p3 cbr -4'): '-4' is not an amount"),
    "a negative blind": (
        hold_em(blinds_or_straddles=[1, -2, 0]),
        "blinds_or_straddles, p2: -2 is not an amount",
    ),
    "not a number": (hold_em(small_bet=float("nan")), 'small_bet: "NaN" is not an amount'),
    "a bet of nothing known": (hold_em(f"{DEALT}; p3 cbr nan"), "action 4 ('p3 cbr nan'): 'nan' is not an amount"),
    "a bet of somebody else": (
        hold_em(f"{DEALT}; p1 cbr 4"),
        "action 4 ('p1 cbr 4'): seat 1 acted, but it is seat 3's turn (N.J.A.C. 13:69F-14.7(d))",
    ),
    "a record cut short": (hold_em(DEALT), "actions: the record ends where it is p3's turn to act"),
    "no players": (
        text_of("FR", [], "", bring_in=1, small_bet=2, big_bet=4),
        "opening: poker needs at least 2 players",
    ),
}


@pytest.mark.parametrize(("content", "error"), BAD.values(), ids=BAD)
def test_bad_input_is_told_with_its_file_and_field(file: Path, content: str | bytes, error: str) -> None:
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    code, (result,) = replay_json(file)
    assert code == 1
    assert result["error"].startswith(error)
    code, lines = replay(file)
    assert code == 1
    assert lines[0].startswith(f"failed  {file}: {error}")


def test_a_person_reads_a_line_for_each_hand_and_a_sum(file: Path) -> None:
    file.write_text(hold_em(RAISED_WRONG))
    code, lines = replay(file, file.with_name("absent.phh"))
    assert code == 1
    assert lines == [
        f"ok      {file}  -1  -2  +3",
        "        action 4 ('p3 cbr 7'): 7 is not the posted amount: 4 (N.J.A.C. 13:69F-14.17)",
        f"failed  {file.with_name('absent.phh')}: file: No such file or directory",
        "2 hands: 1 replayed, 1 with warnings, 1 failed",
    ]


def test_names_with_brackets_are_printed_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "[red]hand.phhs"
    file.write_text(f"[1]\n{hold_em()}")
    _, (line, _) = replay(file)
    assert line == f"ok      {file} [1]  -1  -2  +3"
