/** Who was required to leave: somebody may have been reinstated, and removed again, before the Division was told. */

import type { RemovalView } from "../../wire";

/** The removal by which a player may play nowhere now. */
export const standing = (removals: readonly RemovalView[], player: string): RemovalView | undefined =>
  removals.find((each) => each.player === player && each.stands);

/** The removals of which the Division must still be told. */
export const owed = (removals: readonly RemovalView[]): RemovalView[] =>
  removals.filter((each) => each.notice_by !== null);

export const removalWords = (removal: RemovalView): string =>
  `${removal.stands ? "required" : "reinstated; was required"} to leave: ${removal.cause}`;
