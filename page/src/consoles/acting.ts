/** In which position I act: changed by asking the room for another session, which every open socket then has to take. */

import { post } from "../room/api";
import { reconnect, room } from "../room/room.svelte";
import { go } from "../room/route.svelte";

/** Nothing of the position before stays on the screen until the room has said who I am now. */
function begin(): void {
  room.you = null;
  reconnect();
}

export async function actAs(position: string): Promise<void> {
  await post("/api/accounts/acting", { role: position });
  begin();
}

/** Try a position behind the scenes; with none, come back from there. */
export async function tryPosition(position: string | null): Promise<void> {
  await post("/api/accounts/behind-the-scenes", { position });
  begin();
  go(position === null ? "#/" : "#/staff");
}
