import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { reversed, useDeliveryRecorder } from '../testing/use-delivery-recorder.ts';
import { recordDeliveries } from './record-deliveries.ts';

const { service, deliveryOf, countOf, expectTrueBooks } = useDeliveryRecorder();

const refund = () => deliveryOf(reversed('r-1', 'p-1', { named: true }));
/** It names the payment by another name. */
const failure = () =>
  deliveryOf(
    reversed('r-1', 'other-name', {
      eventType: 'reinstated',
      undoes: { kind: 'refund', reference: 'r-1', ifRecorded: true },
    }),
  );

test.each([
  ['the refund', refund, failure],
  ['its failure', failure, refund],
])('of transactions at once the second sees what the first did: %s is first', async (_, one, other) => {
  const { workPool: pool, keyring } = service.services;
  const settings = { keyring, payloadDays: 0, defers: false };
  const record = (delivery: ReturnType<typeof refund>, before?: () => Promise<unknown>) =>
    inTransaction(pool, async (client) => {
      await recordDeliveries(client, settings, [delivery]);
      await before?.();
    });
  let later: Promise<unknown> = Promise.resolve();
  const waiting = () =>
    pool
      .query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
      .then(({ rows }) => rows.length);
  await record(one(), async () => {
    later = record(other());
    await expect.poll(waiting).toBe(1);
  });
  await later;
  expect(await countOf('payments')).toBe(2);
  expect(await countOf('failed_refunds')).toBe(0);
  await expectTrueBooks();
});
