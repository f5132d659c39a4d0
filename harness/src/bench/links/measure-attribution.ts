import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { findCandidates } from '@tributary/server/attribution/decide/find-candidates';
import { toInstallFacts } from '@tributary/server/attribution/decide/to-install-facts';
import { loadEvents } from '@tributary/server/attribution/event-queue/load-events';
import { DEFAULT_SETTINGS } from '@tributary/server/attribution/facts/attribution-settings';
import { NO_TRAITS } from '@tributary/server/attribution/traits/app-traits';
import type { Client, PoolClient } from 'pg';
import type { SeededApp } from '../../backend/seed-apps.ts';
import { sendInstall } from '../send-install.ts';

/** Of fewer installs, all may be decided in one commit, which has no rate. */
export const FEWEST_DRAINED = 2000;

/** Waits until everything queued is attributed; returns installs a second, from the first attribution to the last. */
export async function measureDrain(client: Client): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ waiting: number }>(
      'select count(*)::int as waiting from event_queue',
    );
    if (rows[0]?.waiting === 0) break;
    await pause(100);
  }
  const { rows } = await client.query<{ rate: number }>(
    `select (count(*) filter (where decided_at > first))
       / extract(epoch from max(decided_at) - min(decided_at))::float8 as rate
     from attributions, (select min(decided_at) as first from attributions) start`,
  );
  return rows[0]?.rate ?? Number.NaN;
}

/** The number of attributions by each model, as text. */
export async function describeModels(client: Client): Promise<string> {
  const { rows } = await client.query<{ model: string; count: number }>(
    'select model, count(*)::int from attributions group by model order by 1',
  );
  return rows.map(({ model, count }) => `${model} ${count.toLocaleString('en')}`).join(', ');
}

/** The query plan, with times, of the candidate look-up for one batch of 500 installs. */
export async function explainCandidates(client: Client): Promise<string[]> {
  const { rows: keys } = await client.query('select customer_id, app_id, event_id from events limit 500');
  const events = await loadEvents(client as unknown as PoolClient, keys);
  const questions = events.map((event) => ({
    install: toInstallFacts(
      event,
      { installId: randomUUID(), deviceId: randomUUID(), kind: 'install' },
      NO_TRAITS,
    ),
    settings: DEFAULT_SETTINGS,
  }));
  let plan: string[] = [];
  const explaining = {
    async query(statement: string | { text: string; values: unknown[] }) {
      // Not about candidates: whether the database is distributed.
      if (typeof statement === 'string') return client.query(statement);
      const { text, values } = statement;
      const explained = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off) ${text}`,
        values,
      );
      plan = explained.rows.map((row) => row['QUERY PLAN']);
      return { rows: [] };
    },
  };
  await findCandidates(explaining as unknown as PoolClient, questions, Date.now());
  return plan;
}

/** Sends single installs to an idle service; returns the times from accepted to attributed, in ms, sorted. */
export async function measureLag(
  client: Client,
  origin: string,
  apps: readonly SeededApp[],
  { installs, perSecond }: { installs: number; perSecond: number },
): Promise<number[]> {
  const prefix = `lag-${randomUUID()}-`;
  for (let n = 0; n < installs; n++) {
    const app = apps[n % apps.length];
    if (app) await sendInstall(origin, app, `${prefix}${n}`);
    await pause(1000 / perSecond);
  }
  await pause(2000);
  const { rows } = await client.query<{ lag: number }>(
    `select extract(epoch from decided_at - received_at)::float8 * 1000 as lag
     from installs join attributions using (customer_id, install_id)
     where starts_with(event_id, $1) order by 1`,
    [prefix],
  );
  if (rows.length !== installs)
    throw new Error(`${installs - rows.length} installs are not attributed after 2 s`);
  return rows.map(({ lag }) => lag);
}
