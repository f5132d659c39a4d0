import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { migrate } from '@tributary/db/migrate';
import { migrations } from '@tributary/db/migrations/list';
import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GROUP_BY } from '../../analytics/group-by.ts';
import { settle } from '../../analytics/testing/traffic-world.ts';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { startTestService, type TestService } from '../test-service.ts';

/**
 * A database that commit 324424b made, of people, clicks, installs, purchases and work that waits, all sent through its
 * API; and what it answered about them. It is the oldest whose data can be brought up to date.
 */
const read = (name: string) => gunzipSync(readFileSync(join(import.meta.dirname, name))).toString('utf8');
const before = JSON.parse(read('answers-324424b.json.gz'), timesInMs) as Before;
/** When it was asked. */
const ASKED_AT = Date.UTC(2026, 10, 23, 16, 20);
const SECRETS = {
  SERVICE_SECRET: 'a-service-secret-of-the-upgrade-test-0123456789',
  ANON_KEY: 'an-anon-key-of-the-upgrade-test-0123456789abc',
  PUBLIC_URL: 'http://127.0.0.1:18955',
};

/** It told times as texts, where they are Unix ms now. */
function timesInMs(_key: string, value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : value;
}

interface Before {
  readonly account_id: string;
  readonly apps_of: readonly string[];
  readonly period: string;
  readonly explained: Record<string, { readonly decision: object }>;
  readonly link_stats: Record<string, { readonly installs: number }>;
  readonly summary: { total_installs: number };
  readonly [resource: string]: unknown;
}

/** As an instance of that commit stores an event. */
const STORE = `
  insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp, sdk_version)
  values ($1, $2, $3, 'open', now(), now(), 0, '1.0.0') on conflict do nothing`;

let database: TestDatabase;
let service: TestService;
let token: string;
const storedMeanwhile: string[] = [];
const counted: Record<string, number> = {};
const clicksOf = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(read('commit-324424b.sql.gz'));
  for (const table of [
    'events',
    'clicks',
    'installs',
    'attributions',
    'fraud_flags',
    'links',
    'apps',
    'campaigns',
  ]) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    counted[table] = rows[0]?.n ?? 0;
  }
  const { rows: links } = await client.query<{ id: string; n: number }>(
    `select link_id as id, count(*)::int as n from clicks where source = 'link' group by 1`,
  );
  for (const { id, n } of links) clicksOf.set(id, n);
  let isMigrated = false;
  const migrating = migrate(database.url).finally(() => {
    isMigrated = true;
  });
  while (!isMigrated || storedMeanwhile.length < 50) {
    const id = `meanwhile-${storedMeanwhile.length}`;
    await client.query(STORE, [before.account_id, before.apps_of[0], id]);
    storedMeanwhile.push(id);
  }
  await migrating;
  await client.end();
  service = await startTestService({
    databaseUrl: database.url,
    env: SECRETS,
    clock: () => ASKED_AT,
    realPasswords: true,
  });
  const signedIn = await service.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'Correct-horse-9-battery' }),
  });
  expect(signedIn.status).toBe(200);
  token = signedIn.headers.get('set-auth-token') ?? '';
}, 120_000);
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

const headers = () => ({
  authorization: `Bearer ${token}`,
  apikey: SECRETS.ANON_KEY,
  'content-type': 'application/json',
});

const report = async (resource: string, more = ''): Promise<unknown> =>
  (
    await service.request(`/v1/analytics?resource=${resource}&${before.period}${more}`, {
      headers: headers(),
    })
  ).json();

const call = async (name: string, args: object = {}): Promise<unknown> =>
  (
    await service.request(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify(args),
    })
  ).json();

describe('data made by commit 324424b, brought up to date while events arrive', () => {
  test('has run every migration', async () => {
    const { rows } = await service.services.workPool.query<{ name: string }>(
      'select name from schema_migrations',
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(migrations.map(({ name }) => name).toSorted());
  });

  test.each(['summary', 'installs', 'cohorts', 'attribution_log', 'fraud'])(
    'answers %s as before',
    async (name) => {
      expect(await report(name)).toMatchObject(before[name] as object);
    },
  );

  test.each(['list_apps', 'list_links', 'list_campaigns'])('answers %s as before', async (name) => {
    expect(await call(name)).toMatchObject(before[name.replace('list_', '')] as object);
  });

  test('says of every attribution what was decided, as before', async () => {
    for (const [p_install_id, { decision }] of Object.entries(before.explained))
      expect(await call('explain_attribution', { p_install_id })).toMatchObject({ decision });
  });

  test('answers the figures of links as before, with the clicks that came since', async () => {
    for (const [p_link_id, { installs }] of Object.entries(before.link_stats)) {
      const clicks = clicksOf.get(p_link_id) ?? 0;
      expect(await call('link_stats', { p_link_id })).toMatchObject({ installs, clicks });
    }
  });

  test('is exported whole, with what arrived meanwhile', async () => {
    expect(storedMeanwhile.length).toBeGreaterThanOrEqual(50);
    const { totals } = (await call('export_my_account_data')) as { totals: Record<string, number> };
    expect(totals).toMatchObject({ ...counted, events: (counted.events ?? 0) + storedMeanwhile.length });
  });

  test('goes on with the work that waited, and counts everything', async () => {
    await settle(service);
    expect(await report('summary')).toMatchObject({ total_installs: before.summary.total_installs + 6 });
    const { workPool } = service.services;
    await rebuildRollups(workPool, before.account_id);
    const { rows } = await workPool.query(
      `select (select count(*)::int from events) as events, (select sum(events)::int from event_counts) as counted,
              (select count(*)::int from event_queue) as waiting`,
    );
    const events = (counted.events ?? 0) + storedMeanwhile.length;
    expect(rows).toEqual([{ events, counted: events, waiting: 0 }]);
  });

  test('adds up in groups to what is not grouped, and a second rebuild finds nothing wrong', async () => {
    type Sized = Record<'total_installs' | 'payment_count', number>;
    for (const [resource, size] of [
      ['summary', 'total_installs'],
      ['revenue', 'payment_count'],
    ] as const) {
      for (const by of GROUP_BY) {
        const body = (await report(resource, `&group_by=${by}`)) as Sized & { groups: Sized[] };
        if (resource === 'summary') expect(body[size], by).toBeGreaterThan(0);
        expect(body.groups.reduce((sum, group) => sum + group[size], 0)).toBe(body[size]);
      }
    }
    const found = Object.entries(await rebuildRollups(service.services.workPool, before.account_id));
    expect(found.filter(([, wrong]) => wrong !== 0)).toEqual([]);
  });
});
