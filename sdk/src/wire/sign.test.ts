import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DeviceEvent, UnsignedEvent } from './event.ts';
import { signCanonical, signEvent } from './sign.ts';

interface Vector {
  name: string;
  secret: string;
  /** The event's text as sent. */
  event: string;
  valid: boolean;
}

const file = readFileSync(new URL('./test-data/signature-vectors.json', import.meta.url), 'utf8');
const { vectors } = JSON.parse(file) as { vectors: Vector[] };

const event: UnsignedEvent = {
  event_type: 'purchase',
  timestamp: 1_767_225_600_000,
  customer_id: '6f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11',
  app_id: '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22',
  event_id: 'evt-00000001',
  sdk_version: 'test-1.0',
};

test('another library computes the same signature over the same text', () => {
  const canonical = '{"a":"é \u{1f600} ñ","b":1}';
  const expected = createHmac('sha256', 'geheim-ß').update(canonical, 'utf8').digest('hex');
  expect(signCanonical(canonical, 'geheim-ß')).toBe(expected);
});

test('a known event gets the expected signature, whatever the order of its members', () => {
  const secret = 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184';
  const known = '06cc928c02062006865b3d08c90dff8be2d2776899b44857f3822a78848b04ca';
  expect(signEvent(event, secret).signature).toBe(known);
  const turned = Object.fromEntries(Object.entries(event).reverse()) as unknown as UnsignedEvent;
  expect(signEvent(turned, secret).signature).toBe(known);
});

test.each(vectors)('signature vector: $name', ({ secret, event: text, valid }) => {
  const parsed = JSON.parse(text) as DeviceEvent;
  expect(signEvent(parsed, secret).signature === parsed.signature.toLowerCase()).toBe(valid);
});
