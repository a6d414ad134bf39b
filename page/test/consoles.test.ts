import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CONSOLES, consolesOf, HOME } from "../src/consoles/consoles";
import { ORDERS, POSITIONS, READS } from "../src/staff";

describe("the list of consoles", () => {
  test("has every counter on a console of everybody who gives orders there", () => {
    for (const [counter, orders] of Object.entries(ORDERS))
      for (const position of new Set(Object.values(orders).flat()))
        expect(
          [HOME, ...consolesOf(position)].some((each) => each.counters.includes(counter)),
          `${position} at the counter ${counter}`,
        ).toBe(true);
  });

  test("has everything that staff may read on a page of everybody who may", () => {
    for (const [read, positions] of Object.entries(READS))
      for (const position of positions)
        expect(
          [HOME, ...consolesOf(position)].some((each) => each.reads.includes(read)),
          `${position} reads ${read}`,
        ).toBe(true);
  });

  test("names counters, routes and positions that there are", () => {
    for (const each of [HOME, ...CONSOLES]) {
      expect(Object.keys(ORDERS)).toEqual(expect.arrayContaining([...each.counters]));
      expect(Object.keys(READS)).toEqual(expect.arrayContaining([...each.reads]));
      expect(POSITIONS).toEqual(expect.arrayContaining([...each.positions]));
    }
    expect(new Set(CONSOLES.map((each) => each.key)).size).toBe(CONSOLES.length);
  });

  test("knows every order that docs/orders.md lists", () => {
    const listed = readFileSync(new URL("../../docs/orders.md", import.meta.url), "utf8");
    const told = [...listed.split("\n## No orders")[0]!.matchAll(/^\| `(\w+)` \|/gm)].map(([, type]) => type);
    expect(
      Object.values(ORDERS)
        .flatMap((orders) => Object.keys(orders))
        .sort(),
    ).toEqual(expect.arrayContaining(told));
  });
});
