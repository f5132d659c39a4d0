import { expect, test } from 'vitest';
import { readRevenue } from './read-revenue.ts';

test.each([
  ['5', { revenue: '5' }],
  ['4.99', { revenue: '4.99' }],
  ['0', { revenue: '0' }],
  ['$5.00', { revenue: '5', currency: 'USD' }],
  ['-1', undefined],
  ['1,5', undefined],
  ['€5', undefined],
  ['1e15', undefined],
  ['free', undefined],
])('the amount %s is read as %j', (text, expected) => {
  expect(readRevenue(text)).toEqual(expected);
});
