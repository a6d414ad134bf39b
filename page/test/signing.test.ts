import { describe, expect, test, vi } from "vitest";
import type { ToSign } from "../src/consoles/signing";

vi.stubGlobal("location", { pathname: "/", hash: "" });
vi.stubGlobal("addEventListener", () => undefined);
const { accountWords, trayOf } = await import("../src/consoles/desk/accounts");
const { summary } = await import("../src/consoles/signing");

const WAITING: ToSign = {
  id: "p1",
  counter: "cage",
  type: "CloseDrawer",
  does: { key: "orders.cage.CloseDrawer", values: {} },
  says: {},
  table: "",
  names: {},
  proposed_by: "Kay Till (cage)",
  mine: false,
  at: "2026-01-01T12:00:00Z",
  until: "2026-01-02T12:00:00Z",
};

describe("what somebody is asked to sign", () => {
  test("is a count by denomination, with what ought to be there and how far it is off", () => {
    const pieces = [
      { tender: "cash", value: 10_000, count: 3 },
      { tender: "chips", value: 500, count: 20 },
    ];
    expect(summary({ ...WAITING, says: { pieces, expected: 41_000 } })).toEqual([
      ["Counted", "$400: 3 × $100 cash, 20 × $5 chips"],
      ["Ought to be", "$410"],
      ["Difference", "$10 too little"],
    ]);
  });

  test("says that a count agrees, and leaves out what was not said", () => {
    const says = { table: "4", closer: 47_000, drop: null, expected: 47_000 };
    expect(summary({ ...WAITING, type: "CountTable", says })).toEqual([
      ["Table", "4"],
      ["Counted", "$470"],
      ["Ought to be", "$470"],
      ["Difference", "none, it agrees"],
    ]);
  });

  test("names the people whose money a correction moves", () => {
    const instead = [{ debit: "cage", credit: "bank:a1", amount: 10_000, reason: "deposit" }];
    const says = { original: "ledger:12.1", note: "a hundred", instead };
    expect(summary({ ...WAITING, says, names: { "bank:a1": "Ada Abbott" } })).toEqual([
      ["Takes back", "ledger:12.1"],
      ["Note", "a hundred"],
      ["Instead", "$100 from cage to Ada Abbott, bank, deposit"],
    ]);
  });
});

describe("an account in words", () => {
  test.each([
    ["cage", "cage"],
    ["bad-beat-fund", "bad beat fund"],
    ["bank:a1", "Ada Abbott, bank"],
    ["bank:unknown", "unknown, bank"],
    ["stakes:21/a1", "Ada Abbott at Table 21"],
    ["inventory:21", "tray of Table 21"],
    ["drop-box:Dice 1", "drop box of Dice 1"],
    ["member:Harbor", "member Harbor"],
  ])("%s", (account, words) => {
    expect(accountWords(account, { "bank:a1": "Ada Abbott", "stakes:21/a1": "Ada Abbott" })).toBe(words);
  });

  test("knows the tray of a table from any other", () => {
    expect(["inventory:21", "pot:21", "cage"].map(trayOf)).toEqual(["21", null, null]);
  });
});
