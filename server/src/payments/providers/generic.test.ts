import { describe, expect, test } from 'vitest';
import { readBody } from '../testing/read-body.ts';

const PAYMENT = { reference: 'inv-1', amount: 19.99, currency: 'EUR' };
const AT = Date.UTC(2026, 2, 14, 10);

const read = (change: object = {}) => readBody('generic', { ...PAYMENT, ...change });

describe('a payload of generic', () => {
  test('is a payment by default', () => {
    expect(read()).toEqual({
      kind: 'payment',
      eventType: 'payment',
      reference: 'inv-1',
      aliases: ['reference:inv-1'],
      amount: '19.99',
      currency: 'EUR',
      occurredAt: null,
      identifiers: {},
    });
    expect(read({ event_type: 'payment' })).toEqual(read());
    expect(read({ event_type: null })).toEqual(read());
  });

  test.each(['refund', 'partial_refund', 'chargeback', 'dispute'])('may be a %s', (eventType) => {
    const reversal = { event_type: eventType, original_reference: 'inv-1', reference: 'rev-1' };
    expect(read({ ...reversal, amount: '5.00', occurred_at: AT, metadata: { user_id: 'u' } })).toEqual({
      kind: 'reversal',
      eventType,
      reference: 'rev-1',
      originalAliases: ['reference:inv-1', 'reversal:rev-1'],
      amount: '5',
      currency: 'EUR',
      cumulative: false,
      occurredAt: AT,
      identifiers: { user_id: 'u' },
    });
    expect(read({ event_type: eventType })).toMatchObject({ kind: 'reversal', originalAliases: [] });
  });

  test('may be money that came back, of a reversal or of a payment', () => {
    expect(
      read({ event_type: 'reinstated', original_reference: 'rev-1', reference: 'back-1' }),
    ).toMatchObject({
      kind: 'reversal',
      eventType: 'reinstated',
      reference: 'back-1',
      originalAliases: ['reversal:rev-1', 'reference:rev-1'],
      alternatives: true,
    });
  });

  test.each(['Payment', 'refunded', 'subscription', 'refund_by_amount', 'toString', '5'])(
    'of the type %s is ignored',
    (type) => {
      const reading = { kind: 'ignored', reason: `${type} is neither a payment nor a reversal` };
      expect(read({ event_type: type })).toEqual(reading);
    },
  );

  test.each([
    ['1e3', '1000'],
    ['100.0', '100'],
    ['"5000"', '5000'],
    ['0.001', '0.001'],
    ['999999999999999.99', '999999999999999.99'],
  ])('keeps the amount %s as %s, whatever the currency', (written, amount) => {
    for (const currency of ['USD', 'JPY', 'KWD', 'xof']) {
      const body = `{"reference":"r","amount":${written},"currency":"${currency}"}`;
      expect(readBody('generic', body)).toMatchObject({ amount, currency: currency.toUpperCase() });
    }
  });

  test.each([
    ['a time in ms', AT, AT],
    ['text of ISO 8601', '2026-03-14T10:00:00Z', AT],
    ['another zone', '2026-03-14T12:30:00.000+02:30', AT],
    ['no zone: UTC', '2026-03-14 10:00:00', AT],
    ['null', null, null],
    ['the year 2001', 1e12, 1e12],
  ])('may have %s', (_what, occurredAt, expected) => {
    expect(read({ occurred_at: occurredAt })).toMatchObject({ kind: 'payment', occurredAt: expected });
  });

  test.each([
    ['no reference', { reference: undefined }, 'reference must be a string of 1 to 255 characters'],
    ['a reference that is too long', { reference: 'r'.repeat(256) }, 'reference must be'],
    ['no amount', { amount: undefined }, 'amount must be a number of 0 or more, below 1e15'],
    ['an amount below 0', { amount: -0.01 }, 'amount must be'],
    ['an amount of 1e15', { amount: 1e15 }, 'amount must be'],
    ['no currency', { currency: undefined }, 'currency must be an ISO 4217 code'],
    ['a reversal without a currency', { event_type: 'refund', currency: null }, 'currency must be'],
    ['an unknown currency', { currency: 'ABC' }, 'currency must be'],
    ['a currency with a dotless i', { currency: '\u0131QD' }, 'currency must be'],
    ['a currency with a sharp s', { currency: '\u00dfP' }, 'currency must be'],
    ['a currency with a ligature', { currency: '\ufb06n' }, 'currency must be'],
    ['a type that is a list', { event_type: ['refund'] }, 'event_type must be a string'],
    ['an empty type', { event_type: '' }, 'event_type must be a string'],
    ['a time in seconds', { occurred_at: AT / 1000 }, 'occurred_at must be Unix ms or an ISO 8601 string'],
    ['a time that is a word', { occurred_at: 'today' }, 'occurred_at must be'],
    ['a time with decimals', { occurred_at: AT + 0.5 }, 'occurred_at must be'],
    ['a time beyond the year 9999', { occurred_at: 253_402_300_800_000 }, 'occurred_at must be'],
    ['a day that there is not', { occurred_at: '2026-13-40T10:00:00Z' }, 'occurred_at must be'],
    [
      'an original that is none',
      { event_type: 'refund', original_reference: {} },
      'original_reference must be',
    ],
  ])('is ignored with %s', (_what, change, reason) => {
    expect(read(change)).toEqual({
      kind: 'ignored',
      reason: expect.stringMatching(new RegExp(`^${reason}`)),
    });
  });

  test.each(['null', '[]', '5', '"payment"', 'true'])('is ignored as %s', (body) => {
    const reason = 'the body must be a JSON object';
    expect(readBody('generic', body)).toEqual({ kind: 'ignored', reason });
  });

  test('of 0 is ignored', () => {
    expect(read({ amount: '0.00' })).toEqual({ kind: 'ignored', reason: 'amount is 0' });
  });

  test('may carry anything else', () => {
    expect(read({ metadata: 'none', items: [1, 2], original_reference: 'x' })).toEqual(read());
  });
});
