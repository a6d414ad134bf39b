import { expect, test } from "vitest";
import { kept } from "../src/room/kept";
import { plainWords } from "../src/words";

const said = (given: Partial<Parameters<typeof kept>[0]>): string => {
  const found = kept({ screen: "table", seated: false, unsent: 0, goodbye: null, ...given });
  return found ? plainWords(found) : "";
};

test("a player is told that the seat is kept, and somebody without one is not", () => {
  expect(said({ seated: true })).toBe("Your seat is kept.");
  expect(said({})).toBe("");
});

test("a dealer is told that entries stay on the tablet, and how many are unsent", () => {
  expect(said({ screen: "dealer" })).toContain("in order; nothing is unsent");
  expect(said({ screen: "dealer", unsent: 1 })).toContain("one entry is unsent");
  expect(said({ screen: "dealer", unsent: 3, seated: true })).toContain("3 entries are unsent");
});

test("other staff are told that nothing is sent meanwhile", () => {
  expect(said({ screen: "staff" })).toBe("What you do is not sent until it is back.");
});

test("whoever does not come back is promised nothing", () => {
  expect(said({ screen: "table", seated: true, goodbye: { key: "goodbye.logged-out", values: {} } })).toBe("");
  expect(said({ seated: true, goodbye: { key: "goodbye.restarting", values: {} } })).toBe("Your seat is kept.");
});
