/** What is filled in on a keno form. */

export interface Wanted {
  spots: readonly number[];
  quickPick: number | null;
  rate: number;
  games: number;
}

/** The code for a straight ticket at a rate in cents, as it is marked on a form: `S 1.00`. */
export const conditioning = (rate: number): string => `S ${(rate / 100).toFixed(2)}`;

/** The numbers that somebody typed, as far as they are numbers: `7, 22 80`. */
export const typedNumbers = (text: string): number[] => (text.match(/-?\d+/g) ?? []).map(Number);
