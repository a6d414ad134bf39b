/** How the lobby calls whoever looks at it. */

import type { You } from "../wire";

/** The name, and that it is a guest's where the name does not say so itself. */
export function called(you: You | null): string {
  if (!you) return "…";
  return you.guest && !you.name.startsWith("Guest") ? `${you.name}, guest` : you.name;
}
