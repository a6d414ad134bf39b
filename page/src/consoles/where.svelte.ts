/** The room that a console works in. It stays chosen in this window; whoever works in one room alone has no choice. */

import { room } from "../room/room.svelte";

export const ROOMS = {
  "play-chips": "Play chips",
  licensed: "Licensed, for money",
  demonstration: "Behind the scenes",
} as const;
export type RoomName = keyof typeof ROOMS;

const KEPT = "console room";

const before = sessionStorage.getItem(KEPT);
const chosen = $state({ room: (before === "licensed" ? before : "play-chips") as RoomName });

export function workIn(name: RoomName): void {
  chosen.room = name;
  sessionStorage.setItem(KEPT, name);
}

/** The rooms that there are for me, the licensed one first: money comes before play. */
export function openRooms(): RoomName[] {
  if (room.you?.scope) return [room.you.scope as RoomName];
  const tables = room.lobby?.tables ?? [];
  return tables.some((table) => !table.play_chips) ? ["licensed", "play-chips"] : ["play-chips"];
}

export const where = {
  get room(): RoomName {
    return (room.you?.scope || chosen.room) as RoomName;
  },
};

export const wherePath = (): string => `/api/rooms/${where.room}`;
