/** Whether somebody has too few chips to be dealt in, and what can be done about missed blinds. */

import type { SeatView, TableView } from "../wire";

export function isChipless(seat: SeatView, view: TableView): boolean {
  return !seat.dealt_in && !seat.away && seat.stakes + seat.added < view.needed;
}

/** Minutes and seconds of a time that is posted. */
export function howLong(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const rest = String(whole % 60).padStart(2, "0");
  return `${Math.floor(whole / 60)}:${rest}`;
}
