import { describe, expect, test } from 'vitest';
import { addApp, createTenant } from '../../testing/test-tenant.ts';
import { recordedRows } from '../testing/books.ts';
import { paid, reversed } from '../testing/generic-payloads.ts';
import { makeWebhook } from '../testing/payment-webhook.ts';
import { NOW, useRecordingApp } from '../testing/use-recording-app.ts';

const { time, service, tenant, webhook, send, rows, row, books } = useRecordingApp();

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

test('counts a payment that arrives after midnight on the next day, and its refund on its own day', async () => {
  await send(paid());
  time.now = NOW + 12 * 3_600_000;
  await send(reversed('refund', 40));
  expect((await books()).revenue.map(({ day, gross, refunded }) => [day, gross, refunded])).toEqual([
    ['2026-05-10', '100', '0'],
    ['2026-05-11', '0', '40'],
  ]);
});
