/** What the desks of cage and accounting are answered, and how they write it. */

export interface PlayerFound {
  id: string;
  name: string;
  bank: number;
  stakes: Record<string, number>;
  guest: boolean;
  barred: boolean;
  required_to_leave: boolean;
  locked: boolean;
}

export interface Moved {
  id: string;
  at: string;
  debit: string;
  credit: string;
  amount: number;
  reason: string;
  rule: string;
  by: string;
  note: string;
  corrects: string | null;
}

export interface Pieces {
  tender: "cash" | "chips";
  value: number;
  count: number;
}

export interface DrawerNow {
  id: string;
  cashier: string;
  opened: string;
  opener: number;
  paid_in: number;
  paid_out: number;
  fills: number;
  credits: number;
  expected: number;
  mine: boolean;
}

export interface DrawerCounted {
  key: string;
  cashier: string;
  second: string;
  opened: string;
  closed: string;
  expected: number;
  counted: number;
  difference: number;
  flag: string;
  pieces: Pieces[];
}

export interface Tray {
  opener: number;
  fills: number;
  credits: number;
  rake: number;
  sold: number;
  other: number;
  won: number;
}

export interface TableBank {
  table: string;
  open: boolean;
  tray: Tray;
  expected: number;
  stakes: number;
  drop: number;
}

export interface CageNow {
  day: string | null;
  play_chips: boolean;
  drawers: DrawerNow[];
  closed: DrawerCounted[];
  tables: TableBank[];
  lately: Moved[];
  /** Of the players in it, by their accounts. */
  names: Record<string, string>;
}

export interface JournalFound {
  lines: Moved[];
  /** Search on from this id; null where everything was read. */
  before: string | null;
  /** Of the players in it, by their accounts. */
  names: Record<string, string>;
}

export interface Figures {
  rounds_dealt: number;
  drop: number;
  percentage_rake: number;
  incremental_rake: number;
  time_charges: number;
  bad_beat_contributions: number;
  bad_beat_payouts: number;
  unmatched_forms: number;
  forms_found: number;
  house_win: number;
  variance: number;
}

export interface TableCount {
  key: string;
  table: string;
  at: string;
  by: string;
  second: string;
  tray: Tray;
  expected: number;
  counted: number;
  difference: number;
  flag: string;
  drop_expected: number;
  drop: number | null;
  drop_difference: number;
  drop_flag: string;
}

export interface DaySum {
  date: string;
  opened: string;
  closed: string | null;
  opened_by: string;
  closed_by: string | null;
  total: Figures;
  rake: number;
}

export interface GamingDays {
  /** The date of the gaming day that this moment is in, by the clock of the house. */
  today: string;
  days: DaySum[];
}

export interface DayTold {
  date: string;
  opened: string;
  closed: string | null;
  lines: { table: string; game: string; shift: string; figures: Figures }[];
  sums: { part: "table" | "game" | "shift"; name: string; figures: Figures }[];
  total: Figures;
  rake: number;
  counts: TableCount[];
  drawers: DrawerCounted[];
  in_play: Record<string, number>;
  debits: number;
  credits: number;
}

/** What people pay with, from the largest down: bills and coin, then chips. */
export const CASH = [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1] as const;
export const CHIPS = [500_000, 100_000, 50_000, 10_000, 2_500, 500, 200, 100, 50, 25] as const;

export const worthOf = (pieces: readonly Pieces[]): number =>
  pieces.reduce((sum, each) => sum + each.value * each.count, 0);

/** The time of day, for a list of one day. */
export const clock = (at: string): string =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

export const moment = (at: string): string =>
  new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });

export const formAddress = (room: string, kind: string, key: string, as = "pdf"): string =>
  `${room}/forms/${kind}/${encodeURIComponent(key)}?as=${as}`;

/** What comes after the console in the address: `#/staff/accounting/record/ledger:12.1` is `["record", "ledger:12.1"]`. */
export const placeInConsole = (hash: string): string[] =>
  hash.split("/").slice(3).filter(Boolean).map(decodeURIComponent);
