/** Which tables of the lobby are shown, and in what order. */

import type { LobbyTable, WaitingList } from "../wire";
import { KINDS, kindOf } from "./kinds";

/** What somebody looks for; an empty kind is every kind. */
export interface Wanted {
  words: string;
  kind: string;
  onlyFree: boolean;
}

/** All tables of one game. */
export interface Game {
  title: string;
  tables: LobbyTable[];
}

/** The kinds of which there is a table, in their order. */
export function kindsOf(tables: readonly LobbyTable[]): string[] {
  const found = new Set(tables.map((table) => kindOf(table.family)));
  return KINDS.filter((kind) => found.has(kind));
}

export function isWanted(table: LobbyTable, wanted: Wanted): boolean {
  const words = wanted.words.trim().toLowerCase();
  return (
    (!wanted.onlyFree || table.free > 0) &&
    (!wanted.kind || kindOf(table.family) === wanted.kind) &&
    `${table.title} ${table.limits} ${table.name}`.toLowerCase().includes(words)
  );
}

/** The tables by their games, and the games by their kinds; within a kind as the room has them. */
export function byGame(tables: readonly LobbyTable[]): Game[] {
  const found = new Map<string, LobbyTable[]>();
  for (const table of tables) found.set(table.title, [...(found.get(table.title) ?? []), table]);
  const games = [...found].map(([title, tables]) => ({ title, tables }));
  return games.sort((one, other) => placeOf(one) - placeOf(other));
}

function placeOf(game: Game): number {
  return KINDS.indexOf(kindOf(game.tables[0]?.family ?? ""));
}

export function numberOfGames(tables: readonly LobbyTable[]): number {
  return new Set(tables.map((table) => table.game)).size;
}

/** The waiting list for tables such as this one. */
export function listFor(table: LobbyTable, lists: readonly WaitingList[]): WaitingList | undefined {
  return lists.find(
    (list) => list.game === table.game && list.limits === table.limits && list.play_chips === table.play_chips,
  );
}

/** Other tables of the same game and limits where a seat is free. */
export function withSeats(table: LobbyTable, tables: readonly LobbyTable[]): LobbyTable[] {
  return tables.filter(
    (each) =>
      each.name !== table.name &&
      each.game === table.game &&
      each.limits === table.limits &&
      each.play_chips === table.play_chips &&
      each.free > 0,
  );
}

/** How many still wait, how many are being called, and how long a newcomer would wait, where the evening tells. */
export function waitingWords(list: WaitingList | undefined): string {
  if (!list?.waiting) return "–";
  const called = list.called ? `, ${list.called} being called` : "";
  const wait = list.minutes === null ? "" : `, about ${list.minutes} min`;
  return `${list.waiting - list.called}${called}${wait}`;
}
