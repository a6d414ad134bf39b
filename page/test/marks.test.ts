import { expect, test } from "vitest";
import { boardMarks, handMarks } from "../src/table/marks";
import { seat, table } from "./tables";

const says = { key: "hands.no-hand", values: {} };
const me = seat({ me: true, down: ["5h", "6d", "8s", "6s"] });
const other = seat({ seat: 1, down: ["As", "Kd"], shown: true });

test("of my hand the cards that count are marked, and none is lifted while the round goes on", () => {
  const view = table({
    seats: [me],
    my_hands: [{ share: "pot", says, stands: true, cards: ["5h", "6d", "8s"], near: null }],
  });
  expect(["5h", "6s"].map((card) => handMarks(view, me)(card).high)).toEqual([true, false]);
  expect(handMarks(view, me)("5h").lifted || handMarks(view, me)("6s").dimmed).toBe(false);
});

test("where every card counts nothing is marked", () => {
  const view = table({
    seats: [me],
    my_hands: [{ share: "pot", says, stands: true, cards: [...me.down], near: null }],
  });
  expect(handMarks(view, me)("5h").high).toBe(false);
});

test("at the showdown what won is lifted, high and low apart, and the rest is dimmed", () => {
  const awards = [
    { pot: 0, share: "high", seats: [0], amounts: [100], hand: says, cards: [["5h", "6d", "Td"]] },
    { pot: 0, share: "low", seats: [1], amounts: [100], hand: says, cards: [["As", "2c", "Td"]] },
  ];
  const view = table({ playing: false, seats: [me, other], result: { round: 7, ending: "completed", awards } });
  expect(handMarks(view, me)("5h")).toMatchObject({ high: true, low: false, lifted: true });
  expect(handMarks(view, me)("8s")).toMatchObject({ lifted: false, dimmed: true });
  expect(handMarks(view, other)("As")).toMatchObject({ high: false, low: true, lifted: true });
  expect(boardMarks(view)("Td")).toMatchObject({ high: true, low: true });
  expect(boardMarks(view)("Qc").dimmed).toBe(true);
});

test("a pot that nobody had to show for leaves every card as it lies", () => {
  const awards = [{ pot: 0, share: "pot", seats: [0], amounts: [100], hand: null, cards: [] }];
  const view = table({ playing: false, seats: [me], result: { round: 7, ending: "completed", awards } });
  expect(handMarks(view, me)("5h").dimmed).toBe(false);
});
