/** Bad beat payouts as the room tells its staff of them. */

export interface PayoutRead {
  name: string;
  standing: string;
  filing: string;
  route: string;
  rule: string;
  qualifier: string;
  pending: boolean;
  to_revenue: number;
  funds: {
    level: string;
    contributed: number;
    counted: number;
    current: number;
    reset: number;
    shown: number;
    paid: number;
    made_up: number;
    variance: number;
  }[];
  boxes: { table: string; amount: number; chips: number; capacity: number }[];
  containers: { number: number; tables: string[]; said: number | null; carried: boolean; verified: boolean }[];
  forms: {
    serial: number;
    table: string;
    at: string;
    amount: number;
    dealer: string;
    witness: string;
    original_dropped: boolean;
    duplicate_boxed: boolean;
    matched: boolean;
  }[];
  hits: {
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
    board: string[];
    hands: { name: string; cards: string[] }[];
    dealt_in: string[];
    census: { table: string; round: number; players: string[]; in_progress: boolean }[];
    awards: { player: string; name: string; part: string; amount: number; paid: boolean }[];
  }[];
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
