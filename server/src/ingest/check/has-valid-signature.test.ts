import { createHmac, createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { splitRequest } from '../parse/split-request.ts';
import type { CheckedEvent } from './check-shape.ts';
import { hasValidSignature } from './has-valid-signature.ts';

interface Vector {
  name: string;
  secret: string;
  /** The event's text as sent. */
  event: string;
  valid: boolean;
}

const file = readFileSync(new URL('../test-data/signature-vectors.json', import.meta.url), 'utf8');
const { vectors } = JSON.parse(file) as { vectors: Vector[] };

function verify(text: string, secret: string): boolean {
  const [event] = splitRequest(text);
  if (event === undefined) throw new Error('no event');
  return hasValidSignature(event.value as CheckedEvent, event.canonical, createSecretKey(secret, 'utf8'));
}

/** An event's text with the signature over `canonical` as its last member. */
function sent(members: string, canonical: string, secret = 'secret'): string {
  return `{${members},"signature":"${createHmac('sha256', secret).update(canonical).digest('hex')}"}`;
}

test.each(vectors)('signature vector: $name', ({ secret, event, valid }) => {
  expect(verify(event, secret)).toBe(valid);
});

describe('an event is signed', () => {
  test.each([
    ['with integer-like names, sorted as text', '"9":"x","a":"z","10":"y"', '{"10":"y","9":"x","a":"z"}'],
    ['with a name written in escapes, kept so', '"b":1,"\\u0061pp":2', '{"\\u0061pp":2,"b":1}'],
    ['with a name written in escapes, signed without', '"b":1,"\\u0061pp":2', '{"app":2,"b":1}'],
    ['with names sorted by code unit', '"\ufffd":1,"\u{1f600}":2', '{"\u{1f600}":2,"\ufffd":1}'],
    ['with a quote and a backslash in a name', '"a\\\\\\"b":"\\\\","a":1', '{"a":1,"a\\\\\\"b":"\\\\"}'],
    ['with __proto__ as a member', '"__proto__":{"x":1},"a":1', '{"__proto__":{"x":1},"a":1}'],
    ['with brackets and quotes inside strings', '"a":"}],{\\"["', '{"a":"}],{\\"["}'],
    ['with a nested duplicate, kept', '"p":{"x":1,"x":2}', '{"p":{"x":1,"x":2}}'],
    ['with spaces in strings, kept', '"p" : [ " a b " , { "x y" : 1 } ]', '{"p":[" a b ",{"x y":1}]}'],
    ['with a number that JavaScript prints otherwise', '"n":1.50e+2', '{"n":1.50e+2}'],
    ['as JavaScript would print it, sent otherwise', '"n":1.50e+2,"s":"\\u00e9"', '{"n":150,"s":"é"}'],
    ['with a lone surrogate, escaped', '"s":"\\ud800"', '{"s":"\\ud800"}'],
    ['with an empty name', '"":0,"a":[]', '{"":0,"a":[]}'],
  ])('%s', (_name, members, canonical) => {
    expect(verify(sent(members, canonical), 'secret')).toBe(true);
    expect(verify(sent(members, `${canonical} `), 'secret')).toBe(false);
  });
});

test('the signature may be anywhere among the members and is never signed itself', () => {
  const [event] = splitRequest('{"signature":"x","z":1,"\\u0073ignature":"y","a":2}');
  expect(event?.canonical).toBe('{"a":2,"z":1}');
});

test('an event with only a signature has an empty canonical form', () => {
  const signature = createHmac('sha256', 'secret').update('{}').digest('hex');
  expect(verify(`{"signature":"${signature}"}`, 'secret')).toBe(true);
});

test('a secret of other than ASCII characters is keyed with its UTF-8 bytes', () => {
  expect(verify(sent('"a":1', '{"a":1}', 'geheim-ß'), 'geheim-ß')).toBe(true);
});
