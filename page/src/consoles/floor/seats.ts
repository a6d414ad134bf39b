/** Seats and names: who may be called where, what a seat is to the floor, and the time that is left of a call. */

import type { FloorEntry, FloorHold, FloorList, FloorSeat, FloorTable } from "../../wire";

/** A name that was picked up, to be put on a seat: from a list, or somebody who wants another table. */
export interface Picked {
  player: string;
  name: string;
  game: string;
  limits: string;
}

export type SeatNow = { kind: "vacant" } | { kind: "held"; hold: FloorHold } | { kind: "taken"; seat: FloorSeat };

/** Every seat of a table, from its first: those that the board does not name are vacant. */
export function seatsOf(table: FloorTable): SeatNow[] {
  const known = new Map(table.seats.map((seat) => [seat.seat, seat]));
  return Array.from({ length: table.places }, (_, number) => {
    const seat = known.get(number);
    if (!seat) return { kind: "vacant" };
    return seat.hold ? { kind: "held", hold: seat.hold } : { kind: "taken", seat };
  });
}

export const vacantIn = (table: FloorTable): number => (table.open ? table.places - table.seats.length : 0);

/** Whether a picked name can be called to a table. */
export const isFor = (picked: Picked | null, table: FloorTable): boolean =>
  picked !== null && table.open && picked.game === table.game && picked.limits === table.limits;

/** Where each player who was called has a seat held: by their id. */
export function callsOf(tables: Iterable<FloorTable>): Map<string, { table: string; seat: number; hold: FloorHold }> {
  const found = new Map<string, { table: string; seat: number; hold: FloorHold }>();
  for (const table of tables)
    for (const { seat, hold } of table.seats) if (hold) found.set(hold.player, { table: table.name, seat, hold });
  return found;
}

/** Who still waits: whoever is being called does not. */
export const stillWaiting = (list: FloorList, called: ReadonlyMap<string, unknown>): FloorEntry[] =>
  list.entries.filter((entry) => !called.has(entry.player));

/** `4:05` until a moment, or how long it is past: `late 0:30`. */
export function timeLeft(until: number, now: number): string {
  const left = Math.round(until - now);
  const [minutes, seconds] = [Math.floor(Math.abs(left) / 60), Math.abs(left) % 60];
  const words = `${minutes}:${String(seconds).padStart(2, "0")}`;
  return left < 0 ? `late ${words}` : words;
}

/** How long somebody has waited, in words of a minute. */
export function waited(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60));
  if (minutes < 1) return "just now";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What the room's own evening says of the wait. */
export function waitWords(minutes: number | null | undefined, waiting: number): string {
  if (minutes === null || minutes === undefined) return waiting ? "wait unknown: not enough history" : "nobody waits";
  return `wait about ${minutes} min`;
}

/** How a player sits, in words. */
export const stateWords = (state: FloorSeat["state"]): string => (state === "out" ? "sitting out" : state);

/** What a hold is called. */
export function holdWords(hold: FloorHold): string {
  if (hold.accepted) return "coming";
  return hold.queue ? "called" : "kept";
}
