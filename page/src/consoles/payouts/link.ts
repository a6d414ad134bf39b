/** The link of a room to the host of a multi-casino system, as the room tells its staff of it. */

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
  pending: { claim: string; casino: string; amount: number; standing: string }[];
  owed: { casino: string; name: string; amount: number }[];
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
