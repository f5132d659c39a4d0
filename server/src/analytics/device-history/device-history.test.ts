import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addApp, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const START = Date.UTC(2026, 2, 1, 12);
const GAID = randomUUID();
const INSTALLATION = randomUUID();

let now = START;
const service = useService({ clock: () => now });
const tenant = perSuite(() => createTenant(service));
const rpc = (name: string, args: object, who = tenant.owner) => answerOf(who.rpc(name, args));

interface Entry {
  readonly at: number;
  readonly kind: string;
  readonly id: string | null;
  readonly label: string | null;
}

const ids = { install: '', open: '', click: '', installId: '', deviceId: '' };

/** Clicks, installs, opens, pays and buys; another device of the app does the same without a click. */
beforeAll(async () => {
  const { clickId, referrer } = await clickLink(service, await createSlug(tenant), {
    query: `?gaid=${GAID}`,
  });
  ids.click = clickId;
  now += 60_000;
  const device = { gaid: GAID, installation_id: INSTALLATION, user_id: 'ada@example.com' };
  ids.install = await send(service, tenant, { event_type: 'install', referrer, ...device });
  await send(service, tenant, { event_type: 'install', gaid: randomUUID(), user_id: 'ada@example.com' });
  now += 1000;
  // By another of its ids: its key is another one.
  ids.open = await send(service, tenant, { event_type: 'open', gaid: GAID });
  const custom = { event_type: 'custom', custom_event_name: 'level_up' };
  for (let n = 0; n < 5; n++) await send(service, tenant, { ...custom, ...device });
  now += 1000;
  await send(service, tenant, { event_type: 'purchase', revenue: 3.5, currency: 'USD', ...device });
  await processQueued(service);
  now += 1000;
  const payment = { reference: 'order-77', amount: 12.5, currency: 'USD', metadata: { gaid: GAID } };
  await accepted(service, await makeWebhook(service, tenant), payment);
  await settleRevenue(service);
  const install = (await attributionsOf(service, tenant)).find(({ event_id }) => event_id === ids.install);
  ids.installId = install?.install_id ?? '';
  ids.deviceId = install?.device_id ?? '';
});

