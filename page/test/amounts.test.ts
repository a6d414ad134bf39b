import { expect, test } from "vitest";
import { brief, cents, dollars } from "../src/money";
import {
  addable,
  entered,
  isAccepted,
  presets,
  problem,
  rangeOf,
  settled,
  snapped,
  stepped,
  typing,
  usual,
} from "../src/table/amounts";
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
  expect(entered(1200)).toEqual({ amount: 1200, typed: "12", wrong: "" });
  expect(entered(1250)).toEqual({ amount: 1250, typed: "12.50", wrong: "" });
});

const behind = table({ bet: 400, pot: 1000, seats: [seat({ me: true, stakes: 5350 })] });
const range = rangeOf(raise, behind);

test("what is typed stays as it was typed, and counts as soon as it is an amount", () => {
  const typed = ["1", "12", "12.", "12.5"].reduce(
    (before, each) => [...before, typing(each, before.at(-1) ?? entered(800), range)],
    [entered(800)],
  );
  expect(typed.map((each) => each.amount)).toEqual([800, 100, 1200, 1200, 1250]);
  expect(typed.map((each) => each.wrong).join("")).toBe("");
  expect(typed.at(-1)?.typed).toBe("12.5");
  expect(typing("", entered(800), range)).toEqual({ amount: 800, typed: "", wrong: "" });
});

test("more than there is counts as all there is, and is said at once", () => {
  const typed = typing("1000000", entered(800), range);
  expect(typed).toEqual({ amount: 5350, typed: "1000000", wrong: "You have $53.50: no more than that." });
  expect(typing("99", entered(800), { ...range, whole: false }).wrong).toBe("The most is $53.50.");
});

test.each(["abc", "-10", "1e3", "12.345", "€"])("%s is no amount, and nothing is wagered by it", (text) => {
  const typed = typing(text, entered(800), range);
  expect(typed.amount).toBe(800);
  expect(settled(typed, range)).toEqual({
    amount: 800,
    typed: "8",
    wrong: `“${text}” is no amount: type dollars, such as 12 or 12.50.`,
  });
});

test("a field that is left holds what will be sent, and says why it is not what was typed", () => {
  expect(settled(typing("1", entered(800), range), range)).toEqual(entered(800, "The least is $8."));
  expect(settled(typing("12.40", entered(800), range), range)).toEqual(entered(1200, "Whole chips of $1: $12."));
  expect(settled(typing("12", entered(800), range), range)).toEqual(entered(1200));
  expect(problem("53.50", range)).toBe("");
});

test("before the flop multiples of the big blind are offered, and parts of the pot always", () => {
  const seats = [seat({ me: true, bet: 0, stakes: 40000 })];
  const first = table({ bet: 200, pot: 300, blinds: [1, 2], street_number: 0, seats });
  const open = offer({ kind: "Raise", least: 400, most: 40000, step: 100 });
  expect(presets(open, first)).toEqual([
    { label: "Min", to: 400 },
    { label: "½ pot", to: 500 },
    { label: "3 BB", to: 600 },
    { label: "Pot", to: 700 },
    { label: "5 BB", to: 1000 },
    { label: "All-in", to: 40000 },
  ]);
  const later = table({ bet: 0, pot: 3000, blinds: [1, 2], street_number: 1, seats });
  const bet = offer({ kind: "Bet", least: 200, most: 40000, step: 100 });
  expect(presets(bet, later).map((each) => each.label)).toEqual(["Min", "½ pot", "⅔ pot", "Pot", "All-in"]);
  expect(presets(offer({ ...bet, most: 1500 }), later).map((each) => each.label)).toEqual(["Min", "Max"]);
});

test("what may be added is what the table still allows, and what brings one back to its least", () => {
  const at = (stakes: number) => table({ buy_in: [4000, 40000], piece: 100, seats: [seat({ me: true, stakes })] });
  expect(addable(at(27300), Infinity)).toEqual({ least: 100, most: 12700, step: 100, whole: false });
  expect(addable(at(0), Infinity)).toEqual({ least: 4000, most: 40000, step: 100, whole: false });
  expect(addable(at(0), 5000)).toEqual({ least: 4000, most: 5000, step: 100, whole: true });
  expect(addable(at(0), 3000)).toBeNull();
  expect(addable(at(41000), Infinity)).toBeNull();
  expect(usual(at(0), { least: 4000, most: 40000, step: 100, whole: false })).toEqual([4000, 20000, 40000]);
  expect(usual(at(27300), { least: 100, most: 12700, step: 100, whole: false })).toEqual([12700]);
});
