import { describe, expect, test } from 'vitest';
import { PROVIDERS, providerNamed } from '../providers/providers.ts';
import { describePayments } from './describe-payments.ts';
import { deliveriesOf } from './provider-events.ts';
import { readBody } from './read-body.ts';
import type { Delivery } from './sign-delivery.ts';

const FROM = Date.UTC(2026, 2, 14);
const SIGNING = { secret: 'secret_1', now: FROM };
const STORIES = describePayments({ seed: 7, count: 300, from: FROM }, (index) =>
  index % 2 === 0 ? { user_id: `u-${index}` } : undefined,
);

const verify = ({ provider, headers, rawBody }: Delivery, secret: string) =>
  providerNamed(provider)?.verify(
    { header: (name) => headers[name], rawBody: Buffer.from(rawBody) },
    secret,
    FROM,
  );
const readOf = ({ provider, rawBody }: Delivery) => readBody(provider, rawBody);

describe('payments generated from a seed', () => {
  test('are the same for the same seed, and others for another', () => {
    const again = describePayments({ seed: 7, count: 300, from: FROM }, (index) =>
      index % 2 === 0 ? { user_id: `u-${index}` } : undefined,
    );
    expect(again).toEqual(STORIES);
    expect(describePayments({ seed: 8, count: 300, from: FROM })).not.toEqual(STORIES);
  });

  test('have reversals of every provider that are undone, and others that are not', () => {
    const kinds = new Set(
      STORIES.flatMap(({ provider, reversals = [] }) =>
        reversals.map(
          ({ type, isUndone }) => `${provider} ${type === 'dispute' ? type : 'refund'} ${isUndone}`,
        ),
      ),
    );
    expect([...kinds].toSorted().filter((kind) => kind.endsWith('true'))).toEqual([
      'generic dispute true',
      'generic refund true',
      'provider_a refund true',
      'provider_b refund true',
      'provider_c dispute true',
      'provider_c refund true',
    ]);
    expect([...kinds].filter((kind) => kind.endsWith('undefined'))).toHaveLength(6);
  });

  test('come from every provider, with every reversal that it knows', () => {
    const types = new Set(
      STORIES.flatMap(({ provider, reversals = [] }) => reversals.map(({ type }) => `${provider} ${type}`)),
    );
    expect([...types].toSorted()).toEqual([
      'generic chargeback',
      'generic dispute',
      'generic partial_refund',
      'generic refund',
      'provider_a refund',
      'provider_b refund',
      'provider_c dispute',
      'provider_c refund',
    ]);
    expect(new Set(STORIES.map(({ provider }) => provider)).size).toBe(PROVIDERS.length);
  });
});

describe('the deliveries of a story', () => {
  test('are signed as the provider signs', () => {
    for (const story of STORIES) {
      const { payment, reversals, undone } = deliveriesOf(story, SIGNING);
      for (const delivery of [...payment, ...reversals, ...undone]) {
        expect(verify(delivery, SIGNING.secret)).toBeNull();
        expect(verify(delivery, 'another')).not.toBeNull();
      }
    }
  });

  test('report one payment, with the story’s amounts', () => {
    for (const story of STORIES) {
      const readings = deliveriesOf(story, SIGNING).payment.map(readOf);
      const { amount, currency, at: occurredAt } = story;
      for (const reading of readings) {
        expect(reading).toMatchObject({ kind: 'payment', amount, currency, occurredAt });
      }
      expect(new Set(readings.map((reading) => reading.kind === 'payment' && reading.reference)).size).toBe(
        1,
      );
      const carried = readings.map((reading) => (reading.kind === 'payment' ? reading.identifiers : {}));
      expect(Object.assign({}, ...carried)).toEqual(story.metadata ?? {});
    }
  });

  test('give back what is undone, by the name of what it undoes', () => {
    for (const story of STORIES) {
      const undone = (story.reversals ?? []).filter(({ isUndone }) => isUndone);
      const readings = deliveriesOf(story, SIGNING).undone.map(readOf);
      const back = readings.map((reading) => {
        if (reading.kind !== 'reversal' || !reading.undoes?.reference) throw new Error('it undoes nothing');
        return { type: reading.eventType, of: reading.undoes.reference, amount: reading.amount };
      });
      // A dispute that is won is told by two events.
      const once = [...new Map(back.map((one) => [one.of, one])).values()];
      expect(once.map(({ type, amount }) => [type, Number(amount)])).toEqual(
        undone.map(({ amount }) => ['reinstated', Number(amount)]),
      );
    }
  });

  test('reverse that payment, each once, to the last digit', () => {
    for (const story of STORIES) {
      const { payment, reversals } = deliveriesOf(story, SIGNING);
      const known = payment
        .map(readOf)
        .flatMap((reading) => (reading.kind === 'payment' ? reading.aliases : []));
      const readings = reversals.map(readOf);
      for (const [index, { type, amount }] of (story.reversals ?? []).entries()) {
        const reading = readings[index];
        if (reading?.kind !== 'reversal') throw new Error(`not a reversal: ${JSON.stringify(reading)}`);
        // provider_c tells the total of a charge's refunds.
        if (reading.cumulative) expect(Number(reading.amount)).toBeGreaterThanOrEqual(Number(amount));
        else expect(reading).toMatchObject({ amount });
        expect([type, 'refund_by_amount', 'partial_refund', 'refund']).toContain(reading.eventType);
        expect(reading.originalAliases.some((alias) => known.includes(alias))).toBe(true);
      }
      const references = readings.map((reading) => reading.kind === 'reversal' && reading.reference);
      expect(new Set(references).size).toBe(readings.length);
    }
  });
});
