/** The host of a multi-casino system as it tells of itself: what anybody may read, and what those on its access list may. */

export interface MemberPosted {
  casino: string;
  name: string;
  address: string;
}

export interface HostPosted {
  system: string;
  information: string;
  host: MemberPosted | null;
  members: MemberPosted[];
  offering: string;
  primary: number;
  secondary: number;
  pending: string[];
  now: string;
}

export interface MemberRead {
  casino: string;
  name: string;
  is_heard: boolean;
  heard_at: string | null;
  joined: boolean;
  letters: number;
  acknowledged: number;
  behind: number;
  contributed: number;
  held: number;
  late: number;
  skew_alarm: boolean;
  keys: { key: string; since: string; revoked_at: string | null }[];
  representatives: string[];
}

export interface ClaimRead {
  claim: string;
  casino: string;
  level: string;
  standing: string;
  completed_at: string;
  table: string;
  losing_hands: string[];
  winning_hands: string[];
  amount: number;
  verified_by: string;
  authorised_by: string;
  too_late: boolean;
  paid: number;
  unpaid: number;
  told_otherwise: Record<string, string>;
}

export interface HostRead {
  posted: HostPosted;
  why_suspended: string;
  suspended_at: string | null;
  software: string;
  running_software: string;
  agreement: string;
  file: string;
  missing: string[];
  without_effect: string[];
  started: boolean;
  proposed: string;
  changes: { term: string; before: string; after: string }[];
  proposed_without_effect: string[];
  approved_by: string[];
  members: MemberRead[];
  meters: {
    level: string;
    shown: number;
    current: number;
    reset: number;
    committed: number;
    contributed: number;
    paid: number;
  }[];
  claims: ClaimRead[];
  debts: { debtor: string; creditor: string; amount: number }[];
  /** What debtors say they have paid, and their creditors have not confirmed. */
  announced: { debtor: string; creditor: string; amount: number; reference: string }[];
  notices: number;
  access: { name: string; role: string; casino: string; since: string }[];
  notices_given: { subject: string; written_on: string; reference: string }[];
  refused_calls: number;
  trouble: string;
  happened: { at: string; what: string; by: string; rule: string; details: string }[];
}

export interface HostOrder {
  name: string;
  does: string;
  fields: { name: string; kind: string }[];
}

export interface Me {
  name: string;
  role: string;
  casino: string;
  orders: HostOrder[];
}

/** What came of a request: its answer, or why there is none. */
export type Asked<T> = { found: T } | { why: string; status: number };

export async function ask<T>(path: string, body?: unknown): Promise<Asked<T>> {
  try {
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return { found: answer as T };
    return { why: (answer as { detail?: string }).detail ?? "The host refused.", status: response.status };
  } catch {
    return { why: "The host does not answer.", status: 0 };
  }
}
