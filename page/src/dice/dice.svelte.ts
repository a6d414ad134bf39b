/** The mini-dice tables that this page follows, and what its player does there. */

import { announce } from "../room/announce.svelte";
import { ask, listen, roomTime, watchGame } from "../room/room.svelte";
import type { DiceState } from "../wire";
import { spokenWords } from "../words";

export const dice = $state({ tables: {} as Record<string, DiceState> });

listen("DiceState", (message) => {
  const before = dice.tables[message.game];
  dice.tables[message.game] = message;
  const fresh = message.told.filter((each) => before && each.sequence > before.sequence);
  if (fresh.length) announce(fresh.map((each) => spokenWords(each.says)).join(" "));
});

export const gameOf = (table: string): string => `dice/${table}`;

export const follow = (table: string): (() => void) => watchGame(gameOf(table));

export const sit = (game: string, seat: number, amount: number) => ask({ type: "DiceSit", game, seat, amount });
export const buy = (game: string, amount: number) => ask({ type: "DiceBuy", game, amount });
export const leave = (game: string) => ask({ type: "DiceLeave", game });
export const wager = (game: string, bet: string, amount: number) => ask({ type: "DiceWager", game, bet, amount });
export const takeBack = (game: string, bet: string) => ask({ type: "DiceTakeBack", game, bet });
export const ready = (game: string) => ask({ type: "DiceReady", game });
export const answer = (game: string, accept: boolean) => ask({ type: "DiceAnswer", game, accept });
export const pass = (game: string) => ask({ type: "DicePass", game });
export const askFor = (game: string) => ask({ type: "DiceAsk", game });

/** What I add to the dice by shaking them: the room could not know it when it promised them. */
export function shake(game: string, times: number) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const added = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return ask({ type: "DiceShake", game, times, added });
}

/** Whole seconds until the phase is over, by the room's clock. */
export const secondsLeft = (state: DiceState): number | null =>
  state.until === null ? null : Math.max(0, Math.ceil(state.until - roomTime()));

/** What lies on a betting area, of everybody and of one seat. */
export const staked = (state: DiceState, bet: string, seat: number | null = null): number =>
  state.places.reduce(
    (sum, place, number) => sum + (place && (seat === null || seat === number) ? (place.wagers[bet] ?? 0) : 0),
    0,
  );

export const mine = (state: DiceState) => (state.my_seat === null ? null : (state.places[state.my_seat] ?? null));
