import { describe, expect, test } from 'vitest';
import { classifyResponse } from './classify-response.ts';
import { parseRetryAfter } from './retry-after.ts';

describe('an ingest request', () => {
  test.each([
    [undefined, 'transient'],
    [200, 'answered'],
    [204, 'answered'],
    [304, 'refused'],
    [400, 'divisible'],
    [401, 'refused'],
    [403, 'divisible'],
    [404, 'refused'],
    [405, 'refused'],
    [408, 'transient'],
    [410, 'refused'],
    [413, 'too_large'],
    [422, 'refused'],
    [429, 'transient'],
    [500, 'transient'],
    [502, 'transient'],
    [503, 'transient'],
    [504, 'transient'],
  ] as const)('with status %s is %s', (status, verdict) => {
    expect(classifyResponse(status)).toBe(verdict);
  });
});

test('a 403 with a code is about the account, not about an event', () => {
  expect(classifyResponse(403, 'FEATURE_NOT_AVAILABLE')).toBe('refused');
});

describe('a Retry-After header', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['0', 0],
    ['7', 7000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ])('of %j is %s ms', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });
});
