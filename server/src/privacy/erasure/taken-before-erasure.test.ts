import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { settleRevenue } from '../../payments/testing/books.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { rowsNaming } from './testing/rows-naming.ts';

// What a device sent before it is erased may still be waiting to be stored when the erasure begins.

const LOCK = 4711;
const service = useService();
const pool = () => service.services.backgroundPool;

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant(service);
  for (const table of ['events', 'clicks']) {
    await pool().query(`
      create or replace function wait_to_be_stored() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end';
      create trigger waits before insert on ${table} for each row execute function wait_to_be_stored()`);
  }
});
afterEach(async () => {
  for (const table of ['events', 'clicks']) await pool().query(`drop trigger waits on ${table}`);
});

/** Stores no event and no click meanwhile. */
async function whileNothingIsStored(act: () => Promise<void>): Promise<void> {
  const holder = await pool().connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    await act();
    await holder.query('select pg_advisory_unlock($1)', [LOCK]);
  } finally {
    holder.release();
  }
}

/** Begins to erase a device, long enough before anything is stored again. */
async function beginErasing(gaid: string) {
  const erased = answerOf(tenant.owner.rpc('erase_device', { p_gaid: gaid }));
  await pause(500);
  return { erased };
}

test('an event that an instance took before goes with its device, also one behind another', async () => {
  const gaid = randomUUID();
  const sent: Promise<unknown>[] = [];
  let erased: ReturnType<typeof answerOf> | undefined;
  await whileNothingIsStored(async () => {
    for (let event = 0; event < 4; event++) {
      sent.push(send(service, tenant, { event_type: 'open', gaid }));
      await pause(20);
    }
    ({ erased } = await beginErasing(gaid));
  });
  await Promise.all(sent);
  expect(await erased).toMatchObject({ status: 200, body: { complete: true, erased: { events: 4 } } });
  await settleRevenue(service);
  expect(await rowsNaming(pool(), [gaid])).toEqual({});
  expect(Object.values(await rebuildRollups(pool(), tenant.accountId)).filter((n) => n > 0)).toEqual([]);
});

test('a click that was answered before it is stored is anonymous', async () => {
  const gaid = randomUUID();
  const slug = await createSlug(tenant);
  let erased: ReturnType<typeof answerOf> | undefined;
  await whileNothingIsStored(async () => {
    await clickLink(service, slug, { query: `?gaid=${gaid}` });
    ({ erased } = await beginErasing(gaid));
  });
  expect(await erased).toMatchObject({ status: 200, body: { complete: true, erased: { clicks: 1 } } });
  expect(await rowsNaming(pool(), [gaid])).toEqual({});
});
