/** Amounts as people read them: whole cents in, dollars out. */

export function dollars(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const size = Math.abs(cents);
  const whole = Math.floor(size / 100).toLocaleString("en-US");
  const rest = size % 100;
  return rest ? `${sign}$${whole}.${String(rest).padStart(2, "0")}` : `${sign}$${whole}`;
}

/** What an amount at a table is an amount of. */
export const playedFor = (playChips: boolean): string => (playChips ? "play chips" : "real money");

/** Where an amount is asked for or promised, it says what it is an amount of. */
export const worth = (cents: number, playChips: boolean): string => `${dollars(cents)} of ${playedFor(playChips)}`;

/** Where there is little room: from ten thousand dollars on, without the cents. */
export function brief(cents: number): string {
  return dollars(cents >= 1_000_000 ? cents - (cents % 100) : cents);
}

/** What somebody typed, in cents; nothing if it is no amount. */
export function cents(typed: string): number | null {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(typed.replaceAll(",", ""));
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Whether more typing may yet make an amount of it: nothing so far, or dollars whose cents are still to come. */
export function isHalfTyped(typed: string): boolean {
  return /^\s*\$?\s*[\d,]*\.?$/.test(typed);
}
