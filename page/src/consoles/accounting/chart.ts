/** A chart, fetched when one is first shown: bars by day or by name, for people who look rather than read. */

import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface Bars {
  labels: readonly string[];
  series: readonly { label: string; color: string; values: readonly number[] }[];
}

const TEXT = "#a5b5ba";
const GRID = "#2b373c";
const HEIGHT = 230;
const WIDEST_BAR = 60;

/** Bars on top of one another: each is drawn up to the sum of those before it, the tallest first. */
function stacked(series: Bars["series"]): number[][] {
  const sums: number[][] = [];
  for (const each of series) sums.push(each.values.map((value, place) => value + (sums.at(-1)?.[place] ?? 0)));
  return sums;
}

/** Draws it into an element; what it returns takes it away again. */
export async function draw(element: HTMLElement, bars: Bars, unit: (value: number) => string): Promise<() => void> {
  const { default: Plot } = await import("uplot");
  const sums = stacked(bars.series);
  const places = bars.labels.map((_, place) => place);
  const axis: uPlot.Axis = { stroke: TEXT, grid: { stroke: GRID, width: 1 }, ticks: { stroke: GRID } };
  const options: uPlot.Options = {
    width: element.clientWidth || 600,
    height: HEIGHT,
    cursor: { points: { show: false } },
    legend: { show: false },
    scales: { x: { time: false, range: [-0.6, bars.labels.length - 0.4] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: places,
        values: (_plot, at) => at.map((place) => bars.labels[place] ?? ""),
      },
      { ...axis, size: 70, values: (_plot, at) => at.map(unit) },
    ],
    series: [
      {},
      ...bars.series
        .map((each) => ({
          label: each.label,
          fill: each.color,
          stroke: each.color,
          points: { show: false },
          paths: Plot.paths.bars!({ size: [0.7, WIDEST_BAR] }),
        }))
        .reverse(),
    ],
  };
  const plot = new Plot(options, [places, ...sums.reverse()], element);
  const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  resized.observe(element);
  return () => {
    resized.disconnect();
    plot.destroy();
  };
}
