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
from pokerroom.play import Code, Deal, Fold, NameCards, Seat, Show
from pokerroom.play.events import Entered
from pokerroom.room.examining import examine_record
from pokerroom.room.room import Done
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.staff import Official, Position
from pokerroom.table.acts import Spoke
from pokerroom.table.seating import commands as at_table
from tests.dealers_table import DAN, DEE, FLO, NAME
from tests.unit.live.test_felt import Felt, act_simply, checked_down, dealt_by_hand, lineup, round_of, turn_of
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


def reading(felt: Felt, tmp_path: Path) -> CardReader:
    return CardReader(felt.name, MachineLines(str(tmp_path / "reader")), felt.house.actors)


async def reads(reader: CardReader, line: str) -> Done:
    answer = await reader.take(line)
    assert isinstance(answer, Done), answer
    return answer


def test_what_a_reader_sees_is_entered_at_its_table_and_the_record_says_that_it_did(tmp_path: Path) -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, players=2)
        reader = reading(felt, tmp_path)
        for _ in range(2):
            await act_simply(felt)
        answer = await reads(reader, "board 7h 8h 2c")
        assert [str(event.by) for _, event in answer.events if isinstance(event, Entered)] == ["Dee Low (card reader)"]
        assert round_of(felt.table).board == parse_cards("7h8h2c"), "the flop lies there, so it was dealt"
        again = await reader.take("board 7h 8h 2c")
        assert isinstance(again, Refusal)
        assert again.code is Code.NOTHING_TO_NAME
        assert await reader.take("board 7h 8h 2c 8h") is None, "a card cannot lie there twice"
        before = felt.table
        assert isinstance(await reader.take("hand 1 As Kd"), Refusal), "nobody shows before the showdown"
        assert felt.table is before
        await checked_down(felt)
        assert round_of(felt.table).board[3:] == (UNKNOWN, UNKNOWN)
        await reads(reader, "board 7h 8h 2c 3d 4d")
        first = lineup(felt)[turn_of(felt)]
        await reads(reader, f"hand {first + 1} As Kd")
        assert round_of(felt.table).cards(lineup(felt).index(first)) == parse_cards("AsKd")
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [first]}])
        live = house.rooms["play chips"]
        await live.book()
        assert not examine_record(live.store, keys=live.room.keys, decide_again=True).findings

    on_the_floor(test)


def test_a_reader_names_cards_for_the_dealer_signed_on_and_waits_for_the_floor_with_them(tmp_path: Path) -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, players=2)
        reader, box = reading(felt, tmp_path), felt.dealers
        await act_simply(felt)
        await act_simply(felt)
        await box.in_box("CallFloor", reason="a disputed bet")
        assert refused(await reader.take("board 7h 8h 2c")) == "floor called"
        await box.in_box("AnswerCall", call=1, reason="the bet stands", by=FLO)
        await box.in_box("SetDeckDown", transaction="a bill is changed")
        assert refused(await reader.take("board 7h 8h 2c")) == "marker on the deck"
        await box.in_box("PickDeckUp")
        await box.in_box("SignOff")
        assert refused(await reader.take("board 7h 8h 2c")) == "no dealer"
        await box.in_box("SignOn", by=DAN)
        answer = await reads(reader, "board 7h 8h 2c")
        assert [str(event.by) for _, event in answer.events if isinstance(event, Entered)] == ["Dan Roe (card reader)"]

    on_the_floor(test)


def test_a_reader_does_nothing_but_name_cards() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt, live = await dealt_by_hand(house, floor, players=2), house.rooms["play chips"]
        seat, before = Seat(lineup(felt)[turn_of(felt)]), felt.table
        reader = Official(DEE.name, Position.CARD_READER)
        for command in (Fold(seat), Deal(())):
            entry = at_table.Play(by=reader, at=live.moment(), command=command)
            assert refused(await live.submit(AtTable(NAME, entry))) == "not the dealer"
        heard = at_table.Hear(by=reader, at=live.moment(), act=Spoke(seat, "call"))
        assert refused(await live.submit(AtTable(NAME, heard))) == "no authority"
        assert felt.table is before

    on_the_floor(test)


def refused(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code.sent_as


def test_what_a_reader_names_does_not_stand_between_the_dealer_and_the_last_entry(tmp_path: Path) -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, players=2)
        reader = reading(felt, tmp_path)
        await act_simply(felt)
        before = round_of(felt.table)
        await act_simply(felt)
        await reads(reader, "board 7h 8h 2c")
        await felt.done("TakeBack")
        assert round_of(felt.table) == replace(before, before=None), "and the flop with it"
        await act_simply(felt)
        seat = lineup(felt)[turn_of(felt)]
        await felt.done("Say", seat=seat, words="bet")
        await reads(reader, "board 7h 8h 2c")
        assert felt.table.heard.words == "bet", "what the player has begun to say is not forgotten"
        await felt.done("TakeBack")
        assert not felt.table.heard.words
        await reads(reader, "board 7h 8h 2d")
        await felt.done("TakeBack")
        assert round_of(felt.table).board == (), "with no entry before it, what was misread is taken back alone"
        await checked_down(felt)
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [0]}])
        live = house.rooms["play chips"]
        await live.book()
        assert not examine_record(live.store, keys=live.room.keys, decide_again=True).findings

    on_the_floor(test)


def test_the_house_listens_to_the_readers_that_its_settings_name(tmp_path: Path) -> None:
    path = tmp_path / "reader"
    path.touch()

    async def run() -> None:
        chosen = replace(settings(bots=0), readers=(f"{NAME}={path}",))
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
