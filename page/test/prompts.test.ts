import { expect, test } from "vitest";
import { instruction, toAct, toCall, waitingFor } from "../src/table/prompts";
import { offer, seat, table } from "./tables";

const BAO = seat({ seat: 1, name: "Bao" });
const me = seat({ me: true });

test("an ordinary turn needs no instruction", () => {
  expect(instruction([offer({ kind: "Fold" }), offer({ kind: "Call", amount: 200 })])).toBe("");
});

test("whoever must choose cards is told how many, and what for", () => {
  expect(instruction([offer({ kind: "Draw", discard: 5 })])).toBe("Tap the cards to exchange, then draw.");
  expect(instruction([offer({ kind: "Discard", discard: 1 })])).toBe("Tap 1 card to give up.");
  expect(instruction([offer({}), offer({ kind: "Call", discard: 2 })])).toBe(
    "To stay in, tap 2 down cards to give up.",
  );
});

test("the showdown and an exposed card have questions of their own", () => {
  expect(instruction([offer({ kind: "Show" }), offer({ kind: "Concede" })])).toBe(
    "Showdown: show your hand, or muck it.",
  );
  expect(instruction([offer({ kind: "Freeze" }), offer({ kind: "PlayOn" })])).toBe(
    "Your last card was exposed. Go on wagering?",
  );
});

test("what it costs to call is told with the pot, where there is something to call", () => {
  expect(toCall(table({ pot: 1850, offers: [offer({ kind: "Call", amount: 400 })] }))).toBe(
    "$4 to call into $18.50 · odds 4.6 to 1 (18%)",
  );
  expect(toCall(table({ offers: [offer({ kind: "Check" })] }))).toBe("");
});

test("a call for less plays for what it can match", () => {
  const seats = [seat({ me: true, bet: 0, stakes: 200 }), seat({ seat: 1, bet: 1000 })];
  const view = table({ pot: 1300, bet: 1000, seats, offers: [offer({ kind: "Call", amount: 200 })] });
  expect(toCall(view)).toBe("$2 to call into $5 · odds 2.5 to 1 (29%)");
});

test("whose turn it is is told by name", () => {
  expect(toAct(table({ seats: [me, BAO] }))).toBe("Bao to act");
  expect(toAct(table({ seats: [me, BAO], turn: null }))).toBe("");
});

test("a halted game says that it waits, before anything else", () => {
  const halted = { key: "refused-live.halted", values: {} };
  expect(waitingFor(table({ halted, seats: [me, BAO] }), 0)).toBe("Play waits.");
});

test("who watches behind the table is told how far", () => {
  expect(waitingFor(table({ seats: [BAO], my_seat: null, delayed: 29.6 }), 0)).toBe(
    "Bao to act, 30 seconds behind the table",
  );
  expect(waitingFor(table({ seats: [BAO], my_seat: null, playing: false, turn: null }), 0)).toBe("You are watching.");
});

test("between rounds one waits for players, else for the next round", () => {
  const between = { playing: false, turn: null, next_round_at: 100.5 };
  expect(waitingFor(table({ ...between, seats: [me] }), 98)).toBe("Waiting for players");
  expect(waitingFor(table({ ...between, seats: [me, BAO] }), 98)).toBe("The next round starts in 3 s.");
  expect(waitingFor(table({ ...between, seats: [me, BAO] }), 101)).toBe("The next round starts by itself.");
  expect(waitingFor(table({ ...between, next_round_at: null, seats: [me, BAO] }), 98)).toBe(
    "The next round starts by itself.",
  );
});

test("nothing is said while cards are dealt and it is nobody's turn", () => {
  expect(waitingFor(table({ seats: [me, BAO], turn: null }), 0)).toBe("");
});

test("where a dealer deals, my turn is taken at the table and the next round is the dealer's", () => {
  const dealt_by = "dealer";
  const turn = { seat: 0, since: 0, deadline: null, on_time_bank: false };
  expect(waitingFor(table({ dealt_by, seats: [me, BAO], turn }), 0)).toBe("Your turn: act at the table");
  expect(waitingFor(table({ dealt_by, seats: [me, BAO], playing: false, turn: null }), 0)).toBe(
    "The dealer deals the next round",
  );
  expect(waitingFor(table({ dealt_by, seats: [me, BAO], turn: null }), 0)).toBe("The dealer goes on");
});
