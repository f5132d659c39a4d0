import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatDay } from '../../values/format.ts';
import { type Charted, chartOptions } from './chart-options.ts';
import type { Series } from './series.ts';
import { SeriesTable } from './series-table.tsx';
import { COLOURS } from './with-other.ts';

interface TimeChartProps {
  /** What it shows, for screen readers and as the name of its CSV. */
  readonly name: string;
  /** Days of UTC, `2026-01-31`. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Bars that stand on each other, instead of lines. */
  readonly isStacked?: boolean;
}

/** Days as a chart, with the same as a table beside it. */
export function TimeChart({ name, days, series, isStacked = false }: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let chart: uPlot | undefined;
    // Told after the page is laid out: asking for the width before would have it laid out for every chart.
    const resize = new ResizeObserver(() => {
      const width = element.clientWidth;
      if (!chart) chart = drawChart(element, { width, days, series, isStacked });
      else if (chart.width !== width) chart.setSize({ width, height: chart.height });
    });
    resize.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => chart?.redraw();
    scheme.addEventListener('change', redraw);
    return () => {
      resize.disconnect();
      scheme.removeEventListener('change', redraw);
      chart?.destroy();
    };
  }, [days, series, isStacked]);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="chart">
      <div
        ref={place}
        role="img"
        aria-label={`${name}, ${first ? formatDay(first) : ''} to ${last ? formatDay(last) : ''}. The table below has its numbers.`}
      />
      <Legend series={series} />
      <SeriesTable name={name} days={days} series={series} />
    </figure>
  );
}

function drawChart(element: HTMLElement, charted: Charted): uPlot {
  const { options, data } = chartOptions(element, charted);
  return new uPlot(options, data, element);
}

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null;
  return (
    <ul className="legend">
      {series.map(({ name }, at) => (
        <li key={name} className={`series-${at % COLOURS}`}>
          {name}
        </li>
      ))}
    </ul>
  );
}
