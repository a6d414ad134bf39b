/** One WebSocket to a server that reconnects by itself: it waits a little longer each time, and resumes where it was. */

import { VERSION, type ClientMessage, type ServerMessage } from "../wire";

export type Status = "connecting" | "open" | "waiting" | "closed";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 5_000;
/** How long an answer may take: after that the line is lost, whatever the browser believes. */
const ANSWER_WITHIN = 8_000;

/** How long before the next attempt: doubling, with some randomness so that not everybody reconnects at once. */
export function waitBefore(attempt: number, chance: () => number = Math.random): number {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return Math.round(longest * (0.5 + chance() / 2));
}

export interface Listener {
  heard(message: ServerMessage): void;
  status(status: Status): void;
  /** The last sequence seen of every table watched. */
  resume(): Record<string, number>;
}

export class Connection {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    /** Where to connect, by how many attempts have failed since somebody answered. */
    private readonly address: (attempt: number) => string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    if (this.#socket || this.#ended) return;
    clearTimeout(this.#timer);
    this.listener.status("connecting");
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.address(this.#attempt));
    } catch {
      // The browser does not let this page go there.
      return this.#again();
    }
    this.#socket = socket;
    this.#expectAnswer();
    socket.onopen = () => {
      this.greet();
      this.#pings = setInterval(() => this.#ping(), PING_EVERY);
    };
    socket.onmessage = (event) => this.#heard(event.data as string);
    socket.onclose = () => this.#lost(socket);
  }

  /** Say where we are; said again, everything that is there is told again. */
  greet(): void {
    this.send({ type: "Hello", version: VERSION, resume: this.listener.resume() });
  }

  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (message.type === "Ping" || "id" in message) this.#expectAnswer();
    return true;
  }

  /** Try now, as when the network has returned. */
  hurry(): void {
    if (!this.#socket) this.open();
  }

  /** The network is gone: the line is, too, although its end may never be told. */
  drop(): void {
    if (this.#socket) this.#lost(this.#socket);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#answer);
    clearInterval(this.#pings);
    // What the old line says when it has closed concerns nobody: a new one may be open by then.
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.listener.status("closed");
  }

  #heard(text: string): void {
    clearTimeout(this.#answer);
    this.#answer = undefined;
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "Welcome") {
      this.#attempt = 0;
      this.listener.status("open");
    }
    if (message.type === "Goodbye" && !message.again) this.#ended = true;
    this.listener.heard(message);
  }

  #ping(): void {
    this.send({ type: "Ping", n: Date.now() });
  }

  /** A connection that died silently never closes: only an answer that does not come shows it. */
  #expectAnswer(): void {
    this.#answer ??= setTimeout(() => this.drop(), ANSWER_WITHIN);
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    socket.onmessage = socket.onclose = () => {};
    socket.close();
    clearInterval(this.#pings);
    clearTimeout(this.#answer);
    this.#answer = undefined;
    this.#again();
  }

  #again(): void {
    if (this.#ended) return this.listener.status("closed");
    this.listener.status("waiting");
    this.#timer = setTimeout(() => this.open(), waitBefore(this.#attempt));
    this.#attempt += 1;
  }
}
