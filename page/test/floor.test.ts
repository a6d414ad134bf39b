import { expect, test } from "vitest";
import { byKind, rulingWords } from "../src/consoles/floor/asking";
import {
  callsOf,
  isFor,
  seatsOf,
  stillWaiting,
  timeLeft,
  vacantIn,
  waited,
  waitWords,
} from "../src/consoles/floor/seats";
import type { FloorHold, FloorTable } from "../src/wire";

const HOLD: FloorHold = { player: "bob", name: "Bob", queue: "waiting list", accepted: false, until: 400 };

function floorTable(given: Partial<FloorTable>): FloorTable {
  return {
    name: "4",
    open: true,
    game: "hold-em",
    title: "Hold 'em",
    limits: "$2-$4 limit",
    area: "poker room",
    dealt_by: "room",
    settings: "table 4/1",
    places: 4,
    seats: [
      { seat: 0, player: "ann", name: "Ann", state: "playing", until: null, hold: null },
      { seat: 2, player: "", name: "", state: "", until: null, hold: HOLD },
    ],
    round: null,
    kill: null,
    next_game: null,
    changes: false,
    dealer: null,
    relief: null,
    duties: [],
    calls: [],
    feeds: null,
    rulings: [],
    halted: false,
    notices: [],
    ...given,
  };
}

test("a seat that the board does not name is vacant, and a held one is not", () => {
  expect(seatsOf(floorTable({})).map((seat) => seat.kind)).toEqual(["taken", "vacant", "held", "vacant"]);
  expect(vacantIn(floorTable({}))).toBe(2);
  expect(vacantIn(floorTable({ open: false }))).toBe(0);
});

test("a name goes to a table of the game and limits it waits for, while that is open", () => {
  const picked = { player: "bob", name: "Bob", game: "hold-em", limits: "$2-$4 limit" };
  expect(isFor(picked, floorTable({}))).toBe(true);
  expect(isFor(picked, floorTable({ limits: "$5-$10 limit" }))).toBe(false);
  expect(isFor(picked, floorTable({ open: false }))).toBe(false);
  expect(isFor(null, floorTable({}))).toBe(false);
});

test("whoever is being called no longer waits", () => {
  const called = callsOf([floorTable({})]);
  expect(called.get("bob")).toMatchObject({ table: "4", seat: 2 });
  const entry = (player: string) => ({ player, name: player, phone: "", since: 0 });
  const list = { game: "hold-em", limits: "", title: "", open: true, entries: [entry("bob"), entry("cy")] };
  expect(stillWaiting(list, called).map((each) => each.player)).toEqual(["cy"]);
});

test("the time of a call runs down, and says how late it is", () => {
  expect(timeLeft(400, 155)).toBe("4:05");
  expect(timeLeft(400, 430)).toBe("late 0:30");
  expect(waited(0, 59)).toBe("just now");
  expect(waited(0, 3_700)).toBe("1 h 1 min");
});

test("a wait that the evening does not tell is not made up", () => {
  expect(waitWords(null, 3)).toBe("wait unknown: not enough history");
  expect(waitWords(undefined, 0)).toBe("nobody waits");
  expect(waitWords(20, 3)).toBe("wait about 20 min");
});

test("a ruling is said by what, for whom and why, and kinds stand together", () => {
  const ruling = (type: string, more: object = {}) => ({
    counter: "round",
    order: { type, ...more },
    told: [],
    digest: "",
  });
  const hand = ruling("RemoveHand", { seat: 1, cause: "mixed with other cards" });
  expect(rulingWords(hand, (seat) => `seat ${seat + 1}`)).toBe(
    "Hand out of the round · seat 2: mixed with other cards",
  );
  const kinds = byKind([hand, ruling("DeclareDead"), ruling("RemoveHand", { seat: 2 })]);
  expect(kinds.map((each) => [each.kind, each.rulings.length])).toEqual([
    ["Hand out of the round", 2],
    ["The round is dead", 1],
  ]);
});
