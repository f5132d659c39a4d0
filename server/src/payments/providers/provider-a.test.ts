import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readBody } from '../testing/read-body.ts';

const CHARGE = {
  id: 411_027,
  domain: 'live',
  status: 'success',
  reference: 'ord-7781',
  amount: 250_000,
  currency: 'NGN',
  channel: 'card',
  fees: null,
  gateway_response: 'Approved',
  metadata: 0,
  created_at: '2026-03-14T10:00:00.000Z',
  paid_at: '2026-03-14T10:00:21.000Z',
  plan: {},
  customer: { id: 12, email: 'ada@example.com', metadata: { gaid: 'not-the-payment' } },
  authorization: { bin: '408408', last4: '4081', bank: 'Test Bank' },
};
const REFUND = {
  status: 'processed',
  amount: '125050',
  currency: 'NGN',
  processor: 'acquirer',
  domain: 'live',
  refund_reference: '771840092',
  transaction_reference: 'ord-7781',
  integration: 4_128,
  customer: { email: 'ada@example.com' },
};

const charge = (change: object = {}) =>
  readBody('provider_a', { event: 'charge.success', data: { ...CHARGE, ...change } });
const refund = (change: object = {}) =>
  readBody('provider_a', { event: 'refund.processed', data: { ...REFUND, ...change } });

describe('a charge of provider_a', () => {
  test('is a payment in hundredths', () => {
    expect(charge()).toEqual({
      kind: 'payment',
      eventType: 'payment',
      reference: 'ord-7781',
      aliases: ['reference:ord-7781'],
      amount: '2500',
      currency: 'NGN',
      occurredAt: Date.UTC(2026, 2, 14, 10, 0, 21),
      identifiers: {},
    });
  });

  test.each([
    [10_000, 'NGN', '100'],
    [10_050, 'GHS', '100.5'],
    [1, 'USD', '0.01'],
    ['5000', 'KES', '50'],
    // Hundredths, although these currencies have no decimals, or three.
    [10_000, 'XOF', '100'],
    [10_000, 'JPY', '100'],
    [10_001, 'RWF', '100.01'],
    [10_000, 'KWD', '100'],
    [10_000, 'ngn', '100'],
    [99_999_999_999_999, 'NGN', '999999999999.99'],
  ])('of %s minor units of %s is %s', (amount, currency, major) => {
    expect(charge({ amount, currency })).toMatchObject({ amount: major, currency: currency.toUpperCase() });
  });

  test('keeps digits that a float would lose', () => {
    const body =
      '{"event":"charge.success","data":{"reference":"r","currency":"NGN","amount":90071992547409931}}';
    expect(readBody('provider_a', body)).toMatchObject({ amount: '900719925474099.31' });
    expect(readBody('provider_a', body.replace('90071992547409931', '1e4'))).toMatchObject({ amount: '100' });
    expect(readBody('provider_a', body.replace('90071992547409931', '100.0'))).toMatchObject({ amount: '1' });
  });

  test.each([
    ['a number', 0, {}],
    ['empty text', '', {}],
    ['null', null, {}],
    ['nothing', undefined, {}],
    ['an empty object', {}, {}],
    ['an object', { gaid: 'g-1', cart: 7 }, { gaid: 'g-1' }],
    ['JSON text', '{"android_id":"a1","user_id":"u1"}', { android_id: 'a1', user_id: 'u1' }],
    ['JSON text of no object', '"gaid"', {}],
    ['JSON text of null', 'null', {}],
    ['a list', [{ gaid: 'g-1' }], {}],
    ['text that is no JSON', '{gaid: g-1}', {}],
    ['text that nests without end', '{"gaid":'.repeat(5000), {}],
  ])('finds the device in metadata that is %s', (_what, metadata, identifiers) => {
    expect(charge({ metadata })).toMatchObject({ kind: 'payment', identifiers });
  });

  test.each([
    ['its own time', {}, Date.UTC(2026, 2, 14, 10, 0, 21)],
    [
      'its time in other spelling',
      { paid_at: null, paidAt: '2026-03-14T11:00:21+01:00' },
      Date.UTC(2026, 2, 14, 10, 0, 21),
    ],
    ['when it was made', { paid_at: null }, Date.UTC(2026, 2, 14, 10)],
    ['no time', { paid_at: null, created_at: undefined }, null],
    ['a time that is none', { paid_at: 'yesterday' }, null],
  ])('has %s', (_what, change, occurredAt) => {
    expect(charge(change)).toMatchObject({ kind: 'payment', occurredAt });
  });

  test.each([
    ['no reference', { reference: undefined }, 'data.reference must be'],
    ['an empty reference', { reference: '' }, 'data.reference must be'],
    ['a blank reference', { reference: ' ' }, 'data.reference must be'],
    ['a reference that is an object', { reference: {} }, 'data.reference must be'],
    ['a reference of 256 characters', { reference: 'r'.repeat(256) }, 'data.reference must be'],
    ['a reference with a NUL', { reference: 'a\0b' }, 'data.reference must be'],
    ['half a surrogate pair', { reference: '\udc00' }, 'data.reference must be'],
    ['no amount', { amount: null }, 'data.amount must be'],
    ['an amount below 0', { amount: -1 }, 'data.amount must be'],
    ['an amount that is no number', { amount: 'NaN' }, 'data.amount must be'],
    ['an amount that is true', { amount: true }, 'data.amount must be'],
    ['an amount in a list', { amount: [100] }, 'data.amount must be'],
    ['an amount of 1e15', { amount: 1e17 }, 'data.amount must be'],
    ['no currency', { currency: null }, 'data.currency must be an ISO 4217 code'],
    ['an unknown currency', { currency: 'NGX' }, 'data.currency must be an ISO 4217 code'],
    ['a currency that is a number', { currency: 566 }, 'data.currency must be an ISO 4217 code'],
    ['a currency with a space', { currency: 'NGN ' }, 'data.currency must be an ISO 4217 code'],
  ])('is ignored with %s', (_what, change, reason) => {
    expect(charge(change)).toEqual({ kind: 'ignored', reason: expect.stringContaining(reason) });
  });

  test('may have a reference of 255 characters, or a number', () => {
    expect(charge({ reference: 'r'.repeat(255) })).toMatchObject({ reference: 'r'.repeat(255) });
    expect(charge({ reference: 12345 })).toMatchObject({ reference: '12345', aliases: ['reference:12345'] });
  });

  test('of 0 is not a payment', () => {
    expect(charge({ amount: 0 })).toEqual({ kind: 'ignored', reason: 'data.amount is 0' });
  });

  test('does not count if its status contradicts it', () => {
    expect(charge({ status: 'failed' })).toEqual({ kind: 'ignored', reason: 'data.status is not success' });
    expect(charge({ status: undefined })).toMatchObject({ kind: 'payment' });
  });
});

