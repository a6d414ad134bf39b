"""Card readers: what their lines say, how they come, and what a table takes of them."""

import asyncio
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from pokerroom.cards import UNKNOWN, parse_cards
from pokerroom.live.house import House
from pokerroom.live.machine import MachineLines
from pokerroom.live.readers import CardReader, read_line
from pokerroom.live.refusals import Refusal
from pokerroom.live.settings import SettingsError, read_settings, readers
from pokerroom.live.staff.floor import Floor
from pokerroom.play import Code, NameCards, Seat, Show
from pokerroom.room.room import Done
from tests.unit.live.test_felt import act_simply, checked_down, dealt_by_hand, lineup, round_of, turn_of
from tests.unit.live.test_floor import on_the_floor
from tests.unit.web.front import desk_of
from tests.wire import settings, world_of


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("board 7h 8h 2c", NameCards(parse_cards("7h8h2c"))),
        ("up 3 9d 10s\r", NameCards(parse_cards("9dTs"), Seat(2))),
        ("hand 1 As Kd", Show(Seat(0), parse_cards("AsKd"))),
        ("board", None),
        ("board 7h 7h 2c", None),
        ("board Zz", None),
        ("up 9d", None),
        ("fold 3", None),
        ("", None),
        ("\x00\xff garbage", None),
    ],
)
def test_a_line_names_cards_that_lie_open_and_nothing_else(line: str, says: object) -> None:
    assert read_line(line) == says


def test_lines_of_a_file_are_read_as_they_are_added_and_never_twice(tmp_path: Path) -> None:
    path = tmp_path / "reader"
    lines = MachineLines(str(path))
    assert lines.read() == [], "not there yet"
    path.write_text("board As Kd 9h\n")
    assert lines.read() == [], "what was there before the reader is of another round"
    with path.open("a") as file:
        file.write("up 1 9d\nup 2")
        file.flush()
        assert lines.read() == ["up 1 9d"]
        file.write(" Ks\n")
        file.flush()
        assert lines.read() == ["up 2 Ks"]
        assert lines.read() == []
    lines.close()


def test_a_serial_line_is_read_as_it_comes() -> None:
    device, line = os.openpty()
    try:
        lines = MachineLines(f"{os.ttyname(line)}@9600")
        assert lines.read() == []
        os.write(device, b"board 7h 8h 2c\nboard 7h 8h 2c 3d\n")
        assert lines.read() == ["board 7h 8h 2c", "board 7h 8h 2c 3d"]
        lines.close()
    finally:
        os.close(device)
        os.close(line)


def test_a_reader_that_is_unplugged_is_read_again_once_it_is_back(tmp_path: Path) -> None:
    lines = MachineLines(str(tmp_path / "gone"))
    assert [lines.read() for _ in range(3)] == [[], [], []]
    os.mkfifo(tmp_path / "gone")
    assert lines.read() == []
    with (tmp_path / "gone").open("w") as pipe:
        pipe.write("hand 2 As Kd\n")
        pipe.flush()
        assert lines.read() == ["hand 2 As Kd"]
    lines.close()


def test_what_a_reader_sees_is_entered_at_its_table_and_the_record_says_that_it_did(tmp_path: Path) -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, players=2)
        reader = CardReader(felt.name, MachineLines(str(tmp_path / "reader")), house.actors)
        for _ in range(2):
            await act_simply(felt)
        answer = await reader.take("board 7h 8h 2c")
        assert isinstance(answer, Done), "the flop lies there, so it was dealt"
        assert [event.by.name for _, event in answer.events if type(event).__name__ == "Entered"] == [
            "card reader of Dee Low"
        ]
        assert round_of(felt.table).board == parse_cards("7h8h2c")
        again = await reader.take("board 7h 8h 2c")
        assert isinstance(again, Refusal)
        assert again.code is Code.NOTHING_TO_NAME
        assert await reader.take("board 7h 8h 2c 8h") is None, "a card cannot lie there twice"
        before = felt.table
        assert isinstance(await reader.take("hand 1 As Kd"), Refusal), "nobody shows before the showdown"
        assert felt.table is before
        await checked_down(felt)
        assert round_of(felt.table).board[3:] == (UNKNOWN, UNKNOWN)
        assert isinstance(await reader.take("board 7h 8h 2c 3d 4d"), Done)
        first = lineup(felt)[turn_of(felt)]
        assert isinstance(await reader.take(f"hand {first + 1} As Kd"), Done)
        assert round_of(felt.table).cards(lineup(felt).index(first)) == parse_cards("AsKd")

    on_the_floor(test)


def test_the_house_listens_to_the_readers_that_its_settings_name(tmp_path: Path) -> None:
    path = tmp_path / "reader"
    path.touch()

    async def run() -> None:
        chosen = replace(settings(bots=0), readers=tuple(f"{number}={path}" for number in range(1, 40)))
        house = await House.open(chosen, world=world_of(chosen, None, None)._replace(lines=MachineLines), pace=0)
        house.start()
        try:
            felt = await dealt_by_hand(house, Floor(house, desk_of()), players=2)
            for _ in range(2):
                await act_simply(felt)
            with path.open("a") as file:
                file.write("board 7h 8h 2c\n")
            named = asyncio.Event()
            while not round_of(felt.table).board:
                await house.world.clock.wait(named, 0.05)
            assert round_of(felt.table).board == parse_cards("7h8h2c")
        finally:
            await house.close()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_reader_without_an_address_stops_the_settings() -> None:
    for wrong in ("4", "=/dev/ttyUSB0", "4="):
        with pytest.raises(SettingsError, match="TABLE=ADDRESS"):
            read_settings(environment={"POKERROOM_READERS": wrong})
    named = read_settings(environment={"POKERROOM_READERS": "4=/dev/a@9600, 5=/run/b"}).readers
    assert readers(named) == (("4", "/dev/a@9600"), ("5", "/run/b"))
