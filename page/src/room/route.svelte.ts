/** Which screen the address names: the part after `#`, or `/wall` for the big screen. */

export type Route =
  | { screen: "lobby" }
  | { screen: "table"; table: string }
  | { screen: "dealer"; table: string }
  | { screen: "dealers" }
  | { screen: "staff"; console: string }
  | { screen: "backstage" }
  | { screen: "history" }
  | { screen: "replay"; table: string; round: number }
  | { screen: "learn"; game: string }
  | { screen: "friends"; token: string }
  | { screen: "keno"; game: string; wall: boolean }
  | { screen: "dice"; table: string }
  | { screen: "dice-pit"; table: string }
  | { screen: "wall" };

export function parse(path: string, hash: string): Route {
  if (path.replace(/\/$/, "") === "/wall") return { screen: "wall" };
  const [screen, table, round] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if ((screen === "table" || screen === "dealer") && table) return { screen, table };
  if (screen === "dealer") return { screen: "dealers" };
  if (screen === "staff") return { screen, console: table ?? "" };
  if (screen === "history" && table && round) return { screen: "replay", table, round: Number(round) };
  if (screen === "friends" && table) return { screen, token: table };
  if (screen === "history") return { screen };
  if (screen === "keno") return kenoAt([table, round]);
  if (screen === "learn") return { screen, game: table ?? "" };
  if (screen === "dice" && table) return { screen, table };
  if (screen === "dice-pit") return { screen, table: table ?? "" };
  if (screen === "wall" || screen === "backstage") return { screen };
  return { screen: "lobby" };
}

/** `#/keno` is played for play chips, `#/keno/money` for money; each has a big screen, `/wall`. */
function kenoAt(parts: (string | undefined)[]): Route {
  return { screen: "keno", game: parts.includes("money") ? "keno/money" : "keno", wall: parts.includes("wall") };
}

const here = () => parse(location.pathname, location.hash);

export const place = $state<{ route: Route }>({ route: here() });

addEventListener("hashchange", () => {
  place.route = here();
});

/** Whether this table is what the screen shows. */
export const isShown = (table: string): boolean => place.route.screen === "table" && place.route.table === table;

export const toTable = (table: string): string => `#/table/${encodeURIComponent(table)}`;
export const toConsole = (table: string): string => `#/dealer/${encodeURIComponent(table)}`;
export const toRound = (table: string, round: number): string => `#/history/${encodeURIComponent(table)}/${round}`;

/** The page of a game beside poker, such as `dice/Dice 1`. */
export const toGame = (game: string): string => `#/${game.split("/").map(encodeURIComponent).join("/")}`;

/** The displayed name of a table: `Table 4` if its name is only a number. */
export const tableName = (table: string): string => (/^\d+$/.test(table) ? `Table ${table}` : table);

export function go(hash: string): void {
  location.hash = hash;
}

/**
 * Whether the component that is being set up is still on the screen. What goes on after an answer asks this first: once its component is
 * gone, what that derived may be stale, and nobody looks at the outcome.
 */
export function stillShown(): () => boolean {
  let shown = true;
  $effect(() => () => (shown = false));
  return () => shown;
}
