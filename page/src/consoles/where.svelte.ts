/** The room that a console works in: the one of play chips, or the licensed one. It stays chosen in this window. */

import { room } from "../room/room.svelte";

export const ROOMS = { "play-chips": "Play chips", licensed: "Licensed, for money" } as const;
export type RoomName = keyof typeof ROOMS;

const KEPT = "console room";

const before = sessionStorage.getItem(KEPT);
export const where = $state({ room: (before && before in ROOMS ? before : "play-chips") as RoomName });

export function workIn(name: RoomName): void {
  where.room = name;
  sessionStorage.setItem(KEPT, name);
}

/** The rooms that there are, the licensed one first: money comes before play. */
export function openRooms(): RoomName[] {
  const tables = room.lobby?.tables ?? [];
  return tables.some((table) => !table.play_chips) ? ["licensed", "play-chips"] : ["play-chips"];
}

export const wherePath = (): string => `/api/rooms/${where.room}`;
