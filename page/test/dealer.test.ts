import { describe, expect, test } from "vitest";
import { acting, nextAfter } from "../src/consoles/dealer/acting";
import { isMine, nextSteps } from "../src/consoles/dealer/duties";
import type { Entry } from "../src/consoles/dealer/entries";
import { horseshoe } from "../src/consoles/dealer/horseshoe";
import { keyed, typedCard } from "../src/consoles/dealer/typed";
import { entryWords, seatsWords } from "../src/consoles/dealer/words";
import { beginning, inputsOf, missingIn, said } from "../src/consoles/fields";
import type { DealersTable } from "../src/wire";
import { seat, table } from "./tables";

const fold = (number: number): Entry => ({
  given: { id: String(number), counter: "felt", table: "7", order: { type: "Fold", seat: number } },
  words: "",
  seat: number,
  refused: null,
});

const playing = table({
  places: 4,
  seats: [0, 1, 2, 3].map((number) => seat({ seat: number, dealt_in: true, live: true })),
});

describe("who acts", () => {
  test("is whom the room says, with its offers", () => {
    expect(acting(playing, 1, [], [], null)).toEqual({ seat: 1, offers: [], assumed: false });
  });

  test("while entries are on their way is the next hand that they have not folded", () => {
    expect(acting(playing, 1, [], [fold(1)], null)).toMatchObject({ seat: 2, assumed: true });
    expect(nextAfter(playing, 3, [fold(0), fold(1)])).toBe(2);
  });

  test("is whom the dealer taps", () => {
    expect(acting(playing, 1, [], [], 3)?.seat).toBe(3);
  });

  test("passes over who is all-in or out", () => {
    const seats = playing.seats.map((each) => (each.seat === 2 ? { ...each, all_in: true } : each));
    expect(nextAfter({ ...playing, seats }, 1, [])).toBe(3);
  });
});

describe("the horseshoe", () => {
  test.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])("gives each of %i seats a place of its own, clockwise", (places) => {
    const { spots, columns, rows } = horseshoe(places);
    expect(new Set(spots.map((spot) => `${spot.column} ${spot.row}`)).size).toBe(places);
    expect(spots.every((spot) => spot.column >= 1 && spot.column <= columns && spot.row >= 1 && spot.row <= rows)).toBe(
      true,
    );
    const first = spots[0]!;
    const last = spots.at(-1)!;
    expect(first.column).toBeLessThanOrEqual(last.column);
  });
});

describe("typed cards", () => {
  test.each([
    ["As", "As"],
    ["10h", "Th"],
    ["td", "Td"],
    ["k♠", "Ks"],
  ])("%s is %s", (text, card) => expect(typedCard(text)).toBe(card));

  test.each(["", "1s", "Ax", "AsKd"])("%j is none", (text) => expect(typedCard(text)).toBeNull());

  test("come key by key, and a key that fits nothing begins again", () => {
    expect(keyed("", "a")).toEqual({ card: null, typed: "a" });
    expect(keyed("a", "s")).toEqual({ card: "As", typed: "" });
    expect(keyed("1", "0")).toEqual({ card: null, typed: "10" });
    expect(keyed("a", "k")).toEqual({ card: null, typed: "k" });
    expect(keyed("", "x")).toEqual({ card: null, typed: "" });
  });
});

describe("words", () => {
  test("say an entry as a dealer would", () => {
    expect(entryWords({ type: "Raise", seat: 2, to: 1200 })).toBe("Seat 3 raises to $12");
    expect(entryWords({ type: "Draw", seat: 0, count: 0 })).toBe("Seat 1 stands pat");
    expect(seatsWords([0, 2])).toBe("seats 1 and 3");
  });
});

describe("a form", () => {
  const schema = {
    properties: {
      type: { enum: ["RemoveHand"] },
      seat: { type: "integer" },
      cause: { $ref: "#/$defs/Removal" },
      to_blame: { type: "boolean", default: false },
      note: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
    },
    required: ["type", "seat", "cause"],
    $defs: { Removal: { enum: ["swept", "mixed"] } },
  };

  test("asks for what the schema says, and not for its type", () => {
    const inputs = inputsOf(schema);
    expect(inputs.map((input) => [input.name, input.kind, input.needed])).toEqual([
      ["seat", "seat", true],
      ["cause", "choice", true],
      ["to_blame", "yes or no", false],
      ["note", "text", false],
    ]);
    expect(inputs[1]?.choices).toEqual(["swept", "mixed"]);
    expect(inputs.map(beginning)).toEqual([null, null, false, null]);
  });

  test("says what is missing, and sends what was said alone", () => {
    const inputs = inputsOf(schema);
    expect(missingIn(inputs, { seat: null, cause: null })).toBe("Seat");
    expect(missingIn(inputs, { seat: 0, cause: "swept" })).toBeNull();
    expect(said({ seat: 0, note: null, cause: "swept" })).toEqual({ seat: 0, cause: "swept" });
  });
});

describe("the next step", () => {
  const deck = (name: string, step: string) => ({
    name,
    back: `${name === "A" ? "blue" : "red"} plain`,
    place: "open table",
    step,
    in_play: false,
    opened: null,
    counted: null,
    sorted: null,
  });
  const duty = (name: string, of: string) => ({
    duty: name,
    says: { key: "", values: {} },
    of,
    when: 0,
    limit: 0,
    rule: "",
    reading: null,
  });
  const box = {
    day: "2026-01-01" as string | null,
    dealer: "Dee Low" as string | null,
    decks: [deck("A", "SHOWN"), deck("B", "INSPECTED")],
    backs: [
      { color: "blue", design: "plain" },
      { color: "red", design: "plain" },
    ],
    cover: "yellow" as string | null,
    shuffler: null,
    players: 2,
    transaction: null,
    may_deal: null,
    due: [duty("WASH", "A"), duty("VERIFY", "B")],
    round: 0,
    attested: true,
    hands: [],
    pots: [],
    calls: [],
  };
  const shown = (of: object) =>
    ({
      table: "7",
      now: 1,
      gaming_day: "2026-01-01",
      state: playing,
      box: { ...box, ...of },
    }) as unknown as DealersTable;
  const words = (of: object) => nextSteps(shown(of), 1).map((step) => step.words);

  test("no deck is washed before each was shown", () => {
    expect(words({})).toEqual(["Verify deck B"]);
    expect(words({ due: [duty("SHUFFLE", "B"), duty("WASH", "A")] })).toEqual(["Deck A washed", "Deck B shuffled"]);
  });

  test("a closed table is opened in order, with the backs that were distributed", () => {
    const closed = { day: null, dealer: null, cover: null, decks: [deck("A", "RECEIVED")], due: [] };
    expect(words(closed)).toEqual(["Bring the red deck", "Bring the cover card", "Open the box", "Sign on"]);
    expect(nextSteps(shown(closed), 1)[0]?.suggested).toMatchObject({ deck: "B", backs: [{ color: "red" }] });
  });

  test("is the dealer's only for who is signed on", () => {
    const kinds = [{ counter: "box", type: "WashDeck", says: {}, second: "", names_table: true, presence: false }];
    const [wash] = nextSteps(shown({ due: [duty("WASH", "A")] }), 1);
    expect(isMine(wash!, { kinds, deals: true })).toBe(true);
    expect(isMine(wash!, { kinds, deals: false })).toBe(false);
  });
});
