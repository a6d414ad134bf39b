import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FLOOR, Lines, placeOf } from "../src/room/lines";
import type { Status } from "../src/room/connection";
import { VERSION, type ClientMessage, type ServerMessage } from "../src/wire";
import { Line } from "./line";

const ONE = "https://room.example.com";
const TWO = "https://room.example.com/s/two";
const THREE = "https://room.example.com/s/three";
const WELCOME = { type: "Welcome", version: VERSION };

const statuses: Status[] = [];
const heard: ServerMessage[] = [];
/** What the page follows, with the last sequence it has seen. */
let followed: Record<string, number> = {};
let unanswered: ClientMessage[] = [];
let lines: Lines;

const watch = (table: string): ClientMessage => ({ type: "Watch", table, after: followed[table] ?? null });
const bet: ClientMessage = {
  type: "Act",
  id: "bet-1",
  table: "Brigantine",
  move: { type: "Bet", to: 400 },
  seen: 42,
};
const unwatch = (table: string): ClientMessage => ({ type: "Unwatch", table });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
  Line.forbidden = [];
  statuses.length = heard.length = 0;
  followed = { Brigantine: 42 };
  unanswered = [];
  lines = new Lines(ONE, {
    heard: (message) => heard.push(message),
    status: (status) => statuses.push(status),
    places: () => Object.keys(followed),
    seen: (place) => followed[place],
    following: (place) => [place === FLOOR ? { type: "WatchFloor", room: "licensed" } : watch(place)],
    leaving: (place) => (place === FLOOR ? { type: "UnwatchFloor" } : unwatch(place)),
    unanswered: () => unanswered,
  });
});

