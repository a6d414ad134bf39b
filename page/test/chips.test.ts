import { expect, test } from "vitest";
import { chipsFor, piecesFor } from "../src/table/chips";

const values = (cents: number, most = 20) => chipsFor(cents, most).map((chip) => chip.value);

test("an amount is made of as few chips as can be, the largest first", () => {
  expect(values(13_700)).toEqual([10_000, 2_500, 500, 500, 100, 100]);
});

test("what is less than a dollar is one small chip", () => {
  expect(values(150)).toEqual([100, 1]);
  expect(values(50)).toEqual([1]);
});

test("of a great amount only the largest chips are drawn", () => {
  expect(values(123_456_700, 5)).toEqual([500_000, 500_000, 500_000, 500_000, 500_000]);
});

test("an amount is made exactly of the pieces in use, or not at all", () => {
  expect(piecesFor(4_000, [100, 500, 2_500])).toEqual([2_500, 500, 500, 500]);
  expect(piecesFor(4_050, [100, 500, 2_500])).toBeNull();
});
