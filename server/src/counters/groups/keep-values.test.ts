import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { Pool } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addToCounters, counted as countedFacts, takenBack } from '../add-to-counters.ts';
import { groupValue, NO_GROUPS } from '../dimensions.ts';
import { ATTRIBUTIONS } from '../facts/attributions.ts';
import { MAX_VALUES } from './keep-values.ts';

const database = perSuite(createTestDatabase, ({ drop }) => drop());
const pool = perSuite(
  async () => new Pool({ connectionString: database.url, max: 8 }),
  (opened) => opened.end(),
);
const APP = randomUUID();
let customerId: string;

beforeEach(() => {
  customerId = randomUUID();
});

const install = (device_model: string | null, day = '2026-03-14') => ({
  ...NO_GROUPS,
  customer_id: customerId,
  app_id: APP,
  device_model,
  country: 'KE',
  counted_day: day,
  counted_model: 'organic',
  counted_channel: 'organic',
  counted_campaign_id: null,
  counted_link_id: null,
  counted_confidence: 50,
});

const count = (models: readonly (string | null)[], sign: 1 | -1 = 1, day?: string) =>
  inTransaction(pool, (client) => {
    const installs = models.map((model) => install(model, day));
    const change = sign === 1 ? countedFacts(ATTRIBUTIONS, installs) : takenBack(ATTRIBUTIONS, installs);
    return addToCounters(client, [change]);
  });

async function counted() {
  const { rows } = await pool.query<{ value: string; is_rest: boolean; installs: number }>(
    `select value, is_rest, sum(installs)::int as installs from install_group_counts
     where customer_id = $1 and dimension = 'device_model' group by 1, 2 having sum(installs) <> 0 order by 1, 2`,
    [customerId],
  );
  return rows;
}

const restOf = async () => (await counted()).find(({ is_rest }) => is_rest)?.installs ?? 0;
const models = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `Model ${from + n}`);

test.each([
  [MAX_VALUES - 1, 0],
  [MAX_VALUES, 0],
  [MAX_VALUES + 1, 1],
])('of %i values of a month, %i are in the rest', async (values, inRest) => {
  await count(models(0, values));
  expect(await counted()).toHaveLength(Math.min(values, MAX_VALUES) + inRest);
  expect(await restOf()).toBe(inRest);
});

test('a value of the rest stays there, and goes from there; another month has room again', async () => {
  await count(models(0, MAX_VALUES));
  await count(['Late', 'Late', 'Model 5', null]);
  expect(await restOf()).toBe(2);
  await count(['Late', 'Model 5'], -1);
  expect(await restOf()).toBe(1);
  await count(models(0, MAX_VALUES), -1);
  await count(['Late'], -1);
  expect(await counted()).toEqual([{ value: '', is_rest: false, installs: 1 }]);
  await count(['Late']);
  expect(await restOf()).toBe(1);
  await count(['Late'], 1, '2026-04-01');
  expect((await counted()).find(({ value }) => value === 'Late')?.installs).toBe(1);
});

test('what comes in several transactions at once, in whatever order, is kept as often as there is room', async () => {
  const all = models(0, MAX_VALUES + 200);
  const orders = [0, 300, 600, 900].map((at) => [...all.slice(at), ...all.slice(0, at)]);
  const portions = orders.flatMap((order) =>
    Array.from({ length: 12 }, (_, n) => order.slice(n * 100, (n + 1) * 100)),
  );
  await Promise.all(portions.map((portion) => count(portion)));
  const rows = await counted();
  expect(rows.filter(({ is_rest }) => !is_rest)).toHaveLength(MAX_VALUES);
  expect(rows.every(({ is_rest, installs }) => is_rest || installs === 4)).toBe(true);
  expect(rows.reduce((sum, { installs }) => sum + installs, 0)).toBe(4 * all.length);
  await Promise.all(portions.toReversed().map((portion) => count(portion, -1)));
  expect(await counted()).toEqual([]);
});

test('a transaction that is taken back keeps nothing', async () => {
  await inTransaction(pool, async (client) => {
    await addToCounters(client, [countedFacts(ATTRIBUTIONS, [install('Gone')])]);
    throw new Error('taken back');
  }).catch(() => {});
  const { rows } = await pool.query('select 1 from group_values where customer_id = $1', [customerId]);
  expect(rows).toEqual([]);
});

test.each([
  ['', null],
  [undefined, null],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), 'x'.repeat(100)],
  ['📱'.repeat(101), '📱'.repeat(100)],
])('%s is grouped as %s', (said, value) => {
  expect(groupValue(said)).toBe(value);
});
