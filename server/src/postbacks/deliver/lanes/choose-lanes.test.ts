import { expect, test } from 'vitest';
import { chooseLanes } from './choose-lanes.ts';

const LIMITS = { all: 4, impaired: 2 };

/** Lanes by name: `F…` fails, `S…` is slow, any other is sound. */
const lanes = (names: string) =>
  names
    .split(' ')
    .filter((name) => name !== '')
    .map((config_id) => ({
      customer_id: 'account',
      config_id,
      due: 1,
      failures: config_id.startsWith('F') ? 3 : 0,
    }));

test.each([
  ['all of them where there is room', 'a b', '', 'a b'],
  ['as many as there is room for', 'a b c d e', '', 'a b c d'],
  ['none where there is no room', 'a', 'b c d e', ''],
  ['none where more run than may, since the limit has been lowered', 'a', 'b c d e f', ''],
  ['sound ones before impaired ones', 'S1 F1 a', '', 'a S1 F1'],
  ['only so many that fail', 'F1 F2 F3 F4', '', 'F1 F2'],
  ['only so many that are slow', 'S1 S2 S3 S4 a', '', 'a S1 S2'],
  ['only so many impaired ones, those that run included', 'F1 S1 a', 'S2 b', 'a F1'],
  ['no impaired one where enough of them run', 'F1 S1 a', 'S2 F2', 'a'],
])('it starts %s', (_name, due, running, expected) => {
  const isSlow = ({ config_id }: { config_id: string }) => config_id.startsWith('S');
  const chosen = chooseLanes(lanes(due), lanes(running), isSlow, LIMITS);
  expect(chosen.map(({ config_id }) => config_id).join(' ')).toBe(expected);
});
