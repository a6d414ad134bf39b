import { dollars } from "../../money";

/** What the designer of payouts is asked, and what it answers; amounts are cents. */

export interface DesignAsked {
  losing: string;
  both_hole_cards: boolean;
  pocket_pair: boolean;
  minimum_players: number;
  drop: number;
  least_pot: number;
  start: number;
  reset_percent: number;
  steps: { from_amount: number; after_days: number; losing: string }[];
  rounds_a_day: number;
  players: number;
  days: number;
}

export interface AtHit {
  share: number;
  amount: number;
  days: number;
}

export interface PlanReplayed {
  name: string;
  rounds: number;
  contributed: number;
  hits: { at: string; table: string; round: number; amount: number }[];
  amount: number;
  reserve: number;
  by_day: [string, number][];
}

export interface Designed {
  stages: string[];
  by_size: {
    players: number;
    nobody_folds: number;
    error: number;
    as_logged: number | null;
    by_lot: number | null;
    rounds: number;
  }[];
  rounds_a_day: number;
  contribution: number;
  folds: number[] | null;
  log_rounds: number;
  log_days: number;
  hits: {
    days_between: number;
    chance_a_day: number;
    quantiles: AtHit[];
    curve: AtHit[];
    days_to_fund: number | null;
  } | null;
  replays: PlanReplayed[];
}

export interface DesignNow {
  running: boolean;
  /** Parts of a whole: of the log, and then of the chances that are found. */
  read: number;
  dealt: number;
  failed: string;
  asked: DesignAsked | null;
  found: Designed | null;
}

export const STREETS = ["before the flop", "on the flop", "on the turn", "on the river"] as const;

/** A chance as people say it. */
export const oneIn = (rate: number | null): string =>
  rate === null ? "" : rate ? `1 in ${Math.round(1 / rate).toLocaleString("en-US")}` : "never";

const STEP = /^(?:(\d{1,4})\s+days?|\$?([\d,]+)(?:\s+or\s+(\d{1,4})\s+days?)?)\s*=\s*(.+)$/;

/**
 * A ladder as it is typed, a line for each step: `50000 = quad eights`, `60 days = quad deuces` or `50000 or 60 days = quads`; null where a
 * line is none.
 */
export function stepsIn(typed: string): DesignAsked["steps"] | null {
  const steps = typed
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => STEP.exec(line));
  if (steps.some((step) => !step)) return null;
  return steps.map((step) => ({
    from_amount: Number((step![2] ?? "0").replaceAll(",", "")) * 100,
    after_days: Number(step![1] ?? step![3] ?? 0),
    losing: step![4]!.trim(),
  }));
}

/** From when on a step of a ladder counts. */
export const whenOf = ({ from_amount, after_days }: DesignAsked["steps"][number]): string =>
  [
    from_amount ? `from ${dollars(from_amount)} on` : "",
    after_days ? `${after_days === 1 ? "a day" : `${after_days} days`} after the last hit` : "",
  ]
    .filter(Boolean)
    .join(" or ");
