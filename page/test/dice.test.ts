import { describe, expect, it } from "vitest";
import { faces, fromHex, isProved, toHex } from "../src/dice/proof";
import { steps } from "../src/consoles/dice/pit";
import type { DiceResult, DiceState } from "../src/wire";

/** As the room draws it: tests/unit/shuffle/test_draws.py has the same. */
const shake: DiceResult = {
  number: 7,
  faces: [2, 1],
  total: 3,
  promise: "0342c02e9b08df9d785322cef12a7c43e22a4bbd444571d765f8578e155d8a2e",
  secret: "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
  added: toHex(new TextEncoder().encode("player")),
};

describe("the proof of a shake", () => {
  it("works the dice out again from the secret and what was added", () => {
    expect(faces("Dice 1", shake)).toEqual([2, 1]);
    expect(faces("Dice 1", { ...shake, added: "" })).toEqual([4, 3]);
    expect(isProved("Dice 1", shake)).toBe(true);
  });

  it("finds whatever was changed", () => {
    expect(isProved("Dice 2", shake)).toBe(false);
    expect(isProved("Dice 1", { ...shake, faces: [2, 2] })).toBe(false);
    expect(isProved("Dice 1", { ...shake, number: 8 })).toBe(false);
    expect(isProved("Dice 1", { ...shake, secret: toHex(fromHex(shake.secret).reverse()) })).toBe(false);
    expect(isProved("Dice 1", { ...shake, secret: "" })).toBe(false);
  });
});

describe("the steps of a dealer", () => {
  const place = { name: "Pat", chips: 0, wagers: {}, refused: false, leaving: false, ready: false };
  const table = (given: Partial<DiceState>, next: string | null): DiceState =>
    ({
      phase: "betting",
      places: [null, place],
      offered: null,
      holder: null,
      ...given,
      equipment: { players: [null, "pat"], queue: [], winning: [1], losing: 0, next },
    }) as unknown as DiceState;

  it("are what the round waits for", () => {
    expect(steps(table({}, "NoMoreBets")).map((each) => each.order)).toEqual([{ type: "NoMoreBets" }]);
    expect(steps(table({ offered: 1 }, "AnswerShaker")).map((each) => each.order)).toEqual([
      { type: "AnswerShaker", player: "pat", accept: true },
      { type: "AnswerShaker", player: "pat", accept: false },
    ]);
    expect(steps(table({}, "PayWinners"))[0]).toEqual({
      label: "Pay Pat",
      order: { type: "PayWinners", player: "pat" },
    });
    expect(steps(table({}, null))).toEqual([]);
  });
});
