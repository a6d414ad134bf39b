/** Requests over HTTP: who we are, the rules, and earlier rounds. */

import { plainWords } from "../words";
import type { LobbyGame, PayoutShown, LobbyTable, Saying, Told, WaitingList } from "../wire";

export interface Person {
  id: string;
  name: string;
  role: string;
  guest: boolean;
}

export interface Explained {
  citation: string;
  paragraph: string;
  edition_name: string;
  note: string | null;
  requires: { id: string; summary: string; observable: string }[];
  readings: { id: string; title: string; reading: string }[];
}

export interface RoundSummary {
  table: string;
  round: number;
  game: string;
  title: string;
  at: string;
  ending: string;
  seats: { seat: number; name: string; net: number; me: boolean }[];
  net: number;
  play_chips: boolean;
}

export interface RoundTold {
  summary: RoundSummary;
  told: Told[];
  /** Whose seat is shown nearest where none is mine. */
  seat?: number;
}

export interface Opening {
  position: number;
  card: number;
  salt: string;
  path: string[];
}

export interface Commitment {
  context: { table: string; round: number; deck?: number };
  count: number;
  root: string;
}

export interface Evidence {
  commitments: Commitment[];
  cuts: number[];
  openings: Opening[][];
  log: Event[];
}

/** An event as recorded: its type, and its fields. */
export interface Event {
  type: string;
  [field: string]: unknown;
}

export interface Failed {
  count: number;
  first: string;
  last: string;
  addresses: string[];
}

export interface Entered {
  person: Person | null;
  recovery_codes: string[];
  failed: Failed | null;
}

export interface Mine {
  log_ins: { at: string; address: string; new_device: boolean }[];
  failed_before: Failed | null;
  failed: Failed | null;
  sessions: number;
  recovery_codes_left: number;
  passkeys: { credential: string; added: string }[];
}

/** Why the room would not, in a sentence; `code` stays the same whatever the words. */
export class Unanswered extends Error {
  constructor(
    words: string,
    readonly code = "",
    /** Of the answer over HTTP. */
    readonly status = 0,
  ) {
    super(words);
  }
}

interface Problem {
  detail?: string;
  says?: Saying | null;
  code?: string;
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

export async function answer<Type>(path: string, options?: RequestInit): Promise<Type> {
  const response = await fetch(path, { credentials: "same-origin", ...options });
  if (!response.ok) {
    const said = (await response.json().catch(() => ({}))) as Problem;
    const words = said.says ? plainWords(said.says) : (said.detail ?? `the room answered ${response.status}`);
    throw new Unanswered(sentence(words), said.code ?? "", response.status);
  }
  return response.status === 204 ? (undefined as Type) : ((await response.json()) as Type);
}

export function post<Type>(path: string, body: unknown): Promise<Type> {
  return answer<Type>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Everybody who opens the page has a session: as a guest, unless they have logged in before. */
export function ensureSession(): Promise<void> {
  entering ??= enter().finally(() => (entering = null));
  return entering;
}

/** Whatever asks for a session while one is being opened waits for it: one browser is one guest. */
let entering: Promise<void> | null = null;

async function enter(): Promise<void> {
  if (!(await isKnown())) await post("/api/accounts/guest", {});
}

/** Whose session this is, whether it is locked, and after how many seconds a console locks itself. */
export const lockState = (): Promise<{ person: Person | null; locked: boolean; lock_after: number }> =>
  answer("/api/accounts/me");

export async function isKnown(): Promise<boolean> {
  const { person } = await answer<{ person: Person | null }>("/api/accounts/me");
  return person !== null;
}

export const enterAs = (name: string): Promise<Entered> => post("/api/accounts/guest", { name });
export const register = (name: string, password: string): Promise<Entered> =>
  post("/api/accounts/register", { name, password });
export const logIn = (name: string, password: string): Promise<Entered> =>
  post("/api/accounts/login", { name, password });
export const recover = (name: string, code: string, password: string): Promise<Entered> =>
  post("/api/accounts/recover", { name, code, new: password });
export const logOut = (): Promise<unknown> => post("/api/accounts/logout", {});
export const logOutEverywhere = (): Promise<unknown> => post("/api/accounts/logout-everywhere", {});
export const mine = (): Promise<Mine> => answer("/api/accounts/mine");
export const changePassword = (old: string, password: string): Promise<Entered> =>
  post("/api/accounts/password", { old, new: password });
export const newRecoveryCodes = (password: string): Promise<{ recovery_codes: string[] }> =>
  post("/api/accounts/recovery-codes", { password });
export const claimOffice = (code: string): Promise<Entered> => post("/api/accounts/officer", { code });

const asked = new Map<string, Promise<Explained>>();

/** What a paragraph requires; of the readings of it only those that what happened rests on. */
export function explained(about: { rule: string; edition?: string; reading?: string | null }): Promise<Explained> {
  const which = new URLSearchParams({ reading: about.reading ?? "" });
  if (about.edition) which.set("edition", about.edition);
  const path = `/api/rules/${encodeURIComponent(about.rule)}?${which}`;
  const known = asked.get(path);
  if (known) return known;
  const found = answer<Explained[]>(path).then(([first]) => {
    if (!first) throw new Unanswered(`nothing is recorded about ${about.rule}`);
    return first;
  });
  found.catch(() => asked.delete(path));
  asked.set(path, found);
  return found;
}

const roundPath = (table: string, round: number) => `/api/rounds/${encodeURIComponent(table)}/${round}`;

export const rounds = (before: string | null): Promise<{ rounds: RoundSummary[]; before: string | null }> =>
  answer(`/api/rounds${before ? `?before=${encodeURIComponent(before)}` : ""}`);
export const roundTold = (table: string, round: number): Promise<RoundTold> => answer(roundPath(table, round));
export const evidence = (table: string, round: number): Promise<Evidence> =>
  answer(`${roundPath(table, round)}/evidence`);
export const phhAddress = (table: string, round: number): string => `${roundPath(table, round)}/phh`;

export type Wall = {
  tables: { table: LobbyTable; sign: string[] }[];
  lists: WaitingList[];
  games: LobbyGame[];
  payouts: PayoutShown[];
};
/** Bad beat payouts as they are displayed now. */
export const displayed = (): Promise<PayoutShown[]> => answer("/api/payouts");
export const wall = (): Promise<Wall> => answer("/api/wall");
