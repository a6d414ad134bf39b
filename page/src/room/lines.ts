/**
 * The lines of this page to the room. One of them, the home line, is for everything; where several servers have the tables of one room, a
 * table that is at another server than the home line's has a line there.
 *
 * A server says where a place is that it does not have (`Moved`). We connect there, too, and let go of the place here once we are welcomed
 * there. If the home line is needed for nothing else, the new one takes its place: mostly there is one line, wherever it leads.
 */

import type { ClientMessage, Moved, ServerMessage } from "../wire";
import { Connection, waitBefore, type Status } from "./connection";

/** A place is what can be followed: a table, a game beside poker, or the board of the floor. */
export const FLOOR = "";

/** Whatever moves more often than this, in milliseconds, is followed more and more slowly. */
const RESTLESS = 10_000;

/** A server speaks another version of the protocol than this page: servers are upgraded one after the other. */
const OTHER_VERSION = "goodbye.other-version";

/** Every server says these to everybody: it is enough to hear them at home. */
const TO_EVERYBODY: ReadonlySet<ServerMessage["type"]> = new Set([
  "Lobby",
  "PayoutNews",
  "InboxChanged",
  "Offered",
  "Standing",
  "ConsentWanted",
  "ConsentSettled",
  "Invitation",
  "Pong",
]);

export interface Follower {
  heard(message: ServerMessage): void;
  status(status: Status): void;
  /** What this page follows. */
  places(): string[];
  /** The last sequence seen of a table; none where nothing has been seen of it. */
  seen(place: string): number | undefined;
  /** What is said to follow a place, and to let go of it. */
  following(place: string): ClientMessage[];
  leaving(place: string): ClientMessage;
  /** What was asked and not answered yet. */
  unanswered(): ClientMessage[];
}

interface Line {
  /** The server, as `Moved` names it; that of the page itself may be any that a proxy chooses. */
  address: string;
  connection: Connection;
  status: Status;
  /** What we follow there as soon as we are welcomed. */
  awaited: Set<string>;
}

/** The place that a message is about; null where it is about none in particular. */
export function placeOf(message: ClientMessage): string | null {
  switch (message.type) {
    case "WatchFloor":
    case "UnwatchFloor":
      return FLOOR;
    case "QuickSeat":
    case "JoinList":
    case "LeaveList":
      return null; // Their games are those that are played at tables.
  }
  if ("table" in message) return message.table;
  return "game" in message ? message.game : null;
}

/** The place that a message shows. */
function shown(message: ServerMessage): string | null {
  switch (message.type) {
    case "TableState":
    case "Happened":
    case "DealersTable":
      return message.table;
    case "DiceState":
    case "KenoView":
      return message.game;
    case "FloorBoard":
      return FLOOR;
  }
  return null;
}

export class Lines {
  #home: Line;
  /** Lines to other servers, by their addresses. */
  readonly #beside = new Map<string, Line>();
  /** Where a place is followed that is not followed at home. */
  readonly #at = new Map<string, Line>();
  /** Places whose server could not be reached: the home line is asked where they are. */
  readonly #lost = new Set<string>();
  /** How often each place has moved lately, and when it did last. */
  readonly #moves = new Map<string, { often: number; last: number }>();
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  /** Servers that have welcomed us: one of them may be there when the page's own is not. */
  readonly #known = new Set<string>();
  #status: Status | null = null;

  constructor(
    /** Of the page itself, such as `https://room.example.com`. */
    private readonly origin: string,
    private readonly follower: Follower,
  ) {
    this.#home = this.#line(origin);
  }

  open(): void {
    this.#home.connection.open();
  }

