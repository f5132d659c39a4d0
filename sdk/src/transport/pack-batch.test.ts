import { getRandomValues } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodePending, type PendingEvent } from '../events/pending-event.ts';
import { MAX_BODY_BYTES } from '../wire/limits.ts';
import { batchBody, fitBatch } from './pack-batch.ts';
import { sealEvent } from './seal-event.ts';

const UUID = '6f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11';
/** The largest record that can be sent: a body's limit without what gzip and signing may add. */
const MAX_RECORD_BYTES = MAX_BODY_BYTES - 1024 - 256;
const key = { customer_id: UUID, app_id: UUID, sdk_secret: 's' };
const clock = {
  now: () => 1_767_225_600_000,
  monotonic: () => 9_999_999_999,
  epoch: UUID,
  countsSleep: true,
};

function pendingOf(bytes: number): PendingEvent {
  const event: PendingEvent = {
    facts: { event_type: 'open', timestamp: 1, event_id: UUID, sdk_version: 's', referrer: '' },
    monotonic: 0,
    epoch: UUID,
  };
  return { ...event, facts: { ...event.facts, referrer: 'x'.repeat(bytes - encodePending(event).length) } };
}

describe('a batch', () => {
  test.each([
    ['no events', [], 50, 0],
    ['as many as requested', Array(60).fill('{}'), 50, 50],
    ['all if there are fewer', Array(7).fill('{}'), 50, 7],
    ['a record of exactly the limit', ['x'.repeat(MAX_RECORD_BYTES)], 50, 1],
    ['no record one byte over the limit', ['x'.repeat(MAX_RECORD_BYTES + 1), '{}'], 50, 0],
    ['what fits before one that does not', ['{}', 'x'.repeat(MAX_RECORD_BYTES), '{}'], 50, 1],
    ['bytes, not characters', Array(50).fill('\u20ac'.repeat(3000)), 50, 28],
  ])('holds %s', (_name, records, maxEvents, fitting) => {
    expect(fitBatch(records, maxEvents).count).toBe(fitting);
  });

  test.each([
    ['of one event', [MAX_RECORD_BYTES]],
    ['of fifty events', Array(50).fill(4966)],
  ])('%s that just fits is within the limit once signed', (_name, sizes) => {
    const events = sizes.map(pendingOf);
    expect(fitBatch(events.map(encodePending), 50).count).toBe(events.length);
    const body = batchBody(events.map((event) => sealEvent(event, key, clock, 0)));
    expect(body.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
    expect(body.length).toBeGreaterThan(MAX_BODY_BYTES * 0.93);
  });

  test('is a JSON object with the events', () => {
    const body = new TextDecoder().decode(batchBody(['{"a":"\u00e9"}', '{}']));
    expect(JSON.parse(body)).toEqual({ events: [{ a: '\u00e9' }, {}] });
  });

  test('of incompressible bytes grows by less than the space reserved for that', () => {
    const noise = Uint8Array.from({ length: MAX_BODY_BYTES - 1024 }, () => 0);
    for (let at = 0; at < noise.length; at += 65_536) getRandomValues(noise.subarray(at, at + 65_536));
    expect(gzipSync(noise).length).toBeLessThanOrEqual(MAX_BODY_BYTES);
  });
});
