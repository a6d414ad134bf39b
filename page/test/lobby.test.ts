import { expect, test } from "vitest";
import { KINDS, kindOf } from "../src/lobby/kinds";
import { byGame, isWanted, kindsOf, listFor, numberOfGames, waitingWords } from "../src/lobby/tables";
import { called } from "../src/lobby/visitor";
import type { You } from "../src/wire";
import { lobbyTable } from "./tables";

const HOLD_EM = lobbyTable({ name: "Brigantine" });
const OMAHA = lobbyTable({ name: "Absecon", game: "omaha-high", family: "omaha", title: "Omaha high", free: 0 });
const BADUGI = lobbyTable({
  name: "Ventnor",
  game: "badugi",
  family: "badugi",
  title: "Badugi",
  limits: "$5-$10 limit",
});
const ANY = { words: "", kind: "", onlyFree: false };

test("the kind of a game follows from its family, not from its key", () => {
  const badugi = lobbyTable({ game: "hold-em-in-name-only", family: "badugi" });
  expect(isWanted(badugi, { ...ANY, kind: "Draw" })).toBe(true);
  expect(isWanted(badugi, { ...ANY, kind: "Hold ’em" })).toBe(false);
});

test("a family that the page has not heard of has a kind of its own, after the others", () => {
  expect(kindOf("razzle")).toBe("Other");
  expect(KINDS.at(-1)).toBe("Other");
});

test("only kinds that have a table are offered, those asked for first in front", () => {
  expect(kindsOf([BADUGI, OMAHA, BADUGI, HOLD_EM])).toEqual(["Hold ’em", "Omaha", "Draw"]);
  expect(kindsOf([])).toEqual([]);
});

test("games stand by their kinds, and within one as the room has them", () => {
  const second = lobbyTable({ name: "Longport", family: "omaha", title: "Omaha high-low" });
  const found = byGame([BADUGI, OMAHA, second, HOLD_EM, { ...OMAHA, name: "Margate" }]);
  expect(found.map((game) => [game.title, game.tables.map((table) => table.name)])).toEqual([
    ["Hold 'em", ["Brigantine"]],
    ["Omaha high", ["Absecon", "Margate"]],
    ["Omaha high-low", ["Longport"]],
    ["Badugi", ["Ventnor"]],
  ]);
});

test("words are looked for in the game, its limits and the name of the table, whatever their case", () => {
  const found = (words: string) => [HOLD_EM, OMAHA, BADUGI].filter((table) => isWanted(table, { ...ANY, words }));
  expect(found(" OMAHA ")).toEqual([OMAHA]);
  expect(found("$5")).toEqual([BADUGI]);
  expect(found("brig")).toEqual([HOLD_EM]);
  expect(found("")).toEqual([HOLD_EM, OMAHA, BADUGI]);
  expect(found("razz")).toEqual([]);
});

test("who wants free seats only is shown no full table", () => {
  expect([HOLD_EM, OMAHA].filter((table) => isWanted(table, { ...ANY, onlyFree: true }))).toEqual([HOLD_EM]);
});

test("two tables of one game are one game", () => {
  expect(numberOfGames([HOLD_EM, { ...HOLD_EM, name: "Margate" }, BADUGI])).toBe(2);
});

test("a table has the waiting list of its game at its limits", () => {
  const lists = ["$2 no limit", "$2-$4 limit"].map((limits) => ({
    game: "hold-em",
    limits,
    waiting: 1,
    mine: null,
    called: 0,
    minutes: null,
    play_chips: true,
  }));
  expect(listFor(HOLD_EM, lists)).toBe(lists[1]);
  expect(listFor(OMAHA, lists)).toBeUndefined();
});

test("whoever waits for a table for money is on no list of play chips", () => {
  const waits = { game: "hold-em", limits: HOLD_EM.limits, waiting: 1, mine: null, called: 0, minutes: null };
  const [play, money] = [
    { ...waits, play_chips: true },
    { ...waits, play_chips: false },
  ];
  expect(listFor(HOLD_EM, [money, play])).toBe(play);
  expect(listFor({ ...HOLD_EM, play_chips: false }, [play, money])).toBe(money);
});

test("a guest is called one, unless the name says so", () => {
  const you = (given: Partial<You>) => ({ name: "Ada", guest: true, ...given }) as You;
  expect(called(you({}))).toBe("Ada, guest");
  expect(called(you({ name: "Guest 12" }))).toBe("Guest 12");
  expect(called(you({ guest: false }))).toBe("Ada");
  expect(called(null)).toBe("…");
});

test("the wall counts nobody twice: whoever is being called no longer waits, and a wait is told only where one is known", () => {
  const list = {
    game: "hold-em",
    limits: "$1-$2",
    waiting: 5,
    mine: null,
    play_chips: true,
    called: 2,
    minutes: null,
  };
  expect(waitingWords(undefined)).toBe("–");
  expect(waitingWords({ ...list, waiting: 0, called: 0 })).toBe("–");
  expect(waitingWords(list)).toBe("3, 2 being called");
  expect(waitingWords({ ...list, called: 0, minutes: 25 })).toBe("5, about 25 min");
});
