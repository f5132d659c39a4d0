import { expect, test } from 'vitest';
import { randomFor } from '../../testing/random.ts';
import { accepted, makeWebhook } from '../testing/payment-webhook.ts';
import { usePaymentInstances } from '../testing/use-payment-instances.ts';

const { first, tenant, either, rows, expectTrueBooks } = usePaymentInstances();
const AT = Math.floor(Date.now() / 1000) - 3600;

/** All that is told of a payment: by its intent, by its charge and by both, in part twice, with a refund that fails. */
function tellings(key: string): object[] {
  const [intent, charge] = [`pi_${key}`, `ch_${key}`];
  const event = (type: string, object: object, minutes: number) => ({
    id: `evt_${key}_${type}_${minutes}`,
    type,
    created: AT + minutes * 60,
    data: { object: { currency: 'usd', ...object } },
  });
  const refunded = (amount_refunded: number, minutes: number, payment_intent: string | null) =>
    event('charge.refunded', { id: charge, amount: 9000, amount_refunded, payment_intent }, minutes);
  const once = [
    event('payment_intent.succeeded', { id: intent, amount_received: 9000 }, 0),
    event('invoice.paid', { id: `in_${key}`, amount_paid: 9000, charge }, 0),
    event(
      'charge.succeeded',
      { id: charge, amount: 9000, payment_intent: intent, paid: true, captured: true },
      0,
    ),
    refunded(1000, 1, null),
    refunded(3000, 2, intent),
    event('refund.failed', { id: `re_${key}`, amount: 1000, charge, status: 'failed' }, 3),
    event('charge.dispute.created', { id: `dp_${key}`, amount: 500, payment_intent: intent }, 4),
  ];
  return [...once, ...once];
}

const random = randomFor(5);
const shuffled = (events: readonly object[]) =>
  events
    .map((event) => ({ event, turn: random.next() }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ event }) => event);

test('what is told of payments at two instances at once, in any order, is counted once', async () => {
  const to = await makeWebhook(first, tenant, 'provider_c');
  const keys = Array.from({ length: 12 }, (_, turn) => `k${turn}`);
  await Promise.all(
    keys.map(async (key) => {
      const events = shuffled(tellings(key));
      await Promise.all(events.map((event, turn) => accepted(either(turn), to, event)));
    }),
  );
  const recorded = await rows();
  expect(recorded.filter(({ event_type }) => event_type === 'payment')).toHaveLength(keys.length);
  const sum = recorded.reduce(
    (total, { event_type, amount }) =>
      total + (['payment', 'reinstated'].includes(event_type) ? Number(amount) : -Number(amount)),
    0,
  );
  expect(sum).toBe(keys.length * (90 - 20 - 5));
  expect(
    recorded.filter(({ event_type, original }) => event_type !== 'payment' && original === null),
  ).toEqual([]);
  await expectTrueBooks();
}, 120_000);

/** A payment, two refunds of it and the word that one of them failed, which names the payment by something else; all of it twice. */
function failing(id: number): object[] {
  const refund = (own: number, more: object) => ({
    event: 'refund.completed',
    data: { id: own, amount: 30, currency: 'NGN', status: 'completed', ...more },
  });
  const once = [
    {
      event: 'charge.completed',
      data: {
        id,
        tx_ref: `tx-${id}`,
        flw_ref: `flw-${id}`,
        amount: 100,
        currency: 'NGN',
        status: 'successful',
      },
    },
    refund(id * 10, { flw_ref: `flw-${id}` }),
    refund(id * 10 + 1, { tx_ref: `tx-${id}` }),
    {
      type: 'refund.failed',
      data: { id: id * 10, amount_refunded: 30, currency: 'NGN', status: 'failed', charge_id: id },
    },
  ];
  return [...once, ...once];
}

test('refunds and the word that they failed, at two instances at once, cancel each other once', async () => {
  const to = await makeWebhook(first, tenant, 'provider_b');
  const ids = Array.from({ length: 20 }, (_, turn) => turn + 1);
  const once = ids.map((id) => shuffled(failing(id).slice(0, 4)));
  await Promise.all(once.flat().map((event, turn) => accepted(either(turn), to, event)));
  const refundedNow = async () => {
    const recorded = await rows();
    const of = (...types: string[]) => recorded.filter(({ event_type }) => types.includes(event_type)).length;
    return [of('payment'), of('refund', 'partial_refund'), of('reinstated')];
  };
  expect(await refundedNow()).toEqual([ids.length, ids.length * 2, ids.length]);
  await expectTrueBooks();
  const again = shuffled(ids.flatMap(failing));
  await Promise.all(again.map((event, turn) => accepted(either(turn), to, event)));
  expect(await refundedNow()).toEqual([ids.length, ids.length * 2, ids.length]);
  await expectTrueBooks();
}, 120_000);
