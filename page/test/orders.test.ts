import { afterEach, describe, expect, test, vi } from "vitest";
import { give, kinds, type Given } from "../src/consoles/orders";

const CALL: Given = { id: "a", counter: "felt", table: "7", order: { type: "Call", seat: 0 } };

const answers = (answer: () => Promise<Response>): void => void vi.stubGlobal("fetch", vi.fn(answer));

/** A server that was killed after the head of its answer. */
const brokenOff = (status: number): Promise<Response> =>
  Promise.resolve(
    new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) }), { status }),
  );

describe("an order over HTTP", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("is done once the whole answer is here", async () => {
    answers(() => Promise.resolve(Response.json({ repeated: false, proposal: null, sequence: 12 }, { status: 201 })));
    expect(await give("/api/rooms/play-chips", CALL)).toEqual({
      kind: "done",
      repeated: false,
      proposal: "",
      sequence: 12,
    });
  });

  test.each([201, 409])("whose answer %i breaks off is lost, neither done nor refused", async (status) => {
    answers(() => brokenOff(status));
    expect(await give("/api/rooms/play-chips", CALL)).toEqual({ kind: "lost" });
  });

  test.each([429, 500, 503])("that the room could not take, %i, is lost", async (status) => {
    answers(() => Promise.resolve(new Response("{}", { status })));
    expect(await give("/api/rooms/play-chips", CALL)).toEqual({ kind: "lost" });
  });

  test("that nobody answers is lost after a while", () => {
    answers(() => new Promise(() => {}));
    const asked = vi.mocked(fetch);
    void give("/api/rooms/play-chips", CALL);
    expect((asked.mock.calls[0]![1] as RequestInit).signal).toBeInstanceOf(AbortSignal);
  });
});

describe("the orders of a position", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const CALLS = [{ counter: "felt", type: "Call" }];

  test("are asked for until the room answers", async () => {
    vi.useFakeTimers();
    const silent = [() => brokenOff(200), () => Promise.resolve(new Response("{}", { status: 503 }))];
    answers(() => (silent.shift() ?? (() => Promise.resolve(Response.json(CALLS))))());
    const found = kinds("/api/rooms/play-chips");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await found).toEqual(CALLS);
  });

  test("are none for whoever may give none, and are not asked for by a console that was left", async () => {
    answers(() => Promise.resolve(new Response("{}", { status: 403 })));
    expect(await kinds("/api/rooms/play-chips")).toEqual([]);
    answers(() => brokenOff(200));
    expect(await kinds("/api/rooms/play-chips", () => false)).toEqual([]);
    expect(vi.mocked(fetch).mock.calls).toHaveLength(1);
  });
});
