/** Tables among friends: where I am invited, and the link by which others come. */

import type { Invitation } from "../wire";
import { ask, room } from "../room/room.svelte";

export interface Choice {
  settings: string;
  titles: readonly string[];
  limits: string;
}

export interface Offer {
  choices: readonly Choice[];
  /** Under which others in the network can come. */
  addresses: readonly string[];
}

export async function offer(): Promise<Offer> {
  const answer = await fetch("/api/friends", { credentials: "same-origin" });
  if (!answer.ok) throw new Error("The room does not answer. Try again.");
  return (await answer.json()) as Offer;
}

export const invitationTo = (table: string): Invitation | undefined => room.invitations[table];

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** From another machine `localhost` would be that machine: then the address in the network is in the link. */
export function linkTo(token: string, addresses: readonly string[]): string {
  const other = HERE.includes(location.hostname) ? addresses[0] : undefined;
  return new URL(`/#/friends/${token}`, other ?? location.origin).href;
}

export const isForThisMachineOnly = (addresses: readonly string[]): boolean =>
  HERE.includes(location.hostname) && !addresses.length;

export async function make(settings: string, bots: boolean): Promise<string | null> {
  const answer = await ask({ type: "MakeTable", settings, bots });
  return answer.ok && answer.table ? answer.table : null;
}

/** The table that a link leads to. */
export async function come(token: string): Promise<string | null> {
  const answer = await ask({ type: "OpenInvitation", token });
  return answer.ok && answer.table ? answer.table : null;
}
