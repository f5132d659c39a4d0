import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createTenant } from '../../testing/test-tenant.ts';
import { recordedRows } from '../testing/books.ts';
import { paid, reversed, useDeliveryRecorder } from '../testing/use-delivery-recorder.ts';
import { createDeliveryRecorder } from './delivery-recorder.ts';

const { service, tenant, recorder, deliveryOf, together, statuses, expectTrueBooks, countOf } =
  useDeliveryRecorder();

test('what someone else holds keeps no other delivery waiting', async () => {
  const other = await createTenant(service);
  const client = await service.services.workPool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from apps where id = $1 for update', [tenant.appId]);
    let isHeld = true;
    const held = recorder.record(deliveryOf(paid('p-1'))).finally(() => {
      isHeld = false;
    });
    const free = await Promise.all(
      Array.from({ length: 5 }, (_, turn) => recorder.record(deliveryOf(paid(`p-${turn}`), other))),
    );
    expect([new Set(free.map(({ status }) => status)), isHeld]).toEqual([new Set(['recorded']), true]);
    await client.query('rollback');
    expect(await held).toMatchObject({ status: 'recorded' });
  } finally {
    client.release();
  }
});

test('a locked payment keeps its own deliveries waiting, and others for a moment', async () => {
  const known = await recorder.record(deliveryOf(paid('p-0')));
  if (known.status !== 'recorded') throw new Error('it is not recorded');
  const client = await service.services.workPool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from payments where customer_id = $1 and payment_event_id = $2 for update', [
      tenant.accountId,
      known.paymentEventId,
    ]);
    const refund = recorder.record(deliveryOf(reversed('r-0', 'p-0')));
    const others = await Promise.all(
      ['p-1', 'p-2'].map((reference) => recorder.record(deliveryOf(paid(reference)))),
    );
    expect(others.map(({ status }) => status)).toEqual(['recorded', 'recorded']);
    await client.query('rollback');
    expect(await refund).toMatchObject({ status: 'recorded' });
  } finally {
    client.release();
  }
  expect(await recordedRows(service, tenant.accountId)).toHaveLength(4);
  await expectTrueBooks();
});

/** Ends the connection that waits for a row of a counter; over nodes, none of the coordinator's says that it waits for a lock. */
const END_WAITING = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and state = 'active' and query like '%into ' || $1 || ' as counts%'`;

/** What a batch has yet to write when it waits for a row of the table. */
const STEPS = ['revenue_counts', 'revenue_group_counts'] as const;

test.each(STEPS)('a connection that dies at %s leaves nothing of any of them', async (table) => {
  const { workPool } = service.services;
  await together([paid('p-0')]);
  const client = await workPool.connect();
  await client.query('begin');
  await client.query(`update ${table} set gross = gross where customer_id = $1`, [tenant.accountId]);
  const answers = together([paid('p-1'), reversed('r-1', 'p-0'), reversed('r-2', 'p-2')]);
  await expect
    .poll(async () => (await workPool.query(END_WAITING, [table])).rowCount, { interval: 5, timeout: 10_000 })
    .toBe(1);
  expect(statuses(await answers)).toEqual(Array(3).fill('failed'));
  await client.query('rollback');
  client.release();
  expect(await recordedRows(service, tenant.accountId)).toHaveLength(1);
  expect(await countOf('payment_aliases')).toBe(1);

  await together([paid('p-1'), reversed('r-1', 'p-0'), reversed('r-2', 'p-2'), paid('p-2')]);
  expect(await recordedRows(service, tenant.accountId)).toHaveLength(5);
  await expectTrueBooks();
});

test('over nodes, what fails on one leaves the deliveries of others alone', async () => {
  const { workPool: pool, keyring } = service.services;
  const other = await createTenant(service);
  const [one, two] = [new Pool(), new Pool()];
  const nodes = {
    isSpread: () => true,
    group: async <T extends { customerId: string }>(items: readonly T[]) =>
      Map.groupBy(items, ({ customerId }) => (customerId === tenant.accountId ? one : two)),
  };
  const byNode = createDeliveryRecorder({ pool, nodes, keyring, payloadDays: 30 });
  await byNode.record(deliveryOf(paid('p-0')));
  const client = await pool.connect();
  await client.query('begin');
  await client.query('update revenue_counts set gross = gross where customer_id = $1', [tenant.accountId]);
  const failing = byNode.record(deliveryOf(paid('p-1'))).catch((error: unknown) => error);
  expect(await byNode.record(deliveryOf(paid('p-1'), other))).toMatchObject({ status: 'recorded' });
  await expect
    .poll(async () => (await pool.query(END_WAITING, ['revenue_counts'])).rowCount, {
      interval: 5,
      timeout: 10_000,
    })
    .toBe(1);
  expect(await failing).toMatchObject({ code: 'OVERLOADED' });
  await client.query('rollback');
  client.release();
  await byNode.close();
});

test('when it closes, what it holds is recorded and nothing more is taken', async () => {
  const held = together(Array.from({ length: 6 }, () => paid(randomUUID())));
  await recorder.close();
  expect(statuses(await held)).toEqual(Array(6).fill('recorded'));
  expect(statuses(await together([paid('late')]))).toEqual(['failed']);
});
