import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../rollups/rebuild-rollups.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { keptBooks, recordedRows } from '../testing/books.ts';
import { accepted, makeWebhook, type TestWebhook } from '../testing/payment-webhook.ts';

const NOW = Date.UTC(2026, 4, 10, 12);
let now = NOW;
let service: TestService;
let tenant: Tenant;
let webhook: TestWebhook;

beforeAll(async () => {
  service = await startTestService({ clock: () => now });
});
afterAll(() => service.close());
beforeEach(async () => {
  now = NOW;
  tenant = await createTenant(service);
  webhook = await makeWebhook(service, tenant);
});

const paid = (more: object = {}) => ({ reference: 'p-1', amount: 100, currency: 'EUR', ...more });
const reversed = (event_type: string, amount: number | string, more: object = {}) => ({
  ...{ event_type, reference: `${event_type}-${amount}`, amount, currency: 'EUR' },
  original_reference: 'p-1',
  ...more,
});
const send = (payload: object, to = webhook) => accepted(service, to, payload);
const rows = () => recordedRows(service, tenant.accountId);
const books = () => keptBooks(service, tenant.accountId);
const row = async (reference: string) => (await rows()).find((one) => one.reference === reference);

/** Delivers in every possible order, each to a separate tenant, and returns the result of each. */
async function inEveryOrder<T>(
  provider: TestWebhook['provider'],
  payloads: readonly object[],
  look: () => Promise<T>,
): Promise<T[]> {
  const seen: T[] = [];
  for (const order of permutations(payloads)) {
    tenant = await createTenant(service);
    const to = await makeWebhook(service, tenant, provider);
    for (const payload of order) await send(payload, to);
    seen.push(await look());
    expect(await rebuildRollups(service.services.workPool, tenant.accountId)).toMatchObject({
      revenue: 0,
      campaign_revenue: 0,
    });
  }
  return seen;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

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
        ...{ app_id: tenant.appId, provider: 'generic', reference: 'p-1', event_type: 'payment' },
        ...{ amount: '100', currency: 'EUR', original: null, over_refunded: false },
        ...{ matched_by: null, device_id: null, campaign_id: null },
      },
    ]);
    expect(await books()).toEqual({
      revenue: [
        {
          ...{ app_id: tenant.appId, day: '2026-05-10', provider: 'generic', currency: 'EUR' },
          ...{ payments: 1, gross: '100', refunded: '0', attributed_payments: 0, attributed: '0' },
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
    const otherApp = (await (
      await tenant.owner.rpc('create_app', { p_name: 'B', p_bundle_id: 'com.example.b' })
    ).json()) as string;
    const other = await makeWebhook(service, { accountId: tenant.accountId, appId: otherApp });
    await send(paid());
    expect(await send(paid(), other)).toEqual({ status: 'duplicate' });
    // Its reversal may also be delivered to either, and is linked.
    expect((await send(reversed('refund', 100), other)).status).toBe('recorded');
    expect(await row('refund-100')).toMatchObject({ original: 'p-1', app_id: otherApp });
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
        async () => ({
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
  const flagged = async () => (await row('p-1'))?.over_refunded;

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
    expect(await flagged()).toBe(false);
    await send(reversed('chargeback', 1));
    expect(await flagged()).toBe(true);
  });
});

describe('a refund that does not say whether it is partial', () => {
  const charge = { event: 'charge.success', data: { reference: 'p-1', amount: 10_000, currency: 'NGN' } };
  const refund = (amount: number, more: object = {}) => ({
    event: 'refund.processed',
    data: { refund_reference: 'r-1', transaction_reference: 'p-1', amount, currency: 'NGN', ...more },
  });
  const type = async () => (await row('r-1'))?.event_type;

  test.each([
    [9_999, 'partial_refund'],
    [10_000, 'refund'],
    [10_001, 'refund'],
  ])('of %i of 10000 is a %s', async (amount, expected) => {
    const to = await makeWebhook(service, tenant, 'provider_a');
    await send(charge, to);
    expect(await send(refund(amount), to)).toMatchObject({ status: 'recorded', event_type: expected });
    expect(await type()).toBe(expected);
  });

  test('counts as a full refund if its payment is unknown, and stays one', async () => {
    const to = await makeWebhook(service, tenant, 'provider_a');
    expect(await send(refund(1), to)).toMatchObject({ event_type: 'refund' });
    await send(charge, to);
    expect(await row('r-1')).toMatchObject({ event_type: 'refund', original: 'p-1' });
  });

  test('cannot be compared with a payment in another currency', async () => {
    const to = await makeWebhook(service, tenant, 'provider_a');
    await send(charge, to);
    expect(await send(refund(1, { currency: 'USD' }), to)).toMatchObject({ event_type: 'refund' });
  });
});

describe('a refund without a currency', () => {
  const charge = {
    event: 'charge.completed',
    data: { id: 7, tx_ref: 't-1', flw_ref: 'f-1', amount: 50, currency: 'GHS', status: 'successful' },
  };
  const refund = { id: 89, AmountRefunded: 20.5, status: 'completed', TransactionId: 7 };

  test('is counted once its payment supplies the currency, in either order', async () => {
    const seen = await inEveryOrder('provider_b', [charge, refund], async () => [
      await row('89').then((one) => one && [one.amount, one.currency, one.original]),
      (await books()).revenue.map(({ currency, gross, refunded }) => [currency, gross, refunded]),
    ]);
    expect(seen).toEqual(Array(2).fill([['20.5', 'GHS', 't-1'], [['GHS', '50', '20.5']]]));
  });

  test('is in no total before', async () => {
    const to = await makeWebhook(service, tenant, 'provider_b');
    await send(refund, to);
    expect(await row('89')).toMatchObject({ amount: '20.5', currency: null });
    expect((await books()).revenue).toEqual([]);
  });
});

describe('a payment reported by several events', () => {
  const event = (type: string, object: object) => ({ type, created: NOW / 1000, data: { object } });
  const announcements = [
    event('payment_intent.succeeded', {
      ...{ id: 'pi_1', amount_received: 2000, currency: 'usd', latest_charge: 'ch_1' },
    }),
    event('charge.succeeded', {
      ...{
        id: 'ch_1',
        payment_intent: 'pi_1',
        amount_captured: 2000,
        currency: 'usd',
        paid: true,
        captured: true,
      },
    }),
    event('checkout.session.completed', {
      ...{ id: 'cs_1', payment_intent: 'pi_1', amount_total: 2000, currency: 'usd' },
      ...{ mode: 'payment', payment_status: 'paid', metadata: { user_id: 'ann' } },
    }),
    event('charge.refunded', {
      ...{ id: 'ch_1', amount: 2000, amount_refunded: 500, currency: 'usd', refunded: false },
      refunds: { data: [{ id: 're_1', amount: 500, created: 1 }] },
    }),
  ];

  test('is one record, with its refund linked, in every order', async () => {
    const seen = await inEveryOrder('provider_c', announcements, async () => [
      (await rows()).map((one) => [one.reference, one.event_type, one.amount, one.original]),
      (await books()).revenue.map(({ payments, gross, refunded }) => [payments, gross, refunded]),
    ]);
    expect(seen).toEqual(
      Array(24).fill([
        [
          ['pi_1', 'payment', '20', null],
          ['re_1', 'partial_refund', '5', 'pi_1'],
        ],
        [[1, '20', '5']],
      ]),
    );
  });

  test('is found by any of its aliases, even if its reference is another one', async () => {
    const to = await makeWebhook(service, tenant, 'provider_c');
    const [intent, , , refund] = announcements;
    const bare = { id: 'ch_1', amount_captured: 2000, currency: 'usd', paid: true, captured: true };
    await send(event('charge.succeeded', bare), to);
    expect(await send(intent ?? {}, to)).toEqual({ status: 'duplicate' });
    await send(refund ?? {}, to);
    expect((await rows()).map((one) => [one.reference, one.original])).toEqual([
      ['ch_1', null],
      ['re_1', 'ch_1'],
    ]);
    const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 100, currency: 'usd' };
    await send(event('charge.dispute.created', dispute), to);
    expect(await row('dp_1')).toMatchObject({ event_type: 'dispute', original: 'ch_1' });
  });
});

describe('a refund that reports the total refunded so far', () => {
  const charge = {
    type: 'charge.succeeded',
    created: NOW / 1000,
    data: { object: { id: 'ch_1', amount_captured: 10_000, currency: 'usd', paid: true, captured: true } },
  };
  const upTo = (amount_refunded: number) => ({
    type: 'charge.refunded',
    created: NOW / 1000,
    data: {
      object: {
        id: 'ch_1',
        amount: 10_000,
        amount_refunded,
        currency: 'usd',
        refunded: amount_refunded === 10_000,
      },
    },
  });

  test('counts only the increase, in every order and however often it is sent', async () => {
    const payloads = [charge, upTo(3000), upTo(4500), upTo(10_000)];
    const seen = await inEveryOrder('provider_c', payloads, async () => {
      for (const payload of payloads) {
        expect(await send(payload, await reuse('provider_c'))).toEqual({ status: 'duplicate' });
      }
      const refunds = (await rows()).filter(({ event_type }) => event_type !== 'payment');
      expect(refunds.every(({ original }) => original === 'ch_1')).toBe(true);
      return (await books()).revenue.map(({ gross, refunded }) => [gross, refunded]);
    });
    expect(seen).toEqual(Array(24).fill([['100', '100']]));
  });

  test('is recorded with what it adds', async () => {
    const to = await makeWebhook(service, tenant, 'provider_c');
    for (const payload of [charge, upTo(3000), upTo(10_000)]) await send(payload, to);
    expect((await rows()).map((one) => [one.event_type, one.amount])).toEqual([
      ['payment', '100'],
      ['refund', '70'],
      ['partial_refund', '30'],
    ]);
  });

  /** The tenant's webhook, which `inEveryOrder` has created. */
  async function reuse(provider: TestWebhook['provider']): Promise<TestWebhook> {
    const { rows: found } = await service.services.workPool.query<{ id: string; signing_secret: string }>(
      `select id, signing_secret from payment_webhooks where app_id = $1 and provider = $2`,
      [tenant.appId, provider],
    );
    const [{ id, signing_secret } = { id: '', signing_secret: '' }] = found;
    const secret = service.services.keyring.open('payment-webhook-secret', id, signing_secret);
    return { id, appId: tenant.appId, provider, secret };
  }
});

test('counts a payment that arrives after midnight on the next day, and its refund on its own day', async () => {
  await send(paid());
  now = NOW + 12 * 3_600_000;
  await send(reversed('refund', 40));
  expect((await books()).revenue.map(({ day, gross, refunded }) => [day, gross, refunded])).toEqual([
    ['2026-05-10', '100', '0'],
    ['2026-05-11', '0', '40'],
  ]);
});
