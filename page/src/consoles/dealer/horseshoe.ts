/** Where the seats are, as the dealer sees them: seat 1 at the left hand, clockwise along the far rail, the last at the right hand. */

export interface Spot {
  seat: number;
  column: number;
  row: number;
}

export interface Horseshoe {
  columns: number;
  rows: number;
  spots: Spot[];
}

export function horseshoe(places: number): Horseshoe {
  const side = Math.max(places > 3 ? 1 : 0, Math.floor(places * 0.3));
  const top = places - 2 * side;
  const columns = side ? top + 2 : top;
  const rows = Math.max(side + 1, 2);
  const spots = Array.from({ length: places }, (_, seat) => {
    if (seat < side) return { seat, column: 1, row: rows - seat };
    if (seat < side + top) return { seat, column: seat - side + (side ? 2 : 1), row: 1 };
    return { seat, column: columns, row: seat - side - top + 2 + (rows - side - 1) };
  });
  return { columns, rows, spots };
}
