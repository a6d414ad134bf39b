/** One WebSocket to the room that reconnects by itself: it waits a little longer each time, and resumes where it was. */

import { VERSION, type ClientMessage, type ServerMessage } from "../wire";

export type Status = "connecting" | "open" | "waiting" | "closed";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 15_000;
const SILENCE = 40_000;

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
  #heardAt = 0;
  #ended = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    if (this.#socket || this.#ended) return;
    clearTimeout(this.#timer);
    this.listener.status("connecting");
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heardAt = Date.now();
      this.send({ type: "Hello", version: VERSION, resume: this.listener.resume() });
      this.#pings = setInterval(() => this.#ping(), PING_EVERY);
    };
    socket.onmessage = (event) => this.#heard(event.data as string);
    socket.onclose = () => this.#lost(socket);
  }

  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Try now, as when the network has returned. */
  hurry(): void {
    if (!this.#socket) this.open();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.listener.status("closed");
  }

  #heard(text: string): void {
    this.#heardAt = Date.now();
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "Welcome") {
      this.#attempt = 0;
      this.listener.status("open");
    }
    if (message.type === "Goodbye" && !message.again) this.#ended = true;
    this.listener.heard(message);
  }

  #ping(): void {
    // A connection that died silently never closes: only silence shows it.
    if (Date.now() - this.#heardAt > SILENCE) this.#socket?.close();
    else this.send({ type: "Ping", n: Date.now() });
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    clearInterval(this.#pings);
    if (this.#ended) return this.listener.status("closed");
    this.listener.status("waiting");
    this.#timer = setTimeout(() => this.open(), waitBefore(this.#attempt));
    this.#attempt += 1;
  }
}
