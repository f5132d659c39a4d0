import { describe, expect, test } from 'vitest';
import {
  ANNOUNCEMENTS,
  AT,
  CHARGE,
  charge,
  INTENT,
  intent,
  invoice,
  read,
  session,
} from '../testing/provider-c-samples.ts';

const PAYMENT = {
  kind: 'payment',
  eventType: 'payment',
  reference: INTENT,
  amount: '25.5',
  currency: 'USD',
  occurredAt: AT,
  identifiers: {},
};

describe('a payment of provider_c', () => {
  test.each(ANNOUNCEMENTS)('announced by %s is identified by its intent', (type, object) => {
    const reading = read(type, object);
    expect(reading).toMatchObject(PAYMENT);
    expect(reading).toHaveProperty('aliases', expect.arrayContaining([`payment_intent:${INTENT}`]));
  });

  test.each([
    ['charge.succeeded', charge],
    ['invoice.paid', invoice],
    ['invoice.payment_succeeded', invoice],
  ] as const)('announced by %s goes by its charge where there is no intent', (type, object) => {
    expect(read(type, { ...object, payment_intent: null })).toMatchObject({
      ...PAYMENT,
      reference: CHARGE,
      aliases: [`charge:${CHARGE}`],
    });
  });

  test('is known by its charges too', () => {
    const both = [`payment_intent:${INTENT}`, `charge:${CHARGE}`];
    expect(read('charge.succeeded', charge)).toHaveProperty('aliases', both);
    expect(read('invoice.paid', invoice)).toHaveProperty('aliases', both);
    expect(read('payment_intent.succeeded', intent)).toHaveProperty('aliases', both);
    const twice = { ...intent, latest_charge: CHARGE };
    expect(read('payment_intent.succeeded', twice)).toHaveProperty('aliases', both);
    const newer = { ...intent, charges: undefined, latest_charge: CHARGE };
    expect(read('payment_intent.succeeded', newer)).toHaveProperty('aliases', both);
    expect(read('payment_intent.succeeded', { ...newer, latest_charge: charge })).toHaveProperty(
      'aliases',
      both,
    );
    const tried = Array.from({ length: 5000 }, (_, index) => ({ id: `ch_${index}` }));
    const often = read('payment_intent.succeeded', { ...intent, charges: { data: tried } });
    expect(often).toMatchObject({ aliases: { length: 11 } });
  });

  test('may come with its intent and charge expanded', () => {
    const expanded = { ...invoice, payment_intent: intent, charge };
    expect(read('invoice.paid', expanded)).toEqual(read('invoice.paid', invoice));
    expect(read('charge.succeeded', { ...charge, payment_intent: intent })).toMatchObject(PAYMENT);
  });

  test.each([
    ['an uncaptured charge', 'charge.succeeded', { ...charge, captured: false }, 'captured is not true'],
    ['an unpaid charge', 'charge.succeeded', { ...charge, paid: false }, 'paid is not true'],
    [
      'a charge that says neither',
      'charge.succeeded',
      { ...charge, paid: null, captured: 'true' },
      'paid is not',
    ],
    [
      'a subscription session',
      'checkout.session.completed',
      { ...session, mode: 'subscription' },
      'mode is not',
    ],
    ['a set-up session', 'checkout.session.completed', { ...session, mode: 'setup' }, 'mode is not'],
    [
      'an unpaid session',
      'checkout.session.completed',
      { ...session, payment_status: 'unpaid' },
      'payment_status',
    ],
    [
      'a session without a price',
      'checkout.session.completed',
      { ...session, payment_status: 'no_payment_required' },
      'payment_status',
    ],
    [
      'a session without an intent',
      'checkout.session.completed',
      { ...session, payment_intent: null },
      'neither',
    ],
    [
      'an invoice paid by nothing',
      'invoice.paid',
      { ...invoice, payment_intent: null, charge: null },
      'neither',
    ],
    ['an invoice of nothing', 'invoice.paid', { ...invoice, amount_paid: 0 }, 'amount_paid is 0'],
  ])('is not announced by %s', (_what, type, object, reason) => {
    expect(read(type, object)).toEqual({ kind: 'ignored', reason: expect.stringContaining(reason) });
  });

  test('is what was captured, not what was authorised', () => {
    expect(read('charge.succeeded', { ...charge, amount: 9999 })).toMatchObject({ amount: '25.5' });
    // Older versions do not distinguish the two.
    expect(read('charge.succeeded', { ...charge, amount_captured: undefined })).toMatchObject({
      amount: '25.5',
    });
    expect(read('payment_intent.succeeded', { ...intent, amount: 9999 })).toMatchObject({ amount: '25.5' });
  });

  test.each(ANNOUNCEMENTS)('announced by %s finds the device in its metadata', (type, object) => {
    expect(read(type, { ...object, metadata: { gaid: 'g-1' } })).toMatchObject({
      identifiers: { gaid: 'g-1' },
    });
  });

  test.each([
    ['its intent', { payment: { type: 'payment_intent', payment_intent: INTENT } }, INTENT],
    [
      'its intent, expanded',
      { payment: { type: 'payment_intent', payment_intent: intent }, status: 'paid' },
      INTENT,
    ],
    ['its charge', { payment: { type: 'charge', charge: CHARGE } }, CHARGE],
  ])('announced by an invoice of the API "basil" is named by %s', (_what, payment, reference) => {
    const basil = { ...invoice, payment_intent: undefined, charge: undefined };
    const tried = { payment: { payment_intent: 'pi_tried' }, status: 'canceled' };
    const details = { parent: { subscription_details: { metadata: { user_id: 'u' } } } };
    const payments = { data: [tried, { ...payment, amount_paid: 2550 }] };
    expect(read('invoice.paid', { ...basil, ...details, payments })).toMatchObject({
      ...PAYMENT,
      reference,
      identifiers: { user_id: 'u' },
    });
    const two = { data: [payment, { payment: { payment_intent: 'pi_2' } }] };
    expect(read('invoice.paid', { ...basil, payments: two })).toMatchObject({ kind: 'ignored' });
    expect(read('invoice.paid', { ...basil, payments: { data: [tried] } })).toMatchObject({
      kind: 'ignored',
    });
  });

  test.each([
    ['subscription_details', { subscription_details: { metadata: { user_id: 'u' } } }],
    ['parent', { parent: { subscription_details: { metadata: { user_id: 'u' } } } }],
  ])('of a subscription finds it in %s', (_where, details) => {
    expect(read('invoice.paid', { ...invoice, ...details })).toMatchObject({ identifiers: { user_id: 'u' } });
  });

  test.each([
    ['no amount', { amount_received: undefined }, 'data.object.amount_received must be'],
    ['an amount below 0', { amount_received: -5 }, 'data.object.amount_received must be'],
    ['no currency', { currency: null }, 'data.object.currency must be an ISO 4217 code'],
    ['an unknown currency', { currency: 'usdc' }, 'data.object.currency must be an ISO 4217 code'],
    ['no id', { id: null }, 'data.object.id must be'],
    ['an id that is too long', { id: 'p'.repeat(256) }, 'data.object.id must be'],
  ])('is ignored with %s', (_what, change, reason) => {
    const reading = read('payment_intent.succeeded', { ...intent, ...change });
    expect(reading).toEqual({ kind: 'ignored', reason: expect.stringContaining(reason) });
  });
});

describe('minor units of provider_c', () => {
  const zero = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
  const three = 'bhd jod kwd omr tnd'.split(' ');
  // Currencies that have no decimals by the standard, but are sent with two.
  const two = 'usd eur ngn ghs kes zar ugx isk huf twd mru'.split(' ');

  test.each([
    ...zero.map((currency) => [currency, '12345']),
    ...three.map((currency) => [currency, '12.345']),
    ...two.map((currency) => [currency, '123.45']),
  ])('of %s: 12345 is %s', (currency, amount) => {
    const major = { amount, currency: currency.toUpperCase() };
    expect(read('payment_intent.succeeded', { ...intent, currency, amount_received: 12345 })).toMatchObject(
      major,
    );
    expect(read('charge.dispute.created', { id: 'dp_1', currency, amount: 12345 })).toMatchObject(major);
    const refunded = { ...charge, currency, amount_refunded: 12345, amount: 50000 };
    expect(read('charge.refunded', refunded)).toMatchObject(major);
  });
});
