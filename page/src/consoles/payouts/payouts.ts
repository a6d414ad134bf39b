/** Bad beat payouts as the room tells its staff of them. */

export interface FormRead {
  serial: number;
  table: string;
  at: string;
  amount: number;
  dealer: string;
  witness: string;
  original: string;
  duplicate: string;
  voided: string;
}

export interface DayOfForms {
  day: string;
  forms: FormRead[];
  missing_originals: number[];
  missing_duplicates: number[];
  unmatched: number[];
}

export interface HitRead {
  number: number;
  table: string;
  round: number;
  at: string;
  losing: string[];
  winning: string[];
  verified_by: string;
  rejected: string;
  prepared: string;
  settled: boolean;
  step: "reported" | "verified" | "prepared" | "paid";
  amount: number;
  /** Whether its table is kept as evidence. */
  held: boolean;
  /** Whether the host of a system has still to say what it is for: nothing is prepared before. */
  waits_for_host: boolean;
  board: string[];
  /** `hand` says what the cards make. */
  hands: { name: string; cards: string[]; hand: string }[];
  dealt_in: string[];
  census: { table: string; round: number; players: string[]; in_progress: boolean }[];
  awards: { player: string; name: string; part: string; amount: number; paid: boolean; on_account: boolean }[];
}

export interface PayoutRead {
  name: string;
  standing: string;
  filing: string;
  route: string;
  rule: string;
  qualifier: string;
  pending: boolean;
  /** What accounting has still to do before the gaming day ends. */
  due: { says: string; rule: string }[];
  to_revenue: number;
  funds: {
    level: string;
    contributed: number;
    counted: number;
    current: number;
    reset: number;
    overflow: number;
    shown: number;
    paid: number;
    made_up: number;
    variance: number;
  }[];
  boxes: {
    table: string;
    amount: number;
    chips: number;
    capacity: number;
    /** Whether the rules name its table; one that has left is here until its box is counted. */
    takes_part: boolean;
  }[];
  containers: {
    number: number;
    tables: string[];
    said: number | null;
    carried: boolean;
    verified: boolean;
    /** Boxes that held other than the record says; below zero what is missing. */
    differing: { table: string; more: number }[];
  }[];
  days: DayOfForms[];
  hits_in_all: number;
  bonuses: { name: string; terms: string; amount: number }[];
  limit: number;
  announced: boolean;
  next_serial: number;
  gaps: number[];
  hits: HitRead[];
}

/** None while the room does not answer. */
export async function payoutsOf(room: string): Promise<PayoutRead[] | null> {
  try {
    const response = await fetch(`${room}/payouts`, { credentials: "same-origin" });
    return response.ok ? ((await response.json()) as PayoutRead[]) : null;
  } catch {
    return null;
  }
}

/** Where a paper of a payout is: a form by its serial, a container or a hit as `NAME.2`, papers of the rules by name. */
export const paperAddress = (room: string, kind: string, key: string, as = "pdf"): string =>
  `${room}/payouts/papers/${kind}/${encodeURIComponent(key)}?as=${as}`;

/** The form before anybody signs it; chips are counted by value in cents. */
export const previewAddress = (
  room: string,
  payout: string,
  table: string,
  chips: readonly (readonly [number, number])[],
): string =>
  `${room}/payouts/preview/${encodeURIComponent(payout)}/${encodeURIComponent(table)}?chips=${chips
    .filter(([, count]) => count > 0)
    .map(([value, count]) => `${value}x${count}`)
    .join(",")}`;
