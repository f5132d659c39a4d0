import { describe, expect, test } from 'vitest';
import { createTenant } from '../../testing/test-tenant.ts';
import { keptBooks, recordedRows } from '../testing/books.ts';
import { paid, reversed, useDeliveryRecorder } from '../testing/use-delivery-recorder.ts';

const { service, tenant, recorder, deliveryOf, together, statuses, expectTrueBooks, countOf } =
  useDeliveryRecorder();

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
      reversed(reference, 'p-1', { amount, cumulative: true, charge: 'ch_1', toldBy: reference });
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
