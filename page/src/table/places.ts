/** Where the seats, the bets before them and the middle of the table stand, so that no two of them touch. */

export interface Area {
  width: number;
  height: number;
}

export type Side = "bottom" | "left" | "top" | "right";

export interface Spot {
  /** In pixels of the area: the middle of a seat; of a bet the edge that its side says. */
  x: number;
  y: number;
}

export interface Place extends Spot {
  side: Side;
  bet: Spot;
}

export interface Sizes {
  /** A seat with its cards. */
  seat: Area;
  /** My own, at the bottom, with my bet. */
  mine: Area;
}

export interface Middle extends Spot {
  width: number;
  /** How wide a community card is drawn, and how far from the next. */
  card: number;
  gap: number;
}

export type Scale = "large" | "wide" | "tall";

export const SIZES: Record<Scale, Sizes> = {
  large: { seat: { width: 196, height: 126 }, mine: { width: 570, height: 218 } },
  wide: { seat: { width: 164, height: 104 }, mine: { width: 500, height: 192 } },
  tall: { seat: { width: 110, height: 92 }, mine: { width: 382, height: 156 } },
};

export interface Layout {
  scale: Scale;
  /** The first is mine, at the bottom; then clockwise as one looks down on the table. */
  places: Place[];
  middle: Middle;
}

export function scaleOf(area: Area): Scale {
  if (area.width < 760) return "tall";
  return area.width >= 1000 && area.height >= 640 ? "large" : "wide";
}

export function layout(count: number, area: Area): Layout {
  return scaleOf(area) === "tall" ? upright(count, area) : lying(count, area);
}

/** How many of the other seats stand in each corner beside mine, on each side, and along the top. */
function split(others: number): { corner: number; side: number; top: number } {
  if (others <= 2) return { corner: 0, side: 0, top: others };
  if (others <= 5) return { corner: 0, side: 1, top: others - 2 };
  if (others <= 8) return { corner: 0, side: 2, top: others - 4 };
  return { corner: 1, side: 2, top: others - 6 };
}

/** How far the outermost seats of the top row come down along the rail. */
const DROP = 22;
const BESIDE = 10;

function lying(count: number, area: Area): Layout {
  const scale = scaleOf(area);
  const { seat, mine } = SIZES[scale];
  const { corner, side, top } = split(Math.max(count - 1, 0));
  const margin = 12;
  const middle = area.width / 2;
  const x = margin + seat.width / 2;
  const topY = margin + seat.height / 2;
  const mineY = area.height - mine.height / 2;
  const found: Place[] = [
    { x: middle, y: mineY, side: "bottom", bet: { x: middle, y: area.height - mine.height + 16 } },
  ];

  const cornerX = middle - mine.width / 2 - seat.width / 2 - 8;
  const cornerY = area.height - seat.height / 2 - margin;
  const cornerBet = cornerY - seat.height / 2 - 15;
  if (corner)
    found.push({ x: cornerX, y: cornerY, side: "bottom", bet: { x: cornerX + seat.width / 2, y: cornerBet } });

  // From the bottom up on the left, along the top, down on the right.
  const highest = topY + DROP + seat.height + 4;
  const lowest = corner ? cornerY - seat.height - 26 : area.height - seat.height / 2 - mine.height * 0.66;
  const rows = Array.from({ length: side }, (_, row) =>
    side === 1 ? (highest + lowest) / 2 : lowest - ((lowest - highest) * row) / (side - 1),
  );
  const beside = seat.width / 2 + BESIDE;
  const plate = seat.height / 2 - 26;
  for (const y of rows) found.push({ x, y, side: "left", bet: { x: x + beside, y: y + plate } });
  const reach = Math.min(area.width / 2 - seat.width * 1.14, (seat.width + 46) * ((top - 1) / 2));
  for (let place = 0; place < top; place += 1) {
    const off = top === 1 ? 0 : -1 + (2 * place) / (top - 1);
    const y = topY + DROP * (Math.abs(off * reach) / (area.width / 2)) ** 2;
    found.push({
      x: middle + off * reach,
      y,
      side: "top",
      bet: { x: middle + off * reach, y: y + seat.height / 2 + 18 },
    });
  }
  for (const y of [...rows].reverse()) {
    found.push({ x: area.width - x, y, side: "right", bet: { x: area.width - x - beside, y: y + plate } });
  }
  if (corner) {
    const right = area.width - cornerX;
    found.push({ x: right, y: cornerY, side: "bottom", bet: { x: right - seat.width / 2, y: cornerBet } });
  }
  const from = topY + DROP + seat.height / 2;
  const to = area.height - mine.height;
  const large = scale === "large";
  return {
    scale,
    places: found,
    middle: { x: middle, y: (from + to) / 2 + 6, width: large ? 470 : 380, card: large ? 82 : 62, gap: 8 },
  };
}

/** What the middle needs at least to take the whole breadth, and what it never needs more than. */
const GAP = { least: 104, most: 210 };

/** In a lane the flop lies in one row, the turn and the river in another. */
const ABREAST = 3;
const LANE_GAP = 4;

/** On a phone: seats in two columns that part around the middle, or leave it a lane where there are too many. */
function upright(count: number, area: Area): Layout {
  const { seat, mine } = SIZES.tall;
  const others = Math.max(count - 1, 0);
  const rows = Math.floor(others / 2);
  const top = others % 2;
  const margin = 4;
  const floor = area.height - mine.height;
  const spare = floor - margin - (rows + top) * seat.height;
  const parted = spare >= GAP.least;
  const gap = parted ? Math.min(spare, GAP.most) : 0;
  const apart = rows + top > 1 ? (spare - gap) / (rows + top - (parted ? 0 : 1)) : 0;
  const above = parted ? Math.ceil((rows - 1 + top) / 2) : rows;
  const rowY = (row: number) =>
    margin + (row + top + 0.5) * seat.height + (row + top) * apart + (row < above ? 0 : gap);

  const left = margin + seat.width / 2;
  const middle = area.width / 2;
  const under = seat.height / 2 - 8.5;
  const inner = seat.width / 2 + 2;
  const columns = Array.from({ length: rows }, (_, row) => rowY(row));
  const found: Place[] = [
    { x: middle, y: area.height - mine.height / 2, side: "bottom", bet: { x: middle, y: floor + 11 } },
  ];
  for (const y of [...columns].reverse())
    found.push({ x: left, y, side: "left", bet: { x: left + inner, y: y + under } });
  if (top)
    found.push({
      x: middle,
      y: margin + seat.height / 2,
      side: "top",
      bet: { x: middle, y: margin + seat.height - 8.5 },
    });
  for (const y of columns) {
    found.push({ x: area.width - left, y, side: "right", bet: { x: area.width - left - inner, y: y + under } });
  }

  const edge = above + top > 0 ? rowY(above - 1) + seat.height / 2 : margin;
  const lane = area.width - 2 * (margin + seat.width) - 6;
  const y = parted ? edge + (gap + apart) / 2 : floor * 0.44;
  return {
    scale: "tall",
    places: found,
    middle: parted
      ? { x: middle, y, width: area.width - 2 * margin - 12, card: wideCard(gap), gap: 5 }
      : { x: middle, y, width: lane, card: Math.floor((lane - 2 * LANE_GAP) / ABREAST), gap: LANE_GAP },
  };
}

function wideCard(gap: number): number {
  return gap >= 170 ? 58 : gap >= 140 ? 50 : 40;
}