afterEach(() => {
  lines.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The last socket that was opened to this server. */
function to(server: string): Line {
  const found = Line.all.filter((each) => each.url.replace(/^ws/, "http").replace(/\/(ws|t\/[^/]*)$/, "") === server);
  expect(found, `nobody has connected to ${server}`).not.toHaveLength(0);
  return found.at(-1)!;
}

function welcomes(server: string): Line {
  const line = to(server);
  line.opens();
  line.says(WELCOME);
  return line;
}

const said = (line: Line): ClientMessage[] => line.sent.map((each) => JSON.parse(each) as ClientMessage);
const after = (line: Line, what: () => void): ClientMessage[] => {
  const before = line.sent.length;
  what();
  return said(line).slice(before);
};
const isOver = (line: Line): boolean => line.readyState === 3;
const moved = (table: string, address: string) => ({ type: "Moved", table, address });
const happened = (table: string, sequence: number) => ({ type: "Happened", table, sequence });
/** Statuses since the first welcome. */
const sinceOpen = (): Status[] => statuses.slice(statuses.indexOf("open") + 1);

function atOne(): Line {
  lines.open();
  return welcomes(ONE);
}

test("a table that is here is followed on one line", () => {
  const one = atOne();
  expect(one.url).toBe("wss://room.example.com/ws");
  expect(said(one)).toEqual([{ type: "Hello", version: VERSION, resume: { Brigantine: 42 } }, watch("Brigantine")]);
  expect(Line.all).toHaveLength(1);
});

test("a table that has moved is followed there from the last event, and the old line ends once we are welcomed", () => {
  const one = atOne();
  one.says(moved("Brigantine", `${TWO}/`));
  const two = to(TWO);
  expect(two.url).toBe("wss://room.example.com/s/two/t/Brigantine");
  one.says(happened("Brigantine", 43));
  followed.Brigantine = 43;
  expect(heard.at(-1)).toMatchObject({ sequence: 43 });
  two.opens();
  expect(isOver(one)).toBe(false);
  expect(said(two)).toEqual([{ type: "Hello", version: VERSION, resume: { Brigantine: 43 } }]);
  two.says(WELCOME);
  expect(isOver(one)).toBe(true);
  expect(said(two).at(-1)).toEqual(watch("Brigantine"));
  expect(heard.at(-1)).toEqual(WELCOME);
  expect(sinceOpen()).toEqual([]);
});

test("somebody whose room is at one server alone goes there, whatever they follow", () => {
  delete followed.Brigantine;
  const one = atOne();
  one.says(moved("", TWO));
  const two = welcomes(TWO);
  expect(two.url).toBe("wss://room.example.com/s/two/ws");
  expect(isOver(one)).toBe(true);
  expect(heard.at(-1)).toEqual(WELCOME);
});

test("what nobody follows is not missed where it cannot be reached", () => {
  delete followed.Brigantine;
  atOne().says(moved("", TWO));
  to(TWO).close();
  expect(sinceOpen()).toEqual([]);
});

test("what is said twice is followed once, and a server that names itself is not", () => {
  const one = atOne();
  for (const at of [ONE, TWO, TWO]) one.says(moved("Brigantine", at));
  welcomes(TWO).says(moved("Brigantine", TWO));
  vi.advanceTimersByTime(1000);
  expect(Line.all).toHaveLength(2);
  expect(isOver(to(TWO))).toBe(false);
  to(TWO).says(moved("Brigantine", THREE));
  vi.advanceTimersByTime(400);
  welcomes(THREE);
});

test("everything else goes on over the new line", () => {
  atOne().says(moved("Brigantine", TWO));
  const two = welcomes(TWO);
  expect(after(two, () => lines.send({ type: "QuickSeat", id: "1", game: null }))).toHaveLength(1);
  two.says({ type: "Lobby", lobby: {} });
  expect(heard.at(-1)!.type).toBe("Lobby");
});

test("it may move twice, and even back", () => {
  atOne().says(moved("Brigantine", TWO));
  const two = welcomes(TWO);
  two.says(moved("Brigantine", THREE));
  vi.advanceTimersByTime(400);
  const three = welcomes(THREE);
  expect(isOver(two)).toBe(true);
  three.says(moved("Brigantine", ONE));
  vi.advanceTimersByTime(800);
  const one = welcomes(ONE);
  expect(one.url).toBe("wss://room.example.com/t/Brigantine");
  expect(isOver(three)).toBe(true);
  expect(sinceOpen()).toEqual([]);
});

test("one that moves on before we are there is looked for at the last address only", () => {
  const one = atOne();
  one.says(moved("Brigantine", TWO));
  const two = to(TWO);
  one.says(moved("Brigantine", THREE));
  vi.advanceTimersByTime(400);
  expect(isOver(two)).toBe(true);
  welcomes(THREE);
  expect(isOver(one)).toBe(true);
});

test("what two servers send back and forth is followed more and more slowly", () => {
  let here = atOne();
  const opened = () => Line.all.length;
  for (const at of [TWO, ONE, TWO, ONE, TWO, ONE, TWO]) {
    const before = opened();
    here.says(moved("Brigantine", at));
    while (opened() === before) vi.advanceTimersByTime(50);
    here = welcomes(at);
  }
  const before = opened();
  here.says(moved("Brigantine", ONE));
  vi.advanceTimersByTime(3_900);
  expect(opened(), "there was no waiting").toBe(before);
  vi.advanceTimersByTime(4_100);
  expect(opened()).toBe(before + 1);
});

test("a table that settles is followed at once when it moves again", () => {
  atOne().says(moved("Brigantine", TWO));
  const two = welcomes(TWO);
  for (let second = 0; second < 11; second += 1) {
    vi.advanceTimersByTime(1000);
    two.says({ type: "Pong", n: 0, now: 0 });
  }
  two.says(moved("Brigantine", THREE));
  expect(Line.all.at(-1)!.url).toContain("/s/three/");
});

test("while the new server is dead we stay, say so, and ask again where the table is", () => {
  const one = atOne();
  one.says(moved("Brigantine", TWO));
  const asked = after(one, () => to(TWO).close());
  expect(sinceOpen()).toEqual(["waiting"]);
  expect(isOver(one)).toBe(false);
  expect(asked).toEqual([watch("Brigantine")]);
  const before = Line.all.length;
  one.says(moved("Brigantine", TWO));
  expect(Line.all, "it is not tried again at once").toHaveLength(before);
  vi.advanceTimersByTime(400);
  welcomes(TWO);
  expect(sinceOpen()).toEqual(["waiting", "open"]);
  expect(isOver(one)).toBe(true);
});

test("a table whose new server died may be here again", () => {
  const one = atOne();
  one.says(moved("Brigantine", TWO));
  to(TWO).close();
  one.says({ type: "TableState", table: "Brigantine", sequence: 42 });
  expect(sinceOpen()).toEqual(["waiting", "open"]);
  expect(isOver(one)).toBe(false);
});

test("a table that is no more is not looked for", () => {
  const one = atOne();
  one.says(moved("Brigantine", TWO));
  to(TWO).close();
  one.says({ type: "Refused", id: null, code: "no such table" });
  expect(sinceOpen()).toEqual(["waiting", "open"]);
});

test("a server that does not know us, or that the browser forbids, is one that cannot be reached", () => {
  const one = atOne();
  one.says(moved("Brigantine", TWO));
  to(TWO).opens();
  to(TWO).says({ type: "Goodbye", says: { key: "goodbye.enter-first", values: {} }, again: false });
  expect(sinceOpen()).toEqual(["waiting"]);
  expect(heard.map((each) => each.type)).not.toContain("Goodbye");
  Line.forbidden = ["wss://elsewhere.example"];
  one.says(moved("Brigantine", "https://elsewhere.example"));
  vi.advanceTimersByTime(400);
  expect(isOver(one)).toBe(false);
  expect(statuses.at(-1)).toBe("waiting");
});

test("a server of another version says that the page has to be loaded again", () => {
  const one = atOne();
  one.says(moved("Brigantine", TWO));
  to(TWO).opens();
  const goodbye = { type: "Goodbye", says: { key: "goodbye.other-version", values: {} }, again: false };
  to(TWO).says(goodbye);
  expect(heard).toContainEqual(goodbye);
  expect(sinceOpen()).toEqual(["waiting"]);
});

test("a bet that was not answered is sent again at the new server, under its id", () => {
  const one = atOne();
  lines.send(bet);
  unanswered = [bet];
  one.says(moved("Brigantine", TWO));
  expect(after(welcomes(TWO), () => {})).toEqual([]);
  expect(said(to(TWO)).filter((each) => each.type === "Act")).toEqual([bet]);
  to(TWO).says({ type: "Accepted", id: "bet-1", table: "", seat: null });
  expect(heard.filter((each) => each.type === "Accepted")).toHaveLength(1);
});

test("what is answered here before we are welcomed there counts, and is not asked again", () => {
  const one = atOne();
  lines.send(bet);
  unanswered = [bet];
  one.says(moved("Brigantine", TWO));
  one.says({ type: "Accepted", id: "bet-1", table: "", seat: null });
  unanswered = [];
  expect(heard.at(-1)!.type).toBe("Accepted");
  expect(said(welcomes(TWO)).map((each) => each.type)).toEqual(["Hello", "Watch"]);
});

test("what is asked while the table moves goes by the line that is open", () => {
  const one = atOne();
  one.says(moved("Brigantine", TWO));
  to(TWO).opens();
  expect(after(one, () => lines.send({ type: "SitOut", id: "1", table: "Brigantine" }))).toHaveLength(1);
});

/** Brigantine is at the first server, where home is; Cutter at the second. */
function atTwoServers(): { one: Line; two: Line } {
  followed = { Brigantine: 42, Cutter: 7 };
  const one = atOne();
  one.says(moved("Cutter", TWO));
  return { one, two: welcomes(TWO) };
}

test("two tables at two servers have a line each, and none is sent back and forth", () => {
  const { one, two } = atTwoServers();
  expect(isOver(one)).toBe(false);
  expect(said(one).at(-1)).toEqual(unwatch("Cutter"));
  expect(said(two)).toEqual([{ type: "Hello", version: VERSION, resume: { Cutter: 7 } }, watch("Cutter")]);
  for (const at of [ONE, THREE]) two.says(moved("Brigantine", at));
  for (const at of [TWO, THREE]) one.says(moved("Cutter", at));
  vi.advanceTimersByTime(1000);
  expect(Line.all, "what a server believes of the other's table may be old").toHaveLength(2);
  expect(after(two, () => lines.send({ type: "SitOut", id: "1", table: "Cutter" }))).toHaveLength(1);
  expect(after(one, () => lines.send({ type: "SitOut", id: "2", table: "Brigantine" }))).toHaveLength(1);
});

test("what every server tells everybody is heard once", () => {
  const { one, two } = atTwoServers();
  for (const line of [one, two]) line.says({ type: "Offered", table: "Ketch", seat: 1 });
  two.says(happened("Cutter", 8));
  expect(heard.slice(1).map((each) => each.type)).toEqual(["Offered", "Happened"]);
});

test("a line that nothing needs any more ends", () => {
  const { one, two } = atTwoServers();
  delete followed.Cutter;
  lines.send(unwatch("Cutter"));
  expect(said(two).at(-1)).toEqual(unwatch("Cutter"));
  expect([isOver(one), isOver(two)]).toEqual([false, true]);
});

test("where one of two servers dies the other goes on, and is asked for the tables of both", () => {
  const { one, two } = atTwoServers();
  const asked = after(two, () => one.close());
  expect(asked).toEqual([{ type: "Hello", version: VERSION, resume: { Brigantine: 42, Cutter: 7 } }]);
  expect(after(two, () => two.says(WELCOME))).toEqual([watch("Brigantine"), watch("Cutter")]);
  expect(sinceOpen()).toEqual([]);
  two.says(moved("Brigantine", THREE));
  welcomes(THREE);
  two.says(happened("Cutter", 8));
  expect(heard.at(-1)).toMatchObject({ table: "Cutter" });
});

test("where the server of a table dies the first is asked where it is now", () => {
  const { one, two } = atTwoServers();
  expect(after(one, () => two.close())).toEqual([watch("Cutter")]);
  expect(sinceOpen()).toEqual(["waiting"]);
  one.says(moved("Cutter", THREE));
  vi.advanceTimersByTime(400);
  expect(said(welcomes(THREE)).at(-1)).toEqual(watch("Cutter"));
  expect(sinceOpen()).toEqual(["waiting", "open"]);
});

test("a server that says where a table is and then goes is not waited for", () => {
  const one = atOne();
  one.says(moved("Brigantine", TWO));
  one.says({ type: "Goodbye", says: { key: "goodbye.restarting", values: {} }, again: true });
  one.close();
  welcomes(TWO);
  expect(sinceOpen()).toEqual(["waiting", "open"]);
  vi.advanceTimersByTime(1_000);
  expect(Line.all, "the old line is not looked for any more").toHaveLength(2);
});

test("a lost line is looked for where the page came from, then where we have been", () => {
  atOne().says(moved("Brigantine", TWO));
  welcomes(TWO).close();
  expect(sinceOpen()).toEqual(["waiting"]);
  vi.advanceTimersByTime(400);
  expect(Line.all.at(-1)!.url).toBe("wss://room.example.com/ws");
  Line.all.at(-1)!.close();
  vi.advanceTimersByTime(800);
  expect(Line.all.at(-1)!.url).toBe("wss://room.example.com/s/two/ws");
  Line.all.at(-1)!.opens();
  Line.all.at(-1)!.says(WELCOME);
  expect(statuses.at(-1)).toBe("open");
});

test("when the network is gone all lines are, and all tables are asked for when it is back", () => {
  const { one, two } = atTwoServers();
  lines.drop();
  expect([isOver(one), isOver(two)]).toEqual([true, true]);
  vi.advanceTimersByTime(400);
  expect(said(welcomes(ONE)).slice(1)).toEqual([watch("Brigantine"), watch("Cutter")]);
});

test("the board of the floor and a game beside poker are followed to the desk's server", () => {
  followed = { [FLOOR]: 0, keno: 0 };
  const one = atOne();
  one.says(moved(FLOOR, TWO));
  one.says(moved("keno", TWO));
  const two = welcomes(TWO);
  expect(two.url).toBe("wss://room.example.com/s/two/ws");
  expect(isOver(one)).toBe(true);
  expect(said(two).map((each) => each.type)).toEqual(["Hello", "WatchFloor", "Watch"]);
});

test("each message goes to the place it is about", () => {
  expect(placeOf({ type: "Watch", table: "Brigantine", after: null })).toBe("Brigantine");
  expect(placeOf({ type: "WatchGame", game: "keno" })).toBe("keno");
  expect(placeOf({ type: "WatchFloor", room: "licensed" })).toBe(FLOOR);
  expect(placeOf({ type: "JoinList", id: "1", game: "hold-em", limits: "1/2", play_chips: null })).toBeNull();
  expect(placeOf({ type: "Ping", n: 1 })).toBeNull();
});
