/** In which position I act: changed by asking the room for another session, which every open socket then has to take. */

import { post } from "../room/api";
import { reconnect, room } from "../room/room.svelte";
import { go } from "../room/route.svelte";

/** Nothing of the position before stays on the screen, from when I ask until the room has said who I am now. */
async function change(path: string, body: unknown): Promise<void> {
  const before = room.you;
  room.you = null;
  try {
    await post(path, body);
  } catch (error) {
    room.you = before;
    throw error;
  }
  reconnect();
}

export const actAs = (position: string): Promise<void> => change("/api/accounts/acting", { role: position });

/** Try a position behind the scenes; with none, come back from there. */
export async function tryPosition(position: string | null): Promise<void> {
  await change("/api/accounts/behind-the-scenes", { position });
  go(position === null ? "#/" : "#/staff");
}
