import { expect, test } from "vitest";
import { brief, cents, dollars } from "../src/money";
import { entered, isAccepted, presets, snapped, stepped, typing } from "../src/table/amounts";
import { offer, seat, table } from "./tables";

const raise = offer({ kind: "Raise", least: 800, most: 5350, step: 100 });

test("an amount snaps to whole chips, and the most is always allowed", () => {
  expect(snapped(849, raise)).toBe(800);
  expect(snapped(1260, raise)).toBe(1300);
  expect(snapped(5349, raise)).toBe(5300);
  expect(snapped(9000, raise)).toBe(5350);
  expect(snapped(10, raise)).toBe(800);
});

test("only what the offer accepts is accepted", () => {
  expect(isAccepted(5350, raise)).toBe(true);
  expect(isAccepted(5300, raise)).toBe(true);
  expect(isAccepted(850, raise)).toBe(false);
  expect(isAccepted(700, raise)).toBe(false);
});

test("a chip less than all-in is the last whole chip", () => {
  expect(stepped(5350, -1, raise)).toBe(5300);
  expect(stepped(5300, 1, raise)).toBe(5350);
  expect(stepped(800, -1, raise)).toBe(800);
});

test("a pot-sized raise counts the call first", () => {
  const view = table({ bet: 400, pot: 1000, seats: [seat({ me: true, bet: 0, stakes: 10000 })] });
  const found = presets(offer({ kind: "Raise", least: 800, most: 10000, step: 100 }), view);
  expect(found.find((each) => each.label === "Pot")?.to).toBe(400 + 1400);
  expect(found.at(-1)).toEqual({ label: "All-in", to: 10000 });
});

test("where there is one amount there is nothing to choose", () => {
  expect(presets(offer({ kind: "Bet", least: 400, most: 400, step: 100 }), table({}))).toEqual([]);
});

test("cents are left out only where they are little beside the rest", () => {
  expect(brief(123_456_789)).toBe("$1,234,567");
  expect(brief(999_950)).toBe("$9,999.50");
});

test("money is read as it is written", () => {
  expect(dollars(123456)).toBe("$1,234.56");
  expect(dollars(-500)).toBe("−$5");
  expect(cents("$1,234.5")).toBe(123450);
  expect(cents("12.345")).toBeNull();
  expect(cents("many")).toBeNull();
});

test("an amount stands in the field with its cents only where it has any", () => {
  expect(entered(1200)).toEqual({ amount: 1200, typed: "12" });
  expect(entered(1250)).toEqual({ amount: 1250, typed: "12.50" });
});

test("what is typed stays as it was typed, and counts as soon as it is an amount", () => {
  const typed = ["1", "12", "12.", "12.5"].reduce(
    (before, each) => [...before, typing(each, before.at(-1) ?? entered(800))],
    [entered(800)],
  );
  expect(typed.map((each) => each.amount)).toEqual([800, 100, 1200, 1200, 1250]);
  expect(typed.at(-1)?.typed).toBe("12.5");
  expect(typing("", entered(800))).toEqual({ amount: 800, typed: "" });
});
