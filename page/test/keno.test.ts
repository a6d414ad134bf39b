import { expect, test } from "vitest";
import { conditioning, typedNumbers } from "../src/keno/form";
import { balls, hmac, promised, toHex } from "../src/history/draws";
import { check } from "../src/keno/proof";

const SECRET = Array.from({ length: 32 }, (_, place) => place.toString(16).padStart(2, "0")).join("");
/** As the room draws it: pokerroom.shuffle.draws. */
const PROMISED = "85957f319a4e7ba2b0bbe045b45cd5566890314876bc1845b6ddffe70eaa94d6";
const BALLS = [53, 33, 70, 36, 65, 30, 12, 66, 57, 8, 72, 42, 22, 46, 52, 71, 29, 26, 41, 11];

const drawn = {
  number: 412,
  balls: BALLS,
  commitment: PROMISED,
  secret: SECRET,
  at: 0,
  tickets: 0,
  wagered: 0,
  won: 0,
  reported: true,
  report: [],
};

test("HMAC is that of RFC 4231", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(toHex(hmac(bytes("Jefe"), bytes("what do ya want for nothing?")))).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test("a draw is worked out as the room does", () => {
  const draw = { game: "keno", place: "", number: 412 };
  expect(promised(draw, SECRET)).toBe(PROMISED);
  expect(balls(draw, { secret: SECRET }, 80, 20)).toEqual(BALLS);
  expect(check(drawn)).toBe("proved");
});

test("a draw that was not promised is not proved", () => {
  expect(check({ ...drawn, commitment: "00".repeat(32) })).toBe("other promise");
  expect(check({ ...drawn, number: 413 })).toBe("other promise");
  expect(check({ ...drawn, balls: [...BALLS].reverse() })).toBe("other numbers");
});

test("numbers are read however they are typed, and wrong ones are not lost", () => {
  expect(typedNumbers("7, 22 80")).toEqual([7, 22, 80]);
  expect(typedNumbers("81 7 7")).toEqual([81, 7, 7]);
  expect(typedNumbers("seven")).toEqual([]);
});

test("a rate is conditioned as on a form", () => {
  expect(conditioning(100)).toBe("S 1.00");
  expect(conditioning(2050)).toBe("S 20.50");
});
