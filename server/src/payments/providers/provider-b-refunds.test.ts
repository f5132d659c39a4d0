import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BARE, charge } from '../testing/provider-b-samples.ts';
import { readBody } from '../testing/read-body.ts';

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
      named: true,
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
      named: true,
      reference: 'rfd_1',
      originalAliases: ['id:chg_1'],
      amount: '50.5',
      currency: null,
      occurredAt: Date.UTC(2026, 2, 15, 8),
      identifiers: {},
    });
  });

  test('may have no id: then it is identified by a hash of its body, and flw_ref names its payment', () => {
    const hash = createHash('sha256').update(JSON.stringify(NAMED)).digest('hex');
    expect(readBody('provider_b', NAMED)).toEqual({
      ...REVERSAL,
      named: false,
      reference: `sha256:${hash}`,
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
  ])('is ignored with %s', (_what, change, reason) => {
    expect(readBody('provider_b', { ...BARE, ...change })).toEqual({
      kind: 'ignored',
      reason: expect.stringMatching(new RegExp(`^${reason}`)),
    });
  });

  test.each([
    { ...BARE, status: 'failed' },
    { ...BARE, event: undefined, status: 'FAILED' },
    { event: 'refund.completed', data: { ...BARE, status: 'failed' } },
    { event: 'refund.failed', data: { ...BARE, status: undefined } },
  ])('that fails undoes what is recorded of it', (event) => {
    expect(readBody('provider_b', event)).toMatchObject({
      kind: 'reversal',
      eventType: 'reinstated',
      reference: '61204',
      undoes: { kind: 'refund', reference: '61204', ifRecorded: true },
    });
  });

  test.each(['pending', 'new', 'incomplete', {}])('with the status %j is ignored', (status) => {
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
