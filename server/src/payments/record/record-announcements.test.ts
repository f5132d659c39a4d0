import { describe, expect, test } from 'vitest';
import { makeWebhook } from '../testing/payment-webhook.ts';
import { NOW, useRecordingApp } from '../testing/use-recording-app.ts';

const { service, tenant, send, inEveryOrder, rows, row, books } = useRecordingApp();

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
    const seen = await inEveryOrder('provider_b', [charge, refund], async ({ row, books }) => [
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
      id: 'pi_1',
      amount_received: 2000,
      currency: 'usd',
      latest_charge: 'ch_1',
    }),
    event('charge.succeeded', {
      id: 'ch_1',
      payment_intent: 'pi_1',
      amount_captured: 2000,
      currency: 'usd',
      paid: true,
      captured: true,
    }),
    event('checkout.session.completed', {
      id: 'cs_1',
      payment_intent: 'pi_1',
      amount_total: 2000,
      currency: 'usd',
      mode: 'payment',
      payment_status: 'paid',
      metadata: { user_id: 'ann' },
    }),
    event('charge.refunded', {
      id: 'ch_1',
      amount: 2000,
      amount_refunded: 500,
      currency: 'usd',
      refunded: false,
      refunds: { data: [{ id: 're_1', amount: 500, created: 1 }] },
    }),
  ];

  test('is one record, with its refund linked, in every order', async () => {
    const seen = await inEveryOrder('provider_c', announcements, async ({ rows, books }) => [
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
    const seen = await inEveryOrder('provider_c', payloads, async ({ rows, books }, to) => {
      for (const payload of payloads) {
        expect(await send(payload, to)).toEqual({ status: 'duplicate' });
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
});
