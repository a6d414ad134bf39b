/** What I entered as a dealer and the room does not have, said wherever I am and before I go. */

import type { Saying } from "../wire";
import { room } from "./room.svelte";
import { tableName } from "./route.svelte";

/** A line for each table with such entries, but for the one whose console is on the screen. */
export function unsentWords(key: string, but: string | null = null): { table: string; says: Saying }[] {
  return Object.entries(room.unsent)
    .filter(([table, count]) => count && table !== but)
    .map(([table, count]) => ({ table, says: { key, values: { count, where: tableName(table) } } }));
}
