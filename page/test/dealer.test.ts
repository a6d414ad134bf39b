import { describe, expect, test } from "vitest";
import { acting, mayMuck, nextAfter } from "../src/consoles/dealer/acting";
import {
  clearing,
  doubtOf,
  forThePlayer,
  isMine,
  nextSteps,
  ofTheDay,
  stateOf,
  takenOf,
  withDeck,
  withSeat,
  withTable,
} from "../src/consoles/dealer/duties";
import type { Entry } from "../src/consoles/dealer/entries";
import { horseshoe } from "../src/consoles/dealer/horseshoe";
import { asRead } from "../src/consoles/dealer/foretold";
import { askedOf, pushesOf, pushWords } from "../src/consoles/dealer/pushing";
import { keyed, typedCard } from "../src/consoles/dealer/typed";
import { entryWords, seatsWords } from "../src/consoles/dealer/words";
import { troublesAt } from "../src/consoles/dealer/wrong";
import { beginning, inputsOf, missingIn, said } from "../src/consoles/fields";
import type { BoxView, DealersTable, Offer, SeatView } from "../src/wire";
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

  test("draws, while cards are drawn, before the room has answered for whoever drew before them", () => {
    const draw = { kind: "Draw", discard: 5 } as Offer;
    expect(acting(playing, 1, [draw], [], null)?.offers).toEqual([draw]);
    expect(acting(playing, 1, [draw], [fold(1)], null)?.offers).toContain(draw);
    expect(acting(playing, 1, [], [fold(1)], null)?.offers.map((each) => each.kind)).not.toContain("Draw");
  });

  test("is whom the dealer taps", () => {
    expect(acting(playing, 1, [], [], 3)?.seat).toBe(3);
  });

  test("mucks a hand at the showdown unless it is the last claim to a pot", () => {
    const pots = [
      { amount: 600, seats: [0, 1, 2] },
      { amount: 200, seats: [1, 2] },
    ];
    const seats = playing.seats.map((each) => ({ ...each, live: each.seat < 2 }));
    expect(mayMuck({ ...playing, pots }, 1)).toBe(true);
    expect(mayMuck({ ...playing, pots, seats }, 0)).toBe(true);
    expect(mayMuck({ ...playing, pots, seats }, 1)).toBe(false);
  });

  test("passes over who is all-in or out", () => {
    const seats = playing.seats.map((each) => (each.seat === 2 ? { ...each, all_in: true } : each));
    expect(nextAfter({ ...playing, seats }, 1, [])).toBe(3);
  });
});

