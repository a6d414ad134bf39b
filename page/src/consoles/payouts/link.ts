/** The link of a room to the host of a multi-casino system, as the room tells its staff of it. */

/** What a patron of another casino has of a payout, and which member has asked to pay it in that one's place. */
export interface AwardThere {
  casino: string;
  player: string;
  part: string;
  amount: number;
  payer: string;
  /** Whether it was paid, by the payer. */
  paid: boolean;
}

export interface PayoutOfSystem {
  claim: string;
  casino: string;
  amount: number;
  /** A claim of this casino that is decided waits for somebody here to authorise it. */
  standing: "pending" | "decided" | "confirmed";
  there: AwardThere[];
}

export interface LinkRead {
  system: string;
  casino: string;
  payout: string;
  host: string;
  host_address: string;
  members: string[];
  standing: string;
  told: string;
  why: string;
  since: string | null;
  is_heard: boolean;
  sign_lacks: string[];
  trouble: string;
  unjoined: string;
  written: number;
  received: number;
  outbox: number;
  notices: number;
  offset_seconds: number;
  error_seconds: number;
  shown: number;
  secondary: number;
  pending: PayoutOfSystem[];
  /** Below zero where this casino owes it; of that, `on_the_way` is paid and not confirmed by the other yet. */
  owed: { casino: string; name: string; amount: number; on_the_way: number }[];
  /** What others say they have paid to this casino, and nobody here has confirmed. */
  announced: { notice: number; name: string; amount: number; reference: string }[];
  calls: number;
  answers: number;
}

/** None while the room does not answer. */
export async function linkOf(room: string): Promise<LinkRead[] | null> {
  try {
    const response = await fetch(`${room}/link`, { credentials: "same-origin" });
    return response.ok ? ((await response.json()) as LinkRead[]) : null;
  } catch {
    return null;
  }
}
