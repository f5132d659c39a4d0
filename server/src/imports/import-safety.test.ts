import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { rebuildRollups } from '../counters/rebuild/rebuild-rollups.ts';
import { settleRevenue } from '../payments/testing/books.ts';
import { rowsNaming } from '../privacy/erasure/testing/rows-naming.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { processBatch } from './process/process-batch.ts';
import { cutBeforeProgress } from './testing/cut-before-progress.ts';
import { importFile, processAllImports, startJob, statusOf, upload } from './testing/import-file.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const service = useService({ clock: () => NOW });
let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant(service);
});

const pool = () => service.services.backgroundPool;
const count = async (table: string) =>
  (await pool().query(`select count(*)::int as n from ${table} where customer_id = $1`, [tenant.accountId]))
    .rows[0].n;
const summary = async (of = tenant) =>
  (await of.owner.get('/v1/analytics?resource=summary&date_from=2026-01-01&date_to=2026-05-31')).json();
const corrections = async () =>
  Object.values(await rebuildRollups(pool(), tenant.accountId)).reduce((sum, rows) => sum + rows, 0);

const install = (members: object = {}) => ({
  event_type: 'install',
  installed_at: '2026-03-01T10:00:00Z',
  gaid: randomUUID(),
  channel: 'sms',
  ...members,
});
const sendRows = (jobId: string, rows: readonly object[], query = '') =>
  upload(service, tenant.owner, jobId, JSON.stringify(rows), { contentType: 'application/json', query });

describe('a dry run', () => {
  test('of an account is one of 20 in a minute over all its jobs, and uploads are not counted', async () => {
    const jobs = [await startJob(tenant), await startJob(tenant)];
    const checked = [];
    for (let n = 0; n < 21; n++) checked.push(await sendRows(jobs[n % 2] ?? '', [install()], '&dry_run=1'));
    expect(checked.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
    expect(Number(checked[20]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const spend = { p_source: 'csv', p_data: 'date,amount,currency,campaign_id\n', p_dry_run: true };
    expect((await tenant.owner.rpc('upload_ad_spend', spend)).status).toBe(429);
    for (const job of jobs) expect((await sendRows(job, [install()])).status).toBe(200);
    const other = await createTenant(service);
    const theirs = await startJob(other);
    expect(
      (await upload(service, other.owner, theirs, 'event_type\nopen\n', { query: '&dry_run=1' })).status,
    ).toBe(200);
  });

  test('says what would be imported, stores nothing and leaves the job pending', async () => {
    const jobId = await startJob(tenant);
    const rows = [
      ...Array.from({ length: 12 }, () => install({ campaign_name: 'Spring' })),
      { event_type: 'purchase', event_timestamp: '2026-03-02', revenue: 2, currency: 'EUR' },
      { event_type: 'open' },
    ];
    const before = await count('audit_log');
    const answer = await sendRows(jobId, rows, '&dry_run=1');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        job_id: jobId,
        total_rows: 14,
        status: 'pending',
        dry_run: true,
        would_import: { install: 12, purchase: 1 },
        would_reject: 1,
        errors: [{ row: 14, column: 'event_timestamp', value: null, reason: 'is missing' }],
        sample: expect.any(Array),
      },
    ]);
    const tables = ['events', 'installs', 'campaigns', 'import_batches', 'import_errors'];
    for (const table of tables) expect([table, await count(table)]).toEqual([table, 0]);
    expect(await count('audit_log')).toBe(before);
    expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'pending', total_rows: 0 });
    expect((await sendRows(jobId, rows)).status).toBe(200);
  });

  test('shows the first ten rows as they would be stored', async () => {
    const jobId = await startJob(tenant);
    const rows = [
      install({ ip: '203.0.113.9' }),
      install({ event_type: 'purchase', revenue: '2', currency: 'IDR' }),
      { event_type: 'nonsense' },
      ...Array.from({ length: 11 }, () => install()),
    ];
    const text = await (await sendRows(jobId, rows, '&dry_run=1')).text();
    const body = JSON.parse(text) as { sample: object[] };
    expect(text).toContain('"revenue":2.00,');
    expect(body.sample).toHaveLength(10);
    expect(body.sample[0]).toMatchObject({
      row: 1,
      event_type: 'install',
      occurred_at: Date.UTC(2026, 2, 1, 10),
      channel: 'sms',
      ip_network: '203.0.113.0/24',
      attribution_model: 'last_click',
    });
  });
});

