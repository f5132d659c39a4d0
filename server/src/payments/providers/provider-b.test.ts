import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readBody } from '../testing/read-body.ts';

const CHARGE = {
  id: 9_120_331,
  tx_ref: 'order-551',
  flw_ref: '77120331',
  status: 'successful',
  currency: 'NGN',
  amount: 4500.5,
  charged_amount: 4590,
  app_fee: 63,
  merchant_fee: 0,
  payment_type: 'card',
  created_at: '2026-03-14T10:00:00.000Z',
  customer: { id: 3, name: 'Ada', email: 'ada@example.com' },
};
const ENVELOPE = { meta_data: { note: 'a cart' }, 'event.type': 'CARD_TRANSACTION' };
const PAID = { kind: 'payment', eventType: 'payment', reference: 'order-551' };

const charge = (change: object = {}) =>
  readBody('provider_b', { event: 'charge.completed', data: { ...CHARGE, ...change }, ...ENVELOPE });

describe('a charge of provider_b', () => {
  test('is a payment in major units, as received', () => {
    expect(charge()).toEqual({
      ...PAID,
      aliases: ['tx_ref:order-551', 'id:9120331', 'flw_ref:77120331'],
      amount: '4500.5',
      currency: 'NGN',
      occurredAt: Date.UTC(2026, 2, 14, 10),
      identifiers: {},
    });
  });

  test.each([
    ['50000', '50000'],
    ['100.0', '100'],
    ['1e3', '1000'],
    ['0.1', '0.1'],
    ['0.30000000000000000001', '0.30000000000000000001'],
    ['"5000"', '5000'],
    ['"5000.50"', '5000.5'],
  ])('of %s is %s', (written, amount) => {
    const body = `{"event":"charge.completed","data":{"tx_ref":"t","amount":${written},"currency":"UGX"}}`;
    expect(readBody('provider_b', body)).toMatchObject({ kind: 'payment', amount, currency: 'UGX' });
  });

  test.each([
    '-5',
    '"NaN"',
    '"Infinity"',
    '"1,000"',
    '1e400',
    '1e15',
    '"1e-400"',
    '""',
    'null',
    '{}',
    'true',
  ])('of %s is refused', (written) => {
    const body = `{"event":"charge.completed","data":{"tx_ref":"t","amount":${written},"currency":"UGX"}}`;
    expect(readBody('provider_b', body)).toEqual({
      kind: 'invalid',
      reason: 'data.amount must be a number of 0 or more, below 1e15',
    });
  });

  test('may come in the newer form, which names its event by type', () => {
    const data = {
      id: 'chg_1',
      reference: 'order-551',
      amount: 12.5,
      currency: 'GHS',
      status: 'succeeded',
      meta: { gaid: 'g-1' },
      created_datetime: '2026-03-14T10:00:00Z',
    };
    const event = { webhook_id: 'wbk_1', timestamp: 1_773_482_400_001, type: 'charge.completed', data };
    expect(readBody('provider_b', event)).toEqual({
      ...PAID,
      aliases: ['tx_ref:order-551', 'id:chg_1'],
      amount: '12.5',
      currency: 'GHS',
      occurredAt: Date.UTC(2026, 2, 14, 10),
      identifiers: { gaid: 'g-1' },
    });
    const { created_datetime: _, ...undated } = data;
    expect(readBody('provider_b', { ...event, data: undated })).toMatchObject({
      occurredAt: 1_773_482_400_001,
    });
  });

  test.each([
    ['a sibling of the data', { meta_data: { user_id: 'u' } }, {}],
    ['the data itself', {}, { meta: { user_id: 'u' } }],
    ['JSON text', {}, { meta: '{"user_id":"u"}' }],
  ])('finds the device in %s', (_where, around, within) => {
    const event = { event: 'charge.completed', data: { ...CHARGE, ...within }, ...around };
    expect(readBody('provider_b', event)).toMatchObject({ identifiers: { user_id: 'u' } });
  });

  test.each([
    ['tx_ref', { reference: 'other' }, 'order-551'],
    ['the newer reference', { tx_ref: undefined, reference: 'ref-4' }, 'ref-4'],
    ['flw_ref', { tx_ref: '' }, '77120331'],
    ['its id', { tx_ref: null, flw_ref: undefined }, '9120331'],
  ])('goes by %s', (_what, change, reference) => {
    expect(charge(change)).toMatchObject({ kind: 'payment', reference });
  });

  test.each([
    ['no reference at all', { tx_ref: null, flw_ref: null, id: null }, 'data.tx_ref or data.reference or'],
    ['no currency', { currency: undefined }, 'data.currency must be'],
    ['an unknown currency', { currency: 'NAIRA' }, 'data.currency must be'],
  ])('is refused with %s', (_what, change, reason) => {
    expect(charge(change)).toEqual({ kind: 'invalid', reason: expect.stringContaining(reason) });
  });

  test.each(['failed', 'pending', 'FAILED', 'new', 5, {}, true])(
    'with the status %j is ignored',
    (status) => {
      expect(charge({ status })).toEqual({ kind: 'ignored', reason: 'data.status is not successful' });
    },
  );

  test.each(['successful', 'SUCCESSFUL', 'succeeded', undefined])('with the status %j counts', (status) => {
    expect(charge({ status })).toMatchObject(PAID);
  });
});

