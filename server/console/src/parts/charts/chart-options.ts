import uPlot from 'uplot';
import { formatShort, formatShortDay } from '../../values/format.ts';
import type { Series } from './series.ts';
import { COLOURS } from './with-other.ts';

const HEIGHT = 260;
const DAY_S = 86_400;
/** Days from one date below the chart to the next. */
const STEPS = [1, 2, 3, 5, 7, 14, 28, 56, 91, 182, 365, 730].map((days) => days * DAY_S);

/** What a chart shows, and how wide. */
export interface Charted {
  readonly width: number;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly isStacked: boolean;
}

/** What uPlot takes to draw these series; colours come from the style sheet, so that light and dark follow. */
export function chartOptions(
  element: HTMLElement,
  { width, days, series, isStacked }: Charted,
): { options: uPlot.Options; data: uPlot.AlignedData } {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  const drawn = isStacked ? stack(series) : series;
  const format = series[0]?.formatTick ?? series[0]?.format ?? formatShort;
  const axis = { stroke: () => colour('--quiet'), grid: { stroke: () => colour('--line'), width: 1 } };
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
  const shown = new Set(times);
  const margin = isStacked || days.length < 2 ? DAY_S / 2 : 0;
  const options: uPlot.Options = {
    width: width || 600,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: {
        time: true,
        // Half a day at both ends, so that bars are whole.
        range: (_chart, first, last) => [first - margin, last + margin],
      },
      y: { range: (_chart, low, high) => [Math.min(0, low), high <= 0 ? 1 : high * 1.05] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: STEPS,
        space: 60,
        values: (_chart, ticks) => ticks.map((at) => (shown.has(at) ? formatShortDay(at * 1000) : '')),
      },
      { ...axis, size: 70, values: (_chart, ticks) => ticks.map((tick) => format(tick)) },
    ],
    series: [{}, ...drawn.map((each) => drawnSeries(each, series, colour, isStacked))],
  };
  return {
    options,
    data: [times, ...drawn.map(({ values }) => [...values])],
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
  if (!isStacked || !bars) return { label: name, stroke: own, width: 2, points: { size: 5, fill: own } };
  return { label: name, stroke: own, fill: own, width: 0, paths: bars, points: { show: false } };
}

/** The tallest bars first: each next one is drawn over the lower part of the one before. */
function stack(series: readonly Series[]): Series[] {
  let below: readonly (number | null)[] = [];
  const stacked = series.map(({ values, ...rest }) => {
    below = values.map((value, at) => (value ?? 0) + (below[at] ?? 0));
    return { ...rest, values: below };
  });
  return stacked.reverse();
}
