/** What somebody need not worry about while the line is down. */

import type { Saying } from "../wire";
import type { Route } from "./route.svelte";

const AT_WORK: readonly Route["screen"][] = ["dealers", "staff", "backstage", "dice-pit"];
/** Those goodbyes after which the page comes back by itself. */
const RETURNS: readonly string[] = ["goodbye.restarting", "goodbye.taken-over"];

export interface Kept {
  screen: Route["screen"];
  seated: boolean;
  /** How many entries of a dealer the room has not confirmed. */
  unsent: number;
  goodbye: Saying | null;
}

/** Of a dealer the entries, of other staff nothing, of a player the seat; of an onlooker there is nothing to keep. */
export function kept({ screen, seated, unsent, goodbye }: Kept): Saying | null {
  if (goodbye && !RETURNS.includes(goodbye.key)) return null;
  if (screen === "dealer") return { key: "page.kept-entries", values: { count: unsent } };
  if (AT_WORK.includes(screen)) return { key: "page.kept-nothing", values: {} };
  return seated ? { key: "page.kept-seat", values: {} } : null;
}
