import { beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../platform/store/changes/change-feed.ts';
import { useService } from '../../../testing/use-service.ts';
import { createHostCache } from './host-cache.ts';
import type { KnownDomain } from './known-domain.ts';

const HOST = 'go.example.com';
const domainOf = (id: string, host = HOST): KnownDomain => ({
  id,
  customerId: 'c',
  host,
  fallbackResolver: null,
  fileProof: null,
  hasQueryPaths: false,
});

const service = useService();
let now = 0;
let asked = 0;
/** What the database answers. */
let read: (host: string) => Promise<KnownDomain | null>;
let cache: ReturnType<typeof createHostCache>;
beforeEach(() => {
  now = Date.UTC(2026, 4, 1);
  asked = 0;
  read = async () => domainOf('1');
  const ask = (host: string) => {
    asked++;
    return read(host);
  };
  cache = createHostCache({ read: ask, changes: service.services.changes, clock: () => now });
});
const notify = (change: Change) => service.services.changes.notify(change);
const never = () => new Promise<never>(() => {});

test('asks once for all who come at the same time, and then from memory', async () => {
  const found = await Promise.all([cache.find(HOST), cache.find(HOST)]);
  expect(found).toEqual([domainOf('1'), domainOf('1')]);
  expect(cache.find(HOST)).toEqual(domainOf('1'));
  now += 7999;
  expect(cache.find(HOST)).toEqual(domainOf('1'));
  expect(asked).toBe(1);
  now += 1;
  await cache.find(HOST);
  expect(asked).toBe(2);
});

test('remembers that a host is nobody’s, and asks again when it becomes one', async () => {
  read = async () => null;
  expect(await cache.find(HOST)).toBeNull();
  expect(cache.find(HOST)).toBeNull();
  read = async () => domainOf('2');
  notify({ kind: 'domain', host: HOST });
  expect(await cache.find(HOST)).toEqual(domainOf('2'));
});

test.each<[string, Change]>([
  ['its own', { kind: 'domain', host: HOST }],
  ['any, as after a lost connection', { kind: 'all' }],
])('is gone at a change of %s, and asked for anew', async (_what, change) => {
  await cache.find(HOST);
  read = async () => null;
  notify(change);
  expect(await cache.find(HOST)).toBeNull();
});

test('what was asked before a change is not kept, and nobody who comes later gets it', async () => {
  let answer: (domain: KnownDomain | null) => void = () => {};
  read = () => new Promise((resolve) => (answer = resolve));
  const before = cache.find(HOST);
  notify({ kind: 'domain', host: HOST });
  read = async () => domainOf('2');
  expect(await cache.find(HOST)).toEqual(domainOf('2'));
  answer(domainOf('1'));
  await before;
  expect(cache.find(HOST)).toEqual(domainOf('2'));
});

test('while the database does not respond, a known domain is used for a day, and a stranger waits', async () => {
  await cache.find(HOST);
  read = never;
  now += 86_399_999;
  expect(await cache.find(HOST)).toEqual(domainOf('1'));
  expect(await cache.find(HOST)).toEqual(domainOf('1'));
  now += 1;
  const waiting = Promise.race([cache.find(HOST), Promise.resolve('waits')]);
  expect(await waiting).toBe('waits');
});

test('a known domain is used also where the database refuses', async () => {
  await cache.find(HOST);
  read = () => Promise.reject(new Error('away'));
  now += 8000;
  // Nothing is known of the answer at once: the last state is used, and the next visitor asks anew.
  expect(await cache.find(HOST)).toEqual(domainOf('1'));
  read = async () => domainOf('2');
  expect(await cache.find(HOST)).toEqual(domainOf('2'));
});

test('strangers by the thousand do not crowd out a domain', async () => {
  await cache.find(HOST);
  read = async () => null;
  for (let n = 0; n < 10_001; n++) await cache.find(`x${n}.example`);
  const before = asked;
  expect(cache.find(HOST)).toEqual(domainOf('1'));
  expect(cache.find('x10000.example')).toBeNull();
  expect(asked).toBe(before);
  await cache.find('x0.example');
  expect(asked).toBe(before + 1);
});
