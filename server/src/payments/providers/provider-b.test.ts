import { describe, expect, test } from 'vitest';
import { BARE, CHARGE, charge } from '../testing/provider-b-samples.ts';
import { readBody } from '../testing/read-body.ts';

const PAID = { kind: 'payment', eventType: 'payment', reference: 'order-551' };

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

  test('has no name of which the provider writes that there is none', () => {
    expect(charge({ flw_ref: 'N/A' })).toMatchObject({ aliases: ['tx_ref:order-551', 'id:9120331'] });
    expect(charge({ tx_ref: 'N/A', flw_ref: 'N/A' })).toMatchObject({
      reference: '9120331',
      aliases: ['id:9120331'],
    });
    expect(charge({ tx_ref: 'N/A', flw_ref: 'N/A', id: 'N/A' })).toMatchObject({
      kind: 'ignored',
      reason: expect.stringContaining('data.tx_ref or data.reference or data.flw_ref or data.id'),
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
  ])('of %s is ignored', (written) => {
    const body = `{"event":"charge.completed","data":{"tx_ref":"t","amount":${written},"currency":"UGX"}}`;
    expect(readBody('provider_b', body)).toEqual({
      kind: 'ignored',
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
  ])('is ignored with %s', (_what, change, reason) => {
    expect(charge(change)).toEqual({ kind: 'ignored', reason: expect.stringContaining(reason) });
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

describe('of provider_b', () => {
  test.each([
    'charge.failed',
    'charge.pending',
    'refund.pending',
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
