import { createTestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { loadOldest, upgradeOldest } from './upgrade-oldest.ts';

const EVENTS = 1_000_000;
/** Events that are stored, their ids, and those that are counted or wait to be. */
const UPGRADED = `
  select count(*)::int as events, count(distinct event_id)::int as ids,
    (select coalesce(sum(events), 0)::int from event_counts) + (
      select coalesce(sum((waiting ->> 'events')::int), 0)::int
      from event_count_queue cross join json_array_elements(deltas) as waiting) as counted
  from events`;

test('a million events of the oldest commit are brought up to date while events arrive', async () => {
  const database = await createTestDatabase({ empty: true });
  onTestFinished(() => database.drop());
  const client = new Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const [app] = await loadOldest(client, EVENTS);
  if (!app) throw new Error('there is no app');
  const before = await client.query<{ n: number }>('select count(*)::int as n from public.events');
  const { sent, attempts, lost } = await upgradeOldest(client, database.url, app);
  expect(lost).toBe(0);
  expect(attempts).toBeGreaterThan(1);
  const { rows } = await client.query(UPGRADED);
  const events = (before.rows[0]?.n ?? 0) + sent;
  expect(rows).toEqual([{ events, ids: events, counted: events }]);
}, 600_000);
