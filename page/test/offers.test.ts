import { expect, test } from "vitest";
import { costingCards, isReady, KEYS, label, moveOf, turnKey, wagerIn } from "../src/table/offers";
import { offer, table } from "./tables";

const CHOSEN = { amount: 1250, cards: ["As", "Kd"], doubted: false };
const NOTHING = { amount: 0, cards: [], doubted: false };
const said = (given: Parameters<typeof offer>[0], chosen = CHOSEN, stakes = 10000) =>
  label(offer(given), chosen, stakes);

test("a button says what its move costs", () => {
  expect(said({ kind: "Call", amount: 600 })).toBe("Call $6");
  expect(said({ kind: "PostForcedBet", amount: 150 })).toBe("Forced bet $1.50");
  expect(said({ kind: "Bet" })).toBe("Bet $12.50");
  expect(said({ kind: "Raise" })).toBe("Raise to $12.50");
  expect(said({ kind: "Fold" })).toBe("Fold");
  expect(said({ kind: "Fold", amount: 200 })).toBe("Fold, pay $2");
});

test("a call for everything says that it is all-in", () => {
  expect(said({ kind: "Call", amount: 600 }, CHOSEN, 600)).toBe("Call all-in $6");
  expect(said({ kind: "Call", amount: 600 }, CHOSEN, 601)).toBe("Call $6");
});

test("a fold for nothing is asked for a second time", () => {
  expect(said({ kind: "Fold", free: true }, { ...CHOSEN, doubted: true })).toBe("Fold for nothing?");
});

test("a button that takes cards counts them", () => {
  expect(said({ kind: "Draw", discard: 5 })).toBe("Draw 2");
  expect(said({ kind: "Draw", discard: 5 }, { ...CHOSEN, cards: [] })).toBe("Stand pat");
  expect(said({ kind: "Discard", discard: 3 })).toBe("Discard 2 of 3");
});

test("other moves are called as they are at a table", () => {
  const words = (["Check", "Show", "Concede", "Freeze", "PlayOn"] as const).map((kind) => said({ kind }));
  expect(words).toEqual(["Check", "Show", "Muck", "Stop wagering", "Play on"]);
});

test("no two moves that are offered together have the same key", () => {
  for (const together of [
    ["Fold", "Check", "Bet"],
    ["Fold", "Call", "Raise"],
    ["Fold", "PostForcedBet", "Raise"],
    ["Show", "Concede"],
    ["Freeze", "PlayOn"],
  ] as const)
    expect(new Set(together.map((kind) => KEYS[kind])).size).toBe(together.length);
});

test("the wager is the bet or the raise", () => {
  const [fold, raise] = [offer({ kind: "Fold" }), offer({ kind: "Raise" })];
  expect(wagerIn([fold, raise])).toBe(raise);
  expect(wagerIn([fold])).toBeUndefined();
});

test("staying in may cost cards, which a draw does not", () => {
  const call = offer({ kind: "Call", discard: 2 });
  expect(costingCards([offer({ kind: "Fold" }), call])).toBe(call);
  expect(costingCards([offer({ kind: "Draw", discard: 5 })])).toBeUndefined();
});

test("a move that costs cards waits until exactly so many are chosen, and a draw takes up to so many", () => {
  expect([1, 2, 3].map((cards) => isReady(offer({ kind: "Call", discard: 2 }), cards))).toEqual([false, true, false]);
  expect([0, 3, 4].map((cards) => isReady(offer({ kind: "Draw", discard: 3 }), cards))).toEqual([true, true, false]);
  expect(isReady(offer({ kind: "Check" }), 1)).toBe(true);
});

test("a move carries the amount and the cards that its offer asks for, and no others", () => {
  expect(moveOf(offer({ kind: "Raise" }), CHOSEN)).toEqual({ type: "Raise", to: 1250, discard: [] });
  expect(moveOf(offer({ kind: "Bet", discard: 2 }), CHOSEN)).toEqual({ type: "Bet", to: 1250, discard: ["As", "Kd"] });
  expect(moveOf(offer({ kind: "Call", discard: 2 }), CHOSEN)).toEqual({ type: "Call", discard: ["As", "Kd"] });
  expect(moveOf(offer({ kind: "PostForcedBet" }), CHOSEN)).toEqual({ type: "PostForcedBet", discard: [] });
  expect(moveOf(offer({ kind: "Draw", discard: 5 }), CHOSEN)).toEqual({ type: "Draw", discard: ["As", "Kd"] });
  expect(moveOf(offer({ kind: "Draw", discard: 5 }), NOTHING)).toEqual({ type: "Draw", discard: [] });
  expect(moveOf(offer({ kind: "Discard", discard: 2 }), CHOSEN)).toEqual({ type: "Discard", cards: ["As", "Kd"] });
  expect(moveOf(offer({ kind: "Check" }), CHOSEN)).toEqual({ type: "Check" });
});

test("a turn is another one when the bet, the street or what is offered changes, and not when somebody talks", () => {
  const view = table({ bet: 200, offers: [offer({ kind: "Check" })] });
  expect(turnKey({ ...view, delayed: 3, pot: 900 })).toBe(turnKey(view));
  for (const other of [{ bet: 400 }, { street: "turn" }, { round: 8 }, { offers: [] }, { turn: null }])
    expect(turnKey({ ...view, ...other })).not.toBe(turnKey(view));
});
