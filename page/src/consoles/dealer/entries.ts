/**
 * What the dealer has entered and the room has not confirmed. Entries are sent one after the other in their order, and stay on the
 * tablet until the room has answered: through a lost line, a reloaded page, a server that was restarted. Each has an id, so one that
 * arrived without an answer is not done twice. The first that the room refuses stops the rest, and all of them are shown.
 *
 * What ends the round, a last fold or the push of the pots, cannot be taken back once the room has it: pots are booked, and people hold
 * what they won. So it is held here for a moment, until the dealer goes on; until then it is simply withdrawn.
 *
 * A call for the floor rests on nothing that was entered, so no entry that is refused or held keeps it.
 */

import type { Answer, Given } from "../orders";

/** What the tablet knows of an entry besides its order. */
export interface About {
  /** Who entered it, by name. */
  by?: string;
  /** The seat that acts in it, if one does. */
  seat?: number | null;
  /** Whether it ends the round, as far as the tablet can know. */
  ends?: boolean;
  /** Whether it rests on no entry before it, and so waits for none that is refused or held. */
  alone?: boolean;
}

export interface Entry extends About {
  given: Given;
  /** In the dealer's words: "Seat 3 calls". */
  words: string;
  seat: number | null;
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
  /** Every entry that this window has had. */
  readonly #mine = new Set<string>();
  #sending = false;
  #lost = false;
  #ended = false;
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

  /** Whoever enters something else goes on with what is held; whoever calls the floor does not, and it is held until they do. */
  add(given: Given, words: string, about: About = {}): void {
    const entry = { ...about, given, words, seat: about.seat ?? null, held: about.ends ?? false, refused: null };
    this.#waiting = [...(about.alone ? this.#waiting : this.#waiting.map(released)), entry];
    this.#keep();
    clearTimeout(this.#holding);
    if (about.ends) this.#holding = setTimeout(() => this.release(), HELD);
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
    if (!this.#waiting.some((entry) => entry.refused)) return;
    this.#waiting = this.#waiting.filter((entry) => entry.given.id !== id);
    this.#keep();
    void this.#sendAll();
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#holding);
    this.#ended = true;
  }

  async #sendAll(): Promise<void> {
    if (this.#sending || this.#ended) return;
    this.#sending = true;
    let next = this.#next;
    while (next && !this.#ended) {
      const answer = await this.send(next.given);
      this.#lost = answer.kind === "lost";
      if (answer.kind === "lost") {
        this.#tell();
        this.#timer = setTimeout(() => void this.#sendAll(), RETRY);
        break;
      }
      this.#answered(next.given.id, answer);
      next = this.#next;
    }
    this.#sending = false;
  }

  /** The first, unless it is stopped here; then what rests on nothing before it. */
  get #next(): Entry | undefined {
    const stopped = ({ refused, held }: Entry): boolean => refused !== null || held === true;
    const [first] = this.#waiting;
    return first && !stopped(first) ? first : this.#waiting.find((entry) => entry.alone && !stopped(entry));
  }

  #answered(id: string, answer: Exclude<Answer, { kind: "lost" }>): void {
    const refused = answer.kind === "refused" ? { says: answer.says, rule: answer.rule } : null;
    this.#waiting = this.#waiting.flatMap((entry) => {
      if (entry.given.id !== id) return [entry];
      return refused ? [{ ...entry, refused }] : [];
    });
    this.#keep();
  }

  /** What the same dealer has entered in another window of this tablet stays. A tablet that keeps nothing sends all the same. */
  #keep(): void {
    for (const { given } of this.#waiting) this.#mine.add(given.id);
    try {
      const others = kept(this.storage.getItem(this.key)).filter(({ given }) => !this.#mine.has(given.id));
      const all = [...others, ...this.#waiting];
      if (all.length) this.storage.setItem(this.key, JSON.stringify(all));
      else this.storage.removeItem(this.key);
    } catch {
      // It is full, or closed to this page.
    }
    this.#tell();
  }

  #tell(): void {
    if (!this.#ended) this.changed(this.#waiting, this.#lost);
  }
}

/** Where somebody's entries at a table are kept. */
export const keptAs = (person: string, table: string): string => `entries ${person} ${table}`;

/** Of everything that is kept on this tablet, what others have entered at a table and the room has not confirmed. */
export function leftBehind(kept: Readonly<Record<string, string>>, person: string, table: string): Left[] {
  return Object.keys(kept)
    .filter((key) => key.startsWith("entries ") && key.endsWith(` ${table}`) && key !== keptAs(person, table))
    .map((key) => ({ key, entries: read(kept[key] ?? null).filter((entry) => entry.given.table === table) }))
    .filter(({ entries }) => entries.length);
}

/** What one of them has left, and where. */
export interface Left {
  key: string;
  entries: readonly Entry[];
}

const released = (entry: Entry): Entry => (entry.held ? { ...entry, held: false } : entry);

/** What was left here by an earlier page: nothing of it is held any more. */
const read = (text: string | null): Entry[] => kept(text).map(released);

/** What the tablet keeps; what cannot be read was not written by this page. */
function kept(text: string | null): Entry[] {
  try {
    const found = JSON.parse(text ?? "[]") as Entry[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
