/** An amount as chips, in the colors New Jersey gives each value. */

export interface Chip {
  value: number;
  color: string;
  edge: string;
}

export const CHIPS: readonly Chip[] = [
  { value: 500_000, color: "#8a8f94", edge: "#f2f2f2" },
  { value: 100_000, color: "#e2622b", edge: "#fff1d6" },
  { value: 50_000, color: "#6d3fa0", edge: "#f1dcff" },
  { value: 10_000, color: "#23282b", edge: "#e9e4d6" },
  { value: 2_500, color: "#1f8a55", edge: "#eafbe9" },
  { value: 500, color: "#bf2f33", edge: "#ffe9de" },
  { value: 100, color: "#efece2", edge: "#4a78b8" },
  { value: 1, color: "#d98aa5", edge: "#fff" },
];

/** Pieces that a table may have besides. */
const OTHERS: readonly Chip[] = [
  { value: 2_000, color: "#c9a227", edge: "#fff6d8" },
  { value: 1_000, color: "#2f6fb0", edge: "#e3f0ff" },
  { value: 250, color: "#d98aa5", edge: "#fff" },
];

/** What a piece of this value looks like. */
export const chipOf = (value: number): Chip =>
  [...CHIPS, ...OTHERS].find((chip) => chip.value === value) ?? { value, color: "#5b6468", edge: "#dfe4e6" };

/** Pieces of these values that make up an amount exactly, the largest first; none where they cannot. */
export function piecesFor(cents: number, values: readonly number[]): number[] | null {
  const found: number[] = [];
  let left = cents;
  for (const value of [...values].sort((one, other) => other - one)) {
    found.push(...Array<number>(Math.floor(left / value)).fill(value));
    left %= value;
  }
  return left ? null : found;
}

/** The largest chips that make up the amount, largest first, and no more of them than are worth drawing. */
export function chipsFor(cents: number, most: number): Chip[] {
  const found: Chip[] = [];
  let left = cents;
  for (const chip of CHIPS) {
    const wanted = chip.value === 1 ? Math.min(1, left) : Math.floor(left / chip.value);
    for (let count = 0; count < wanted && found.length < most; count += 1) found.push(chip);
    left -= Math.floor(left / chip.value) * chip.value;
  }
  return found;
}
