/** Accounts of the books as people read them: whose money it is, and where it lies. */

import { tableName } from "../../room/route.svelte";

/** What lies at a table, by the kind of its account. */
const AT_A_TABLE: Record<string, string> = {
  pot: "pot of",
  wagers: "wagers at",
  "rake-area": "rake area of",
  inventory: "tray of",
  "drop-box": "drop box of",
  "bad-beat-box": "bad beat box of",
  variance: "variance of",
};

const parts = (account: string): [kind: string, owner: string] => {
  const colon = account.indexOf(":");
  return colon < 0 ? [account, ""] : [account.slice(0, colon), account.slice(colon + 1)];
};

/** The table whose tray this is, if it is one. */
export function trayOf(account: string): string | null {
  const [kind, owner] = parts(account);
  return kind === "inventory" ? owner : null;
}

/** `bank:4f07` is "Ada Abbott, bank", `stakes:21/4f07` "Ada Abbott at Table 21"; `names` are of players, by account. */
export function accountWords(account: string, names: Record<string, string>): string {
  const [kind, owner] = parts(account);
  if (kind === "bank") return `${names[account] ?? owner}, bank`;
  if (kind === "stakes" || kind === "held") {
    const [table = "", player = ""] = owner.split("/");
    return `${names[account] ?? player} ${kind === "held" ? "on the way to" : "at"} ${tableName(table)}`;
  }
  if (AT_A_TABLE[kind]) return `${AT_A_TABLE[kind]} ${tableName(owner)}`;
  const words = kind.replaceAll("-", " ");
  return owner ? `${words} ${owner}` : words;
}
