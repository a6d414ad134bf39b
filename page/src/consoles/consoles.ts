/**
 * Every console of staff. ONE list: navigation, addresses, permissions to open and the test that nothing lacks a place all read it.
 *
 * A console is an entry and a component. The component is given `ConsoleProps` and shows its content; the frame around it (Frame.svelte)
 * has the title, who acts in which position, the way to other consoles, and whether the line is down. What a position may not do or see is
 * decided by the room; the list only spares people doors that would not open.
 */

import type { Fetching } from "../screens";
import { POSITIONS } from "../staff";

export interface ConsoleProps {
  /** Of the room it works in, in an address: `/api/rooms/play-chips`. */
  room: string;
}

export interface Console {
  /** `#/staff/<key>`. */
  key: string;
  title: string;
  /** What it is for, in a few words, on the staff's home. */
  about: string;
  /** The positions that may open it, as the room calls them. */
  positions: readonly string[];
  /** The counters whose orders have their place on it; those of all counters are on the staff's home besides. */
  counters: readonly string[];
  /** What it reads: the names of routes in live/entrance/permissions.py. */
  reads: readonly string[];
  /** Where it is, if not at `#/staff/<key>`. */
  address?: string;
  fetching?: Fetching;
}

export const FLOOR = ["floorperson", "poker supervisor", "poker shift supervisor"] as const;

/**
 * The staff's home, which every position opens. It has a form for every order that the position gives and a plain view of what it may read,
 * so that nothing lacks a place before it has a console of its own.
 */
export const HOME: Console = {
  key: "",
  title: "Staff",
  about: "What waits for a signature, and every order of a position.",
  positions: POSITIONS,
  counters: ["table", "round", "felt", "box", "lists", "cage", "books", "register", "conduct", "chat", "duty"],
  reads: [
    "orders",
    "proposals",
    "staff",
    "account",
    "books",
    "journal",
    "filings",
    "floor",
    "talk",
    "signs",
    "find players",
    "incidents",
    "security",
    "matrix",
    "rule in use",
  ],
  address: "#/staff",
};

export const CONSOLES: readonly Console[] = [
  {
    key: "dealer",
    title: "Dealer",
    about: "Deal a table: entries, decks, showdown.",
    positions: ["dealer", ...FLOOR],
    counters: ["felt", "box", "round"],
    reads: ["orders", "filings"],
    address: "#/dealer",
  },
  {
    key: "dice",
    title: "Mini-dice",
    about: "Run a table of mini-dice: shaker, wagers, calls and payments.",
    positions: ["dealer", ...FLOOR],
    counters: ["dice", "odds"],
    reads: [],
    address: "#/dice-pit",
  },
  {
    key: "keno",
    title: "Keno",
    about: "The counter of writer, runner and supervisor.",
    positions: ["keno writer", "keno runner", "keno supervisor"],
    counters: ["keno"],
    reads: [],
    address: "#/keno/money",
  },
  {
    key: "payouts",
    title: "Bad beat payouts",
    about: "Funds, boxes, counts, forms, hits and what is paid.",
    positions: [
      "dealer",
      ...FLOOR,
      "cage",
      "satellite cage",
      "accounting",
      "count room",
      "security",
      "surveillance",
      "representative of a second department",
      "key-employee representative",
      "internal audit",
      "Division",
    ],
    counters: ["payouts", "link"],
    reads: ["payouts", "payout paper", "payout preview", "payout design", "link"],
    fetching: () => import("./payouts/Payouts.svelte"),
  },
  {
    key: "floor",
    title: "Floor",
    about: "Tables and lists at a glance: seats, calls, disputes, conduct.",
    positions: FLOOR,
    counters: ["table", "lists", "conduct", "chat", "round"],
    reads: ["orders", "filings", "floor", "signs", "rulings", "talk"],
    fetching: () => import("./floor/Floor.svelte"),
  },
  {
    key: "board",
    title: "Floor now",
    about: "Every table, list and call as the floor sees them, to read.",
    positions: ["security", "surveillance", "Division"],
    counters: [],
    reads: ["floor"],
    fetching: () => import("./floor/Watched.svelte"),
  },
  {
    key: "supervisor",
    title: "Shift",
    about: "Decks, leaves of absence, final rulings and their witnesses, who is on duty.",
    positions: ["poker shift supervisor"],
    counters: ["box", "table", "round", "lists", "duty"],
    reads: ["orders", "floor"],
    fetching: () => import("./supervisor/Supervisor.svelte"),
  },
  {
    key: "cage",
    title: "Cage",
    about: "Players' money, fills and credits, drawers, receipts and slips.",
    positions: ["cage", "satellite cage"],
    counters: ["cage"],
    reads: ["find players", "cage", "form", "orders", "proposals"],
    fetching: () => import("./cage/Cage.svelte"),
  },
  {
    key: "accounting",
    title: "Accounting",
    about: "Gaming days, reports, counts, the journal, corrections, what is filed.",
    positions: ["accounting", "poker shift supervisor", "Division"],
    counters: ["books", "register"],
    reads: ["days", "day", "export", "transfers", "journal", "books", "cage", "form", "filings", "proposals"],
    fetching: () => import("./accounting/Accounting.svelte"),
  },
  {
    key: "security",
    title: "Security",
    about: "What is carried from where to where, incidents, locked accounts.",
    positions: ["security", "surveillance", "Division"],
    counters: ["security"],
    reads: ["security", "watch", "proposals", "account"],
    fetching: () => import("./security/Security.svelte"),
  },
  {
    key: "surveillance",
    title: "Surveillance",
    about: "Tables as they are, finished rounds, recordings, who looked at what.",
    positions: ["surveillance", "Division", ...FLOOR],
    counters: ["surveillance", "decks"],
    reads: ["staff rounds", "staff round", "round decks", "round bundle", "looks", "activity", "incidents", "watch"],
    fetching: () => import("./surveillance/Surveillance.svelte"),
  },
  {
    key: "division",
    title: "Division",
    about: "Notices and approvals, the compliance matrix, software and audits.",
    positions: ["Division", "accounting", "poker shift supervisor"],
    counters: ["division"],
    reads: ["oversight", "audit report", "matrix", "rule in use"],
    fetching: () => import("./division/Division.svelte"),
  },
];

export const addressOf = (console: Console): string => console.address ?? `#/staff/${console.key}`;

export const consolesOf = (position: string): Console[] =>
  CONSOLES.filter((console) => console.positions.includes(position));
