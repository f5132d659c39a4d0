import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { lockAppExclusively } from '../lock-apps.ts';
import { rebuildRollups } from './rebuild-rollups.ts';

const NOW = Date.UTC(2026, 2, 1, 12);

const ADMIN = new URL('../../run/admin/main.ts', import.meta.url).pathname;
/** A rebuild that waits for whoever holds an app. */
const WAITS = `
  select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%from apps%'`;

const service = useService({ clock: () => NOW });

async function admin(): Promise<string[]> {
  const lines: string[] = [];
  await runAdmin(service.services.config, ['rebuild-rollups'], (line) => lines.push(line));
  return lines;
}

test('the command analyses first: without statistics the comparison would be planned for empty tables', async () => {
  await createTenant(service);
  await admin();
  const { rows } = await service.services.workPool.query(
    `select relname from pg_class where relname in ('installs', 'device_ids', 'device_days', 'cohort_activity')
     and reltuples < 0`,
  );
  expect(rows).toEqual([]);
});

test('waits for no one who holds an app, unless something of the app is wrong', async () => {
  const { workPool } = service.services;
  const { accountId, appId } = await createTenant(service);
  const holder = await workPool.connect();
  try {
    await holder.query('begin');
    await lockAppExclusively(holder, appId);
    await rebuildRollups(workPool, accountId);
    await workPool.query(
      `insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
       values ($1, $2, gen_random_uuid(), '2026-02-01', '2026-02-01')`,
      [accountId, appId],
    );
    const rebuilt = rebuildRollups(workPool, accountId);
    await vi.waitFor(async () => expect((await workPool.query(WAITS)).rowCount).toBe(1), 30_000);
    await holder.query('commit');
    expect((await rebuilt).activity).toBe(1);
  } finally {
    holder.release(true);
  }
});

test('takes nothing for wrong that only waits in the queue', async () => {
  const { workPool } = service.services;
  const { accountId, appId } = await createTenant(service);
  const device = '11111111-1111-4111-8111-111111111112';
  const args = [accountId, appId, device];
  await workPool.query(
    `insert into installs (customer_id, app_id, device_id, install_id, event_id, kind, installed_at, received_at, cohort_day)
     values ($1, $2, $3, gen_random_uuid(), 'e1', 'install', '2026-02-01', '2026-02-01', '2026-02-01')`,
    args,
  );
  await workPool.query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_ids)
     values (gen_random_uuid(), '2026-03-01 12:00Z', array[$1]::uuid[], array[$2]::uuid[], array[$3]::uuid[])`,
    args,
  );
  expect((await rebuildRollups(workPool, accountId)).activity).toBe(0);
  await workPool.query('delete from activity_queue');
  expect((await rebuildRollups(workPool, accountId)).activity).toBe(1);
});

test('takes nothing for wrong that an erasure has still to take back', async () => {
  const { workPool } = service.services;
  const { accountId, appId } = await createTenant(service);
  await workPool.query(
    `insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
     values ($1, $2, gen_random_uuid(), '2026-02-01', '2026-02-01')`,
    [accountId, appId],
  );
  await workPool.query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     values (gen_random_uuid(), $1, 'device', gen_random_uuid(), now(), now(), '{}')`,
    [accountId],
  );
  expect((await rebuildRollups(workPool, accountId)).activity).toBe(0);
  await workPool.query('update erasures set due_at = null where customer_id = $1', [accountId]);
  expect((await rebuildRollups(workPool, accountId)).activity).toBe(1);
});

/** A device-day that is counted and should not be. */
async function miscount({ accountId, appId }: Tenant): Promise<void> {
  await service.services.workPool.query(
    `insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
     values ($1, $2, gen_random_uuid(), '2026-02-01', '2026-02-01')`,
    [accountId, appId],
  );
}

test('killed in the middle, it keeps the accounts that are done, and does the others when run again', async () => {
  const { workPool } = service.services;
  const tenants = [await createTenant(service), await createTenant(service)];
  const [first, second] = tenants.sort((a, b) => (a.accountId < b.accountId ? -1 : 1)) as [Tenant, Tenant];
  await miscount(first);
  await miscount(second);
  const holder = await workPool.connect();
  try {
    await holder.query('begin');
    await lockAppExclusively(holder, second.appId);
    const env = {
      ...process.env,
      DATABASE_URL: service.databaseUrl,
      ANON_KEY: 'a'.repeat(40),
      SERVICE_SECRET: 's'.repeat(40),
    };
    const command = spawn(process.execPath, [ADMIN, 'rebuild-rollups'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await vi.waitFor(async () => expect((await workPool.query(WAITS)).rowCount).toBe(1), 60_000);
    command.kill('SIGKILL');
    await once(command, 'exit');
  } finally {
    holder.release(true);
  }
  const corrected = (await admin()).filter((line) => line.includes('corrected'));
  expect(corrected).toEqual([`account ${second.accountId}: corrected 1 of activity`]);
});
