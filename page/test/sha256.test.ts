import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "../src/history/sha256";

const known = (message: Uint8Array) => new Uint8Array(createHash("sha256").update(message).digest());

describe("our own SHA-256", () => {
  it("finds what the browser's would, for every length around its blocks", () => {
    for (let length = 0; length < 260; length += 1) {
      const message = Uint8Array.from({ length }, (_, place) => (place * 31 + length) % 256);
      expect(sha256(message)).toEqual(known(message));
    }
  });
});
