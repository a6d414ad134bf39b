/** Locking the console: the page shows nothing at once, and the room is asked until it has answered, over a reload too. */

import { lock } from "../account/passkeys";
import { Unanswered } from "../room/api";
import { reconnect, room } from "../room/room.svelte";

const OWED = "lock owed";
const AGAIN_AFTER = 2_000;

let asking = false;

export const isOwed = (): boolean => sessionStorage.getItem(OWED) !== null;

export function lockConsole(): void {
  room.locked = true;
  sessionStorage.setItem(OWED, "");
  void askUntilLocked();
}

/** What an earlier request, or an earlier load of the page, did not bring about. */
export async function askUntilLocked(): Promise<void> {
  if (asking) return;
  asking = true;
  while (isOwed()) {
    if (await isAnswered()) sessionStorage.removeItem(OWED);
    else await new Promise((done) => setTimeout(done, AGAIN_AFTER));
  }
  asking = false;
}

/** A session that is over needs no lock. */
async function isAnswered(): Promise<boolean> {
  try {
    await lock();
    return true;
  } catch (error) {
    return error instanceof Unanswered && (error.status === 401 || error.status === 403);
  }
}

/** Its holder has shown who they are, or has gone. */
export function openConsole(): void {
  sessionStorage.removeItem(OWED);
  room.locked = false;
  reconnect();
}
