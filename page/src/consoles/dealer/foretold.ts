/** What the room has foretold of an entry, and the entry carries with it: it is entered as it was read, or refused. */

import type { Previewed } from "../orders";
import type { How } from "./sending.svelte";

/** An entry that ends the round is held for a moment; a ruling is final, and is not. */
export function asRead(counter: string, found: Previewed | null | undefined): How {
  if (found?.kind !== "would") return {};
  const ends = counter === "felt" && found.told.some(({ tag }) => tag === "PotAwarded");
  return { ends, expected: found.digest };
}
