/** The promises of decks this browser was shown before the deal, kept to compare them afterwards. */

import type { Commitment } from "../wire";
import type { Promised } from "./proof";

const KEY = "pokerroom.promises";
const MOST = 300;

function all(): Record<string, Promised> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Promised>;
  } catch {
    return {};
  }
}

const nameOf = (table: string, round: number, deck: number) => `${table} ${round} ${deck}`;

/** The first promise of a deck counts: a later one cannot replace it. */
export function keepPromise(table: string, made: Commitment): void {
  const kept = all();
  const name = nameOf(table, made.round, made.deck);
  if (kept[name]) return;
  const entries = [...Object.entries(kept), [name, { root: made.root, cut: made.cut }] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage a proof can still be true to itself.
  }
}

export function promisedFor(table: string, round: number, decks: number): (Promised | null)[] {
  const kept = all();
  return Array.from({ length: decks }, (_, deck) => kept[nameOf(table, round, deck)] ?? null);
}
