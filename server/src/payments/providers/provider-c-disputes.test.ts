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
import { readBody } from '../testing/read-body.ts';

describe('a dispute of provider_c', () => {
  const dispute = {
    id: 'dp_1',
    object: 'dispute',
    amount: 2550,
    currency: 'usd',
    charge: CHARGE,
    payment_intent: INTENT,
    status: 'needs_response',
    reason: 'fraudulent',
    metadata: {},
    created: AT / 1000,
  };

  test('is a reversal of its charge', () => {
    expect(read('charge.dispute.created', dispute)).toEqual({
      kind: 'reversal',
      eventType: 'dispute',
      reference: 'dp_1',
      amount: '25.5',
      currency: 'USD',
      originalAliases: [`payment_intent:${INTENT}`, `charge:${CHARGE}`],
      cumulative: false,
      occurredAt: AT,
      identifiers: {},
    });
    expect(read('charge.dispute.created', { ...dispute, payment_intent: null })).toMatchObject({
      originalAliases: [`charge:${CHARGE}`],
    });
  });

  test.each(['warning_needs_response', 'warning_under_review'])(
    'is none while it is an inquiry (%s)',
    (status) => {
      const reason = 'an inquiry is no dispute: no money moves';
      expect(read('charge.dispute.created', { ...dispute, status })).toEqual({ kind: 'ignored', reason });
      expect(read('charge.dispute.funds_withdrawn', dispute)).toMatchObject({
        eventType: 'dispute',
        reference: 'dp_1',
      });
    },
  );

  test('that is won gives back what came back', () => {
    const moved = (...amounts: number[]) => ({
      balance_transactions: amounts.map((amount) => ({ amount, currency: 'usd' })),
    });
    for (const [type, change, amount] of [
      ['closed', {}, '25.5'],
      ['funds_reinstated', {}, '25.5'],
      ['funds_reinstated', moved(-2550, 1000), '10'],
      ['funds_reinstated', { balance_transactions: [{ amount: 900, currency: 'eur' }] }, '25.5'],
    ] as const)
      expect(read(`charge.dispute.${type}`, { ...dispute, status: 'won', ...change })).toMatchObject({
        eventType: 'reinstated',
        reference: 'dp_1',
        amount,
        undoes: { kind: 'dispute', reference: 'dp_1' },
      });
    for (const status of ['lost', 'warning_closed'])
      expect(read('charge.dispute.closed', { ...dispute, status })).toMatchObject({ kind: 'ignored' });
  });

  test.each([
    ['no amount', { amount: null }, 'data.object.amount must be'],
    ['no currency', { currency: undefined }, 'data.object.currency must be'],
    ['no id', { id: null }, 'data.object.id must be'],
  ])('is ignored with %s', (_what, change, reason) => {
    const reading = read('charge.dispute.created', { ...dispute, ...change });
    expect(reading).toEqual({ kind: 'ignored', reason: expect.stringContaining(reason) });
  });
});

describe('of provider_c', () => {
  // biome-ignore format: a group a line.
  test.each([
    'charge.failed', 'charge.pending', 'charge.captured', 'charge.updated', 'charge.expired',
    'charge.dispute.closed', 'charge.dispute.updated', 'charge.refund.updated', 'refund.created', 'refund.updated',
    'payment_intent.created', 'payment_intent.payment_failed', 'payment_intent.canceled',
    'checkout.session.expired', 'checkout.session.async_payment_succeeded', 'invoice.created',
    'invoice.finalized', 'invoice.payment_failed', 'customer.created', 'payout.paid', 'ping',
  ])('%s is ignored', (type) => {
    const object = { ...session, ...invoice, ...charge, ...intent, amount_refunded: 100 };
    const reading = { kind: 'ignored', reason: `${type} is neither a payment nor a reversal` };
    expect(read(type, object)).toEqual(reading);
  });

  test.each(['{}', '[]', 'null', '{"type":5}', '{"type":{}}', '{"event":"charge.succeeded"}'])(
    '%s is ignored',
    (body) => {
      expect(readBody('provider_c', body)).toMatchObject({ kind: 'ignored' });
    },
  );

  test.each(ANNOUNCEMENTS.map(([type]) => type))('%s without an object is no failure', (type) => {
    for (const data of [undefined, null, [], 'x', { object: null }, { object: [] }, { object: 'ch_1' }]) {
      expect(['ignored']).toContain(readBody('provider_c', { type, data }).kind);
    }
  });

  test.each([
    ['seconds', AT / 1000, AT],
    ['text', '2026-03-14T10:00:00Z', AT],
    ['nothing', null, null],
    ['a negative time', -5, null],
    ['a time beyond the year 9999', 253_402_300_800, null],
    ['an object', {}, null],
  ])('an event made at %s', (_what, created, occurredAt) => {
    const event = { type: 'charge.succeeded', created, data: { object: charge } };
    expect(readBody('provider_c', event)).toMatchObject({ kind: 'payment', occurredAt });
  });
});
