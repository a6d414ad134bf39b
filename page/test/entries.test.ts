import { describe, expect, test, vi } from "vitest";
import { Entries, HELD, keptAs, leftBehind, type Entry, type Storage } from "../src/consoles/dealer/entries";
import type { Answer, Given } from "../src/consoles/orders";

const DONE: Answer = { kind: "done", repeated: false, proposal: "", sequence: 1 };
const REFUSED: Answer = { kind: "refused", says: "It is not their turn.", rule: "14.7(a)", code: "not your turn" };
const LOST: Answer = { kind: "lost" };

function tablet(answers: Answer[]): {
  storage: Storage;
  kept: Map<string, string>;
  sent: string[];
  send: (given: Given) => Promise<Answer>;
} {
  const kept = new Map<string, string>();
  const sent: string[] = [];
  const storage: Storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  const send = (given: Given): Promise<Answer> => {
    sent.push(given.id);
    return Promise.resolve(answers.shift() ?? DONE);
  };
  return { storage, kept, sent, send };
}

const call = (id: string): Given => ({ id, counter: "felt", table: "7", order: { type: "Call", seat: 0 } });
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe("what the dealer has entered", () => {
  test("is sent in its order, and gone once the room has it", async () => {
    const { storage, kept, sent, send } = tablet([]);
    let waiting: readonly Entry[] = [];
    const entries = new Entries("key", storage, send, (now) => (waiting = now));
    entries.add(call("a"), "Seat 1 calls", { seat: 0 });
    entries.add(call("b"), "Seat 2 calls", { seat: 1 });
    expect(waiting.map((each) => each.given.id)).toEqual(["a", "b"]);
    await settled();
    expect(sent).toEqual(["a", "b"]);
    expect(waiting).toEqual([]);
    expect(kept.size).toBe(0);
  });

  test("stays through a lost line, and is sent again under the same id, the next only after it", async () => {
    vi.useFakeTimers();
    const { storage, sent, send } = tablet([LOST, LOST, DONE]);
    const entries = new Entries("key", storage, send, () => {});
    entries.add(call("a"), "Seat 1 calls", { seat: 0 });
    entries.add(call("b"), "Seat 2 calls", { seat: 1 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual(["a", "a", "a", "b"]);
    vi.useRealTimers();
  });

  test("outlives the page: another one finds it and sends it", async () => {
    const { storage, kept, send } = tablet([LOST]);
    new Entries("key", storage, send, () => {}).add(call("a"), "Seat 1 calls", { seat: 0 });
    await settled();
    expect(kept.get("key")).toContain('"a"');
    const again = tablet([]);
    new Entries("key", storage, again.send, () => {});
    await settled();
    expect(again.sent).toEqual(["a"]);
    expect(kept.size).toBe(0);
  });

  test("stops at the first that is refused, and shows all the rest", async () => {
    const { storage, sent, send } = tablet([REFUSED]);
    let waiting: readonly Entry[] = [];
    const entries = new Entries("key", storage, send, (now) => (waiting = now));
    for (const id of ["a", "b", "c"]) entries.add(call(id), `entry ${id}`, { seat: 0 });
    await settled();
    expect(sent).toEqual(["a"]);
    expect(waiting.map((each) => each.given.id)).toEqual(["a", "b", "c"]);
    expect(waiting[0]?.refused).toEqual({ says: "It is not their turn.", rule: "14.7(a)" });
    entries.giveUp("a");
    await settled();
    expect(sent).toEqual(["a", "b", "c"]);
    expect(waiting).toEqual([]);
  });

  test("is given up by nobody while the room has not refused it", async () => {
    const { storage, send } = tablet([LOST]);
    let waiting: readonly Entry[] = [];
    const entries = new Entries("key", storage, send, (now) => (waiting = now));
    entries.add(call("a"), "Seat 1 calls", { seat: 0 });
    await settled();
    entries.giveUp("a");
    expect(waiting.length).toBe(1);
    entries.end();
  });

  test("that somebody else has written into the tablet does not stop the dealer", () => {
    const { storage, kept, send } = tablet([]);
    kept.set("key", "{not json");
    let waiting: readonly Entry[] | null = null;
    new Entries("key", storage, send, (now) => (waiting = now));
    expect(waiting).toEqual([]);
  });

  test("and ends the round is held for a moment, withdrawn without a trace, or sent when the dealer goes on", async () => {
    vi.useFakeTimers();
    const { storage, kept, sent, send } = tablet([]);
    const entries = new Entries("key", storage, send, () => undefined);
    entries.add(call("mistaken"), "Seat 1 folds", { seat: 0, ends: true });
    entries.withdraw();
    expect([...kept.values()]).toEqual([]);
    entries.add(call("meant"), "Seat 2 folds", { seat: 1, ends: true });
    await vi.advanceTimersByTimeAsync(HELD - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["meant"]);
    entries.add(call("next"), "Seat 2 folds", { seat: 1, ends: true });
    entries.add(call("confirmed"), "Round 7 cleared");
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(["meant", "next", "confirmed"]);
    vi.useRealTimers();
  });

  test("and calls the floor goes out past what the room has refused, and the rest stays behind that", async () => {
    const { storage, sent, send } = tablet([REFUSED]);
    let waiting: readonly Entry[] = [];
    const entries = new Entries("key", storage, send, (now) => (waiting = now));
    for (const id of ["a", "b"]) entries.add(call(id), `entry ${id}`);
    await settled();
    entries.add(call("floor"), "Floor!", { alone: true });
    await settled();
    expect(sent).toEqual(["a", "floor"]);
    expect(waiting.map((each) => each.given.id)).toEqual(["a", "b"]);
    expect(waiting[0]?.refused).not.toBeNull();
  });

  test("and calls the floor waits its turn behind what is merely unsent, and passes it once that is refused", async () => {
    vi.useFakeTimers();
    const { storage, sent, send } = tablet([LOST, REFUSED]);
    const entries = new Entries("key", storage, send, () => undefined);
    entries.add(call("a"), "Seat 1 calls");
    entries.add(call("floor"), "Floor!", { alone: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual(["a", "a", "floor"]);
    vi.useRealTimers();
  });

  test("and ends the round stays held when the floor is called, until the dealer goes on or takes it back", async () => {
    vi.useFakeTimers();
    const { storage, sent, send } = tablet([]);
    const entries = new Entries("key", storage, send, () => undefined);
    entries.add(call("pushed"), "Seat 1 wins $40", { ends: true });
    entries.add(call("floor"), "Floor!", { alone: true });
    await vi.advanceTimersByTimeAsync(3 * HELD);
    expect(sent).toEqual(["floor"]);
    entries.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(["floor", "pushed"]);
    vi.useRealTimers();
  });

  test("and was held when the page went away is sent by the next one", async () => {
    const { storage, sent, send } = tablet([]);
    const first = new Entries("key", storage, send, () => undefined);
    first.add(call("a"), "Seat 1 folds", { seat: 0, ends: true });
    first.end();
    new Entries("key", storage, send, () => undefined);
    await settled();
    expect(sent).toEqual(["a"]);
  });
});

test("what one dealer has left unsent is found by the next, at that table alone, with who entered it", async () => {
  const { storage, kept, send } = tablet([LOST]);
  const entries = new Entries(keptAs("dee", "7"), storage, send, () => {});
  entries.add(call("a"), "Seat 1 calls", { seat: 0, by: "Dee Low" });
  await settled();
  entries.end();
  const here = Object.fromEntries(kept);
  expect(leftBehind(here, "dan", "7").map((each) => each.entries)).toMatchObject([
    [{ words: "Seat 1 calls", by: "Dee Low" }],
  ]);
  expect(leftBehind(here, "dee", "7")).toEqual([]);
  expect(leftBehind(here, "dan", "17")).toEqual([]);
});

test("of two windows of one dealer neither loses what was entered in the other", async () => {
  const { storage, kept, sent } = tablet([]);
  const answers: ((answer: Answer) => void)[] = [];
  const slowly = (given: Given): Promise<Answer> => {
    sent.push(given.id);
    return new Promise((answer) => answers.push(answer));
  };
  const one = new Entries("key", storage, slowly, () => {});
  const other = new Entries("key", storage, slowly, () => {});
  one.add(call("a"), "Seat 1 calls", { seat: 0 });
  other.add(call("b"), "Seat 2 calls", { seat: 1 });
  answers[0]?.(DONE);
  await settled();
  expect(kept.get("key")).toContain('"b"');
  expect(kept.get("key")).not.toContain('"a"');
  answers[1]?.(DONE);
  await settled();
  expect([sent, kept.size]).toEqual([["a", "b"], 0]);
});

test("a tablet that can keep nothing more shows and sends what is entered all the same", async () => {
  const { storage, sent, send } = tablet([]);
  const full = { ...storage, setItem: (): void => void JSON.parse("full") };
  let waiting: readonly Entry[] = [];
  const entries = new Entries("key", full, send, (now) => (waiting = now));
  entries.add(call("a"), "Seat 1 calls", { seat: 0 });
  expect(waiting.length).toBe(1);
  await settled();
  expect([sent, waiting]).toEqual([["a"], []]);
});

test("a desk that is ended sends nothing more, and says nothing of what was on its way", async () => {
  const { storage, sent, send } = tablet([]);
  let told = 0;
  const entries = new Entries("key", storage, send, () => (told += 1));
  entries.add(call("a"), "Seat 1 calls", { seat: 0 });
  entries.add(call("b"), "Seat 2 calls", { seat: 1 });
  const before = told;
  entries.end();
  await settled();
  expect([sent, told]).toEqual([["a"], before]);
});
