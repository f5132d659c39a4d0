import { describe, expect, test } from 'vitest';
import { readBody } from '../testing/read-body.ts';

const AT = Date.UTC(2026, 2, 14, 10);
const INTENT = 'pi_7F2';
const CHARGE = 'ch_7F2';

const charge = {
  id: CHARGE,
  object: 'charge',
  amount: 2550,
  amount_captured: 2550,
  amount_refunded: 0,
  currency: 'usd',
  paid: true,
  captured: true,
  refunded: false,
  status: 'succeeded',
  payment_intent: INTENT,
  created: AT / 1000 - 5,
  metadata: {},
  dispute: null,
  invoice: null,
  refunds: { object: 'list', data: [], has_more: false, total_count: 0 },
};

function read(type: string, object: object, previous?: object) {
  const data = { object, ...(previous && { previous_attributes: previous }) };
  return readBody('provider_c', { id: 'evt_1', object: 'event', created: AT / 1000, type, data });
}

describe('a refund of provider_c', () => {
  const REVERSAL = {
    kind: 'reversal',
    currency: 'USD',
    occurredAt: AT,
    cumulative: false,
    identifiers: {},
    originalAliases: [`payment_intent:${INTENT}`, `charge:${CHARGE}`],
  };
  const refundOf = (id: string, amount: number, created = 1) => ({ id, object: 'refund', amount, created });
  const list = (...data: object[]) => ({ object: 'list', data, has_more: false });
  /** The charge after refunds of `total`, of which `before` had been reported. */
  const refunded = (total: number, before?: number, change: object = {}) =>
    read(
      'charge.refunded',
      { ...charge, amount_refunded: total, refunded: total === charge.amount, ...change },
      before === undefined ? undefined : { amount_refunded: before, refunded: false },
    );

  test('is identified by its own id if the refunds are listed', () => {
    expect(refunded(2550, 0, { refunds: list(refundOf('re_1', 2550)) })).toEqual({
      ...REVERSAL,
      eventType: 'refund',
      reference: 're_1',
      amount: '25.5',
    });
  });

  test('is identified by the charge and its total if they are not', () => {
    for (const refunds of [undefined, null, list(), {}, [], 'later', { data: [5, 're_1', null] }]) {
      expect(refunded(1000, 0, { refunds })).toEqual({
        ...REVERSAL,
        eventType: 'partial_refund',
        reference: `${CHARGE}:1000`,
        amount: '10',
      });
    }
  });

  test('is one of several of a charge, each with the increase of the total', () => {
    const first = refundOf('re_1', 1000, 1);
    const second = refundOf('re_2', 550, 2);
    const third = refundOf('re_3', 1000, 3);
    const part = (reference: string, amount: string) => ({
      ...REVERSAL,
      eventType: 'partial_refund',
      reference,
      amount,
    });
    expect(refunded(1000, 0, { refunds: list(first) })).toEqual(part('re_1', '10'));
    expect(refunded(1550, 1000, { refunds: list(second, first) })).toEqual(part('re_2', '5.5'));
    const last = { ...part('re_3', '10'), eventType: 'refund' };
    expect(refunded(2550, 1550, { refunds: list(third, second, first) })).toEqual(last);
    expect(refunded(1000, 0)).toEqual(part(`${CHARGE}:1000`, '10'));
    expect(refunded(1550, 1000)).toEqual(part(`${CHARGE}:1550`, '5.5'));
    expect(refunded(2550, 1550)).toEqual({ ...part(`${CHARGE}:2550`, '10'), eventType: 'refund' });
  });

  test('is the newest of those listed, in whatever order', () => {
    const refunds = list(refundOf('re_1', 1000, 1), refundOf('re_3', 100, 3), refundOf('re_2', 550, 2));
    expect(refunded(1650, 1550, { refunds })).toMatchObject({ reference: 're_3', amount: '1' });
    const alike = list(refundOf('re_1', 500, 1), refundOf('re_3', 500, 3), refundOf('re_2', 500, 2));
    expect(refunded(1500, 1000, { refunds: alike })).toMatchObject({ reference: 're_3', amount: '5' });
  });

  test('is, among those of one second, the one with the right amount, else the first', () => {
    const refunds = list(refundOf('re_2', 550), refundOf('re_1', 1000));
    expect(refunded(1550, 550, { refunds })).toMatchObject({ reference: 're_1', amount: '10' });
    expect(refunded(1550, 1000, { refunds })).toMatchObject({ reference: 're_2', amount: '5.5' });
    const alike = list(refundOf('re_2', 550), refundOf('re_1', 550));
    expect(refunded(1100, 550, { refunds: alike })).toMatchObject({ reference: 're_2' });
    expect(refunded(1550, undefined, { refunds })).toMatchObject({ reference: 're_2', amount: '5.5' });
  });

  test('takes its own amount if the event lacks the previous total', () => {
    const refunds = list(refundOf('re_2', 550, 2), refundOf('re_1', 1000, 1));
    expect(refunded(1550, undefined, { refunds })).toMatchObject({
      reference: 're_2',
      amount: '5.5',
      cumulative: false,
    });
  });

  test('reports everything refunded so far if nothing else is known', () => {
    expect(refunded(1550)).toMatchObject({
      reference: `${CHARGE}:1550`,
      amount: '15.5',
      cumulative: true,
      eventType: 'partial_refund',
    });
  });

  test.each([
    ['refunded is true', { refunded: true }, 'refund'],
    ['the total is the amount', { refunded: false, amount: 1000 }, 'refund'],
    ['neither', { refunded: false }, 'partial_refund'],
    ['refunded is the text true', { refunded: 'true' }, 'partial_refund'],
    ['nothing is said', { refunded: undefined, amount: undefined }, 'partial_refund'],
  ])('when %s: %o is a %s', (_when, change, eventType) => {
    expect(refunded(1000, 0, change)).toMatchObject({ eventType });
  });

  test('names the payment by the aliases of its announcements', () => {
    const { originalAliases: names } = refunded(1000, 0) as { originalAliases?: readonly string[] };
    expect(read('charge.succeeded', charge)).toHaveProperty('aliases', names);
    const withoutIntent = refunded(1000, 0, { payment_intent: null });
    expect(withoutIntent).toMatchObject({ originalAliases: [`charge:${CHARGE}`] });
  });

  test('keeps the device that the charge was made for', () => {
    expect(refunded(1000, 0, { metadata: { gaid: 'g-1' } })).toMatchObject({ identifiers: { gaid: 'g-1' } });
  });

  test.each([
    ['no total', { amount_refunded: null }, 0, 'data.object.amount_refunded less data.previous_attributes'],
    [
      'no total, and none before',
      { amount_refunded: null },
      undefined,
      'data.object.amount_refunded must be',
    ],
    ['a total below the one before', {}, 2000, 'data.object.amount_refunded less data.previous_attributes'],
    ['a part of a minor unit', { amount_refunded: 10.5 }, 0, 'data.object.amount_refunded less'],
    ['no charge', { id: null }, 0, 'data.object.id must be'],
    ['no currency', { currency: null }, 0, 'data.object.currency must be'],
    [
      'a listed refund without an id',
      { refunds: list({ amount: 5 }) },
      0,
      'data.object.refunds.data.id must be',
    ],
  ])('is ignored with %s', (_what, change, before, reason) => {
    const reading = refunded(1000, before, change);
    expect(reading).toEqual({ kind: 'ignored', reason: expect.stringContaining(reason) });
  });

  test('of 0 is ignored', () => {
    expect(refunded(1000, 1000)).toMatchObject({ kind: 'ignored' });
  });
});