describe("the pots", () => {
  const pots = [
    { amount: 600, seats: [0, 1, 2] },
    { amount: 400, seats: [1, 2] },
  ];
  const asked = askedOf(pots, ["high", "low"]);

  test("are asked for from the last side pot, each by its shares", () => {
    expect(asked.map((each) => each.key)).toEqual(["1 high", "1 low", "0 high", "0 low"]);
    expect(askedOf(pots, ["high"]).map((each) => each.key)).toEqual(["1 high", "0 high"]);
  });

  test("are pushed by their shares, and whole where no hand is low enough", () => {
    const winners = { "1 high": [1, 2], "1 low": null, "0 high": [0], "0 low": [1] };
    expect(pushesOf(asked, winners)).toEqual([
      { pot: 1, seats: [1, 2] },
      { pot: 0, seats: [0], share: "high" },
      { pot: 0, seats: [1], share: "low" },
    ]);
  });

  test("of one share have no name for it", () => {
    const whole = askedOf(pots.slice(0, 1), ["high"]);
    expect(pushesOf(whole, { "0 high": [2] })).toEqual([{ pot: 0, seats: [2] }]);
  });

  test("are said before they are pushed: who wins what", () => {
    expect(pushWords([{ pot: 0, seats: [2] }], pots.slice(0, 1))).toBe("Seat 3 wins $6");
    expect(
      pushWords(
        [
          { pot: 1, seats: [1, 2] },
          { pot: 0, seats: [0], share: "high" },
        ],
        pots,
      ),
    ).toBe("Seats 2 and 3 win side pot 1, seat 1 wins high of the main pot");
    expect(pushWords([], pots)).toBe("Pots pushed as the cards say");
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

describe("what was read that an entry would do", () => {
  const read = (...tags: string[]) => ({
    kind: "would" as const,
    digest: "d",
    told: tags.map((tag) => ({ tag, says: null, rule: "", reading: null })),
  });

  test("goes with it, and holds it where it ends the round", () => {
    expect(asRead("felt", read("HandRemoved"))).toEqual({ ends: false, expected: "d" });
    expect(asRead("felt", read("HandRemoved", "PotAwarded"))).toEqual({ ends: true, expected: "d" });
    expect(asRead("round", read("PotAwarded"))).toEqual({ ends: false, expected: "d" });
    expect(asRead("felt", null)).toEqual({});
  });
});

describe("what can have gone wrong", () => {
  const MISDEALS = [
    "shuffle or cut not made as required",
    "dealt from the wrong starting position",
    "an eligible player was not dealt in",
  ];
  const seats = [0, 1, 2].map((number) => seat({ seat: number, dealt_in: number < 2, live: number < 2 }));
  const at = (of: object) =>
    troublesAt({
      state: table({ places: 3, seats, playing: true, round: 1 }),
      stage: "betting",
      cards_due: null,
      misdeals: MISDEALS,
      box: { shuffler: null, decks: [] },
      ...of,
    } as unknown as DealersTable).flatMap(({ troubles }) => troubles);
  const words = (of: object) => at(of).map((each) => each.words);

  test("is shown while it can be, each with its paragraph", () => {
    expect(at({}).every(({ rule }) => rule.startsWith("14."))).toBe(true);
    expect(words({})).toContain("A player was skipped");
    expect(words({ misdeals: [] })).toContain("A player was skipped, found late");
    expect(words({ misdeals: [] })).not.toContain("Dealt from the wrong seat");
    expect(words({})).not.toContain("A card was exposed in the deal");
    const due = { street: "flop", open: [false, false], exposed: "14.15(o)" };
    expect(at({ cards_due: due })[0]).toMatchObject({ words: "A card was exposed in the deal", rule: "14.15(o)" });
    expect(words({})).not.toContain("Push the pots as decided");
    expect(words({ stage: "showdown" })).toContain("Push the pots as decided");
  });

  test("to a hand comes after the hands, which the dealer enters first where nobody has acted", () => {
    const due = { street: "first", open: [false], exposed: "14.15(o)", first: true };
    expect(words({ cards_due: due })).toContain("A hand went wrong in the deal");
    expect(words({ cards_due: due })).not.toContain("I swept a hand");
    expect(words({ cards_due: { ...due, first: false } })).toContain("I swept a hand");
  });

  test("between rounds is conduct, the shuffling device and a ruling alone", () => {
    const between = { state: table({ places: 3, seats, playing: false, round: 1 }), stage: null, misdeals: [] };
    expect(words(between)).toEqual(["Cards out of my sight", "A hand in the pot", "Rule, and put chips right"]);
    const box = { shuffler: "S1", decks: [{ name: "B", place: "shuffling device" }] };
    expect(words({ ...between, box })).toContain("The shuffler jammed or stopped");
  });

  test("covers every paragraph of 14.15 that something goes wrong by", () => {
    const box = { shuffler: "S1", decks: [{ name: "B", place: "shuffling device" }] };
    const due = { street: "first", open: [false], exposed: "14.15(k)" };
    const rules = new Set(at({ box, cards_due: due }).map(({ rule }) => rule.slice(0, "14.15(a)".length)));
    for (const letter of "bcefghijknpq") expect(rules).toContain(`14.15(${letter})`);
  });

  test("is about who can be meant: a hand is somebody's who is in, a hand by mistake somebody's who is not", () => {
    const named = (words: string) => at({}).find((each) => each.words === words)!;
    expect(seats.filter(named("I swept a hand").about!).map((each) => each.seat)).toEqual([0, 1]);
    expect(seats.filter(named("Dealt to somebody who is not in").about!).map((each) => each.seat)).toEqual([2]);
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

  test("of a box kept open into another gaming day is to begin it, then to distribute its decks", () => {
    const next = (of: string) => {
      const due = [duty(of, "7"), duty("WASH", "A")];
      return ofTheDay({ ...shown({ due }), gaming_day: "2026-01-02" })?.step;
    };
    expect(next("BEGIN_DAY")).toMatchObject({ type: "BeginDay", known: { day: "2026-01-02" }, atOnce: true });
    expect(next("DISTRIBUTE")).toMatchObject({ type: "DistributeDecks", suggested: { day: "2026-01-02" } });
    expect(next("COUNT")).toBeUndefined();
  });

  test("after a round stands by itself: losing hands, what is taken, pots, winning hands", () => {
    const hands = [
      { seat: 0, cards: 2, wins: true },
      { seat: 3, cards: 2, wins: false },
    ];
    const pots = [{ pot: 0, seats: [0], amounts: [900] }];
    const after = { round: 4, attested: false, hands, pots, rake: 100, contribution: 50, rules: {} };
    expect(clearing(shown(after))[0]!.steps.map((step) => step.words)).toEqual([
      "Seat 4 returned 2 cards",
      "Rake $1 taken",
      "Bad beat $0.50 taken",
      "Main pot pushed",
      "Seat 1 returned 2 cards",
      "A hand came back short",
    ]);
  });

  test("is a draw for the button where nothing else keeps the first round from being dealt", () => {
    const due = [duty("CUT", "A")];
    expect(words({ due })).toEqual(["Shuffled and cut"]);
    const undrawn = { due: [], may_deal: { code: "no button", says: "", rule: "14.10(c)2ii" } };
    const [draw] = nextSteps(shown(undrawn), 1);
    expect(draw).toMatchObject({ counter: "table", type: "DrawForButton", suggested: { cards: { length: 4 } } });
    const kinds = [
      { counter: "table", type: "DrawForButton", says: {}, second: "", names_table: true, presence: false },
    ];
    expect(isMine(draw!, { kinds, deals: true })).toBe(true);
    expect(isMine(draw!, { kinds, deals: false })).toBe(false);
  });

  test("of a confirmation says that a deck is prepared only where one can be", () => {
    const box = { rake: 100, contribution: 0, may_prepare: false } as unknown as BoxView;
    expect(takenOf(box)).toEqual({ rake: 100, contribution: 0, prepared: false });
    expect(takenOf({ ...box, may_prepare: true }).prepared).toBe(true);
  });

  test("that takes a deck away for good is confirmed, and a count that would is made twice", () => {
    const away = withDeck(deck("A", "CUT")).find((step) => step.type === "RemoveDeck");
    expect(away?.warns).toContain("for good");
    expect(doubtOf({ type: "CountDeck", deck: "A", found: 51 })).toMatchObject({ again: "found" });
    expect(doubtOf({ type: "CountStub", dealt: 16, found: 35 })?.says).toContain("51 cards, not 52");
    expect(doubtOf({ type: "CountStub", dealt: 16, found: 36 })).toBeNull();
    expect(doubtOf({ type: "ReceiveDeck", deck: "A" })).toBeNull();
  });

  test("of a stub count begins with the cards that the room knows to be out", () => {
    const told = { ...shown({ rules: {} }), state: { ...playing, playing: true }, cards_out: 16 };
    const stub = withTable(told, "Dee Low")
      .flatMap(({ steps }) => steps)
      .find((step) => step.type === "CountStub");
    expect(stub?.suggested).toEqual({ dealt: 16 });
  });

  test("for a player without a device is an answer, coin or bills", () => {
    const pieces = { chips: [], bills: [], laid: [[2_000]], ante_in_coin: 50, coin_from: [1] };
    const state = { ...playing, playing: true, proposal: { minimum: 400, by: "", agreed: [], waiting: [1] } };
    const told = { ...shown({}), state, pieces } as unknown as DealersTable;
    const steps = (seat: number) => forThePlayer(seat, "p", told).map((step) => step.words);
    expect(steps(0)).toEqual(["Ante in coin: $0.25 + $0.25", "Ante in coin: $0.50", "Bills on the table: $20"]);
    expect(steps(1)).toEqual(["Agrees to $4", "Does not agree", "Lays bills on the table"]);
    expect(forThePlayer(2, null, told)).toEqual([]);
  });

  test("is what somebody with a seat can do as they are", () => {
    const steps = (who: Partial<SeatView>) =>
      withSeat(0, "p", stateOf(who as SeatView))
        .map((step) => step.type)
        .filter((type) => ["SitOut", "SitIn", "GoAway", "Return"].includes(type));
    expect(steps({})).toEqual(["SitOut", "GoAway"]);
    expect(steps({ sitting_out: true })).toEqual(["SitIn", "GoAway"]);
    expect(steps({ waits_for_blind: true })).toEqual(["SitIn", "GoAway"]);
    expect(steps({ sitting_out: true, away: true })).toEqual(["Return"]);
    expect(withSeat(0, null, "").map((step) => step.type)).toEqual(["TakeSeat"]);
  });

  test("is the dealer's only for who is signed on", () => {
    const kinds = [{ counter: "box", type: "WashDeck", says: {}, second: "", names_table: true, presence: false }];
    const [wash] = nextSteps(shown({ due: [duty("WASH", "A")] }), 1);
    expect(isMine(wash!, { kinds, deals: true })).toBe(true);
    expect(isMine(wash!, { kinds, deals: false })).toBe(false);
  });
});
