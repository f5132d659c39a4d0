import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../rollups/rebuild/rebuild-rollups.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import type { PaidReading, ReversalReading } from '../providers/payment-provider.ts';
import { keptBooks, recordedRows } from '../testing/books.ts';
import { makeWebhook } from '../testing/payment-webhook.ts';
import { createDeliveryRecorder } from './delivery-recorder.ts';
import type { RecordableDelivery } from './record-deliveries.ts';

const NOW = Date.UTC(2026, 4, 10, 12);
const service = useService({ clock: () => NOW });
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));

const recorder = perTest(async () => {
  const { workPool: pool, keyring } = service.services;
  return createDeliveryRecorder({ pool, keyring, payloadDays: 30 });
});

const paid = (reference: string, more: Partial<PaidReading> = {}): PaidReading => ({
  kind: 'payment',
  eventType: 'payment',
  reference,
  amount: '10',
  currency: 'EUR',
  occurredAt: null,
  identifiers: {},
  aliases: [`reference:${reference}`],
  ...more,
});

const reversed = (reference: string, of: string, more: Partial<ReversalReading> = {}): ReversalReading => ({
  kind: 'reversal',
  eventType: 'refund_by_amount',
  reference,
  amount: '4',
  currency: 'EUR',
  occurredAt: null,
  identifiers: {},
  originalAliases: [`reference:${of}`],
  cumulative: false,
  ...more,
});

function deliveryOf(
  reading: PaidReading | ReversalReading,
  { accountId, appId }: Pick<Tenant, 'accountId' | 'appId'> = tenant,
): RecordableDelivery {
  const fact = { customerId: accountId, appId, provider: 'generic', reading, receivedAt: NOW };
  return { webhookId: webhook.id, fact, rawBody: Buffer.from(JSON.stringify(reading)) };
}

/** Handed over in one turn, so that all of them are of the first commit. */
const together = (readings: readonly (PaidReading | ReversalReading)[]) =>
  Promise.allSettled(readings.map((reading) => recorder.record(deliveryOf(reading))));

const statuses = (settled: Awaited<ReturnType<typeof together>>) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value.status : 'failed'));

async function expectTrueBooks({ accountId }: Pick<Tenant, 'accountId'> = tenant): Promise<void> {
  const wrong = await rebuildRollups(service.services.workPool, accountId);
  expect(wrong).toMatchObject({ revenue: 0, campaign_revenue: 0 });
}

const countOf = async (table: string): Promise<number> => {
  const text = `select count(*)::int as rows from ${table} where customer_id = $1`;
  const { rows } = await service.services.workPool.query(text, [tenant.accountId]);
  return rows[0].rows;
};

describe('deliveries of one commit', () => {
  test('are each recorded, with one payment for all that announce it', async () => {
    const same = Array.from({ length: 12 }, () => paid('p-1'));
    const answers = await together([paid('p-0'), ...same, paid('p-2')]);
    expect(statuses(answers).sort()).toEqual([...Array(11).fill('duplicate'), ...Array(3).fill('recorded')]);
    const rows = await recordedRows(service, tenant.accountId);
    expect(rows.map(({ reference }) => reference)).toEqual(['p-0', 'p-1', 'p-2']);
    const { revenue } = await keptBooks(service, tenant.accountId);
    expect(revenue).toMatchObject([{ payments: 3, gross: '30' }]);
    await expectTrueBooks();
  });

  test('find each other by any alias, also through a third', async () => {
    const answers = await together([
      paid('a', { aliases: ['x:1'] }),
      paid('b', { aliases: ['x:2'], identifiers: { user_id: 'u' } }),
      paid('c', { aliases: ['x:1', 'x:3'] }),
      paid('d', { aliases: ['x:3'] }),
    ]);
    expect(statuses(answers)).toEqual(['recorded', 'recorded', 'duplicate', 'duplicate']);
    const rows = await recordedRows(service, tenant.accountId);
    expect(rows.map(({ reference }) => reference)).toEqual(['a', 'b']);
    await expectTrueBooks();
  });

  test('may be reversals before their payments', async () => {
    const answers = await together([
      reversed('r-1', 'p-1'),
      reversed('c-1', 'p-1', { eventType: 'chargeback', amount: '7' }),
      paid('p-2'),
      paid('p-1'),
      reversed('r-2', 'p-2', { currency: null }),
    ]);
    expect(statuses(answers)).toEqual(Array(5).fill('recorded'));
    expect(await recordedRows(service, tenant.accountId)).toMatchObject([
      { reference: 'c-1', original: 'p-1' },
      { reference: 'p-1', original: null, over_refunded: true },
      { reference: 'p-2', original: null, over_refunded: false },
      { reference: 'r-1', original: 'p-1', event_type: 'refund' },
      { reference: 'r-2', original: 'p-2', event_type: 'partial_refund', currency: 'EUR' },
    ]);
    const { revenue } = await keptBooks(service, tenant.accountId);
    expect(revenue).toMatchObject([{ payments: 2, gross: '20', refunded: '15' }]);
    expect(await countOf('waiting_reversals')).toBe(0);
    await expectTrueBooks();
  });

  test('count only the increase of refunds that report the total so far', async () => {
    const total = (reference: string, amount: string) =>
      reversed(reference, 'p-1', { amount, cumulative: true });
    await together([paid('p-1'), total('r-1', '3'), total('r-2', '5'), total('r-3', '5')]);
    const { revenue } = await keptBooks(service, tenant.accountId);
    expect(revenue).toMatchObject([{ gross: '10', refunded: '5' }]);
    await expectTrueBooks();
  });

  test('of several accounts stay apart, with equal references', async () => {
    const other = await createTenant(service);
    const deliveries = [tenant, other].map((to) => deliveryOf(paid('p-1'), to));
    const answers = await Promise.all(deliveries.map((delivery) => recorder.record(delivery)));
    expect(answers.map(({ status }) => status)).toEqual(['recorded', 'recorded']);
    for (const { accountId } of [tenant, other]) {
      expect(await recordedRows(service, accountId)).toMatchObject([{ reference: 'p-1' }]);
      await expectTrueBooks({ accountId });
    }
  });

  test.each([
    ['data', { amount: 'nothing that is a number' }],
    ['a row', { eventType: 'nonsense' as 'payment' }],
  ])('are recorded beside one whose %s the database refuses, of which nothing stays', async (_, bad) => {
    const good = Array.from({ length: 9 }, (_, turn) => paid(`p-${turn}`));
    const answers = await together([...good.slice(0, 4), paid('bad', bad), ...good.slice(4)]);
    expect(statuses(answers)).toEqual([...Array(4).fill('recorded'), 'failed', ...Array(5).fill('recorded')]);
    expect(await recordedRows(service, tenant.accountId)).toHaveLength(9);
    expect(await countOf('payment_aliases')).toBe(9);
    await expectTrueBooks();
  });
});

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

test('when it closes, what it holds is recorded and nothing more is taken', async () => {
  const held = together(Array.from({ length: 6 }, () => paid(randomUUID())));
  await recorder.close();
  expect(statuses(await held)).toEqual(Array(6).fill('recorded'));
  expect(statuses(await together([paid('late')]))).toEqual(['failed']);
});
