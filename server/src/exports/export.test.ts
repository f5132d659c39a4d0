import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { createClient } from '@supabase/supabase-js';
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../attribution/testing/attributed-app.ts';
import type { AppRouter } from '../router.ts';
import { peakHeapGrowth } from '../testing/heap-growth.ts';
import { createMatrixWorld } from '../testing/matrix-world.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../testing/test-service.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { createExports } from './create-exports.ts';
import { openSpool, sweepSpools } from './spool.ts';

const TABLES = [
  'apps',
  'campaigns',
  'links',
  'installs',
  'attributions',
  'events',
  'fraud_flags',
  'payments',
];

interface Exported {
  readonly exported_at: number;
  readonly totals: Record<string, number>;
  readonly [table: string]: unknown;
}

let folder: string;
let service: TestService;
let server: ReturnType<typeof createAdaptorServer>;
let base: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-exports-'));
  service = await startTestService({ env: { DATA_DIR: folder } });
  server = createAdaptorServer({ fetch: service.app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await service.close();
  await rm(folder, { recursive: true });
});

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant(service);
});

const headersOf = ({ owner }: Tenant) => ({ apikey: TEST_ANON_KEY, authorization: `Bearer ${owner.token}` });

async function exported(args: object = {}, of = tenant): Promise<Exported> {
  const response = await of.owner.rpc('export_my_account_data', args);
  const text = await response.text();
  expect([response.status, text.slice(0, 200)]).toMatchObject([200, expect.any(String)]);
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  return JSON.parse(text);
}

const exports = (limits: object, log = service.services.log) =>
  createExports({ databaseUrl: service.databaseUrl, folder, log, clock: Date.now, limits });

/** Stores events without the way through ingest. */
async function storeEvents(count: number, properties = '{"a":1}'): Promise<void> {
  await service.services.backgroundPool.query(
    `insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp,
       sdk_version, gaid, event_properties, revenue)
     select $1, $2, 'event-' || lpad(n::text, 8, '0'), 'custom', now(), now(), 1, 'test', gen_random_uuid()::text, $4,
       1.50
     from generate_series(1, $3) as n`,
    [tenant.accountId, tenant.appId, count, properties],
  );
}

