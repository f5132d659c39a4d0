import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { addApp } from '../../testing/test-tenant.ts';
import { paid, reversed } from '../testing/generic-payloads.ts';
import { makeWebhook } from '../testing/payment-webhook.ts';
import { type Records, useRecordingApp } from '../testing/use-recording-app.ts';

const { service, tenant, webhook, send, inEveryOrder, rows, row, books } = useRecordingApp();

describe('a reversal', () => {
  test.each(['refund', 'partial_refund', 'chargeback', 'dispute'])(
    '(%s) is a separate record, linked to its payment in either order',
    async (event_type) => {
      const [before, after] = await inEveryOrder(
        'generic',
        [paid(), reversed(event_type, 30, { reference: 'r-1' })],
        async ({ rows, books }) => ({
          rows: (await rows()).map(({ app_id: _, ...one }) => one),
          revenue: (await books()).revenue.map(({ app_id: _, ...one }) => one),
        }),
      );
      expect(before).toEqual(after);
      expect(before?.rows).toMatchObject([
        { reference: 'p-1', event_type: 'payment', amount: '100', original: null },
        { reference: 'r-1', event_type, amount: '30', original: 'p-1' },
      ]);
      expect(before?.revenue).toMatchObject([{ payments: 1, gross: '100', refunded: '30' }]);
    },
  );

  test('that is delivered again is a duplicate, linked or not', async () => {
    await send(reversed('refund', 30));
    expect(await send(reversed('refund', 30))).toEqual({ status: 'duplicate' });
    await send(paid());
    expect(await send(reversed('refund', 30))).toEqual({ status: 'duplicate' });
    expect((await books()).revenue).toMatchObject([{ refunded: '30' }]);
  });

  test('may have the reference of its payment, and of one of another kind', async () => {
    for (const event_type of ['refund', 'chargeback', 'dispute'])
      await send(reversed(event_type, 1, { reference: 'p-1' }));
    await send(paid());
    expect((await rows()).map((one) => [one.event_type, one.original])).toEqual([
      ['chargeback', 'p-1'],
      ['dispute', 'p-1'],
      ['payment', null],
      ['refund', 'p-1'],
    ]);
  });

  test('that is partial and full under one reference is recorded as the first to arrive', async () => {
    await send(reversed('partial_refund', 30, { reference: 'r' }));
    expect(await send(reversed('refund', 30, { reference: 'r' }))).toEqual({ status: 'duplicate' });
    expect(await row('r')).toMatchObject({ event_type: 'partial_refund' });
  });

  test.each([
    ['after it', [paid()], reversed('refund', 30), []],
    ['before it', [], reversed('refund', 30), [paid()]],
    [
      'before it names it',
      [paid()],
      reversed('refund', 30, { original_reference: null }),
      [reversed('refund', 30)],
    ],
  ])('is of its payment’s app, whichever of them is told %s', async (_, before, refund, after) => {
    const otherApp = await addApp(tenant);
    const other = await makeWebhook(service, { accountId: tenant.accountId, appId: otherApp });
    for (const payload of before) await send(payload);
    expect((await send(refund, other)).status).toBe('recorded');
    for (const payload of after) await send(payload, 'original_reference' in payload ? other : webhook);
    expect(await row('refund-30')).toMatchObject({ original: 'p-1', app_id: tenant.appId });
    expect((await books()).revenue).toMatchObject([
      { app_id: tenant.appId, payments: 1, gross: '100', refunded: '30' },
    ]);
    // Told again, by either, it is nothing that the owners have to hear of.
    for (const to of [webhook, other])
      expect(await send(reversed('refund', 30), to)).toEqual({ status: 'duplicate' });
    const audit = await tenant.owner.rpc('list_audit_log');
    expect(await audit.text()).not.toContain('payment_conflict');
    expect(await rebuildRollups(service.services.workPool, tenant.accountId)).toMatchObject({ revenue: 0 });
  });

  test('of a payment that never arrives is kept and counted', async () => {
    await send(reversed('chargeback', 12.5));
    expect(await row('chargeback-12.5')).toMatchObject({ original: null });
    expect((await books()).revenue).toMatchObject([{ payments: 0, gross: '0', refunded: '12.5' }]);
  });

  test('that does not name its payment stays unlinked', async () => {
    await send(reversed('refund', 30, { original_reference: null }));
    await send(paid());
    expect(await row('refund-30')).toMatchObject({ original: null });
  });

  test('learns of its payment from a later delivery, before or after that', async () => {
    await send(reversed('refund', 30, { original_reference: null }));
    await send(reversed('refund', 30));
    await send(paid());
    expect(await row('refund-30')).toMatchObject({ original: 'p-1' });
    await send(reversed('refund', 4, { original_reference: null }));
    expect(await send(reversed('refund', 4))).toEqual({ status: 'duplicate' });
    expect(await row('refund-4')).toMatchObject({ original: 'p-1' });
  });

  test('stays with the payment that it was linked to first', async () => {
    await send(paid());
    await send(reversed('refund', 30));
    await send(paid({ reference: 'p-2' }));
    await send(reversed('refund', 30, { original_reference: 'p-2' }));
    expect(await row('refund-30')).toMatchObject({ original: 'p-1' });
  });
});

describe('an over-refund', () => {
  const flagged = async (records: Pick<Records, 'row'>) => (await records.row('p-1'))?.over_refunded;

  test.each([
    ['below', [60, 39.99], false],
    ['at', [60, 40], false],
    ['above', [60, 40.01], true],
  ])('is kept, and its payment flagged: %s the amount', async (_, amounts, expected) => {
    const payloads = [paid(), ...amounts.map((amount) => reversed('partial_refund', amount))];
    const flags = await inEveryOrder('generic', payloads, flagged);
    expect(flags).toEqual(Array(6).fill(expected));
  });

  test('is determined within one currency', async () => {
    await send(paid());
    await send(reversed('refund', 100));
    await send(reversed('chargeback', 5000, { currency: 'JPY' }));
    expect(await flagged({ row })).toBe(false);
    await send(reversed('chargeback', 1));
    expect(await flagged({ row })).toBe(true);
  });
});
