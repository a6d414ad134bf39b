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
  /** How wide a community card is drawn, how far from the next, and how many lie in a row. */
  card: number;
  gap: number;
  abreast: number;
}

export type Scale = "large" | "wide" | "tall" | "small";

export const SIZES: Record<Scale, Sizes> = {
  large: { seat: { width: 196, height: 126 }, mine: { width: 570, height: 218 } },
  wide: { seat: { width: 164, height: 104 }, mine: { width: 500, height: 200 } },
  tall: { seat: { width: 110, height: 92 }, mine: { width: 382, height: 156 } },
  // Here the bets stand in the plates.
  small: { seat: { width: 102, height: 62 }, mine: { width: 300, height: 106 } },
};

export interface Layout {
  scale: Scale;
  /** The first is mine, at the bottom; then clockwise as one looks down on the table. */
  places: Place[];
  /** How wide another seat is, how far its cards may reach where they are many, and how wide my own may be. */
  seat: number;
  reach: number;
  mine: number;
  middle: Middle;
}

/** The largest that the area has room for. */
export function layout(count: number, area: Area): Layout {
  const ways = [
    () => lying("large", count, area),
    () => lying("wide", count, area),
    () => upright(count, area),
    () => around("tall", count, area),
    ...NARROWER.map((width) => () => around("small", count, area, width)),
  ];
  for (const way of ways) {
    const found = way();
    if (found && isClear(found, area)) return found;
  }
  return around("small", count, area, NARROWER.at(-1));
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxAt({ x, y }: Spot, { width, height }: Area): Box {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

function touch(one: Box, other: Box): boolean {
  return (
    one.left < other.right - 0.5 &&
    other.left < one.right - 0.5 &&
    one.top < other.bottom - 0.5 &&
    other.top < one.bottom - 0.5
  );
}

/** How high the middle is at each scale: community cards, the pots below them, and what lies between it and the seats. */
const MIDDLE: Record<Scale, { card: number; below: number }> = {
  large: { card: 82, below: 98 },
  wide: { card: 62, below: 92 },
  tall: { card: 58, below: 52 },
  small: { card: 46, below: 34 },
};

/** A community card less wide than this is hard to read: then the seats are smaller instead. */
const LEAST_CARD = 36;
/** How narrow a small seat can be. */
const NARROWER = [SIZES.small.seat.width, 96, 86, 76];

/** Whether the community cards can be read, and every seat is inside the area and touches neither another nor the middle. */
function isClear({ scale, places, seat, mine, middle }: Layout, area: Area): boolean {
  const sizes = SIZES[scale];
  const other = { width: seat, height: sizes.seat.height };
  const own = { width: mine, height: sizes.mine.height };
  const seats = places.map((place, number) => boxAt(place, number ? other : own));
  const rows = Math.ceil(5 / middle.abreast);
  const board = {
    width: middle.abreast * (middle.card + middle.gap),
    height: rows * middle.card * 1.4 + MIDDLE[scale].below,
  };
  const all = [...seats, boxAt(middle, board)];
  return all.every(
    (box, number) =>
      middle.card >= LEAST_CARD &&
      box.left >= -0.5 &&
      box.right <= area.width + 0.5 &&
      box.top >= -0.5 &&
      box.bottom <= area.height + 0.5 &&
      all.slice(number + 1).every((other) => !touch(box, other)),
  );
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

function lying(scale: "large" | "wide", count: number, area: Area): Layout {
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
  const { card } = MIDDLE[scale];
  const width = scale === "large" ? 470 : 380;
  return {
    scale,
    places: found,
    seat: seat.width,
    reach: seat.width - 4,
    mine: mine.width,
    middle: { x: middle, y: (from + to) / 2 + 6, width, card, gap: 8, abreast: ABREAST.whole },
  };
}

/** What the middle needs at least to take the whole breadth, and what it never needs more than. */
const GAP = { least: 104, most: 210 };

/** In a lane the flop lies in one row, the turn and the river in another. */
const ABREAST = { whole: 5, lane: 3 };
const LANE_GAP = 4;
const LEAST_LANE = 120;
/** Wider than this, a table need not stand upright. */
const MOST_UPRIGHT = 760;

/** On a phone: seats in two columns that part around the middle, or leave it a lane where there are too many. */
function upright(count: number, area: Area): Layout | null {
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
  if (spare < 0 || area.width >= MOST_UPRIGHT || (!parted && lane < LEAST_LANE)) return null;
  const y = parted ? edge + (gap + apart) / 2 : floor * 0.44;
  return {
    scale: "tall",
    places: found,
    seat: seat.width,
    // A long row of cards may lie over the felt: where cards are that many, there is no board.
    reach: 172,
    mine: Math.min(mine.width, area.width - 8),
    middle: parted
      ? { x: middle, y, width: area.width - 2 * margin - 12, card: wideCard(gap), gap: 5, abreast: ABREAST.whole }
      : { x: middle, y, width: lane, card: laneCard(lane), gap: LANE_GAP, abreast: ABREAST.lane },
  };
}

function wideCard(gap: number): number {
  return gap >= 170 ? 58 : gap >= 140 ? 50 : 40;
}

function laneCard(lane: number): number {
  return Math.floor((lane - 2 * LANE_GAP) / ABREAST.lane);
}

/** How narrow my own place may be, so that seats can stand beside it. */
const LEAST_MINE = { tall: 330, small: 250 };
/** Which part of the others stands along the top at most. */
const ALONG_TOP = 0.55;

/** Where there is little room, as on a phone that lies: as many along the top as fit, the others down both sides. */
function around(scale: "tall" | "small", count: number, area: Area, width = SIZES[scale].seat.width): Layout {
  const { seat, mine } = SIZES[scale];
  const others = Math.max(count - 1, 0);
  const margin = 3;
  const inRow = Math.floor((area.width - 2 * margin) / (width + 2));
  const most = Math.min(inRow - 2, Math.ceil(others * ALONG_TOP));
  const top = Math.max(others % 2, most - ((others - most) % 2));
  const side = (others - top) / 2;

  const lane = area.width - 2 * (margin + width + 2);
  const beside = lane >= LEAST_MINE[scale];
  const middle = area.width / 2;
  const floor = area.height - mine.height;
  const x = margin + width / 2;
  const first = margin + seat.height / 2;
  const last = (beside ? area.height - 2 * margin : floor) - seat.height / 2;
  // Spread over the whole height; a single one stands between the top and my own.
  const rowY = (row: number) => (side === 1 ? (first + floor) / 2 : first + ((last - first) * row) / (side - 1));
  const rows = Array.from({ length: side }, (_, row) => rowY(row));
  const under = seat.height / 2 - 8.5;
  const inner = width / 2 + 2;

  const found: Place[] = [{ x: middle, y: floor + mine.height / 2, side: "bottom", bet: { x: middle, y: floor + 11 } }];
  for (const y of [...rows].reverse()) found.push({ x, y, side: "left", bet: { x: x + inner, y: y + under } });
  const room = side > 1 ? lane : area.width - 2 * margin;
  const apart = top ? Math.min(room / top, width * 1.5) : 0;
  for (let place = 0; place < top; place += 1) {
    const at = middle + (place - (top - 1) / 2) * apart;
    found.push({ x: at, y: first, side: "top", bet: { x: at, y: first + under } });
  }
  for (const y of rows)
    found.push({ x: area.width - x, y, side: "right", bet: { x: area.width - x - inner, y: y + under } });

  const from = top ? margin + seat.height : margin;
  return {
    scale,
    places: found,
    seat: width,
    reach: width - 4,
    mine: Math.min(mine.width, beside ? lane : area.width - 8),
    middle: { x: middle, y: (from + floor) / 2, width: lane, ...boardIn(scale, { width: lane, height: floor - from }) },
  };
}

/** The community cards as large as they can be, in one row or two. */
function boardIn(scale: Scale, { width, height }: Area): Pick<Middle, "card" | "gap" | "abreast"> {
  const { card: most, below } = MIDDLE[scale];
  const gap = LANE_GAP;
  const [one, two] = [ABREAST.whole, ABREAST.lane].map((abreast) => {
    const rows = Math.ceil(ABREAST.whole / abreast);
    const high = (height - below - (rows - 1) * gap) / rows / 1.4;
    return { abreast, gap, card: Math.floor(Math.min(most, (width - (abreast - 1) * gap) / abreast, high)) };
  });
  return one!.card >= two!.card ? one! : two!;
}
