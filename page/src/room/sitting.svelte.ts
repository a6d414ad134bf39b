/** Taking a seat: at once where the chips are for play; where they are money, after saying how much of it. */

import { ask, room } from "./room.svelte";
import { go, toTable } from "./route.svelte";

/** A table as the lobby or the table itself shows it. */
export interface SeatAt {
  name: string;
  title: string;
  limits: string;
  buy_in: readonly [number, number];
  play_chips: boolean;
}

export interface Buying {
  at: SeatAt;
  seat: number | null;
  /** For it I leave the table where I have a seat. */
  leave: boolean;
}

/** The seat for which I am asked how much money I bring. */
export const buying = $state<{ now: Buying | null }>({ now: null });

/** A guest is not asked for money: the room says why they may not sit there. */
export async function sitAt(at: SeatAt, seat: number | null = null, leave = false): Promise<void> {
  if (at.play_chips || room.you?.guest) await take(at.name, seat, null, leave);
  else buying.now = { at, seat, leave };
}

/** With `leave`, for the seat that I have at another table: the room keeps this one until I have left that. */
export async function take(table: string, seat: number | null, amount: number | null, leave: boolean): Promise<void> {
  const answer = await ask({ type: "Sit", table, seat, amount, leave });
  if (answer.ok) go(toTable(table));
}
