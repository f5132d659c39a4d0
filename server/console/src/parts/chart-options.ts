import uPlot from 'uplot';
import { formatShort } from '../values/format.ts';
import type { Series } from './series.ts';

const HEIGHT = 260;
const COLOURS = 8;

/** What uPlot takes to draw these series; colours come from the style sheet, so that light and dark follow. */
export function chartOptions(
  element: HTMLElement,
  days: readonly string[],
  series: readonly Series[],
  isStacked: boolean,
): { options: uPlot.Options; data: uPlot.AlignedData } {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  const drawn = isStacked ? stack(series) : series;
  const format = series[0]?.format ?? formatShort;
  const axis = { stroke: () => colour('--quiet'), grid: { stroke: () => colour('--line'), width: 1 } };
  const options: uPlot.Options = {
    width: element.clientWidth || 600,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: true },
      y: { range: (_chart, low, high) => [Math.min(0, low), high <= 0 ? 1 : high * 1.05] },
    },
    axes: [
      { ...axis, grid: { show: false } },
      { ...axis, size: 70, values: (_chart, ticks) => ticks.map((tick) => format(tick)) },
    ],
    series: [{}, ...drawn.map((each) => drawnSeries(each, series, colour, isStacked))],
  };
  return {
    options,
    data: [
      days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000),
      ...drawn.map(({ values }) => [...values]),
    ],
  };
}

function drawnSeries(
  { name }: Series,
  series: readonly Series[],
  colour: (name: string) => string,
  isStacked: boolean,
): uPlot.Series {
  const own = () => colour(`--series-${series.findIndex((each) => each.name === name) % COLOURS}`);
  const bars = uPlot.paths.bars?.({ size: [0.8, 60] });
  if (!isStacked || !bars) return { label: name, stroke: own, width: 2, points: { show: false } };
  return { label: name, stroke: own, fill: own, width: 0, paths: bars, points: { show: false } };
}

/** The tallest bars first: each next one is drawn over the lower part of the one before. */
function stack(series: readonly Series[]): Series[] {
  let below: readonly number[] = [];
  const stacked = series.map(({ values, ...rest }) => {
    below = values.map((value, at) => value + (below[at] ?? 0));
    return { ...rest, values: below };
  });
  return stacked.reverse();
}
