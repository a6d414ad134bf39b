/** What a new filing begins with, from the few things that differ between them; the document can then be changed by hand. */

/** As the room reads a document: amounts in cents, and whatever it leaves out is decided by the preset. */
export type Document = { type: string } & Record<string, unknown>;

export type Kind = "rake" | "table" | "supplement";

export const KINDS: readonly [Kind, string][] = [
  ["table", "what a table posts"],
  ["rake", "the rake of the house"],
  ["supplement", "a rule of the internal controls"],
];

export type Limits = "fixed" | "pot" | "no";

export const LIMITS: readonly [Limits, string][] = [
  ["fixed", "fixed"],
  ["pot", "pot limit"],
  ["no", "no limit"],
];

/** Wagers of a table begin with this many least bets before a player. */
const BUY_IN = 20;

/** Games without a button have antes and a forced bet instead of blinds. */
const hasButton = (game: string): boolean => !game.includes("stud");

const forced = (game: string, least: number): Record<string, unknown> =>
  hasButton(game)
    ? { blinds: [Math.ceil(least / 2), least] }
    : { ante: Math.ceil(least / 4), forced_bet: Math.ceil(least / 2) };

const limitsOf = (limits: Limits, least: number): Record<string, unknown> =>
  limits === "fixed" ? { type: "fixed", small: least, big: 2 * least } : { type: limits, least };

export const table = (game: string, limits: Limits, least: number, rake: readonly unknown[]): Document => ({
  type: "table",
  rotation: [
    {
      game,
      house: { preset: "customary", limits: limitsOf(limits, least), ...forced(game, least), rake },
      rules: { buy_in_least: BUY_IN * least },
    },
  ],
});

export const rake = (percent: number, most: number): Document => ({
  type: "rake",
  methods: [{ type: "percentage", percent, most }],
  most,
});

export const supplement = (title: string): Document => ({ type: "supplement", title, text: "" });

/** The methods of a rake that is filed, for the tables that take it. */
export const methodsOf = (settings: Record<string, unknown> | undefined): readonly unknown[] =>
  (settings?.methods as unknown[] | undefined) ?? [];