describe('an export', () => {
  test('holds everything of the account, and nothing of another', async () => {
    const world = await createMatrixWorld(service);
    const document = await exported({}, world.tenant);
    expect(Object.keys(document)).toEqual(['exported_at', ...TABLES, 'totals']);
    const counts = TABLES.map((table) => [table, (document[table] as unknown[]).length]);
    expect(document.totals).toEqual(Object.fromEntries(counts));
    expect(document.totals).toEqual({
      ...{ apps: 1, campaigns: 1, links: 1, installs: 1, attributions: 1, events: 2, payments: 2 },
      fraud_flags: expect.any(Number),
    });
    expect(document.attributions).toMatchObject([
      { model: 'install_referrer', confidence_breakdown: expect.any(Object), reason: expect.any(String) },
    ]);
    const purchase = (document.events as { event_type: string }[]).find((e) => e.event_type === 'purchase');
    expect(purchase).toMatchObject({ revenue: 3.5, currency: 'USD', event_properties: null });
    expect(document.payments).toContainEqual(expect.objectContaining({ amount: 12.5, matched: true }));
    const mine = await exported();
    expect(mine.totals).toMatchObject({ apps: 1, events: 0, installs: 0 });
  });

  test('gives times in Unix ms', async () => {
    const { tenant: full } = await createMatrixWorld(service);
    const document = await exported({}, full);
    const times = TABLES.flatMap((table) => document[table] as Record<string, unknown>[]).flatMap((row) =>
      Object.entries(row).filter(
        ([name, value]) => name.endsWith('_at') && name !== 'sent_at' && value !== null,
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
    expect(text).not.toMatch(/secret|hash|password|token|api_key/);
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
    const supabase = createClient(base, TEST_ANON_KEY, {
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
      links: [link({ url: `${base}/trpc`, transformer: superjson, headers: headersOf(tenant) })],
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

describe('at once', () => {
  test('an account has one export, and a process two', async () => {
    const made = exports({});
    const [one, other, third] = [tenant.accountId, randomUUID(), randomUUID()];
    const first = await made.make(one, 10);
    await expect(made.make(one, 10)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 10 });
    const second = await made.make(other, 10);
    await expect(made.make(third, 10)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 10 });
    await first.document.discard();
    await first.document.discard();
    const next = await made.make(third, 10);
    await expect(made.make(one, 10)).rejects.toMatchObject({ code: 'OVERLOADED' });
    await Promise.all([second.document.discard(), next.document.discard()]);
    await (await made.make(one, 10)).document.discard();
  });

  test('the next one may be asked for as soon as the last byte has left', async () => {
    const made = exports({});
    const { document } = await made.make(tenant.accountId, 10);
    const chunks = document.chunks();
    for (let read = 0; read < document.size; ) read += (await chunks.next()).value?.length ?? 0;
    const next = await made.make(tenant.accountId, 10);
    // The end of the first is not that of the next.
    expect((await chunks.next()).done).toBe(true);
    await expect(made.make(tenant.accountId, 10)).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    await next.document.discard();
  });

  test('of two calls of the procedure, one is asked to retry', async () => {
    await storeEvents(1000);
    const answers = await Promise.all([1, 2].map(() => tenant.owner.rpc('export_my_account_data')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    for (const answer of answers) await answer.arrayBuffer();
    await exported();
  });
});

const connectionsOfExports = async () => {
  const { rows } = await service.services.workPool.query(
    `select 1 from pg_stat_activity where application_name = 'tributary-export' and datname = current_database()`,
  );
  return rows.length;
};

describe('left by its reader', () => {
  test('while it is written, it ends', async () => {
    await storeEvents(100_000);
    const leaving = new AbortController();
    const made = exports({});
    const making = made.make(tenant.accountId, 200_000, leaving.signal);
    await expect.poll(connectionsOfExports, { interval: 1, timeout: 20_000 }).toBe(1);
    leaving.abort();
    await expect(making).rejects.toThrow();
    await expect.poll(connectionsOfExports, { timeout: 20_000 }).toBe(0);
    await (await made.make(tenant.accountId, 1)).document.discard();
  });

  test('while it is read, it lets go of everything', async () => {
    await storeEvents(20_000, JSON.stringify({ text: 'x'.repeat(1000) }));
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const headers = Object.entries(headersOf(tenant)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /rest/v1/rpc/export_my_account_data HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n${headers.join('')}\r\n{}`,
    );
    await once(socket, 'data');
    socket.pause();
    // The snapshot is let go of, though most of the document waits to be read.
    expect(await connectionsOfExports()).toBe(0);
    expect((await tenant.owner.rpc('export_my_account_data')).status).toBe(429);
    socket.destroy();
    await expect
      .poll(
        async () => {
          const again = await tenant.owner.rpc('export_my_account_data', { p_max_rows: 1 });
          await again.arrayBuffer();
          return again.status;
        },
        { timeout: 20_000 },
      )
      .toBe(200);
  });

  test('and never taken up again, it is discarded', async () => {
    const spool = await openSpool(folder, 1000);
    await spool.write(Buffer.from('{}'));
    const { SpooledDocument } = await import('../procedures/spooled-document.ts');
    let closed = false;
    const close = async () => {
      closed = true;
      await spool.close();
    };
    const document = new SpooledDocument({ size: spool.size(), read: spool.read, close }, 5);
    await expect.poll(() => closed, { timeout: 20_000 }).toBe(true);
    await expect(document.chunks().next()).rejects.toThrow();
  });
});

describe('the file', () => {
  test('has no name, so nothing of it is left, whatever happens', async () => {
    const { document } = await exports({}).make(tenant.accountId, 10);
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/^export-/));
    await document.discard();
  });

  test('of a process that was killed before it took the name away is removed at the next start', async () => {
    await writeFile(join(folder, 'export-1'), 'x');
    await writeFile(join(folder, 'kept'), 'x');
    await sweepSpools(folder);
    expect(await readdir(folder)).toContain('kept');
    expect(await readdir(folder)).not.toContain('export-1');
    await sweepSpools(join(folder, 'missing'));
  });

  test('holds what it may, and one byte more is refused', async () => {
    const spool = await openSpool(folder, 10);
    await spool.write(Buffer.alloc(10));
    await expect(spool.write(Buffer.alloc(1))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await spool.close();
    const made = exports({ maxBytes: 100 });
    await expect(made.make(tenant.accountId, 10)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await expect(made.make(tenant.accountId, 10)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  test('that cannot be made is an error for its caller, and for no one else', async () => {
    await writeFile(join(folder, 'file'), '');
    const blocked = createExports({
      databaseUrl: service.databaseUrl,
      folder: join(folder, 'file', 'below'),
      log: service.services.log,
      clock: Date.now,
    });
    for (let turn = 0; turn < 3; turn++)
      await expect(blocked.make(tenant.accountId, 10)).rejects.toMatchObject({
        code: 'OVERLOADED',
        message: expect.stringContaining('the disk cannot be written to'),
      });
  });
});

test('what takes too long is given up, and the snapshot with it', async () => {
  await storeEvents(100_000);
  const made = exports({ maxMs: 5 });
  await expect(made.make(tenant.accountId, 200_000)).rejects.toMatchObject({
    code: 'OVERLOADED',
    message: expect.stringContaining('takes too long'),
  });
  await expect.poll(connectionsOfExports, { timeout: 20_000 }).toBe(0);
});

test('a database that goes away is said, and the turn is given back', async () => {
  await storeEvents(100_000);
  const made = exports({});
  const making = made.make(tenant.accountId, 200_000);
  await expect.poll(connectionsOfExports, { interval: 1, timeout: 20_000 }).toBe(1);
  await service.services.workPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tributary-export'`,
  );
  await expect(making).rejects.toThrow();
  await (await made.make(tenant.accountId, 1)).document.discard();
});

test('an export of many events takes no memory for them', async () => {
  // About 75 MB.
  await storeEvents(100_000, JSON.stringify({ text: 'x'.repeat(300) }));
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const request = get(
        `${base}/trpc/export_my_account_data?input=${encodeURIComponent('{"json":{"p_max_rows":200000}}')}`,
        {
          headers: headersOf(tenant),
        },
      );
      request.on('error', reject);
      request.on('response', (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve(bytes));
      });
    });
  let bytes = 0;
  const growth = await peakHeapGrowth(async () => {
    bytes = await read();
  });
  expect(bytes).toBeGreaterThan(60e6);
  expect(growth).toBeLessThan(25e6);
}, 120_000);
