/** Whether a hand is out of the round: of one that is over, whether its player gave it up. */

import type { SeatView, TableView } from "../wire";

const GIVEN_UP = new Set(["Folded", "HandConceded"]);

export function isOut(seat: SeatView, view: TableView): boolean {
  return !seat.live && (view.playing || GIVEN_UP.has(seat.last_action?.kind ?? ""));
}
