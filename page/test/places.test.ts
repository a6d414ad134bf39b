import { describe, expect, test } from "vitest";
import { layout, SIZES, type Area } from "../src/table/places";

const AREAS: Record<string, Area> = {
  "a desktop": { width: 1100, height: 718 },
  "a small desktop": { width: 940, height: 560 },
  "a phone": { width: 390, height: 642 },
  "a small phone": { width: 360, height: 560 },
  "the smallest phone": { width: 320, height: 366 },
  "a phone that lies": { width: 594, height: 346 },
  "a desktop at 200 percent": { width: 470, height: 405 },
  "a tablet that lies": { width: 1024, height: 587 },
  "a large desktop": { width: 1580, height: 895 },
  "the replayer on a desktop": { width: 1060, height: 725 },
};

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxes(count: number, area: Area): Box[] {
  const { scale, places, seat: other, mine } = layout(count, area);
  return places.map(({ x, y }, seat) => {
    const width = seat === 0 ? mine : other;
    const { height } = seat === 0 ? SIZES[scale].mine : SIZES[scale].seat;
    return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
  });
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right - 0.5 &&
  other.left < one.right - 0.5 &&
  one.top < other.bottom - 0.5 &&
  other.top < one.bottom - 0.5;

const MOST = 11;
const counts = (most: number) => Array.from({ length: most - 1 }, (_, place) => place + 2);

describe.each(Object.entries(AREAS))("at %s", (_, area) => {
  test.each(counts(MOST))("%i seats neither touch nor leave the area", (count) => {
    const found = boxes(count, area);
    expect(found).toHaveLength(count);
    for (const [place, box] of found.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(area.width);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.bottom).toBeLessThanOrEqual(area.height + 0.5);
      for (const other of found.slice(place + 1)) expect(overlap(box, other), `seat ${place} of ${count}`).toBe(false);
    }
  });

  test.each(counts(MOST))("the community cards of %i seats lie clear of every seat", (count) => {
    const { middle } = layout(count, area);
    const [width, height] = [middle.abreast, Math.ceil(5 / middle.abreast)].map(
      (cards) => cards * middle.card + (cards - 1) * middle.gap,
    ) as [number, number];
    const half = { width: width / 2, height: height * 0.7 };
    const board = {
      left: middle.x - half.width,
      right: middle.x + half.width,
      top: middle.y - half.height,
      bottom: middle.y + half.height,
    };
    for (const [place, box] of boxes(count, area).entries())
      expect(overlap(box, board), `seat ${place} of ${count}`).toBe(false);
  });
});

test("on a phone the community cards can be read however many are seated", () => {
  for (const count of counts(MOST)) expect(layout(count, AREAS["a phone"]!).middle.card).toBeGreaterThanOrEqual(40);
});

test("on the smallest screens the community cards can still be read", () => {
  for (const area of Object.values(AREAS))
    for (const count of counts(MOST)) expect(layout(count, area).middle.card).toBeGreaterThanOrEqual(30);
});

test.each([
  ["a desktop", "large"],
  ["a tablet that lies", "wide"],
  ["a phone", "tall"],
  ["a desktop at 200 percent", "small"],
  ["a phone that lies", "small"],
  ["the smallest phone", "small"],
])("at %s ten seats are %s", (where, scale) => {
  expect(layout(10, AREAS[where]!).scale).toBe(scale);
});

test("the seat after mine is on my left, and the one before it on my right", () => {
  const found = layout(9, AREAS["a desktop"]!).places;
  expect(found[1]!.x).toBeLessThan(found[0]!.x);
  expect(found[8]!.x).toBeGreaterThan(found[0]!.x);
});
