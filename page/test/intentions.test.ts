import { expect, test } from "vitest";
import { intend, label, moveFor, stillMeant, wishes, wishFor } from "../src/table/intentions";
import { offer, seat, table } from "./tables";

const me = seat({ me: true, bet: 200 });

test("with nothing to call one may mean to check, else to fold or call", () => {
  expect(wishes(table({ bet: 200, seats: [me] }))).toEqual(["check-or-fold", "check"]);
  expect(wishes(table({ bet: 400, seats: [me] }))).toEqual(["fold", "call"]);
});

test("nothing is meant on one's own turn, or without a live hand", () => {
  expect(wishes(table({ seats: [me], turn: { seat: 0, since: 0, deadline: null, on_time_bank: false } }))).toEqual([]);
  expect(wishes(table({ seats: [{ ...me, live: false }] }))).toEqual([]);
  expect(wishes(table({ seats: [{ ...me, all_in: true }] }))).toEqual([]);
});

test("an intention falls when the bet changes", () => {
  const meant = intend("call", table({ bet: 400, seats: [me] }));
  expect(stillMeant(meant, table({ bet: 400 }))).toBe(true);
  expect(stillMeant(meant, table({ bet: 800 }))).toBe(false);
  expect(moveFor(meant, table({ bet: 800, offers: [offer({ kind: "Call", amount: 600 })] }))).toBeNull();
});

test("an intention falls with the street and the round", () => {
  const meant = intend("check", table({ bet: 200 }));
  expect(stillMeant(meant, table({ bet: 200, street: "turn" }))).toBe(false);
  expect(stillMeant(meant, table({ bet: 200, round: 8 }))).toBe(false);
});

test("who means to fold checks where it is free", () => {
  const view = table({ bet: 200, offers: [offer({ kind: "Fold", free: true }), offer({ kind: "Check" })] });
  expect(moveFor(intend("fold", view), view)).toEqual({ type: "Check" });
});

test("a call that costs cards is not made unasked", () => {
  const view = table({ bet: 200, offers: [offer({ kind: "Call", amount: 200, discard: 2 })] });
  expect(moveFor(intend("call", view), view)).toBeNull();
});

test("F stands for the wish that gives up, C for the one that stays in, where they may be meant", () => {
  const toCall = table({ bet: 400, seats: [me] });
  const free = table({ bet: 200, seats: [me] });
  expect(["F", "C", "R"].map((key) => wishFor(key, toCall))).toEqual(["fold", "call", undefined]);
  expect(["F", "C", "R"].map((key) => wishFor(key, free))).toEqual(["check-or-fold", "check", undefined]);
  expect(wishFor("F", { ...toCall, playing: false })).toBeUndefined();
});

test("the wish to call says what it costs, never more than is left", () => {
  const view = table({ bet: 700, seats: [me] });
  expect(label("call", view)).toBe("Call $5");
  expect(label("call", { ...view, seats: [{ ...me, stakes: 150 }] })).toBe("Call $1.50");
  expect(label("check-or-fold", view)).toBe("Check or fold");
});

test("nothing is meant beforehand where a dealer enters what players do", () => {
  expect(wishes(table({ bet: 400, seats: [me], dealt_by: "dealer" }))).toEqual([]);
});
