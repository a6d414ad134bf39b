import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cardText } from "../src/cards/card";
import { dollars } from "../src/money";
import type { Saying } from "../src/wire";
import { actionWords, asPosted, citation, counted, listed, pieces, spokenWords } from "../src/words";
import sentences from "virtual:sentences/en";
import { Catalogue } from "../src/words/catalogue";

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as unknown;
/** As Python writes it. */
const utc = (moment: string) => `${new Date(moment).toISOString().slice(11, 16)} UTC`;
const plain = { dollars, letter: (rank: string) => rank, text: (words: string) => words, card: cardText, time: utc };
const english = new Catalogue(sentences, plain);
const says = (key: string, values: Saying["values"] = {}): Saying => ({ key, values });

test("what the room says reads the same here as in Python", () => {
  const told = read("./sayings.json") as { says: Saying; words: string }[];
  expect(told.length).toBeGreaterThan(100);
  const here = told.map((each) =>
    english
      .says(each.says)
      .map((piece) => (typeof piece === "string" ? piece : piece.cards.join(" ")))
      .join(""),
  );
  expect(here).toEqual(told.map((each) => each.words));
});

test("one thing is not several", () => {
  expect(counted(1, "second")).toBe("1 second");
  expect(counted(0, "second")).toBe("0 seconds");
  expect(counted(30, "second")).toBe("30 seconds");
});

test("what is posted is set with the signs a printer has", () => {
  expect(asPosted("Hold 'em, $2-$4 limit")).toBe("Hold ’em, $2–$4 limit");
  expect(asPosted("Seven-card stud high-low split")).toBe("Seven-card stud high-low split");
  expect(spokenWords(says("telling.opened", { game: "Hold 'em", players: 3 }))).toBe("A round of Hold ’em, 3 players.");
  expect(spokenWords(says("telling.at-bet", { who: "Ada O'Hara" }))).toBe("Ada O'Hara’s bet");
});

test("a ten among ranks is written as on the cards, and only there", () => {
  expect(spokenWords(says("hands.no-pair", { rank: "T", ranks: ["T", "9", "6"] }))).toBe("no pair, ten high: 10-9-6");
  expect(spokenWords(says("telling.folds", { who: "T-9-8" }))).toBe("T-9-8 folds.");
});

test("cards are pieces of their own, and are read out by name", () => {
  const shows = says("telling.shows-no-hand", { who: "As", cards: ["Ts", "2h"] });
  expect(pieces(shows).filter((piece) => typeof piece !== "string")).toEqual([{ cards: ["Ts", "2h"] }]);
  expect(spokenWords(shows)).toBe("As shows ten of spades, two of hearts.");
});

test("words are one piece from card to card", () => {
  const pots = [says("telling.pot-of", { pot: says("telling.main-pot"), amount: 7200 })];
  expect(pieces(says("telling.showdown", { pots, who: "Otto" }))).toEqual(["Main pot $72. Otto shows first."]);
});

test("an action is said with its amount, or without it beside the chips", () => {
  expect(actionWords({ kind: "Raised", amount: 1250 })).toBe("raises to $12.50");
  expect(actionWords({ kind: "Raised", amount: 1250 }, "beside-chips")).toBe("raises");
  expect(actionWords({ kind: "ForcedBetPosted", amount: 100 }, "narrow", "beside-chips")).toBe("forced");
  expect(actionWords({ kind: "Folded", amount: null }, "narrow", "beside-chips")).toBe("folds");
});

test("a paragraph is cited in full, and the text in force goes without saying", () => {
  const rule = "14.9(f)1";
  expect(citation({ rule, edition: "13:69F-current", reading: null })).toBe("N.J.A.C. 13:69F-14.9(f)1");
  expect(citation({ rule, edition: "13:69F-of-2010", reading: "AMB-21" })).toBe(
    "N.J.A.C. 13:69F-14.9(f)1 [of 2010] (reading AMB-21)",
  );
});

test("what a newer room says and this page has no words for is shown by its name", () => {
  expect(spokenWords(says("dice.thrown"))).toBe("dice.thrown");
});

test("names stand in a sentence, and beyond some only their number", () => {
  expect(listed([])).toBe("");
  expect(listed(["Ada"])).toBe("Ada");
  expect(listed(["Ada", "Bo", "Cy"])).toBe("Ada, Bo and Cy");
  expect(listed(["Ada", "Bo", "Cy", "Di"])).toBe("Ada, Bo and 2 others");
});
