import { describe, expect, test } from "vitest";
import { layout, SIZES, type Area } from "../src/table/places";

const AREAS: Record<string, Area> = {
  "a desktop": { width: 1100, height: 718 },
  "a small desktop": { width: 940, height: 560 },
  "a phone": { width: 390, height: 642 },
  "a small phone": { width: 360, height: 560 },
  "the replayer on a desktop": { width: 1060, height: 725 },
};

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxes(count: number, area: Area): Box[] {
  const { scale, places } = layout(count, area);
  return places.map(({ x, y }, seat) => {
    const { width, height } = seat === 0 ? SIZES[scale].mine : SIZES[scale].seat;
    return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
  });
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right - 0.5 &&
  other.left < one.right - 0.5 &&
  one.top < other.bottom - 0.5 &&
  other.top < one.bottom - 0.5;

const MOST: Record<string, number> = { "a small phone": 9 };
const counts = (most: number) => Array.from({ length: most - 1 }, (_, place) => place + 2);

describe.each(Object.entries(AREAS))("at %s", (where, area) => {
  test.each(counts(MOST[where] ?? 11))("%i seats neither touch nor leave the area", (count) => {
    const found = boxes(count, area);
    expect(found).toHaveLength(count);
    for (const [place, box] of found.entries()) {
      if (place > 0) expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(Math.max(area.width, SIZES.tall.mine.width));
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.bottom).toBeLessThanOrEqual(area.height + 0.5);
      for (const other of found.slice(place + 1)) expect(overlap(box, other), `seat ${place} of ${count}`).toBe(false);
    }
  });

  test.each(counts(MOST[where] ?? 11))("the community cards of %i seats lie clear of every seat", (count) => {
    const { middle } = layout(count, area);
    const abreast = Math.min(5, Math.floor((middle.width + middle.gap) / (middle.card + middle.gap)));
    const [width, height] = [abreast, Math.ceil(5 / abreast)].map(
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
  for (const count of counts(11)) expect(layout(count, AREAS["a phone"]!).middle.card).toBeGreaterThanOrEqual(40);
});

test("the seat after mine is on my left, and the one before it on my right", () => {
  const found = layout(9, AREAS["a desktop"]!).places;
  expect(found[1]!.x).toBeLessThan(found[0]!.x);
  expect(found[8]!.x).toBeGreaterThan(found[0]!.x);
});
