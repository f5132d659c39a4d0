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
    cumulative: true,
    charge: CHARGE,
    toldBy: 'evt_1',
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
    for (const refunds of [
      undefined,
      null,
      list(),
      {},
      [],
      'later',
      { data: [5, 're_1', null] },
      list({ amount: 5 }),
    ]) {
      expect(refunded(1000, 0, { refunds })).toEqual({
        ...REVERSAL,
        eventType: 'partial_refund',
        reference: `${CHARGE}:1000`,
        amount: '10',
      });
    }
  });

  test('tells the total, whatever else the event says of it', () => {
    const first = refundOf('re_1', 1000, 1);
    const second = refundOf('re_2', 550, 2);
    for (const before of [undefined, 0, 1000, 2000])
      expect(refunded(1550, before, { refunds: list(second, first) })).toEqual({
        ...REVERSAL,
        eventType: 'partial_refund',
        reference: 're_2',
        amount: '15.5',
      });
  });

  test('is the newest of those listed, in whatever order', () => {
    const refunds = list(refundOf('re_1', 1000, 1), refundOf('re_3', 100, 3), refundOf('re_2', 550, 2));
    expect(refunded(1650, 1550, { refunds })).toMatchObject({ reference: 're_3', amount: '16.5' });
  });

  test('is told by its event, or by a hash of one without an id', () => {
    const event = { type: 'charge.refunded', data: { object: { ...charge, amount_refunded: 5 } } };
    expect(readBody('provider_c', event)).toMatchObject({ toldBy: expect.stringMatching(/^sha256:/) });
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
    ['no total', { amount_refunded: null }, 'data.object.amount_refunded must be'],
    [
      'a part of a minor unit',
      { amount_refunded: 10.5 },
      'data.object.amount_refunded must be a whole number',
    ],
    ['no charge', { id: null }, 'data.object.id must be'],
    ['no currency', { currency: null }, 'data.object.currency must be'],
    ['a total of 0', { amount_refunded: 0 }, 'data.object.amount_refunded is 0'],
  ])('is ignored with %s', (_what, change, reason) => {
    const reading = refunded(1000, 0, change);
    expect(reading).toEqual({ kind: 'ignored', reason: expect.stringContaining(reason) });
  });
});

describe('a refund of provider_c that fails', () => {
  const refund = {
    id: 're_1',
    object: 'refund',
    amount: 1000,
    currency: 'usd',
    charge: CHARGE,
    payment_intent: INTENT,
  };
  const REINSTATED = {
    kind: 'reversal',
    eventType: 'reinstated',
    reference: 're_1',
    amount: '10',
    currency: 'USD',
    occurredAt: AT,
    cumulative: false,
    charge: CHARGE,
    identifiers: {},
    originalAliases: [`payment_intent:${INTENT}`, `charge:${CHARGE}`],
    undoes: { kind: 'refund', reference: 're_1', ifRecorded: false },
  };

  test.each([
    ['refund.failed', 'failed'],
    ['refund.failed', undefined],
    ['refund.updated', 'failed'],
    ['refund.updated', 'canceled'],
    ['charge.refund.updated', 'failed'],
  ])('is told by %s with the status %s', (type, status) => {
    expect(read(type, { ...refund, status })).toEqual(REINSTATED);
  });

  test.each([
    ['refund.updated', 'succeeded'],
    ['refund.updated', undefined],
    ['charge.refund.updated', 'pending'],
    ['refund.created', 'failed'],
  ])('is not told by %s with the status %s', (type, status) => {
    expect(read(type, { ...refund, status })).toMatchObject({ kind: 'ignored' });
  });
});
