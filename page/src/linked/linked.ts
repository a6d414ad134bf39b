/** The demonstration of a multi-casino system as its own server tells of it. */

import type { HostRead } from "../host/host";
import type { PayoutShown } from "../wire";

export interface CasinoSeen {
  casino: string;
  name: string;
  address: string;
  is_running: boolean;
  is_frozen: boolean;
  is_cut: boolean;
  payout: PayoutShown | null;
  answers: boolean;
}

export interface Seen {
  casinos: CasinoSeen[];
  host: HostRead | null;
  host_address: string;
  host_runs: boolean;
  operator: string;
  password: string;
}

export async function look(): Promise<Seen | null> {
  try {
    const response = await fetch("/api/demo");
    return response.ok ? ((await response.json()) as Seen) : null;
  } catch {
    return null;
  }
}

/** Why it could not be done; empty where it was. What it led to is seen at the next look. */
export async function act(casino: string, what: string): Promise<string> {
  try {
    const response = await fetch("/api/demo", {
      method: "POST",
      body: JSON.stringify({ casino, what }),
      headers: { "content-type": "application/json" },
    });
    if (response.ok) return "";
    const said = (await response.json()) as { detail?: string };
    return said.detail ?? "It could not be done.";
  } catch {
    return "The demonstration does not answer.";
  }
}
