/** Lines over numbers or days, drawn by uPlot, which is fetched when something is first drawn. */

import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface Lines {
  /** Where along the bottom: numbers, or seconds since 1970 where `time` is set. */
  at: readonly number[];
  time?: boolean;
  series: readonly { label: string; color: string; values: readonly (number | null)[] }[];
  bottom: (value: number) => string;
  left: (value: number) => string;
}

const TEXT = "#a5b5ba";
const GRID = "#2b373c";
const HEIGHT = 240;

/** Draws them into an element; what it returns takes them away again. */
export async function draw(element: HTMLElement, lines: Lines): Promise<() => void> {
  const { default: Plot } = await import("uplot");
  const axis: uPlot.Axis = { stroke: TEXT, grid: { stroke: GRID, width: 1 }, ticks: { stroke: GRID } };
  const options: uPlot.Options = {
    width: element.clientWidth || 600,
    height: HEIGHT,
    legend: { show: false },
    scales: { x: { time: lines.time ?? false } },
    axes: [
      lines.time ? axis : { ...axis, values: (_plot, at) => at.map(lines.bottom) },
      { ...axis, size: 84, values: (_plot, at) => at.map(lines.left) },
    ],
    series: [
      {},
      ...lines.series.map((each) => ({
        label: each.label,
        stroke: each.color,
        width: 2,
        points: { show: lines.at.length < 3 },
      })),
    ],
  };
  const data = [[...lines.at], ...lines.series.map((each) => [...each.values])] as uPlot.AlignedData;
  const plot = new Plot(options, data, element);
  const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  resized.observe(element);
  return () => {
    resized.disconnect();
    plot.destroy();
  };
}
