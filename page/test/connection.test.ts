import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, waitBefore, type Status } from "../src/room/connection";
import { VERSION, type ServerMessage } from "../src/wire";
import { Line } from "./line";

const statuses: Status[] = [];
const heard: ServerMessage[] = [];
const make = () =>
  new Connection(() => "ws://room/ws", {
    heard: (message) => heard.push(message),
    status: (status) => statuses.push(status),
    resume: () => ({ Brigantine: 42 }),
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
  statuses.length = heard.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it waits longer each time, but never long", () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((attempt) => waitBefore(attempt, () => 1));
  expect(waits).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000, 8000]);
  expect(waitBefore(3, () => 0)).toBe(1600);
});

test("it says where it was when it comes back", () => {
  make().open();
  Line.all[0]!.opens();
  Line.all[0]!.close();
  expect(statuses.at(-1)).toBe("waiting");
  vi.advanceTimersByTime(1000);
  Line.all[1]!.opens();
  expect(JSON.parse(Line.all[1]!.sent[0]!)).toEqual({ type: "Hello", version: VERSION, resume: { Brigantine: 42 } });
});

test("a room that says goodbye for good is not called again", () => {
  make().open();
  Line.all[0]!.opens();
  Line.all[0]!.says({ type: "Goodbye", says: { key: "goodbye.restarting", values: {} }, again: false });
  Line.all[0]!.close();
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1);
  expect(statuses.at(-1)).toBe("closed");
});

const WELCOME = { type: "Welcome", version: VERSION };

function welcomed(): Connection {
  const line = make();
  line.open();
  Line.all[0]!.opens();
  Line.all[0]!.says(WELCOME);
  return line;
}

test("a line that has gone silent is given up within fifteen seconds", () => {
  welcomed();
  expect(statuses.at(-1)).toBe("open");
  vi.advanceTimersByTime(15_000);
  expect(statuses).toContain("waiting");
});

test("a line on which every ping is answered is kept", () => {
  welcomed();
  for (let second = 0; second < 120; second += 1) {
    vi.advanceTimersByTime(1000);
    Line.all[0]!.says({ type: "Pong", n: 0, now: 0 });
  }
  expect(statuses.at(-1)).toBe("open");
  expect(Line.all).toHaveLength(1);
});

test("a line on which a request is not answered is given up within eight seconds", () => {
  const line = welcomed();
  line.send({ type: "SitOut", id: "1", table: "Brigantine" });
  vi.advanceTimersByTime(8_000);
  expect(statuses.at(-1)).toBe("waiting");
});

test("when the network is gone the line is, at once", () => {
  welcomed().drop();
  expect(statuses.at(-1)).toBe("waiting");
});

test("what still comes over a line that was given up is not heard", () => {
  welcomed().drop();
  const before = heard.length;
  Line.all[0]!.says({ type: "Pong", n: 0, now: 0 });
  expect(heard).toHaveLength(before);
});
