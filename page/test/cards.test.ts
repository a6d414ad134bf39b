import { expect, test } from "vitest";
import { laid, shown, spoken, spokenCards } from "../src/cards/card";
import { myCards, theSeats } from "../src/table/speech";
import { seat, table } from "./tables";

test("a card that lies face down is never named", () => {
  expect(spoken("??")).toBe("face-down card");
  expect(spokenCards(["As", "??", "??"])).toBe("ace of spades, 2 cards face down");
});

test("the seats are read without anybody's hole cards", () => {
  const view = table({ seats: [seat({ name: "Bao", down: ["Kh", "Kd"], up: ["2c"] })] });
  expect(theSeats(view)).toContain("two of clubs");
  expect(theSeats(view)).not.toContain("king");
});

test("my own cards are read to me with the name of the hand", () => {
  const view = table({
    seats: [seat({ me: true, down: ["Ts", "9d"] })],
    my_high: { key: "hands.straight", values: { rank: "T" } },
  });
  expect(myCards(view)).toBe("Your cards: ten of spades, nine of diamonds. straight, ten high.");
});

test("a stud hand lies as at a table: two down, the up-cards, the last card down", () => {
  const hand = laid(["1c", "2c", "7c"], ["3c", "4c", "5c", "6c"]);
  expect(hand.map((each) => each.card)).toEqual(["1c", "2c", "3c", "4c", "5c", "6c", "7c"]);
  expect(hand.map((each) => each.down)).toEqual([true, true, false, false, false, false, true]);
});

test("hole cards lie together until the fourth up-card has come", () => {
  expect(laid(["2c", "3c", "4c", "5c"], ["9h"]).map((each) => each.card)).toEqual(["2c", "3c", "4c", "5c", "9h"]);
  expect(laid(["2c"], ["9h", "Th", "Jh", "Qh"]).map((each) => each.card)).toEqual(["2c", "9h", "Th", "Jh", "Qh"]);
});

test("cards among words become signs for the eye, and what follows one is not heard apart", () => {
  const found = shown(["The flop: ", { cards: ["Ts", "2h"] }, ". As it is.", { cards: ["??"] }]);
  expect(found.map((each) => each.text + (each.card?.after ?? ""))).toEqual([
    "The flop: ",
    "10♠",
    " ",
    "2♥.",
    " As it is.",
    "??",
  ]);
  expect(found.map((each) => each.card?.spoken)).toEqual([
    undefined,
    "ten of spades",
    undefined,
    "two of hearts.",
    undefined,
    undefined,
  ]);
});
