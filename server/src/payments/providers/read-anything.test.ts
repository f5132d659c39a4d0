import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describePayments } from '../testing/describe-payments.ts';
import { deliveriesOf } from '../testing/provider-events.ts';
import { parseExactJson } from './parse-exact-json.ts';
import type { PaymentProvider, PaymentReading } from './payment-provider.ts';
import { PROVIDERS } from './providers.ts';

const settings = { numRuns: 1500, seed: 20260314 };

/** Genuine events of each provider, as a basis for broken ones. */
const GENUINE = describePayments({ seed: 1, count: 60, from: 1_773_482_400_000 }).flatMap((story) => {
  const { payment, reversals, undone } = deliveriesOf(story, { secret: 's', now: story.at });
  return [...payment, ...reversals, ...undone].map(({ rawBody }) => JSON.parse(rawBody) as fc.JsonValue);
});

const hostileText = fc.constantFrom(
  '',
  ' ',
  'a\0b',
  '\ud800',
  'x'.repeat(5000),
  'NaN',
  '1e400',
  '-1',
  '{"gaid":',
  '[[',
);
const hostileValue = fc.oneof(hostileText, fc.integer(), fc.double({ noNaN: true }), fc.jsonValue());

/** A genuine event with some of its members, at any depth, moved or replaced by anything. */
const brokenEvent = fc
  .tuple(fc.constantFrom(...GENUINE), fc.array(fc.tuple(fc.nat(), hostileValue), { maxLength: 4 }))
  .map(([event, changes]) => changes.reduce(changeMember, structuredClone(event)));

function changeMember(event: fc.JsonValue, [which, value]: [number, fc.JsonValue]): fc.JsonValue {
  const places: [Record<string, fc.JsonValue>, string][] = [];
  const visit = (holder: fc.JsonValue) => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [name, member] of Object.entries(holder as Record<string, fc.JsonValue>)) {
      places.push([holder as Record<string, fc.JsonValue>, name]);
      visit(member);
    }
  };
  visit(event);
  const [holder, name] = places[which % places.length] ?? [];
  if (holder && name) holder[name] = value;
  return event;
}

function read(provider: PaymentProvider, body: fc.JsonValue): PaymentReading {
  const rawBody = Buffer.from(JSON.stringify(body));
  const parsed = parseExactJson(rawBody);
  return parsed.ok ? provider.read(parsed.value, rawBody) : { kind: 'ignored', reason: parsed.reason };
}

/** Only values that the database can store, within the documented limits. */
function expectStorable(reading: PaymentReading): void {
  const text = JSON.stringify(reading);
  expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i);
  if (reading.kind === 'ignored') {
    expect(reading.reason.length).toBeLessThan(200);
    return;
  }
  expect(reading.reference).toMatch(/^.{1,255}$/s);
  expect(reading.amount).toMatch(/^(0\.\d{0,19}[1-9]|[1-9]\d{0,14}(\.\d{0,19}[1-9])?)$/);
  expect(reading.currency ?? 'USD').toMatch(/^[A-Z]{3}$/);
  expect(reading.occurredAt ?? 1).toBeGreaterThan(0);
  const aliases = reading.kind === 'payment' ? reading.aliases : reading.originalAliases;
  for (const alias of aliases) expect(alias).toMatch(/^[a-z_]+:.{1,255}$/s);
  expect(new Set(aliases).size).toBe(aliases.length);
  for (const id of Object.values(reading.identifiers)) expect(id).toMatch(/^.{1,512}$/s);
}

describe.each(PROVIDERS.map((provider) => [provider.name, provider] as const))('%s', (_name, provider) => {
  test('never throws on any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (body) => expectStorable(read(provider, body))),
      settings,
    );
  });

  test('never throws on an event that is broken somewhere, its own or another provider’s', () => {
    fc.assert(
      fc.property(brokenEvent, (body) => expectStorable(read(provider, body))),
      { ...settings, numRuns: 4000 },
    );
  });

  test('handles as many elements as a body can have', () => {
    const many = Array.from({ length: 120_000 }, () => 0);
    const object = {
      id: 'ch_1',
      amount_refunded: 5,
      currency: 'usd',
      refunds: { data: many },
      charges: { data: many },
    };
    for (const type of ['charge.refunded', 'payment_intent.succeeded']) {
      const event = { event: type, type, data: { object, metadata: many }, metadata: many };
      expectStorable(read(provider, event));
    }
  });
});
