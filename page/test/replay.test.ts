import { expect, test } from "vitest";
import { steps } from "../src/history/replay";
import type { Event, RoundTold } from "../src/room/api";
import type { Saying, Told } from "../src/wire";

const says = (key: string, values: Saying["values"] = {}): Saying => ({ key, values });
const STRAIGHT = says("hands.straight", { rank: "K" });

const LOG: Event[] = [
  { type: "RoundOpened", stacks: [1000, 1000], button: 0 },
  { type: "BlindPosted", seat: 1, amount: 100 },
  { type: "Raised", seat: 0, to: 300 },
  { type: "Folded", seat: 1 },
  { type: "BettingRoundClosed" },
  { type: "PotAwarded", pot: 0, share: "pot", seats: [0], amounts: [400], strength: 1 },
  { type: "RoundClosed", stacks: [1100, 900] },
];

function told(award: Saying): RoundTold {
  const all = LOG.map((event, place): Told => ({
    sequence: place,
    tag: event.type,
    says: event.type === "PotAwarded" ? award : says("telling.burned"),
    rule: "14.9",
    edition: "13:69F-current",
    reading: null,
    round: 1,
    seat: null,
    amount: null,
    cards: [],
    because: [],
    award:
      event.type === "PotAwarded"
        ? { pot: 0, share: "pot", seats: [2], amounts: [400], hand: STRAIGHT, cards: [] }
        : null,
  }));
  const seats = [
    { seat: 2, name: "Ada", net: 100, me: true },
    { seat: 4, name: "Bo", net: -100, me: false },
  ];
  return {
    summary: {
      table: "Brigantine",
      round: 1,
      game: "hold-em",
      title: "Hold 'em",
      at: "",
      ending: "completed",
      seats,
      net: 100,
      play_chips: true,
    },
    told: all,
  };
}

test("what each player did last is a kind and an amount, and of those who folded it stays", () => {
  const found = steps(told(says("telling.awarded", { hand: STRAIGHT })), LOG);
  const actions = found.map((step) => step.view.seats.map((seat) => seat.last_action));
  expect(actions[2]).toEqual([
    { kind: "Raised", amount: 300 },
    { kind: "BlindPosted", amount: 100 },
  ]);
  expect(actions[4]).toEqual([null, { kind: "Folded", amount: null }]);
});

test("what was awarded is what the room told of it, by the seats of the table", () => {
  expect(steps(told(says("telling.awarded", { hand: STRAIGHT })), LOG).at(-1)?.view.result?.awards).toMatchObject([
    { seats: [2], amounts: [400], hand: STRAIGHT },
  ]);
});
