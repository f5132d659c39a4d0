import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BATCHES_BY_ACCOUNT } from './batches-by-account.ts';
import { hasCitus } from './distribution/distribute.ts';
import { groupsOfInstalls } from './migrations/m0073-groups-of-installs.ts';
import { countGroups } from './migrations/m0074-count-groups.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  for (let account = 0; account < 4; account++) await fillAccount();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const COLUMNS = `
  select column_name as name, data_type as type from information_schema.columns
  where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO' and column_default is null`;

/** Of each type, what is in a column that may not be null and that a row says nothing of. */
const FILLING: Readonly<Record<string, unknown>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  text: 'x',
  boolean: false,
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01',
};

async function insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(COLUMNS, [table]);
  const filled = rows.map(({ name, type }) => [name, FILLING[type] ?? 0] as const);
  const whole = { ...Object.fromEntries(filled), ...row };
  const places = Object.keys(whole).map((_, n) => `$${n + 1}`);
  const text = `insert into ${table} (${Object.keys(whole).join(', ')}) values (${places.join(', ')})`;
  await client.query(text, Object.values(whole));
}

const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01'];

/** An account with two apps: installs of several versions, models and campaigns, days of their devices, and money. */
async function fillAccount(): Promise<void> {
  const customer_id = randomUUID();
  await insert('accounts', { id: customer_id });
  const team_id = randomUUID();
  await insert('teams', { id: team_id, customer_id, is_default: true });
  const campaigns = [randomUUID(), randomUUID(), null];
  for (let app = 0; app < 2; app++) {
    const own = { customer_id, app_id: randomUUID() };
    await insert('apps', { id: own.app_id, customer_id, team_id });
    for (let n = 0; n < 12; n++) {
      const [install_id, device_id, event_id] = [randomUUID(), randomUUID(), randomUUID()];
      const day = DAYS[n % 3];
      const counted_campaign_id = campaigns[n % 3];
      const fingerprint_components = n % 2 === 0 ? null : `{"os_version": "${n % 4}", "device_model": "m"}`;
      const country = n % 2 === 0 ? 'KE' : null;
      await insert('events', { ...own, event_id, app_version: `1.${n % 3}`, fingerprint_components });
      await insert('installs', { ...own, install_id, device_id, event_id, kind: 'install', country });
      const counted = { counted_day: day, counted_model: 'organic', counted_channel: 'sms' };
      await insert('attributions', {
        ...own,
        attribution_id: randomUUID(),
        install_id,
        device_id,
        ...counted,
        counted_confidence: n * 9,
        counted_campaign_id,
      });
      await insert('cohort_activity', { ...own, device_id, day, cohort_day: day });
      const money = { counted_day: day, counted_campaign_id, currency: 'EUR' };
      await insert('purchases', { ...own, event_id, ...money, amount: 1.1 * n });
      const paid = { payment_event_id: randomUUID(), counted_currency: 'EUR', counted_amount: 2.5 * n };
      await insert('payments', {
        ...own,
        ...money,
        ...paid,
        counted_matched: n % 2 === 0,
        reference: event_id,
        event_type: 'payment',
        key_type: 'payment',
      });
    }
  }
}

/** What the two migrations make of what was stored before. */
async function made(): Promise<unknown[]> {
  const tables = ['group_values', 'group_value_totals', 'install_group_counts', 'cohort_group_counts'];
  const texts = [
    'select attribution_id, country, app_version, os_version, device_model from attributions',
    ...[...tables, 'revenue_group_counts'].map((table) => `select * from ${table}`),
  ];
  const all: unknown[] = [];
  for (const text of texts) {
    const { rows } = await client.query(`select row_to_json(one)::text as row from (${text}) one`);
    expect(rows.length).toBeGreaterThan(10);
    all.push(rows.map(({ row }) => row).sort());
  }
  return all;
}

async function undo(): Promise<void> {
  await client.query(
    'update attributions set country = null, app_version = null, os_version = null, device_model = null',
  );
  await client.query(`truncate group_values, group_value_totals, install_group_counts, cohort_group_counts,
    revenue_group_counts`);
}

const toJson = (position: unknown) => (position === null ? null : JSON.stringify(position));

test('what goes account by account makes the same as what goes through the tables', async () => {
  const migrations = [groupsOfInstalls, countGroups];
  for (const { name } of migrations) {
    let position: unknown = null;
    do position = (await BATCHES_BY_ACCOUNT[name]?.(client, position))?.position ?? null;
    while (position !== null);
  }
  const byAccount = await made();
  await undo();
  // Citus refuses the others.
  if (await hasCitus(client)) return;
  for (const { batch } of migrations) {
    let position: unknown = null;
    do
      position =
        (await client.query<{ position: unknown }>(batch, [toJson(position)])).rows[0]?.position ?? null;
    while (position !== null);
  }
  expect(await made()).toEqual(byAccount);
});