describe('a refund of provider_a', () => {
  test('is a reversal of the transaction that it names', () => {
    expect(refund()).toEqual({
      kind: 'reversal',
      eventType: 'refund_by_amount',
      reference: '771840092',
      originalAliases: ['reference:ord-7781'],
      amount: '1250.5',
      currency: 'NGN',
      cumulative: false,
      named: true,
      occurredAt: null,
      identifiers: {},
    });
  });

  test('names the transaction as its charge does', () => {
    const paid = charge();
    expect(refund()).toMatchObject({ originalAliases: paid.kind === 'payment' ? paid.aliases : [] });
  });

  test.each([
    ['5000', '50'],
    [5000, '50'],
    ['1', '0.01'],
  ])('of %j is %s', (amount, major) => {
    expect(refund({ amount })).toMatchObject({ amount: major });
  });

  test.each([null, undefined, ''])('without a reference (%j) has a hash of its body instead', (own) => {
    const body = JSON.stringify({ event: 'refund.processed', data: { ...REFUND, refund_reference: own } });
    const reference = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    expect(readBody('provider_a', body)).toMatchObject({ kind: 'reversal', reference });
    expect(readBody('provider_a', `${body} `)).not.toMatchObject({ reference });
  });

  test('may lack a currency and a transaction', () => {
    const reading = refund({ currency: null, transaction_reference: null });
    expect(reading).toMatchObject({ kind: 'reversal', currency: null, originalAliases: [] });
  });

  test.each([
    ['no amount', { amount: null }, 'data.amount must be'],
    ['an unknown currency', { currency: 'XXZ' }, 'data.currency must be'],
    ['a reference that is an object', { refund_reference: {} }, 'data.refund_reference must be'],
  ])('is ignored with %s', (_what, change, reason) => {
    expect(refund(change)).toEqual({ kind: 'ignored', reason: expect.stringContaining(reason) });
  });

  test('that fails undoes what is recorded of it', () => {
    const failed = { ...REFUND, status: 'failed' };
    expect(readBody('provider_a', { event: 'refund.failed', data: failed })).toMatchObject({
      kind: 'reversal',
      eventType: 'reinstated',
      undoes: { kind: 'refund', reference: '771840092', ifRecorded: true },
    });
    expect(readBody('provider_a', { event: 'refund.failed', data: REFUND })).toMatchObject({
      kind: 'ignored',
    });
  });

  test('does not count if its status contradicts it', () => {
    expect(refund({ status: 'failed' })).toMatchObject({ kind: 'ignored' });
  });
});

describe('of provider_a', () => {
  // biome-ignore format: a group a line.
  test.each([
    'charge.dispute.create', 'charge.dispute.remind', 'charge.dispute.resolve', 'charge.failed',
    'refund.pending', 'refund.processing', 'refund.needs-attention', 'transfer.success', 'transfer.failed',
    'transfer.reversed', 'invoice.create', 'invoice.update', 'invoice.payment_failed',
    'subscription.create', 'subscription.disable', 'subscription.not_renew',
    'paymentrequest.pending', 'paymentrequest.success', 'customeridentification.success',
    'customeridentification.failed', 'dedicatedaccount.assign.success', 'CHARGE.SUCCESS', 'refund',
  ])('%s is ignored', (event) => {
    const reading = readBody('provider_a', { event, data: { ...CHARGE, ...REFUND, status: undefined } });
    expect(reading).toEqual({ kind: 'ignored', reason: `${event} is neither a payment nor a reversal` });
  });

  test.each(['{}', '[]', 'null', '5', '"charge.success"', '{"event":null}', '{"event":["charge.success"]}'])(
    '%s is ignored',
    (body) => {
      expect(readBody('provider_a', body)).toMatchObject({ kind: 'ignored' });
    },
  );

  test('an event is named in the reason only if it looks like a name', () => {
    for (const event of ['<script>', 'a\0b', 'x'.repeat(65), '\ud800']) {
      expect(readBody('provider_a', { event })).toEqual({
        kind: 'ignored',
        reason: 'the event is neither a payment nor a reversal',
      });
    }
  });

  test('a payload reaches no inherited properties', () => {
    const body = '{"__proto__":{"event":"charge.success"},"constructor":{"prototype":{}}}';
    expect(readBody('provider_a', body)).toMatchObject({ kind: 'ignored' });
  });
});
