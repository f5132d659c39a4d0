import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { retryParkedSql } from '../../platform/jobs/parked-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import { perTest } from '../../testing/per-suite.ts';
import { refuseRows } from '../../testing/refuse-rows.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processDueErasure, processErasure } from './process-erasure.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

test('an erasure that failed elsewhere, and is deferred, is not answered as complete', async () => {
  const { backgroundPool: pool, changes, erasures } = service.services;
  const receipt = randomUUID();
  await pool.query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     values ($1, $2, 'device', $3, now(), now(), $4)`,
    [receipt, tenant.accountId, tenant.owner.userId, JSON.stringify({ gaid: [randomUUID()] })],
  );
  await pool.query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger break_off before update on erasures for each row
      when (new.position::text <> old.position::text) execute function break_off();`);
  await expect(processErasure({ pool, changes }, Date.now(), receipt)).rejects.toThrow('broken off');
  await pool.query('drop trigger break_off on erasures; drop function break_off');
  expect(await erasures.run(receipt)).toMatchObject({ complete: false });
});

const BAD = 'badbadba-dbad-4bad-8bad-badbadbadbad';

/** A hundred devices to erase, and one among them that fails. */
async function requestErasures(): Promise<void> {
  await service.services.backgroundPool.query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     select case when n = 50 then $3::uuid else gen_random_uuid() end, $1, 'device', $2, now(), now() - interval '1 minute',
       json_build_object('gaid', array[gen_random_uuid()]) from generate_series(0, 100) n`,
    [tenant.accountId, tenant.owner.userId, BAD],
  );
}

/** Erases all that is due now, as the worker does. */
async function eraseDue(): Promise<void> {
  const { backgroundPool: pool, changes } = service.services;
  for (;;) {
    const state = await processDueErasure({ pool, changes }, Date.now()).catch(() => 'failed');
    if (state === undefined) return;
  }
}

const waiting = async () =>
  (
    await service.services.backgroundPool.query(
      `select receipt_id, attempts, last_error, due_at > now() + interval '1 year' as parked from erasures
       where customer_id = $1 and receipt_id = $2`,
      [tenant.accountId, BAD],
    )
  ).rows;
const erased = async () =>
  (
    await service.services.backgroundPool.query(
      "select count(*)::int as n from erasures where customer_id = $1 and position::text <> '{}'",
      [tenant.accountId],
    )
  ).rows[0].n;
const dueAgain = () =>
  service.services.backgroundPool.query(
    "update erasures set due_at = now() - interval '1 second' where receipt_id = $1 and due_at < now() + interval '1 year'",
    [BAD],
  );

test('one that fails among a hundred waits by itself, and is done soon after its cause is gone', async () => {
  const { backgroundPool: pool } = service.services;
  const mend = await refuseRows(pool, {
    table: 'erasures',
    before: 'update',
    when: `new.receipt_id = '${BAD}' and new.position::text <> old.position::text`,
  });
  await requestErasures();
  await eraseDue();
  expect([await erased(), await waiting()]).toEqual([
    100,
    [{ receipt_id: BAD, attempts: expect.any(Number), last_error: 'a row that cannot be', parked: false }],
  ]);
  await mend();
  await dueAgain();
  await eraseDue();
  expect(await erased()).toBe(101);
  await pool.query('delete from erasures where customer_id = $1', [tenant.accountId]);
});

test('one that fails for good is parked, and done once it is retried', async () => {
  const { backgroundPool: pool, erasures } = service.services;
  const mend = await refuseRows(pool, {
    table: 'erasures',
    before: 'update',
    when: `new.receipt_id = '${BAD}' and new.position::text <> old.position::text`,
  });
  await requestErasures();
  for (let attempt = 0; attempt < 10; attempt++) {
    await eraseDue();
    await dueAgain();
  }
  expect([await erased(), await waiting()]).toMatchObject([100, [{ attempts: 8, parked: true }]]);
  expect(await erasures.run(BAD)).toMatchObject({ complete: false });
  await mend();
  await pool.query(retryParkedSql(QUEUES.erasures));
  await eraseDue();
  expect(await erased()).toBe(101);
  await pool.query('delete from erasures where customer_id = $1', [tenant.accountId]);
});
