/**
 * What the dealer has entered and the room has not confirmed. Entries are sent one after the other in their order, and stay on the
 * tablet until the room has answered: through a lost line, a reloaded page, a server that was restarted. Each has an id, so one that
 * arrived without an answer is not done twice. The first that the room refuses stops the rest, and all of them are shown.
 *
 * A fold that ends the round cannot be taken back once the room has it: pots are booked, and people hold what they won. So it is held here
 * for a moment, until the dealer goes on; until then it is simply withdrawn.
 */

import type { Answer, Given } from "../orders";

export interface Entry {
  given: Given;
  /** In the dealer's words: "Seat 3 calls". */
  words: string;
  /** The seat that acts in it, if one does. */
  seat: number | null;
  /** Whether it ends the round, as far as the tablet can know. */
  ends?: boolean;
  /** Whether it waits here for a moment, and may be withdrawn. */
  held?: boolean;
  /** Why the room would not. */
  refused: { says: string; rule: string } | null;
}

export interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const RETRY = 1_000;
/** How long an entry that ends a round is held, in milliseconds: time enough to see that it was the wrong one. */
export const HELD = 4_000;

export class Entries {
  #waiting: Entry[] = [];
  #sending = false;
  #lost = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #holding: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly key: string,
    private readonly storage: Storage,
    private readonly send: (given: Given) => Promise<Answer>,
    /** `lost`: the last one sent was not answered. */
    private readonly changed: (waiting: readonly Entry[], lost: boolean) => void,
  ) {
    this.#waiting = read(storage.getItem(key));
    this.#keep();
    void this.#sendAll();
  }

  add(given: Given, words: string, seat: number | null = null, ends = false): void {
    const entry = { given, words, seat, ends, held: ends, refused: null };
    this.#waiting = [...this.#waiting.map(released), entry];
    this.#keep();
    clearTimeout(this.#holding);
    if (ends) this.#holding = setTimeout(() => this.release(), HELD);
    void this.#sendAll();
  }

  /** What is held goes on its way. */
  release(): void {
    clearTimeout(this.#holding);
    this.#waiting = this.#waiting.map(released);
    this.#keep();
    void this.#sendAll();
  }

  /** What is held was a mistake, and has never left the tablet. */
  withdraw(): void {
    clearTimeout(this.#holding);
    this.#waiting = this.#waiting.filter((entry) => !entry.held);
    this.#keep();
  }

  /** Try now, as when the line is back. */
  hurry(): void {
    clearTimeout(this.#timer);
    void this.#sendAll();
  }

  /** Send what was refused once more, and then the rest. */
  again(): void {
    this.#waiting = this.#waiting.map((entry) => ({ ...entry, refused: null }));
    this.#keep();
    this.hurry();
  }

  /** The dealer gives an entry up: only one that the room has refused, or that stands behind it. */
  giveUp(id: string): void {
    if (!this.#waiting[0]?.refused) return;
    this.#waiting = this.#waiting.filter((entry) => entry.given.id !== id);
    this.#keep();
    void this.#sendAll();
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#holding);
    this.#sending = true;
  }

  async #sendAll(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    let first = this.#waiting[0];
    while (first && !first.refused && !first.held) {
      const answer = await this.send(first.given);
      this.#lost = answer.kind === "lost";
      if (answer.kind === "lost") {
        this.changed(this.#waiting, true);
        this.#timer = setTimeout(() => void this.#sendAll(), RETRY);
        break;
      }
      this.#answered(first, answer);
      first = this.#waiting[0];
    }
    this.#sending = false;
  }

  #answered(entry: Entry, answer: Exclude<Answer, { kind: "lost" }>): void {
    const [, ...rest] = this.#waiting;
    const refused = answer.kind === "refused" ? { says: answer.says, rule: answer.rule } : null;
    this.#waiting = refused ? [{ ...entry, refused }, ...rest] : rest;
    this.#keep();
  }

  #keep(): void {
    if (this.#waiting.length) this.storage.setItem(this.key, JSON.stringify(this.#waiting));
    else this.storage.removeItem(this.key);
    this.changed(this.#waiting, this.#lost);
  }
}

const released = (entry: Entry): Entry => (entry.held ? { ...entry, held: false } : entry);

/** What was left here by an earlier page; what cannot be read was not written by this one. */
function read(text: string | null): Entry[] {
  try {
    const found = JSON.parse(text ?? "[]") as Entry[];
    return Array.isArray(found) ? found.map(released) : [];
  } catch {
    return [];
  }
}
