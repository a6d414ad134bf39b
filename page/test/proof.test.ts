import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { check, hex, placeOf, turns, verify } from "../src/history/proof";
import type { Commitment, Evidence } from "../src/room/api";

// The example of docs/shuffle.md, made there by the room's own code.
const root = "210d57db7c3f65606f21d5c10ed0ce569f4ce264c09b3fe211df3e93b840b561";
const commitment: Commitment = {
  context: { table: "table 7", round: 1234, deck: 0 },
  count: 52,
  root: Buffer.from(root, "hex").toString("base64"),
};

test("a place has the bytes that docs/shuffle.md gives it", () => {
  expect(hex(placeOf(commitment, 10))).toBe(
    `${Buffer.from("pokerroom deck 1").toString("hex")}0007${Buffer.from("table 7").toString("hex")}00000000000004d2000000000034000a`,
  );
});

test("the way up has the shape of RFC 6962", () => {
  expect(turns(0, 1)).toEqual([]);
  expect(turns(4, 5)).toEqual([false]);
  expect(turns(10, 52)).toHaveLength(6);
  expect(turns(51, 52)).toHaveLength(4);
});

const python = process.env.POKERROOM_PYTHON ?? "../.venv/bin/python";
const MAKE = `
import msgspec, sys
from pokerroom.cards import DECK
from pokerroom.bots import choose
from pokerroom.games import game
from pokerroom.play import OpenRound, Seat, perform, procedure, start, view
from pokerroom.rules.house import Fixed, letter
from pokerroom.shuffle import Context, Shuffle
from pokerroom.shuffle.openings import evidence
from random import Random
chance = Random(int(sys.argv[2])); cards = list(DECK); chance.shuffle(cards)
deck = Shuffle(Context("Brigantine", 5), tuple(cards), bytes(range(32)), 21)
rules = game(sys.argv[1])
forced = {"blinds": (100, 200)} if rules.has_button else {"ante": 50, "forced_bet": 100}
state, log = start(procedure(rules, letter(Fixed(200, 400), max_raises=3, **forced)), OpenRound(stacks=(9000,) * 4, deck=deck.dealt_order))
while not state.over:
    state, more = perform(state, choose(view(state, state.turn), chance)); log = [*log, *more]
print(msgspec.json.encode(evidence(log, Seat(1), [deck])).decode())
`;

function made(game: string, seed: number): Evidence {
  return JSON.parse(execFileSync(python, ["-c", MAKE, game, String(seed)], { encoding: "utf8" })) as Evidence;
}

test.each(["hold-em", "seven-card-stud-high", "badugi", "five-card-draw-high"])(
  "a true round of %s checks",
  async (game) => {
    const given = made(game, 3);
    const found = await check(given);
    expect(found.faults).toEqual([]);
    expect(found.proved).toBeGreaterThanOrEqual(2);
    expect(found.kept).toBeNull();
  },
  20_000,
);

test("one card changed, one opening moved, another promise: each is found", async () => {
  const given = made("hold-em", 3);
  const first = given.openings[0]![0]!;
  expect(await verify(given.commitments[0]!, first)).toBe(true);
  expect(await verify(given.commitments[0]!, { ...first, card: (first.card + 1) % 52 })).toBe(false);
  expect(await verify(given.commitments[0]!, { ...first, position: (first.position + 1) % 52 })).toBe(false);
  expect((await check({ ...given, cuts: [20] })).faults).not.toEqual([]);
  expect((await check({ ...given, openings: [given.openings[0]!.slice(1)] })).faults).toHaveLength(1);
  const broken = await check(given, [{ root: "00".repeat(32), cut: 21 }]);
  expect(broken.kept).toBe(false);
  expect(broken.faults).toEqual(["Deck 0 is not the one promised before the deal."]);
}, 20_000);
