import { expect, test, vi } from 'vitest';
import { JsonNumber } from '../parse-exact-json.ts';
import { readInstant } from './read-instant.ts';

const AT = Date.UTC(2026, 2, 14, 10);
const read = (value: string | JsonNumber, unit: 1 | 1000 = 1) => readInstant({ path: 'at', value }, unit);

test.each([
  ['2026-03-14T10:00:00Z', AT],
  ['2026-03-14T10:00Z', AT],
  ['2026-03-14T10:00:00.250Z', AT + 250],
  ['2026-03-14T12:30:00+02:30', AT],
  ['2026-03-14T05:00:00-0500', AT],
  ['2026-03-14 10:00:00', AT],
  ['2026-03-14T10:00:00', AT],
  ['2026-03-14', null],
  ['14.03.2026', null],
  ['2026-02-31T99:00:00Z', null],
  ['1969-12-31T23:59:59Z', null],
  [`${AT}`, null],
  ['', null],
])('%j is %j, wherever the machine is', (text, ms) => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(read(text)).toBe(ms);
  vi.unstubAllEnvs();
});

test('takes numbers as Unix ms or seconds, up to the year 9999', () => {
  expect(read(new JsonNumber(`${AT}`))).toBe(AT);
  expect(read(new JsonNumber(`${AT / 1000}`), 1000)).toBe(AT);
  expect(read(new JsonNumber('253402300799999'))).toBe(253_402_300_799_999);
  expect(read(new JsonNumber('253402300800000'))).toBeNull();
  expect(read(new JsonNumber('0'))).toBeNull();
  expect(read(new JsonNumber('1.5'))).toBeNull();
  expect(read(new JsonNumber('1e400'))).toBeNull();
});
