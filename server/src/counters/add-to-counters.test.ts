import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { Pool } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../platform/store/group-commit/in-transaction.ts';
import { perSuite } from '../testing/per-suite.ts';
import { added, addToCounters, counted, takenBack } from './add-to-counters.ts';
import { LINK_COUNTS } from './declared/link-counts.ts';
import { NO_GROUPS } from './dimensions.ts';
import { ATTRIBUTIONS, type CountedInstall } from './facts/attributions.ts';

const database = perSuite(createTestDatabase, ({ drop }) => drop());
const pool = perSuite(
  async () => new Pool({ connectionString: database.url, max: 8 }),
  (opened) => opened.end(),
);
let customerId: string;

beforeEach(() => {
  customerId = randomUUID();
});

const APP = randomUUID();
const LINK = randomUUID();

const fact = (as: Partial<CountedInstall> = {}): CountedInstall => ({
  ...NO_GROUPS,
  customer_id: customerId,
  app_id: APP,
  counted_day: '2026-03-14',
  counted_model: 'click_id',
  counted_channel: 'sms',
  counted_campaign_id: null,
  counted_link_id: LINK,
  counted_confidence: 90,
  ...as,
});

const count = (facts: CountedInstall[]) =>
  inTransaction(pool, (client) => addToCounters(client, [counted(ATTRIBUTIONS, facts)]));

async function counters(
  table: 'install_counts' | 'link_counts' | 'campaign_counts',
): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query(
    `select row_to_json(counts) as row from ${table} counts where customer_id = $1 order by row_to_json(counts)::text`,
    [customerId],
  );
  return rows.map(({ row }) => row);
}

test('adds up what is counted together and what is counted later', async () => {
  await count([fact(), fact({ counted_confidence: 60 })]);
  await count([fact(), fact({ counted_day: '2026-03-15' })]);
  const key = {
    customer_id: customerId,
    app_id: APP,
    model: 'click_id',
    channel: 'sms',
  };
  expect(await counters('install_counts')).toEqual([
    { ...key, day: '2026-03-14', installs: 3, confidence_sum: 240, high_confidence: 2, unscored: 0 },
    { ...key, day: '2026-03-15', installs: 1, confidence_sum: 90, high_confidence: 1, unscored: 0 },
  ]);
  expect((await counters('link_counts')).map((row) => row.installs)).toEqual([3, 1]);
});

test('counts an install for its campaign, where it has one', async () => {
  const campaign = randomUUID();
  await count([fact({ counted_campaign_id: campaign }), fact({ counted_campaign_id: campaign }), fact()]);
  expect(await counters('campaign_counts')).toEqual([
    { customer_id: customerId, app_id: APP, day: '2026-03-14', campaign_id: campaign, installs: 2 },
  ]);
});

test('takes back exactly what was counted', async () => {
  const facts = [fact(), fact({ counted_confidence: 79, counted_campaign_id: randomUUID() })];
  await count(facts);
  await inTransaction(pool, (client) => addToCounters(client, [takenBack(ATTRIBUTIONS, facts)]));
  for (const row of await counters('install_counts')) {
    expect(row).toMatchObject({ installs: 0, confidence_sum: 0, high_confidence: 0 });
  }
  expect(await counters('campaign_counts')).toMatchObject([{ installs: 0 }]);
});

test('counts nothing for a fact that is in no total', async () => {
  await count([fact({ counted_day: null })]);
  expect(await counters('install_counts')).toEqual([]);
});

test('distinguishes clicks from repeats and bots, and countries', async () => {
  const link = { customer_id: customerId, link_id: LINK, day: '2026-03-14', country: 'KE', installs: 0 };
  const links = [
    { ...link, clicks: 2, repeats: 0, bots: 0 },
    { ...link, clicks: 0, repeats: 1, bots: 1 },
    { ...link, country: '', clicks: 4, repeats: 0, bots: 0 },
  ];
  await inTransaction(pool, (client) => addToCounters(client, [added(LINK_COUNTS, links)]));
  expect(await counters('link_counts')).toMatchObject([
    { country: 'KE', clicks: 2, repeats: 1, bots: 1, installs: 0 },
    { country: '', clicks: 4, repeats: 0, bots: 0, installs: 0 },
  ]);
});

test('never stands in its own way, however many count at once and in whatever order', async () => {
  const days = Array.from({ length: 20 }, (_, n) => `2026-01-${String(n + 10)}`);
  const rounds = Array.from({ length: 40 }, (_, n) => {
    const facts = days.map((counted_day) => fact({ counted_day }));
    return count(n % 2 === 0 ? facts : facts.reverse());
  });
  await Promise.all(rounds);
  const rows = await counters('install_counts');
  expect(rows.map((row) => row.installs)).toEqual(Array(20).fill(40));
});
