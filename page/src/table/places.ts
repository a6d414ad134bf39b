/** Where the seats stand around the oval, so that no two of them touch. */

export interface Area {
  width: number;
  height: number;
}

export type Side = "bottom" | "left" | "top" | "right";

export interface Place {
  /** The middle of the seat, in pixels of the area. */
  x: number;
  y: number;
  side: Side;
}

export interface Sizes {
  /** A seat with its cards and its bet. */
  seat: Area;
  /** My own, at the bottom. */
  mine: Area;
}

export const WIDE: Sizes = { seat: { width: 164, height: 122 }, mine: { width: 500, height: 192 } };
export const TALL: Sizes = { seat: { width: 110, height: 90 }, mine: { width: 382, height: 134 } };

export function isTall(area: Area): boolean {
  return area.width < 760;
}

/** How many of the other seats stand on each side: left, top, right (and beside mine, where the table is wide). */
function split(others: number, tall: boolean): { corner: number; side: number; top: number } {
  if (tall) return { corner: 0, side: Math.floor(others / 2), top: others % 2 };
  if (others <= 2) return { corner: 0, side: 0, top: others };
  if (others <= 5) return { corner: 0, side: 1, top: others - 2 };
  if (others <= 8) return { corner: 0, side: 2, top: others - 4 };
  return { corner: 1, side: 2, top: others - 6 };
}

/** The places of `count` seats, the first at the bottom middle, then clockwise as one looks down on the table. */
export function places(count: number, area: Area): Place[] {
  const tall = isTall(area);
  const { seat, mine } = tall ? TALL : WIDE;
  const { corner, side, top } = split(Math.max(count - 1, 0), tall);
  const margin = tall ? 4 : 12;
  const left = margin + seat.width / 2;
  const bottom: Place = { x: area.width / 2, y: area.height - mine.height / 2, side: "bottom" };
  const topY = margin + seat.height / 2;
  const found: Place[] = [bottom];

  const cornerX = area.width / 2 - mine.width / 2 - seat.width / 2 - 24;
  if (corner) found.push({ x: cornerX, y: area.height - seat.height / 2 - margin, side: "bottom" });

  // From the bottom up on the left, along the top, down on the right.
  const sideTop = tall ? (top ? topY + seat.height : topY) : topY + seat.height * (side > 1 ? 0.72 : 1.4);
  const sideBottom = tall
    ? area.height - mine.height - seat.height / 2 - 6
    : area.height - seat.height / 2 - (corner ? seat.height + 22 : mine.height * 0.72);
  const rows = Array.from({ length: side }, (_, row) =>
    side === 1 ? (sideTop + sideBottom) / 2 : sideBottom - ((sideBottom - sideTop) * row) / (side - 1),
  );
  for (const y of rows) found.push({ x: left, y, side: "left" });
  const inset = tall ? 0 : Math.max(seat.width * 1.1, area.width * 0.16);
  const span = area.width - 2 * (margin + inset) - seat.width;
  for (let place = 0; place < top; place += 1) {
    const x = top === 1 ? area.width / 2 : area.width / 2 - span / 2 + (span * place) / (top - 1);
    found.push({ x, y: topY, side: "top" });
  }
  for (const y of [...rows].reverse()) found.push({ x: area.width - left, y, side: "right" });
  if (corner) found.push({ x: area.width - cornerX, y: area.height - seat.height / 2 - margin, side: "bottom" });
  return found;
}
