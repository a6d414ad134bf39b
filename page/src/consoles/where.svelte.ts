/** The room that a console works in. It stays chosen in this window; whoever works in one room alone has no choice. */

import { room } from "../room/room.svelte";

export const ROOMS = {
  "play-chips": "Play chips",
  licensed: "Licensed, for money",
  demonstration: "Behind the scenes",
} as const;
export type RoomName = keyof typeof ROOMS;

const KEPT = "console room";

/** What this window has chosen; nothing until somebody does. */
const chosen = $state({ room: sessionStorage.getItem(KEPT) ?? "" });

export function workIn(name: RoomName): void {
  chosen.room = name;
  sessionStorage.setItem(KEPT, name);
}

/** The rooms that there are for me, the licensed one first: money comes before play. */
export const openRooms = (): readonly RoomName[] => (room.you?.rooms ?? []) as RoomName[];

export const where = {
  get room(): RoomName {
    const mine = openRooms();
    return mine.find((each) => each === chosen.room) ?? mine[0] ?? "play-chips";
  },
};

export const wherePath = (): string => `/api/rooms/${where.room}`;
