/** What somebody is asked to sign, in rows that they can read: no code, no cents. */

import { dollars } from "../money";
import type { Saying } from "../wire";
import { accountWords } from "./desk/accounts";
import { worthOf, type Pieces } from "./desk/desks";
import { isMoney, labelled } from "./fields";

/** An order that waits for a second signature. */
export interface ToSign {
  id: string;
  counter: string;
  type: string;
  does: Saying;
  says: Record<string, unknown>;
  table: string;
  /** Of the people whom it names, by their ids or their accounts. */
  names: Record<string, string>;
  proposed_by: string;
  mine: boolean;
  at: string;
  until: string;
}

export type Row = [label: string, words: string];

interface Instead {
  debit: string;
  credit: string;
  amount: number;
  reason: string;
}

/** The fields of an order that are said in words of their own. */
const SAID: Record<string, (value: never, names: Record<string, string>) => string> = {
  pieces: (pieces: Pieces[]) =>
    `${dollars(worthOf(pieces))}: ${pieces.map((each) => `${each.count} × ${dollars(each.value)} ${each.tender}`).join(", ")}`,
  instead: (instead: Instead[], names) =>
    instead
      .map(
        (each) =>
          `${dollars(each.amount)} from ${accountWords(each.debit, names)} to ${accountWords(each.credit, names)}, ${each.reason}`,
      )
      .join("; ") || "nothing",
};

const LABELS: Record<string, string> = {
  pieces: "Counted",
  closer: "Counted",
  expected: "Ought to be",
  original: "Takes back",
};

function words(name: string, value: unknown, names: Record<string, string>): string {
  const said = SAID[name];
  if (said && Array.isArray(value)) return said(value as never, names);
  if (isMoney(name) && typeof value === "number") return dollars(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return names[value] ?? value;
  return JSON.stringify(value);
}

/** Of a count: how far it is off what ought to be there. */
function difference({ pieces, closer, expected }: Record<string, unknown>): Row[] {
  if (typeof expected !== "number") return [];
  const counted = typeof closer === "number" ? closer : worthOf((pieces ?? []) as Pieces[]);
  const off = counted - expected;
  return [
    ["Difference", off === 0 ? "none, it agrees" : `${dollars(Math.abs(off))} too ${off > 0 ? "much" : "little"}`],
  ];
}

export const summary = (each: ToSign): Row[] => [
  ...(each.table ? [["Table", each.table] as Row] : []),
  ...Object.entries(each.says)
    .filter(([, value]) => value !== null)
    .map(([name, value]): Row => [LABELS[name] ?? labelled(name), words(name, value, each.names)]),
  ...difference(each.says),
];
