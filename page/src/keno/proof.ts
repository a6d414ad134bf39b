/** Whether the numbers of a game are those promised before its sale: docs/shuffle.md, worked out again in this browser. */

import { sha256 } from "../history/sha256";
import type { KenoDrawn } from "../wire";

const VERSION = "pokerroom draw 1";
const GAME = "keno";
const BLOCK = 64;

type Bytes = Uint8Array;

const text = (words: string): Bytes => new TextEncoder().encode(words);
const joined = (...parts: (Bytes | number[])[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]));

function big(value: number, length: number): number[] {
  return Array.from({ length }, (_, place) => Math.floor(value / 256 ** (length - 1 - place)) % 256);
}

const sized = (part: Bytes): Bytes => joined(big(part.length, 2), part);

export function fromHex(written: string): Bytes {
  return Uint8Array.from({ length: written.length / 2 }, (_, place) =>
    parseInt(written.slice(2 * place, 2 * place + 2), 16),
  );
}

export const toHex = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export function hmac(key: Bytes, message: Bytes): Bytes {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      [...padded].map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      [...padded].map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** Which draw it is: the game, no table, and its number. */
const drawing = (number: number): Bytes => joined(sized(text(GAME)), sized(text("")), big(number, 8));

export function promised(number: number, secret: string): string {
  return toHex(sha256(joined(text(VERSION), [1], drawing(number), fromHex(secret))));
}

/** The bytes that a draw is made from, without end. */
function* bytes(number: number, secret: Bytes): Generator<number> {
  for (let block = 0; ; block += 1)
    yield* hmac(secret, joined(text(VERSION), [2], drawing(number), sized(text("")), big(block, 4)));
}

/** A number from 0 to n - 1; bytes that would favour some are passed over. */
function below(source: Generator<number>, n: number): number {
  for (;;) {
    const byte = source.next().value as number;
    if (byte < 256 - (256 % n)) return byte % n;
  }
}

export function balls(number: number, secret: string, of = 80, count = 20): number[] {
  const source = bytes(number, fromHex(secret));
  const left = Array.from({ length: of }, (_, place) => place + 1);
  return Array.from({ length: count }, () => left.splice(below(source, left.length), 1)[0] ?? 0);
}

export type Proved = "proved" | "other promise" | "other numbers";

export function check(drawn: KenoDrawn): Proved {
  if (promised(drawn.number, drawn.secret) !== drawn.commitment) return "other promise";
  return balls(drawn.number, drawn.secret).join() === drawn.balls.join() ? "proved" : "other numbers";
}