  /** Where the place is that it is about, or else at home: every server passes on what is asked of another. */
  send(message: ClientMessage): boolean {
    const place = placeOf(message);
    const line = this.#carrier(place);
    const sent = (line.status === "open" ? line : this.#home).connection.send(message);
    if (place !== null && message.type.startsWith("Unwatch")) this.#forget(place);
    return sent;
  }

  hurry(): void {
    this.#home.connection.hurry();
  }

  drop(): void {
    for (const line of [...this.#beside.values()]) line.connection.drop();
    this.#home.connection.drop();
  }

  end(): void {
    this.#waiting.forEach((timer) => clearTimeout(timer));
    const beside = [...this.#beside.values()];
    this.#beside.clear();
    for (const line of [...beside, this.#home]) line.connection.end();
  }

  #carrier(place: string | null): Line {
    return (place !== null && this.#at.get(place)) || this.#home;
  }

  #line(address: string, place = FLOOR): Line {
    const path = place === FLOOR ? "/ws" : `/t/${encodeURIComponent(place)}`;
    const line: Line = {
      address,
      status: "connecting",
      awaited: new Set(),
      connection: new Connection((attempt) => this.#socket(line, attempt, path), {
        heard: (message) => this.#heard(line, message),
        status: (status) => this.#changed(line, status),
        resume: () => this.#resume(line),
      }),
    };
    return line;
  }

  /** A line that was lost is looked for where the page came from, then wherever we have been. */
  #socket(line: Line, attempt: number, path: string): string {
    if (attempt > 0) {
      const choices = [this.origin, ...this.#known].filter((each, place, all) => all.indexOf(each) === place);
      line.address = choices[(attempt - 1) % choices.length]!;
    }
    return line.address.replace(/^http/, "ws") + (attempt > 0 ? "/ws" : path);
  }

  #resume(line: Line): Record<string, number> {
    const last: Record<string, number> = {};
    for (const place of this.follower.places()) {
      const sequence = this.follower.seen(place);
      const isHere = line.awaited.has(place) || this.#carrier(place) === line;
      if (isHere && sequence !== undefined) last[place] = sequence;
    }
    return last;
  }

  #heard(line: Line, message: ServerMessage): void {
    if (message.type === "Moved") return this.#moved(line, message);
    if (line === this.#home) return this.#heardAtHome(message);
    if (message.type === "Welcome") return this.#arrived(line, message);
    if (message.type === "Goodbye") {
      // What home cannot mend either: the page itself has to be loaded again.
      if (message.says.key === OTHER_VERSION) this.follower.heard(message);
      return this.#close(line);
    }
    if (!TO_EVERYBODY.has(message.type)) this.follower.heard(message);
  }

  #heardAtHome(message: ServerMessage): void {
    const place = shown(message);
    if (place !== null) this.#found(place);
    // Nobody has it any more: there is nothing left to look for.
    if (message.type === "Refused" && message.code === "no such table" && !message.id) this.#lost.clear();
    this.follower.heard(message);
    if (message.type === "Welcome") this.#follow(this.#home, this.follower.places(), [null]);
    this.#report();
  }

  /** Only the server where we follow a place may send us on: what another believes may be old. */
  #moved(line: Line, { table: place, address: given }: Moved): void {
    const address = given.replace(/\/+$/, "");
    if (this.#carrier(place) !== line || line.address === address) return;
    if (this.#beside.get(address)?.awaited.has(place)) return;
    const wait = this.#patience(place);
    clearTimeout(this.#waiting.get(place));
    if (wait === 0) return this.#go(place, address);
    this.#waiting.set(
      place,
      setTimeout(() => this.#go(place, address), wait),
    );
  }

  /** How long to wait before following a place: not at all, unless it has just moved. */
  #patience(place: string): number {
    const now = Date.now();
    const before = this.#moves.get(place);
    const often = before && now - before.last < RESTLESS ? before.often + 1 : 0;
    const wait = often === 0 ? 0 : waitBefore(often - 1);
    this.#moves.set(place, { often, last: now + wait });
    return wait;
  }

  #go(place: string, address: string): void {
    // The floor is also where somebody is sent whose room is there alone, whatever they follow.
    const isWanted = place === FLOOR || this.follower.places().includes(place);
    if (!isWanted) return;
    for (const line of this.#beside.values()) if (line.address !== address) line.awaited.delete(place);
    this.#closeIdle();
    if (address === this.#home.address) return this.#come(this.#home, [place]);
    const known = this.#beside.get(address);
    const line = known ?? this.#line(address, place);
    line.awaited.add(place);
    if (line.status === "open") return this.#come(line, [place]);
    if (known) return;
    this.#beside.set(address, line);
    line.connection.open();
  }

  /** Welcomed at another server. */
  #arrived(line: Line, welcome: ServerMessage): void {
    this.#known.add(line.address);
    const rest = this.follower.places().filter((place) => !line.awaited.has(place));
    if (rest.some((place) => this.#carrier(place) === this.#home)) return this.#come(line, [...line.awaited]);
    const before = this.#home;
    line.awaited.forEach((place) => this.#found(place));
    line.awaited.clear();
    this.#makeHome(line);
    before.connection.end();
    this.#heardAtHome(welcome);
  }

  /** From now on these are followed here, and let go of wherever they were. */
  #come(line: Line, places: string[]): void {
    for (const place of places) {
      const before = this.#carrier(place);
      if (before !== line) before.connection.send(this.follower.leaving(place));
      if (line === this.#home) this.#at.delete(place);
      else this.#at.set(place, line);
      line.awaited.delete(place);
      this.#found(place);
    }
    this.#follow(line, places, places);
    this.#closeIdle();
    this.#report();
  }

  /** What was asked before is asked again, under its id: the room answers as before, and does nothing twice. */
  #follow(line: Line, places: string[], about: (string | null)[]): void {
    const here = places.filter((place) => this.#carrier(place) === line);
    for (const place of here) for (const message of this.follower.following(place)) line.connection.send(message);
    for (const message of this.follower.unanswered()) {
      const place = placeOf(message);
      const isDue = about.includes(null) || about.includes(place);
      if (isDue && this.#carrier(place) === line) line.connection.send(message);
    }
  }

  #makeHome(line: Line): void {
    this.#beside.delete(line.address);
    for (const [place, at] of [...this.#at]) if (at === line) this.#at.delete(place);
    this.#home = line;
  }

  #changed(line: Line, status: Status): void {
    line.status = status;
    if (line === this.#home) this.#homeChanged(status);
    else if (this.#beside.get(line.address) === line && status !== "connecting" && status !== "open") this.#close(line);
  }

  /** A home line that is lost is not missed where another is open. */
  #homeChanged(status: Status): void {
    const other = status === "waiting" && [...this.#beside.values()].find((each) => each.status === "open");
    if (!other) return this.#report();
    const before = this.#home;
    this.#makeHome(other);
    before.connection.end();
    other.connection.greet();
  }

  /** The line to another server is over; what we followed there is looked for from home. */
  #close(line: Line): void {
    this.#beside.delete(line.address);
    const places = [...line.awaited, ...[...this.#at].filter(([, at]) => at === line).map(([place]) => place)];
    places.forEach((place) => this.#at.delete(place));
    line.connection.end();
    const wanted = this.follower.places();
    for (const place of places.filter((each) => wanted.includes(each))) {
      this.#lost.add(place);
      this.#follow(this.#home, [place], []);
    }
    this.#report();
  }

  #closeIdle(): void {
    const used = new Set(this.#at.values());
    for (const line of [...this.#beside.values()]) if (!used.has(line) && !line.awaited.size) this.#close(line);
  }

  #found(place: string): void {
    this.#lost.delete(place);
  }

  /** Nobody wants it any more. */
  #forget(place: string): void {
    clearTimeout(this.#waiting.get(place));
    this.#at.delete(place);
    this.#found(place);
    this.#moves.delete(place);
    for (const line of this.#beside.values()) line.awaited.delete(place);
    this.#closeIdle();
    this.#report();
  }

  /** As for a lost line, where something cannot be reached that we follow. */
  #report(): void {
    const status = this.#home.status === "open" && this.#lost.size ? "waiting" : this.#home.status;
    if (status !== this.#status) this.follower.status((this.#status = status));
  }
}
