import { afterEach, expect, test, vi } from "vitest";
import { personNamed } from "../src/consoles/orders";

afterEach(() => vi.unstubAllGlobals());

test("somebody is found by the name of their account, as the room tells of accounts", async () => {
  const told = { person: { id: "p7", name: "Ann", role: "player" }, locked: false };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(told)));
  expect(await personNamed("Ann")).toMatchObject({ id: "p7", name: "Ann" });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 404 })));
  expect(await personNamed("Nobody")).toBeNull();
});
