import { expect, test } from 'vitest';
import type { Histories } from '../fraud-facts.ts';
import { firingInReview } from '../testing/judged-installs.ts';

const counts = (devices: Readonly<Record<string, number>>) =>
  Object.entries(devices).map(([missing, each]) => ({ missing, devices: each }));

/** Of a link with 20 devices that miss everything, in an app of which nobody else misses anything. */
const SPOOFED: Histories = {
  missing: 'key session',
  ofLink: counts({ '': 60, 'key session': 20 }),
  organic: counts({ '': 800 }),
};

test.each<[string, Partial<Histories>, boolean]>([
  ['much is missing, as with others of its link and no organic one', {}, true],
  ['nothing is missing', { missing: '' }, false],
  [
    'a session is missing, as with half of the organic ones',
    {
      missing: 'session',
      ofLink: counts({ '': 60, session: 20 }),
      organic: counts({ '': 400, session: 400 }),
    },
    false,
  ],
  [
    'a key is missing where nobody has sessions',
    {
      missing: 'key session',
      organic: counts({ session: 800 }),
      ofLink: counts({ session: 60, 'key session': 20 }),
    },
    true,
  ],
  [
    'a session is missing where nobody has any, among devices without a key',
    {
      missing: 'session',
      organic: counts({ session: 800 }),
      ofLink: counts({ session: 60, 'key session': 20 }),
    },
    false,
  ],
  [
    'others of the link miss something else that is as rare',
    {
      ofLink: counts({ '': 60, 'key session': 2, session: 1, 'key order': 1 }),
    },
    true,
  ],
  [
    'others of the link miss something rare, and many what half of the organic ones miss',
    {
      ofLink: counts({ '': 30, session: 30, 'key session': 2, key: 1, 'key order': 1 }),
      organic: counts({ '': 400, session: 400 }),
    },
    true,
  ],
  ['only three of its link miss anything', { ofLink: counts({ '': 5, 'key session': 3 }) }, false],
  ['four of its link do, among a thousand', { ofLink: counts({ '': 996, 'key session': 4 }) }, false],
  ['few devices came by themselves', { organic: counts({ '': 30 }) }, false],
  ['no device came by itself', { organic: [] }, false],
  [
    'one in a hundred organic ones misses it, and one in four of the link',
    {
      organic: counts({ '': 792, 'key session': 8 }),
    },
    true,
  ],
  [
    'one in a hundred organic ones misses it, and one in ten of the link',
    {
      organic: counts({ '': 792, 'key session': 8 }),
      ofLink: counts({ '': 72, 'key session': 8 }),
    },
    false,
  ],
])('where %s: %s', (_what, histories, fires) => {
  const found = firingInReview({ histories: { ...SPOOFED, ...histories } });
  expect(found).toEqual(fires ? ['sdk_spoofing'] : []);
});

test('an organic install is not judged: nobody is paid for it', () => {
  expect(firingInReview({ histories: SPOOFED, click: null })).toEqual([]);
});
