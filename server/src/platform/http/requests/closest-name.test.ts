import { expect, test } from 'vitest';
import { closestName } from './closest-name.ts';

const KNOWN = ['resource', 'app_id', 'team_id', 'date_from', 'date_to', 'cursor'];

test.each([
  ['from', 'date_from'],
  ['to', 'date_to'],
  ['appid', 'app_id'],
  ['appId', 'app_id'],
  ['App_ID', 'app_id'],
  ['app', 'app_id'],
  ['team', 'team_id'],
  ['teamid', 'team_id'],
  ['date-from', 'date_from'],
  ['dateFrom', 'date_from'],
  ['date_form', 'date_from'],
  ['from_date', 'date_from'],
  ['to_date', 'date_to'],
  ['end_date', 'date_to'],
  ['Resource', 'resource'],
  ['resorce', 'resource'],
  ['cursors', 'cursor'],
  ['colour_scheme', undefined],
  ['', undefined],
  ['__proto__', undefined],
])('%s: %s is meant', (given, meant) => {
  expect(closestName(given, KNOWN)).toBe(meant);
});

test('a long name costs no more than a short one', () => {
  expect(closestName('x'.repeat(100_000), KNOWN)).toBeUndefined();
});