describe('several workers', () => {
  test('import every row once, also where jobs name the same devices and campaigns', async () => {
    const rows = Array.from({ length: 450 }, (_, n) =>
      install({
        gaid: `device-${n % 300}`,
        campaign_name: `c-${n % 3}`,
        event_type: n % 5 ? 'install' : 'open',
      }),
    );
    const jobs = [await startJob(tenant), await startJob(tenant), await startJob(tenant)];
    for (const jobId of jobs) await sendRows(jobId, rows);
    await Promise.all(Array.from({ length: 4 }, () => processAllImports(service)));
    for (const jobId of jobs) {
      expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'completed', processed_rows: 450 });
    }
    expect([await count('events'), await count('campaigns')]).toEqual([1350, 3]);
    expect(await summary()).toMatchObject({ total_installs: 240 });
    await settleRevenue(service);
    expect(await corrections()).toBe(0);
  });

  test('a batch that breaks off leaves nothing, and goes on from there', async () => {
    const jobId = await startJob(tenant);
    await sendRows(
      jobId,
      Array.from({ length: 250 }, () => install()),
    );
    await expect(
      processBatch({ pool: cutBeforeProgress(pool()), clock: () => NOW, address: service.services.config }),
    ).rejects.toThrow('cut');
    expect([await count('events'), await count('installs'), await count('import_batches')]).toEqual([
      0, 0, 3,
    ]);
    await processAllImports(service);
    expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'completed', imported_rows: 250 });
    expect(await summary()).toMatchObject({ total_installs: 250 });
  });
});

test('what was exported and is imported into another account gives the same reports', async () => {
  const channels = ['sms', 'email', 'organic', 'my_network', 'social_a'];
  await importFile(
    service,
    tenant,
    'custom',
    Array.from({ length: 260 }, (_, n) =>
      install({
        gaid: `device-${n % 220}`,
        channel: channels[n % 7] ?? 'sms',
        campaign_name: n % 2 ? 'Spring' : '',
        installed_at: Date.UTC(2026, 2, 1) - n * 3_600_000,
        attribution_model: n % 3 ? 'deterministic' : 'probabilistic',
      }),
    ),
  );
  const exported = (await (await tenant.owner.rpc('export_my_account_data')).json()) as Record<
    'installs' | 'attributions' | 'campaigns',
    Record<string, string>[]
  >;
  const devices = new Map(exported.installs.map((one) => [one.install_id, one.device_id]));
  const names = new Map(exported.campaigns.map((one) => [one.id, one.name]));
  const rows = exported.attributions.map(({ install_id, installed_at, model, channel, campaign_id }) => ({
    event_type: 'install',
    installed_at,
    channel,
    attribution_model: model,
    external_device_id: devices.get(install_id),
    campaign_name: names.get(campaign_id),
  }));
  const other = await createTenant(service);
  expect(await importFile(service, other, 'custom', rows)).toMatchObject({
    status: 'completed',
    imported_rows: 260,
  });
  const mine = await summary();
  expect(mine).toMatchObject({ total_installs: 220 });
  expect(await summary(other)).toEqual(mine);
});

describe('erasing', () => {
  test('a device takes it out of what was imported, and out of what waits to be', async () => {
    const gaid = randomUUID();
    const rows = [
      install({ gaid, external_device_id: 'ext-of-device' }),
      {
        event_type: 'purchase',
        event_timestamp: '2026-03-02',
        revenue: 2,
        currency: 'EUR',
        external_device_id: 'ext-of-device',
      },
      { event_type: gaid, event_timestamp: '2026-03-02' },
      install(),
    ];
    await importFile(service, tenant, 'custom', rows);
    await settleRevenue(service);
    const waiting = await startJob(tenant);
    const ofDevice = (external_device_id: string) => ({ ...rows[1], external_device_id });
    await sendRows(waiting, [
      install({ gaid: gaid.toUpperCase() }),
      ofDevice('ext-of-device'),
      install(),
      // Only a row of another file says that this is the same device.
      ofDevice('ext-elsewhere'),
      ofDevice('ext-of-nobody'),
    ]);
    const other = await startJob(tenant);
    await sendRows(other, [install({ gaid, external_device_id: 'ext-elsewhere' }), install()]);
    expect(Object.keys(await rowsNaming(pool(), [gaid, gaid.toUpperCase()]))).toContain('import_batches');
    const response = await tenant.owner.rpc('erase_device', { p_gaid: gaid });
    expect(response.status).toBe(200);
    const named = await rowsNaming(pool(), [gaid, gaid.toUpperCase(), 'ext-of-device', 'ext-elsewhere']);
    expect(Object.keys(named).filter((table) => table !== 'audit_log')).toEqual([]);
    await processAllImports(service);
    expect(await statusOf(tenant, waiting)).toMatchObject({ imported_rows: 2, rejected_rows: 3 });
    expect(await statusOf(tenant, other)).toMatchObject({ imported_rows: 1, rejected_rows: 1 });
    expect(await summary()).toMatchObject({ total_installs: 3 });
    expect(await count('purchases')).toBe(1);
    expect(await corrections()).toBe(0);
  });
});