const BARE = {
  id: 61_204,
  AmountRefunded: 1500,
  status: 'completed',
  FlwRef: '77120331',
  settlement_id: 'NEW',
  destination: 'payment_source',
  comments: 'returned',
  meta: '{"user_id":"u-9"}',
  deletedAt: null,
  createdAt: '2026-03-15T08:00:00.000Z',
  updatedAt: '2026-03-15T08:00:01.000Z',
  walletId: 77,
  AccountId: 88,
  TransactionId: 9_120_331,
};
const TYPED = {
  webhook_id: 'wbk_2',
  timestamp: 1_773_568_800_000,
  type: 'refund.completed',
  data: {
    id: 'rfd_1',
    meta: {},
    amount_refunded: 50.5,
    reason: 'requested_by_customer',
    status: 'succeeded',
    charge_id: 'chg_1',
    created_datetime: '2026-03-15T08:00:00Z',
  },
};
const NAMED = {
  event: 'refund.completed',
  data: { tx_ref: 'order-551', flw_ref: '77120331', amount: 4500.5, currency: 'NGN' },
};
const REVERSAL = { kind: 'reversal', eventType: 'refund_by_amount', cumulative: false };

describe('a refund of provider_b', () => {
  test('may be the whole body, without an event', () => {
    expect(readBody('provider_b', BARE)).toEqual({
      ...REVERSAL,
      reference: '61204',
      originalAliases: ['id:9120331', 'flw_ref:77120331'],
      amount: '1500',
      currency: null,
      occurredAt: Date.UTC(2026, 2, 15, 8),
      identifiers: { user_id: 'u-9' },
    });
    expect(readBody('provider_b', { ...BARE, meta: '{...}' })).toMatchObject({ identifiers: {} });
  });

  test('may name its event by type', () => {
    expect(readBody('provider_b', TYPED)).toEqual({
      ...REVERSAL,
      reference: 'rfd_1',
      originalAliases: ['id:chg_1'],
      amount: '50.5',
      currency: null,
      occurredAt: Date.UTC(2026, 2, 15, 8),
      identifiers: {},
    });
  });

  test('may have no id: then it is identified by flw_ref', () => {
    expect(readBody('provider_b', NAMED)).toEqual({
      ...REVERSAL,
      reference: '77120331',
      originalAliases: ['tx_ref:order-551', 'flw_ref:77120331'],
      amount: '4500.5',
      currency: 'NGN',
      occurredAt: null,
      identifiers: {},
    });
  });

  test('may have neither: then it is identified by a hash of its body', () => {
    const body = '{"event":"refund.completed","data":{"tx_ref":"order-551","amount":10}}';
    const reference = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    expect(readBody('provider_b', body)).toMatchObject({ reference, originalAliases: ['tx_ref:order-551'] });
  });

  test.each([BARE, NAMED])('names the payment by the aliases of its charge', (event) => {
    const paid = charge();
    const refund = readBody('provider_b', event);
    if (paid.kind !== 'payment' || refund.kind !== 'reversal') throw new Error('both have to be read');
    for (const alias of refund.originalAliases) expect(paid.aliases).toContain(alias);
  });

  test('takes AmountRefunded, else amount_refunded, else amount', () => {
    const data = { id: 1, amount: 30, amount_refunded: 20, AmountRefunded: 10 };
    const amountOf = (change: object) =>
      readBody('provider_b', { event: 'refund.completed', data: { ...data, ...change } });
    expect(amountOf({})).toMatchObject({ amount: '10' });
    expect(amountOf({ AmountRefunded: null })).toMatchObject({ amount: '20' });
    expect(amountOf({ AmountRefunded: null, amount_refunded: undefined })).toMatchObject({ amount: '30' });
  });

  test.each([
    ['an amount that is none', { AmountRefunded: 'all' }, 'AmountRefunded must be'],
    ['an amount below 0', { AmountRefunded: -1 }, 'AmountRefunded must be'],
    ['no amount', { AmountRefunded: null }, 'AmountRefunded or amount_refunded or amount must be'],
    ['an unknown currency', { currency: '???' }, 'currency must be'],
    ['an id that is none', { id: [] }, 'id must be'],
  ])('is refused with %s', (_what, change, reason) => {
    expect(readBody('provider_b', { ...BARE, ...change })).toEqual({
      kind: 'invalid',
      reason: expect.stringMatching(new RegExp(`^${reason}`)),
    });
  });

  test.each(['failed', 'pending', 'new', 'incomplete', {}])('with the status %j is ignored', (status) => {
    const data = { ...TYPED.data, status };
    expect(readBody('provider_b', { ...BARE, status })).toMatchObject({ kind: 'ignored' });
    expect(readBody('provider_b', { ...TYPED, data })).toMatchObject({ kind: 'ignored' });
  });

  test.each(['completed', 'completed-bank-transfer', 'succeeded', 'Successful', null])(
    'with the status %j counts',
    (status) => {
      expect(readBody('provider_b', { ...BARE, status })).toMatchObject(REVERSAL);
    },
  );
});

describe('of provider_b', () => {
  test.each([
    'charge.failed',
    'charge.pending',
    'refund.pending',
    'refund.failed',
    'transfer.completed',
    'transfer.failed',
    'subscription.cancelled',
    'singlebillpayment.status',
    'charge.dispute.created',
  ])('%s is ignored, under either name', (event) => {
    const data = { ...CHARGE, ...BARE };
    const reading = { kind: 'ignored', reason: `${event} is neither a payment nor a reversal` };
    expect(readBody('provider_b', { event, data })).toEqual(reading);
    expect(readBody('provider_b', { type: event, data })).toEqual(reading);
    expect(readBody('provider_b', { ...BARE, event })).toEqual(reading);
  });

  test.each([
    ['nothing', {}],
    [
      'a bare payment of a version before',
      { id: 5, txRef: 'r', amount: 10, currency: 'NGN', status: 'successful' },
    ],
    ['a payment without an event', { data: CHARGE }],
    ['a list', [BARE]],
  ])('%s is ignored', (_what, body) => {
    expect(readBody('provider_b', body)).toMatchObject({ kind: 'ignored' });
  });
});
