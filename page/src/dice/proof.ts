/** Whether a shake was the one that was promised: the room's bytes, worked out again here. `src/pokerroom/shuffle/draws.py` has the format. */

import { sha256 } from "../history/sha256";
import type { DiceResult } from "../wire";

const text = new TextEncoder();
const VERSION = text.encode("pokerroom draw 1");
const BLOCK = 64;

export function joined(...parts: Uint8Array[]): Uint8Array {
  const found = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    found.set(part, place);
    place += part.length;
  }
  return found;
}

export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, place) => parseInt(hex.slice(2 * place, 2 * place + 2), 16));
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const number = (value: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, place) => Math.floor(value / 256 ** (size - 1 - place)) % 256);
const sized = (bytes: Uint8Array): Uint8Array => joined(number(bytes.length, 2), bytes);

/** Which draw is meant. */
const drawing = (game: string, place: string, round: number): Uint8Array =>
  joined(sized(text.encode(game)), sized(text.encode(place)), number(round, 8));

function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = joined(key, new Uint8Array(BLOCK - key.length));
  const inner = sha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export function faces(table: string, result: DiceResult): number[] {
  const secret = fromHex(result.secret);
  const about = joined(VERSION, Uint8Array.of(2), drawing("dice", table, result.number), sized(fromHex(result.added)));
  const found: number[] = [];
  for (let block = 0; found.length < 2; block += 1) {
    for (const byte of hmac(secret, joined(about, number(block, 4)))) {
      if (byte < 252 && found.length < 2) found.push((byte % 6) + 1);
    }
  }
  return found;
}

export function isProved(table: string, result: DiceResult): boolean {
  const secret = fromHex(result.secret);
  if (secret.length !== 32) return false;
  const digest = sha256(joined(VERSION, Uint8Array.of(1), drawing("dice", table, result.number), secret));
  return toHex(digest) === result.promise && faces(table, result).join() === result.faces.join();
}
