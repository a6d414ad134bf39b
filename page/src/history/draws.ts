/** Draws of the games beside poker, worked out again in this browser: docs/shuffle.md has the format byte by byte. */

import { sha256 } from "./sha256";

const VERSION = "pokerroom draw 1";
const PROMISED = 1;
const DRAWN = 2;
const BLOCK = 64;

type Bytes = Uint8Array;

/** Which draw is meant: the game, the table if it has one, and the number of the round. */
export interface Drawing {
  game: string;
  place: string;
  number: number;
}

/** What is published with a result, in hexadecimal: the secret, and what whoever shook has added to it. */
export interface Proof {
  secret: string;
  added?: string;
}

const text = (words: string): Bytes => new TextEncoder().encode(words);
const joined = (...parts: (Bytes | number[])[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]));

function big(value: number, length: number): number[] {
  return Array.from({ length }, (_, place) => Math.floor(value / 256 ** (length - 1 - place)) % 256);
}

const sized = (part: Bytes): Bytes => joined(big(part.length, 2), part);
const written = (draw: Drawing): Bytes => joined(sized(text(draw.game)), sized(text(draw.place)), big(draw.number, 8));

export function fromHex(hex: string): Bytes {
  return Uint8Array.from({ length: hex.length / 2 }, (_, place) => parseInt(hex.slice(2 * place, 2 * place + 2), 16));
}

export const toHex = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export function hmac(key: Bytes, message: Bytes): Bytes {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const under = (mask: number, inner: Bytes): Bytes =>
    sha256(
      joined(
        padded.map((byte) => byte ^ mask),
        inner,
      ),
    );
  return under(0x5c, under(0x36, message));
}

/** What had to be published before the draw, for a secret that was published after it. */
export function promised(draw: Drawing, secret: string): string {
  return toHex(sha256(joined(text(VERSION), [PROMISED], written(draw), fromHex(secret))));
}

/** The bytes that a draw is made from, without end. */
export function* numbers(draw: Drawing, proof: Proof): Generator<number> {
  const added = sized(fromHex(proof.added ?? ""));
  for (let block = 0; ; block += 1)
    yield* hmac(fromHex(proof.secret), joined(text(VERSION), [DRAWN], written(draw), added, big(block, 4)));
}

/** A number from 0 to n - 1; bytes that would favour some are passed over. */
export function below(source: Generator<number>, n: number): number {
  for (;;) {
    const byte = source.next().value as number;
    if (byte < 256 - (256 % n)) return byte % n;
  }
}

/** Numbers from 1 to `of` in the order drawn, none of them twice. */
export function balls(draw: Drawing, proof: Proof, of: number, count: number): number[] {
  const source = numbers(draw, proof);
  const left = Array.from({ length: of }, (_, place) => place + 1);
  return Array.from({ length: count }, () => left.splice(below(source, left.length), 1)[0] ?? 0);
}
