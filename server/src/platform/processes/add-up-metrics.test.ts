import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetrics } from '../metrics/create-metrics.ts';
import { createMetricTotals } from './add-up-metrics.ts';
import type { MetricValues } from './questions.ts';

/** What a process reports that has answered so many requests, each in 1.5 s, and holds as many rows. */
function reported(requests: number): Promise<MetricValues> {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'requests', help: 'r', labelNames: ['route'], registers }).inc(
    { route: '/a' },
    requests,
  );
  const seconds = new Histogram({ name: 'seconds', help: 's', buckets: [1, 2], registers });
  for (let request = 0; request < requests; request++) seconds.observe(1.5);
  new Gauge({ name: 'held', help: 'h', registers }).set(requests);
  return registry.getMetricsAsJSON();
}

/** The samples that are printed. */
async function samplesOf(totals: { text(): Promise<string> }): Promise<Record<string, number>> {
  const lines = (await totals.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

test('adds up what processes count and hold', async () => {
  const totals = createMetricTotals();
  totals.note(1, await reported(3));
  totals.note(2, await reported(4));
  expect(await samplesOf(totals)).toEqual({
    'requests{route="/a"}': 7,
    'seconds_bucket{le="1"}': 0,
    'seconds_bucket{le="2"}': 7,
    'seconds_bucket{le="+Inf"}': 7,
    seconds_sum: 10.5,
    seconds_count: 7,
    held: 7,
  });
});

test('keeps what processes have counted that have ended, and not what they held', async () => {
  const totals = createMetricTotals();
  totals.note(1, await reported(3));
  totals.note(2, await reported(4));
  for (const more of [5, 6]) {
    totals.retire(1);
    totals.note(1, await reported(more));
  }
  expect(await samplesOf(totals)).toMatchObject({
    'requests{route="/a"}': 3 + 5 + 6 + 4,
    'seconds_bucket{le="2"}': 3 + 5 + 6 + 4,
    seconds_count: 3 + 5 + 6 + 4,
    held: 6 + 4,
  });
});

test('loses nothing of a process that ends while the metrics are read', async () => {
  const totals = createMetricTotals();
  totals.note(1, await reported(3));
  const reading = samplesOf(totals);
  totals.retire(1);
  expect(await reading).toMatchObject({ 'requests{route="/a"}': 3 });
});

test('says once what is running, and when the first process was started', async () => {
  const totals = createMetricTotals();
  for (const number of [1, 2]) totals.note(number, await createMetrics().registry.getMetricsAsJSON());
  const text = await totals.text();
  expect(text).toMatch(/^tributary_build_info\{.*\} 1$/m);
  const [, startedAt] = /^process_start_time_seconds (\S+)$/m.exec(text) ?? [];
  expect(Number(startedAt)).toBeLessThan(Date.now() / 1000);
});
