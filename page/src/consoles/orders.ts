/** Orders of staff over HTTP: which ones my role gives, what one would do, and giving it. */

import { plainWords } from "../words";
import type { Saying, Told } from "../wire";

/** What a JSON schema says of one field, as far as a form needs it. */
export interface Field {
  type?: string | string[];
  description?: string;
  enum?: (string | number | null)[];
  const?: unknown;
  default?: unknown;
  anyOf?: Field[];
  items?: Field;
  prefixItems?: Field[];
  properties?: Record<string, Field>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  format?: string;
  $ref?: string;
  $defs?: Record<string, Field>;
}

/** An order that my role may give, and what is said in it. */
export interface OrderKind {
  counter: string;
  type: string;
  says: Field;
  second: string;
  /** Whether it is about a table, which the request names. */
  names_table: boolean;
  /** Whether the other signs in the same sitting, and never later. */
  presence: boolean;
}

/** What is ordered: its type, and its fields. */
export type Order = { type: string } & Record<string, unknown>;

/** An order as it is sent. The id makes sending it again harmless. */
export interface Given {
  id: string;
  counter: string;
  table: string;
  /** Of an order that opens a table: what is filed for it. */
  subject?: string;
  order: Order;
  /** The second person, where both sign in one sitting. */
  beside?: Beside;
  /** The digest of what it would do, as its giver has read: if that is something else by then, the room refuses it. */
  expected?: string;
}

/** Who they are, by name and password or by what their device has signed. */
export type Beside = { name: string; password: string } | { passkey: unknown };

export type Answer =
  /** What is shown from this event on includes it. */
  | { kind: "done"; repeated: boolean; proposal: string; sequence: number }
  /** The room would not: sent again, it would say the same. */
  | { kind: "refused"; says: string; rule: string; code: string }
  /** Nobody knows whether it arrived: it is sent again under its id. */
  | { kind: "lost" };

interface Problem {
  detail?: string;
  says?: Saying | null;
  rule?: string;
  code?: string;
}

const sentence = (words: string): string =>
  words.slice(0, 1).toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");

/** A room's name in an address; `scope` is the only one in which somebody works. */
export const roomPath = (playChips: boolean, scope = ""): string =>
  `/api/rooms/${scope || (playChips ? "play-chips" : "licensed")}`;

/** How long an answer may take: a line that died silently never says so. */
const ANSWER_WITHIN = 8_000;

/** What the room answered, once the whole of it is here. */
interface Answered {
  ok: boolean;
  status: number;
  body: unknown;
}

const posted = (path: string, body: unknown): Promise<Answered | null> =>
  asked(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** A room that is busy, restarting or out of reach, or whose answer broke off, has not answered. */
async function asked(path: string, options: RequestInit = {}): Promise<Answered | null> {
  try {
    const response = await fetch(path, {
      credentials: "same-origin",
      signal: AbortSignal.timeout(ANSWER_WITHIN),
      ...options,
    });
    if (response.status === 429 || response.status >= 500) return null;
    return { ok: response.ok, status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

function refusal({ status, body }: Answered): Extract<Answer, { kind: "refused" }> {
  const said = body as Problem;
  const words = said.says ? plainWords(said.says) : (said.detail ?? `the room answered ${status}`);
  return { kind: "refused", says: sentence(words), rule: said.rule ?? "", code: said.code ?? "" };
}

export async function give(room: string, given: Given): Promise<Answer> {
  const answered = await posted(`${room}/orders`, given);
  if (answered === null) return { kind: "lost" };
  if (!answered.ok) return refusal(answered);
  const done = answered.body as { repeated: boolean; proposal?: string | null; sequence?: number | null };
  return { kind: "done", repeated: done.repeated, proposal: done.proposal ?? "", sequence: done.sequence ?? -1 };
}

const ASKED_AGAIN_AFTER = 1_000;

/**
 * The orders that whoever asks may give. Without them a console has nothing to offer, so a room that does not answer is asked again for as
 * long as somebody wants to know.
 */
export async function kinds(room: string, wanted = (): boolean => true): Promise<OrderKind[]> {
  for (;;) {
    const answered = await asked(`${room}/orders`);
    if (answered !== null) return answered.ok ? (answered.body as OrderKind[]) : [];
    if (!wanted()) return [];
    await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN_AFTER));
  }
}

/** Counters whose orders the room can tell of before they are given. */
const FORETOLD = new Set(["felt", "round"]);

export const isForetold = (counter: string): boolean => FORETOLD.has(counter);

/** What an order would lead to, without giving it. */
export type Previewed =
  | { kind: "would"; told: readonly Pick<Told, "tag" | "says" | "rule" | "reading">[]; digest: string }
  | Exclude<Answer, { kind: "done" }>;

export type Would = Extract<Previewed, { kind: "would" }>;

export async function preview(room: string, given: Given): Promise<Previewed> {
  const answered = await posted(`${room}/foretold`, given);
  if (answered === null) return { kind: "lost" };
  if (!answered.ok) return refusal(answered);
  return { kind: "would", ...(answered.body as { told: Told[]; digest: string }) };
}

/** Somebody with an account, by their name. */
export async function personNamed(name: string): Promise<{ id: string; name: string } | null> {
  const response = await fetch(`/api/accounts/named/${encodeURIComponent(name)}`, { credentials: "same-origin" });
  return response.ok ? ((await response.json()) as { person: { id: string; name: string } }).person : null;
}

/** What the room has filed for tables and is in force, by subject. */
export async function filedTables(room: string): Promise<string[]> {
  const response = await fetch(`${room}/filings`, { credentials: "same-origin" });
  if (!response.ok) return [];
  const filed = (await response.json()) as { subject: string; in_force: boolean }[];
  return filed.filter((each) => each.in_force && each.subject.startsWith("table ")).map((each) => each.subject);
}
