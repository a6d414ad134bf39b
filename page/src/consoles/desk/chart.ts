/** Charts for people who look rather than read: bars on top of one another, or lines. uPlot is fetched when one is first drawn. */

import type uPlot from "uplot";

export interface Series {
  label: string;
  color: string;
  values: readonly (number | null)[];
}

export interface Chart {
  series: readonly Series[];
  height: number;
  /** What differs between charts; the library is given because it makes the bars. */
  plotted: (plot: typeof uPlot) => { options: Partial<uPlot.Options>; data: uPlot.AlignedData };
}

type Words = (value: number) => string;

const AXIS: uPlot.Axis = { stroke: "#a5b5ba", grid: { stroke: "#2b373c", width: 1 }, ticks: { stroke: "#2b373c" } };
const WIDEST_BAR = 60;

const along = (words: Words, size?: number): uPlot.Axis => ({
  ...AXIS,
  ...(size ? { size } : {}),
  values: (_plot, at) => at.map(words),
});

/** Each is drawn up to the sum of those before it, the tallest first. */
function stacked(series: readonly Series[]): number[][] {
  const sums: number[][] = [];
  for (const each of series) sums.push(each.values.map((value, place) => (value ?? 0) + (sums.at(-1)?.[place] ?? 0)));
  return sums;
}

/** A bar for each label, `series` on top of one another in it. */
export const bars = (labels: readonly string[], series: readonly Series[], left: Words): Chart => ({
  series,
  height: 230,
  plotted: (plot) => {
    const places = labels.map((_, place) => place);
    const drawn = series.map(({ label, color }) => ({
      label,
      fill: color,
      stroke: color,
      points: { show: false },
      paths: plot.paths.bars!({ size: [0.7, WIDEST_BAR] }),
    }));
    const options = {
      cursor: { points: { show: false } },
      scales: { x: { time: false, range: [-0.6, labels.length - 0.4] } },
      axes: [{ ...along((place) => labels[place] ?? ""), grid: { show: false }, splits: places }, along(left, 70)],
      series: [{}, ...drawn.reverse()],
    } satisfies Partial<uPlot.Options>;
    return { options, data: [places, ...stacked(series).reverse()] };
  },
});

/** Lines over numbers, which `bottom` says in words, or over seconds since 1970, which the calendar does. */
export const lines = (
  at: readonly number[],
  series: readonly Series[],
  left: Words,
  bottom: Words | "time",
): Chart => ({
  series,
  height: 240,
  plotted: () => ({
    options: {
      scales: { x: { time: bottom === "time" } },
      axes: [bottom === "time" ? AXIS : along(bottom), along(left, 84)],
      series: [
        {},
        ...series.map(({ label, color }) => ({ label, stroke: color, width: 2, points: { show: at.length < 3 } })),
      ],
    },
    data: [[...at], ...series.map((each) => [...each.values])] as uPlot.AlignedData,
  }),
});

/** Draws it into an element; what it returns takes it away again. */
export async function draw(element: HTMLElement, { height, plotted }: Chart): Promise<() => void> {
  const [{ default: Plot }] = await Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]);
  const { options, data } = plotted(Plot);
  const size = { width: element.clientWidth || 600, height };
  const plot = new Plot({ ...size, legend: { show: false }, series: [{}], ...options }, data, element);
  const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
  resized.observe(element);
  return () => {
    resized.disconnect();
    plot.destroy();
  };
}
