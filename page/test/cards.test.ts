import { expect, test } from "vitest";
import { laid, pieces, spoken, spokenCards, spokenWords } from "../src/cards/card";
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
  const view = table({ seats: [seat({ me: true, down: ["Ts", "9d"] })], my_high: "no pair, ten high" });
  expect(myCards(view)).toBe("Your cards: ten of spades, nine of diamonds. no pair, ten high.");
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

test("cards in words become signs for the eye and words for the ear", () => {
  expect(pieces("The flop: Ts 2h. As it is.").map((each) => each.text + (each.card?.after ?? "")).join("")).toBe("The flop: 10♠ 2♥. A♠ it is.");
  expect(pieces("Ts 2h.").map((each) => each.card?.spoken)).toEqual(["ten of spades", undefined, "two of hearts."]);
  expect(spokenWords("The flop: Ts 2h. On the board.")).toBe("The flop: ten of spades, two of hearts. On the board.");
  expect(spokenWords("Bao shows Qd.")).toBe("Bao shows queen of diamonds.");
});
