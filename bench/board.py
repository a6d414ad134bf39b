"""The board of the floor with 200 tables and 2,000 people who wait: how soon it is current, and what a change costs.

The room serves from a process thread of its own; two floorpersons have their boards open, one of them in Chromium. One
change after the other is made through the gate, each is timed to the moment its message reaches the browser, and there
to the frame in which it has been drawn. The cost on the server is processor time of one look at the whole floor: where
nothing has changed, and where one table or one list has.
"""

import argparse
import asyncio
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from pokerroom.live import seeding  # noqa: E402
from pokerroom.live.connections import Connection  # noqa: E402
from pokerroom.live.entrance.identity import Identity, Role  # noqa: E402
from pokerroom.live.house import PLAY, House  # noqa: E402
from pokerroom.room.lists import commands as on_lists  # noqa: E402
from pokerroom.room.lists.commands import OnLists, Wanted  # noqa: E402
from pokerroom.room.lists.stream import LISTS  # noqa: E402
from pokerroom.rules.staff import Official, Position  # noqa: E402
from tests.browser import stage  # noqa: E402
from tests.browser.floors import TwoFloors  # noqa: E402
from tests.browser.served import serving, settings  # noqa: E402

RESULTS, PAGE = ROOT / "bench/results/board.json", ROOT / "bench/BOARD.md"
TABLES, WAITING = 200, 2_000
CURRENT_WITHIN, DRAWN_WITHIN = 1.0, 50.0
"""The goals: seconds until a change is shown, milliseconds to draw it."""
FLO = Official("Flo Ray", Position.FLOORPERSON)

WATCHED = """
window.drawn = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => {
      if (!event.data.startsWith('{"type":"FloorBoard"')) return;
      const [at, began] = [Date.now(), performance.now()];
      requestAnimationFrame(() => setTimeout(() => {
        window.drawn.push({ at, painted: performance.now() - began, bytes: event.data.length });
      }));
    });
  }
};
"""
"""Notes each message of the board: when it came, and when the frame after it had been painted."""


class Drawn(msgspec.Struct):
    """One change as the browser saw it."""

    what: str
    current_s: float
    painted_ms: float
    bytes: int


class Cost(msgspec.Struct):
    """Milliseconds of the server's processor for one look at the floor."""

    what: str
    look_ms: float


class Report(msgspec.Struct):
    machine: str
    tables: int
    waiting: int
    first_ms: float
    first_bytes: int
    drawn: list[Drawn]
    costs: list[Cost]


def joined(number: int, wanted: Wanted, at: Any) -> OnLists:
    name = f"Player {number}"
    return OnLists(on_lists.Join(at=at, by=FLO, player=f"walk-in-{number}", name=name, wanted=wanted))


async def filled(house: House, waiting: int) -> list[Wanted]:
    """So many people on the lists, as many on each."""
    live = house.rooms[PLAY]
    lists = sorted(live.room.state(LISTS).lists)
    for number in range(waiting):
        await live.submit(joined(number, lists[number % len(lists)], live.moment()))
    return lists


def costs(tables_each: int, waiting: int, looks: int) -> list[Cost]:
    """Of the house alone, in this process."""

    async def measure() -> list[Cost]:
        house = await House.open(settings(bots=0, tables_each=tables_each))
        lists = await filled(house, waiting)
        live = house.rooms[PLAY]
        follower = Connection(Identity("flo", "Flo Ray", Role.FLOORPERSON, guest=False), at_once=lambda _: True)
        house.boards.follow(follower, "play-chips")
        found = [Cost("nothing has changed", looked(house, looks))]
        spent = []
        for number in range(looks):
            await live.submit(joined(waiting + number, lists[number % len(lists)], live.moment()))
            spent.append(looked(house, 1))
        found.append(Cost("somebody joined a list", statistics.median(spent)))
        spent = []
        for table in sorted(live.room.state(LISTS).tables)[:looks]:
            next_ = on_lists.CallNext(at=live.moment(), by=FLO, table=table)
            await live.submit(OnLists(next_))
            spent.append(looked(house, 1))
        found.append(Cost("somebody was called to a seat", statistics.median(spent)))
        await house.close()
        return found

    return asyncio.run(measure())


