import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import type { AppRouter } from '../../api/router.ts';
import { send } from '../../testing/attributed-app.ts';
import { createMatrixWorld } from '../../testing/matrix/matrix-world.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { EXPORT_TABLES } from './export-tables.ts';
import { NOT_EXPORTED } from './not-exported.ts';
import { useExports } from './testing/use-exports.ts';

const { exported, headers, service, storeEvents, tenant } = useExports();

const TABLES = [
  'apps',
  'campaigns',
  'links',
  'installs',
  'attributions',
  'events',
  'fraud_flags',
  'payments',
  'devices',
  'ad_spend',
  'teams',
  'members',
  'payment_webhooks',
  'ad_network_configs',
  'sdk_config',
  'audit_log',
  'invitations',
  'keys',
  'tokens',
  'jobs',
  'postbacks',
  'domains',
  'link_paths',
  'clicks',
];

describe('an export', () => {
  test('holds everything of the account, and nothing of another', async () => {
    const world = await createMatrixWorld(service);
    const document = await exported({}, world.tenant);
    expect(Object.keys(document)).toEqual(['exported_at', ...TABLES, 'totals']);
    const counts = TABLES.map((table) => [table, (document[table] as unknown[]).length]);
    expect(document.totals).toEqual(Object.fromEntries(counts));
    const counted = Object.fromEntries(TABLES.map((table) => [table, expect.any(Number)]));
    expect(document.totals).toEqual({
      ...counted,
      apps: 1,
      campaigns: 1,
      links: 1,
      installs: 1,
      attributions: 1,
      events: 2,
      payments: 2,
      devices: 1,
      teams: expect.any(Number),
      keys: expect.any(Number),
      clicks: expect.any(Number),
    });
    expect(document.devices).toMatchObject([{ ids: [{ kind: expect.any(String), imported: false }] }]);
    expect(document.attributions).toMatchObject([
      { model: 'install_referrer', confidence_breakdown: expect.any(Object), reason: expect.any(String) },
    ]);
    const purchase = (document.events as { event_type: string }[]).find((e) => e.event_type === 'purchase');
    expect(purchase).toMatchObject({ revenue: 3.5, currency: 'USD', event_properties: null });
    expect(document.payments).toContainEqual(expect.objectContaining({ amount: 12.5, matched: true }));
    const mine = await exported();
    expect(mine.totals).toMatchObject({ apps: 1, events: 0, installs: 0 });
  });

  test('prints money with the digits that reports print', async () => {
    const { tenant: full } = await createMatrixWorld(service);
    const text = await (await full.owner.rpc('export_my_account_data', {})).text();
    expect(text).toContain('"revenue":3.50,"currency":"USD"');
    expect(text).toMatch(/"amount":12\.50,"currency":"[A-Z]{3}"/);
  });

  test('gives times in Unix ms', async () => {
    const { tenant: full } = await createMatrixWorld(service);
    const document = await exported({}, full);
    const times = TABLES.flatMap((table) => document[table] as Record<string, unknown>[]).flatMap((row) =>
      Object.entries(row).filter(
        ([name, value]) =>
          name.endsWith('_at') && !['sent_at', 'expires_at'].includes(name) && value !== null,
      ),
    );
    expect(times.length).toBeGreaterThan(10);
    for (const [, time] of times) expect(Math.abs(Number(time) - Date.now())).toBeLessThan(600_000);
  });

  test('holds no secret, hash or token', async () => {
    const push_token = `push-${randomUUID()}`;
    const integrity_token = `integrity-${randomUUID()}`;
    await send(service, tenant, { event_type: 'open', android_id: 'a1', push_token, integrity_token });
    const text = JSON.stringify(await exported());
    const secrets = [push_token, integrity_token, tenant.apiKey, tenant.sdkSecret, tenant.owner.token];
    for (const secret of secrets) expect(text).not.toContain(secret);
    // The names of what was done, of what is listed, and of a token that is in every App Store address, are not secrets.
    const named =
      /"(action|target_type)":"[a-z_]+"|"(tokens|label|app_store_provider_token)":|"label":"[^"]*"/g;
    expect(text.replace(named, '')).not.toMatch(/secret|hash|password|token|api_key/);
  });

  test('has every table of an account, or says why not', async () => {
    const { rows } = await service.services.workPool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'customer_id' order by 1`,
    );
    const known = [...EXPORT_TABLES.map(({ source }) => source), ...Object.keys(NOT_EXPORTED)];
    expect(rows.map(({ name }) => name)).toEqual([...new Set(known)].sort());
  });

  test('has the ids of devices, external ones too, and no more rows than asked for', async () => {
    const { accountId, appId } = tenant;
    const device = randomUUID();
    await service.services.workPool.query(
      `insert into device_ids (customer_id, app_id, kind, value, device_id, first_seen_at, imported)
       select $1, $2, kind, 'x-' || kind || n, case n when 1 then $3::uuid else gen_random_uuid() end, now(), true
       from unnest(array['external_id', 'user_id']) kind, generate_series(1, 3) n`,
      [accountId, appId, device],
    );
    const all = (await exported()).devices as { device_id: string; ids: unknown[] }[];
    expect(all.find(({ device_id }) => device_id === device)?.ids).toEqual([
      { kind: 'external_id', value: 'x-external_id1', imported: true },
      { kind: 'user_id', value: 'x-user_id1', imported: true },
    ]);
    const few = await exported({ p_max_rows: 2 });
    expect([(few.devices as unknown[]).length, few.totals.devices]).toEqual([2, 2]);
  });

  test('keeps what a client wrote, whatever it is', async () => {
    const properties = {
      breaks: 'a\nb\r\n\t"\\ \u0001\u0002 \u2028 é 😀',
      deep: [[[{}]]],
      number: 1.5e300,
    };
    await send(service, tenant, { event_type: 'custom', event_properties: properties, user_agent: 'x' });
    await storeEvents(1, '{\n "a" :\r\n [ 1 ] }');
    const { events } = await exported();
    expect((events as { event_properties: unknown }[]).map((event) => event.event_properties)).toEqual(
      expect.arrayContaining([properties, { a: [1] }]),
    );
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 3],
    [200_001, 3],
    [1e12, 3],
  ])('of %i rows a table has up to that many', async (p_max_rows, rows) => {
    await storeEvents(3);
    const { events, totals } = await exported({ p_max_rows });
    expect([(events as unknown[]).length, totals.events]).toEqual([rows, rows]);
  });

  test('has the last of an app’s events where it does not have all', async () => {
    await storeEvents(3);
    const { events } = await exported({ p_max_rows: 2 });
    expect((events as { event_id: string }[]).map(({ event_id }) => event_id)).toEqual([
      'event-00000003',
      'event-00000002',
    ]);
  });

  test.each([[0], [-1], [1.5], ['10'], [Number.MAX_SAFE_INTEGER + 1]])(
    'of %j rows is refused',
    async (p_max_rows) => {
      const response = await tenant.owner.rpc('export_my_account_data', { p_max_rows });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: expect.stringMatching(/^p_max_rows: must be/) });
    },
  );

  test('is in the audit log with its totals', async () => {
    await exported();
    const { rows } = await service.services.workPool.query(
      `select details from audit_log where customer_id = $1 and action = 'export_my_account_data'`,
      [tenant.accountId],
    );
    expect(rows).toMatchObject([{ details: { apps: 1, events: 0 } }]);
  });
});

describe('over HTTP', () => {
  test('stock supabase-js gets it', async () => {
    await storeEvents(1000);
    const supabase = createClient(service.origin, TEST_ANON_KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { authorization: `Bearer ${tenant.owner.token}` } },
    });
    const { data, error } = await supabase.rpc('export_my_account_data', { p_max_rows: 999 });
    expect(error).toBeNull();
    expect(data).toMatchObject({ totals: { apps: 1, events: 999 } });
    expect(data.events).toHaveLength(999);
  });

  test.each([
    ['httpLink', httpLink],
    ['httpBatchLink', httpBatchLink],
    ['httpBatchStreamLink', httpBatchStreamLink],
  ] as const)('stock @trpc/client gets it by %s', async (_name, link) => {
    await storeEvents(1000);
    const client = createTRPCClient<AppRouter>({
      links: [link({ url: `${service.origin}/trpc`, transformer: superjson, headers: headers() })],
    });
    const [document, apps, refused] = await Promise.all([
      client.export_my_account_data.query({ p_max_rows: 999 }),
      client.list_apps.query({}),
      client.link_stats.query({ p_link_id: randomUUID() }).catch((error: Error) => error.message),
    ]);
    expect(document.totals).toMatchObject({ apps: 1, events: 999 });
    expect(document.events).toHaveLength(999);
    expect(apps.items).toHaveLength(1);
    expect(refused).toBe('no such link');
    // What it was written to is gone: another can be made at once.
    expect((await client.export_my_account_data.query({})).totals).toMatchObject({ events: 1000 });
  });
});