describe('find_device', () => {
  const find = async (p_id: string, args: object = {}) => {
    const { status, body } = await rpc('find_device', { p_id, ...args });
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.items as { device_id: string }[]).map(({ device_id }) => device_id);
  };

  test.each<[string, () => string]>([
    ['device_id', () => ids.deviceId],
    ['installation_id', () => INSTALLATION.toUpperCase()],
    ['gaid', () => ` ${GAID} `],
    ['install_id', () => ids.installId],
    ['event_id', () => ids.install],
    ['event_id', () => ids.open],
    ['payment', () => 'order-77'],
  ])('finds it by its %s, with the kind or without', async (p_kind, id) => {
    expect(await find(id(), { p_kind })).toEqual([ids.deviceId]);
    expect(await find(id())).toEqual([ids.deviceId]);
  });

  test('tells what it is known by, and its installs', async () => {
    const { body } = await rpc('find_device', { p_id: GAID });
    expect(body.items).toEqual([
      {
        device_id: ids.deviceId,
        app_id: tenant.appId,
        first_seen_at: expect.any(Number),
        ids: expect.arrayContaining([
          {
            kind: 'gaid',
            value: GAID,
            first_seen_at: expect.any(Number),
            imported: false,
            shared_since: null,
          },
          {
            kind: 'installation_id',
            value: INSTALLATION,
            first_seen_at: expect.any(Number),
            imported: false,
            shared_since: null,
          },
        ]),
        installs: [{ install_id: ids.installId, install_kind: 'install', installed_at: START + 60_000 }],
        consent: null,
      },
    ]);
  });

  test.each(['android_id', 'external_id', 'device_id'])(
    'finds none that has it as its %s',
    async (p_kind) => {
      expect(await find(GAID, { p_kind })).toEqual([]);
    },
  );

  test('finds none of another app, team or account', async () => {
    const p_app_id = await addApp(tenant);
    expect(await find(GAID, { p_app_id })).toEqual([]);
    const stranger = await createTenant(service);
    expect((await rpc('find_device', { p_id: GAID }, stranger.owner)).body.items).toEqual([]);
  });

  test.each([
    [{}, 'p_id: is missing'],
    [{ p_id: '  ' }, 'p_id: must not be empty'],
    [{ p_id: 'x'.repeat(513) }, 'p_id: must be 512 characters or fewer'],
    [{ p_id: 'a\u0000b' }, 'p_id: must be well-formed text'],
    [{ p_id: 'x', p_kind: 'name' }, expect.stringMatching(/^p_kind: must be one of device_id, /)],
  ])('answers 400 to %j', async (args, error) => {
    expect(await rpc('find_device', args)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('device_timeline', () => {
  const read = (args: object = {}, who = tenant.owner) =>
    rpc('device_timeline', { p_device_id: ids.deviceId, ...args }, who);
  const whole = async () => (await read({ p_limit: 200 })).body as { items: Entry[]; next_cursor: null };

  test('shows all that it did, the newest first, and nothing of another device', async () => {
    const { items } = await whole();
    const shown = items.map(({ at, kind, label }) => [at - START, kind, label]);
    const levelUp = [61_000, 'event', 'level_up'];
    expect(shown.map(([at]) => at)).toEqual(shown.map(([at]) => at).sort((a, b) => Number(b) - Number(a)));
    expect(shown.toSorted()).toEqual(
      [
        [0, 'click', 'link'],
        [60_000, 'install', 'install'],
        [61_000, 'event', 'open'],
        ...Array.from({ length: 5 }, () => levelUp),
        [62_000, 'decision', 'install_referrer'],
        [62_000, 'purchase', null],
        [63_000, 'payment', 'payment'],
      ].toSorted(),
    );
    expect(items).toContainEqual(expect.objectContaining({ kind: 'purchase', amount: 3.5, currency: 'USD' }));
    expect(items).toContainEqual(expect.objectContaining({ kind: 'click', id: ids.click }));
  });

  test('shows what was stated of consent whenever that changed, and when its deferred link was taken', async () => {
    const gaid = randomUUID();
    const { referrer } = await clickLink(service, await createSlug(tenant));
    const install = await send(service, tenant, { event_type: 'install', referrer, gaid });
    await processQueued(service);
    for (const ad_user_data of [true, true, false]) {
      now += 1000;
      await send(service, tenant, { event_type: 'open', gaid, consent: { eea: true, ad_user_data } });
    }
    const query = new URLSearchParams({ app_id: tenant.appId, install_event_id: install });
    const headers = { 'x-service-api-key': tenant.apiKey };
    expect((await service.request(`/v1/deep-link?${query}`, { headers })).status).toBe(200);
    await processQueued(service);
    const { body: found } = await rpc('find_device', { p_id: gaid });
    const { body } = await read({ p_device_id: found.items[0].device_id });
    const told = (body.items as Entry[]).filter(({ kind }) => kind === 'consent' || kind === 'deferred_link');
    expect(told.map(({ kind, label }) => [kind, label]).toSorted()).toEqual([
      ['consent', 'eea=true, ad_user_data=false'],
      ['consent', 'eea=true, ad_user_data=true'],
      ['deferred_link', null],
    ]);
  });

  test('comes in pages without loss or repeat, also within a moment', async () => {
    const { items } = await whole();
    const seen: Entry[] = [];
    for (let p_cursor: string | null | undefined; p_cursor !== null; ) {
      const { body } = await read({ p_limit: 2, p_cursor });
      expect(body.device.device_id).toBe(ids.deviceId);
      seen.push(...body.items);
      p_cursor = body.next_cursor as string | null;
    }
    expect(seen).toEqual(items);
  });

  test('refuses a cursor of a list', async () => {
    const { body } = await rpc('list_attributions', { p_limit: 1 });
    expect(await read({ p_cursor: body.next_cursor })).toMatchObject({ status: 400 });
  });

  test('knows no device of another account', async () => {
    const stranger = await createTenant(service);
    expect((await read({}, stranger.owner)).status).toBe(404);
    expect((await read({ p_device_id: randomUUID() })).status).toBe(404);
  });
});

test('the events of a device are found without reading all of them', async () => {
  const { workPool, backgroundPool } = service.services;
  await backgroundPool.query(
    `insert into events (customer_id, app_id, event_id, event_type, client_timestamp, occurred_at, received_at,
       sdk_version, device_key, event_properties)
     select $1, $2, 'many-' || n, 'open', 0, now(), now(), 'x', gen_random_uuid(), repeat('x', 300)
     from generate_series(1, 100000) n on conflict do nothing`,
    [tenant.accountId, tenant.appId],
  );
  await workPool.query(`select brin_summarize_new_values('events_device_key_idx')`);
  await workPool.query('analyze events');
  // So few rows are as quickly read whole, which not every version of PostgreSQL passes by.
  const client = await workPool.connect();
  await client.query('begin; set local enable_seqscan = off; set local max_parallel_workers_per_gather = 0');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze) select * from events where device_key = any(array(
       select device_key from device_ids where customer_id = $1 and device_id = $2))
       and customer_id = $1 and app_id = $3`,
    [tenant.accountId, ids.deviceId, tenant.appId],
  );
  await client.query('rollback');
  client.release();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Bitmap Index Scan on events_device_key_idx');
  const [, read = ''] = /Heap Blocks: lossy=(\d+)/.exec(plan) ?? [];
  const { rows: size } = await workPool.query<{ pages: number }>(
    `select (pg_relation_size('events') / 8192)::int as pages`,
  );
  expect(Number(read), plan).toBeLessThan((size[0]?.pages ?? 0) / 5);
});