def looked(house: House, times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        house.boards.push()
    return 1000 * (time.process_time() - began) / times


def shown(tables_each: int, waiting: int, changes: int) -> tuple[float, int, list[Drawn]]:
    """In Chromium, with the room behind it: how long the whole board took, and then each change."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = stage.launched(playwright)
        with serving(settings(bots=0, store=folder, tables_each=tables_each)) as room:
            floors = TwoFloors(browser, room, Path(folder))
            tables = floors.contexts["supervisor"].request.get(f"{room}/api/lobby").json()["tables"]
            games = sorted({(each["game"], each["limits"]) for each in tables})
            for number in range(waiting):
                join(floors, number, games[number % len(games)])
            floors.contexts["floorperson"].add_init_script(WATCHED)
            page = floors.walks("floorperson")
            page.wait_for_function("() => window.drawn.length >= 1")
            whole = page.evaluate("() => window.drawn[0]")
            found = list(changed(floors, page, tables, games, changes, waiting))
            floors.close()
        browser.close()
    return whole["painted"], whole["bytes"], found


def join(floors: TwoFloors, number: int, wanted: tuple[str, str]) -> None:
    game, limits = wanted
    floors.order(
        "floorperson",
        "lists",
        "",
        "Join",
        player=f"walk-in-p{number}",
        name=f"P{number}",
        wanted={"game": game, "limits": limits},
    )


def changed(
    floors: TwoFloors,
    page: Page,
    tables: Sequence[dict[str, Any]],
    games: Sequence[tuple[str, str]],
    changes: int,
    waiting: int,
) -> Iterator[Drawn]:
    def called(number: int) -> None:
        name, wanted = tables[number]["name"], games.index((tables[number]["game"], tables[number]["limits"]))
        later = wanted + len(games) * (number + 1)
        floors.calls("second", f"P{later}", name, 3, reason="called to measure the board")

    kinds: dict[str, Callable[[int], None]] = {
        "somebody joins a list": lambda number: join(floors, waiting + number, games[number % len(games)]),
        "somebody is called to a seat": called,
    }
    for what, change in kinds.items():
        for number in range(changes):
            yield seen(page, what, lambda number=number, change=change: change(number))  # type: ignore[misc]


def seen(page: Page, what: str, change: Callable[[], None]) -> Drawn:
    before = page.evaluate("() => window.drawn.length")
    began = time.time()
    change()
    page.wait_for_function(f"() => window.drawn.length > {before}")
    last = page.evaluate("() => window.drawn.at(-1)")
    current = last["at"] / 1000 - began + last["painted"] / 1000
    return Drawn(what, current, last["painted"], last["bytes"])


def missed(report: Report) -> Iterator[str]:
    for each in report.drawn:
        if each.current_s > CURRENT_WITHIN:
            yield f"{each.what}: shown after {each.current_s:.2f} s"
        if each.painted_ms > DRAWN_WITHIN:
            yield f"{each.what}: drawn in {each.painted_ms:.0f} ms"


def lines(report: Report) -> Iterator[str]:
    yield "| change | shown after (median, worst) | painted (median, worst) | bytes |"
    yield "|---|---|---|---|"
    for what in dict.fromkeys(each.what for each in report.drawn):
        of = [each for each in report.drawn if each.what == what]
        current, painted = [each.current_s for each in of], [each.painted_ms for each in of]
        yield (
            f"| {what} | {statistics.median(current):.2f} s, {max(current):.2f} s "
            f"| {statistics.median(painted):.1f} ms, {max(painted):.1f} ms "
            f"| {round(statistics.median(each.bytes for each in of)):,} |"
        )
    yield ""
    yield "| one look at the floor, on the server | processor |"
    yield "|---|---|"
    for cost in report.costs:
        yield f"| {cost.what} | {cost.look_ms:.2f} ms |"


def written(report: Report) -> None:
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    before, _, _ = PAGE.read_text(encoding="utf-8").partition("<!-- results -->")
    table = "\n".join(lines(report))
    whole = f"The whole board came in {report.first_bytes:,} bytes and was painted after {report.first_ms:.0f} ms."
    text = (
        f"{before}<!-- results -->\n\n{report.machine}: {report.tables} tables, {report.waiting:,} waiting. {whole}\n\n"
    )
    PAGE.write_text(f"{text}{table}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of it: one table of each game, 80 waiting")
    parser.add_argument("--json", action="store_true", help="write the results and their page")
    chosen = parser.parse_args()
    games = len(seeding.postings(1))
    tables_each, waiting, changes = (1, 80, 2) if chosen.quick else (-(-TABLES // games), WAITING, 20)
    first, size, drawn = shown(tables_each, waiting, changes)
    found = costs(tables_each, waiting, 5 if chosen.quick else 100)
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    report = Report(machine, tables_each * games, waiting, first, size, drawn, found)
    print("\n".join(lines(report)))
    if chosen.json:
        written(report)
    late = list(missed(report))
    if late and not chosen.quick:
        sys.exit("\n".join(late))


if __name__ == "__main__":
    main()
