import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../rollups/rebuild/rebuild-rollups.ts';
import { addApp, createTenant } from '../../testing/test-tenant.ts';
import { recordedRows } from '../testing/books.ts';
import { makeWebhook } from '../testing/payment-webhook.ts';
import { NOW, type Records, useRecordingApp } from '../testing/use-recording-app.ts';

const { time, service, tenant, webhook, send, inEveryOrder, rows, row, books } = useRecordingApp();

const paid = (more: object = {}) => ({ reference: 'p-1', amount: 100, currency: 'EUR', ...more });
const reversed = (event_type: string, amount: number | string, more: object = {}) => ({
  event_type,
  reference: `${event_type}-${amount}`,
  amount,
  currency: 'EUR',
  original_reference: 'p-1',
  ...more,
});

describe('a payment', () => {
  test('is recorded and counted on the day that it arrived', async () => {
    expect(await send(paid({ occurred_at: NOW - 5 * 86_400_000 }))).toEqual({
      status: 'recorded',
      payment_event_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
      reference: 'p-1',
      event_type: 'payment',
      matched: false,
    });
    expect(await rows()).toEqual([
      {
        app_id: tenant.appId,
        provider: 'generic',
        reference: 'p-1',
        event_type: 'payment',
        amount: '100',
        currency: 'EUR',
        original: null,
        over_refunded: false,
        matched_by: null,
        device_id: null,
        campaign_id: null,
      },
    ]);
    expect(await books()).toEqual({
      revenue: [
        {
          app_id: tenant.appId,
          day: '2026-05-10',
          provider: 'generic',
          currency: 'EUR',
          payments: 1,
          gross: '100',
          refunded: '0',
          attributed_payments: 0,
          attributed: '0',
        },
      ],
      campaigns: [],
    });
  });

  test('that is delivered again is a duplicate, and counts once', async () => {
    await send(paid());
    for (let time = 0; time < 3; time++) expect(await send(paid())).toEqual({ status: 'duplicate' });
    expect(await rows()).toHaveLength(1);
    expect((await books()).revenue).toMatchObject([{ payments: 1, gross: '100' }]);
  });

  test('is recorded once in an account, whichever of its apps it is delivered to', async () => {
    const otherApp = await addApp(tenant);
    const other = await makeWebhook(service, { accountId: tenant.accountId, appId: otherApp });
    await send(paid());
    expect(await send(paid(), other)).toEqual({ status: 'duplicate' });
    expect(await row('p-1')).toMatchObject({ app_id: tenant.appId });
  });

  test('of another account is another payment, whatever its reference', async () => {
    const stranger = await createTenant(service);
    await send(paid());
    await send(paid(), await makeWebhook(service, stranger));
    expect(await rows()).toHaveLength(1);
    expect(await recordedRows(service, stranger.accountId)).toHaveLength(1);
  });

  test('keeps the amount and currency that it was first recorded with', async () => {
    await send(paid());
    expect(await send(paid({ amount: 7 }))).toEqual({ status: 'duplicate' });
    expect(await send(paid({ currency: 'USD' }))).toEqual({ status: 'duplicate' });
    expect(await rows()).toMatchObject([{ amount: '100', currency: 'EUR' }]);
    const { rows: log } = await service.services.workPool.query(
      'select outcome, reason from payment_deliveries where webhook_id = $1 order by delivered_at, outcome, reason',
      [webhook.id],
    );
    expect(log).toEqual([
      ...Array(2).fill({
        outcome: 'duplicate',
        reason: 'its amount or currency differs from what was recorded first, which is kept',
      }),
      { outcome: 'recorded', reason: 'it names no device' },
    ]);
  });

  test('keeps every digit of its amount, and sums are exact', async () => {
    for (const [turn, amount] of ['0.1', '0.2', '999999999999999.12345678901234567891', '0.003'].entries())
      await send(paid({ reference: `exact-${turn}`, amount }));
    expect((await books()).revenue).toMatchObject([{ gross: '999999999999999.42645678901234567891' }]);
  });

  test('of another currency is counted separately', async () => {
    await send(paid());
    await send(paid({ reference: 'p-2', currency: 'JPY', amount: 500 }));
    expect((await books()).revenue).toMatchObject([
      { currency: 'EUR', gross: '100' },
      { currency: 'JPY', gross: '500' },
    ]);
  });
});

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

test('counts a payment that arrives after midnight on the next day, and its refund on its own day', async () => {
  await send(paid());
  time.now = NOW + 12 * 3_600_000;
  await send(reversed('refund', 40));
  expect((await books()).revenue.map(({ day, gross, refunded }) => [day, gross, refunded])).toEqual([
    ['2026-05-10', '100', '0'],
    ['2026-05-11', '0', '40'],
  ]);
});
