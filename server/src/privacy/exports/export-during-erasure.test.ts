import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { processQueued, send } from '../../testing/attributed-app.ts';
import { processErasure } from '../erasure/process-erasure.ts';
import { useExports } from './testing/use-exports.ts';

/** The export of an account, by a person of their own. */
const request = (customerId: string) => ({ customerId, personId: customerId, maxRows: 10 });

const { exported, openExports, service, tenant } = useExports();
const pool = () => service.services.backgroundPool;
const parts = () => ({ pool: pool(), changes: service.services.changes });

async function startErasing(scope: 'device' | 'account', gaid?: string): Promise<string> {
  const receiptId = randomUUID();
  const ids = gaid === undefined ? null : { installation_id: [], android_id: [], gaid: [gaid] };
  await pool().query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     values ($1, $2, $3, $2, now(), now(), $4)`,
    [receiptId, tenant.accountId, scope, JSON.stringify(ids)],
  );
  return receiptId;
}

/** Continues an erasure by one transaction. @returns whether it has ended. */
const continueErasing = async (receiptId: string) =>
  (await processErasure(parts(), Date.now() + 60_000, receiptId))?.dueAt === null;

/** What an export shows of a device: its installs, attributions and events. */
async function rowsOf(gaid: string): Promise<number[]> {
  const document = await exported();
  const events = (document.events as { gaid: string | null; event_id: string }[]).filter(
    (e) => e.gaid === gaid,
  );
  return [document.totals.installs ?? 0, document.totals.attributions ?? 0, events.length];
}

describe('an export while a device is erased', () => {
  test('waits at every moment of it, and shows nothing of the device then', async () => {
    const gaid = randomUUID();
    await send(service, tenant, { event_type: 'install', gaid });
    await send(service, tenant, { event_type: 'open', gaid });
    await processQueued(service);
    expect(await rowsOf(gaid)).toEqual([1, 1, 2]);
    const receiptId = await startErasing('device', gaid);
    let answered = false;
    const asked = rowsOf(gaid).finally(() => {
      answered = true;
    });
    do {
      await pause(300);
      expect(answered).toBe(false);
    } while (!(await continueErasing(receiptId)));
    expect(await asked).toEqual([0, 0, 0]);
  });

  test('shows the device whole where the erasure began after its snapshot', async () => {
    const gaid = randomUUID();
    await send(service, tenant, { event_type: 'install', gaid });
    await processQueued(service);
    // The tables before the installs are being read while the device is erased.
    const locking = await pool().connect();
    await locking.query('begin; lock table links in access exclusive mode');
    const asked = rowsOf(gaid);
    await expect
      .poll(async () => {
        const { rows } = await pool().query(
          `select 1 from pg_stat_activity where application_name = 'tributary-export' and wait_event_type = 'Lock'
             and datname = current_database()`,
        );
        return rows.length;
      })
      .toBe(1);
    const receiptId = await startErasing('device', gaid);
    while (!(await continueErasing(receiptId)));
    await locking.query('rollback');
    locking.release();
    expect(await asked).toEqual([1, 1, 1]);
    expect(await rowsOf(gaid)).toEqual([0, 0, 0]);
  });

  test('is asked to come again where the erasure lasts', async () => {
    await startErasing('device', randomUUID());
    const exports = openExports({ maxErasureWaitMs: 100 });
    await expect(exports.make(request(tenant.accountId))).rejects.toMatchObject({
      code: 'OVERLOADED',
      retryAfter: 10,
    });
    // The place is free again, and other accounts wait for nothing.
    await expect(exports.make(request(tenant.accountId))).rejects.toMatchObject({ code: 'OVERLOADED' });
    await (await exports.make(request(randomUUID()))).document.discard();
  });
});

test('an installation that is forgotten is waited for until all of it is gone, and not until it is looked for again', async () => {
  const installation_id = randomUUID();
  await send(service, tenant, { event_type: 'install', installation_id });
  await processQueued(service);
  const receiptId = randomUUID();
  await pool().query(
    `insert into erasures (receipt_id, customer_id, app_id, scope, requested_at, due_at, ids)
     values ($1, $2, $3, 'installation', now(), now(), $4)`,
    [receiptId, tenant.accountId, tenant.appId, JSON.stringify({ installation_id: [installation_id] })],
  );
  const impatient = openExports({ maxErasureWaitMs: 0 });
  const ask = () => impatient.make(request(tenant.accountId));
  let state: Awaited<ReturnType<typeof processErasure>>;
  do {
    await expect(ask()).rejects.toMatchObject({ code: 'OVERLOADED' });
    state = await processErasure(parts(), Date.now(), receiptId);
  } while ((state?.dueAt ?? 0) <= Date.now());
  expect(state?.dueAt).toBeGreaterThan(Date.now() + 60_000);
  await (await ask()).document.discard();
  expect((await exported()).totals.installs ?? 0).toBe(0);
});

test('an account that is being erased has no export', async () => {
  await startErasing('account');
  await expect(openExports().make(request(tenant.accountId))).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
