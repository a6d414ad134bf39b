/** What whoever walks the floor asks for from the board itself; whoever only watches it has nothing of this. */

import type { FloorChange, FloorEntry, FloorList } from "../../wire";
import type { Giving } from "./giving.svelte";
import type { Picked } from "./seats";

export interface Walking {
  giving: Giving;
  /** Open a table. */
  open: () => void;
  /** Begin a list. */
  begin: () => void;
  pick: (picked: Picked | null) => void;
  pickChange: (change: FloorChange) => void;
  /** Somebody's entry was asked about: what else can be done with it. */
  about: (list: FloorList, entry: FloorEntry) => void;
  edit: (list: FloorList) => void;
  /** Somebody who is being called: their seat, where they are seated, or not. */
  held: (table: string, seat: number) => void;
  /** Something about the conduct of a player. */
  conduct: (player: string, name: string) => void;
}
