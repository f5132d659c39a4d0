import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../platform/store/changes/change-feed.ts';
import { useService } from '../../../testing/use-service.ts';
import { createLinkCache, type LinkCache } from './link-cache.ts';

const APP = randomUUID();
const ACCOUNT = randomUUID();

let cache: LinkCache;

const service = useService();
beforeEach(() => {
  const { changes, clock } = service.services;
  cache = createLinkCache({ changes, clock, maxEntries: 10 });
});

const notify = (change: Change) => service.services.changes.notify(change);
/** Caches what the database returned after that many changes. */
function keep(slug: string, active: boolean, askedAt = cache.moment()): void {
  const link = JSON.stringify({ slug, appId: APP, customerId: ACCOUNT, active });
  cache.keep([slug], new Map([[slug, link]]), askedAt);
}
const fresh = (slug: string) => JSON.parse(cache.fresh(slug)?.text ?? 'null')?.active;
const lastKnown = (slug: string) => cache.lastKnown(slug)?.active;

test('caches nothing that was queried before a change', () => {
  const askedAt = cache.moment();
  notify({ kind: 'link', key: 'spring' });
  keep('spring', true, askedAt);
  expect([fresh('spring'), lastKnown('spring')]).toEqual([undefined, undefined]);
});

test.each<[string, Change]>([
  ['its own', { kind: 'link', key: 'spring' }],
  ['its app', { kind: 'app', id: APP }],
  ['its account', { kind: 'account', id: ACCOUNT }],
])('forgets a link permanently at a change of %s', (_whose, change) => {
  keep('spring', true);
  notify(change);
  expect([fresh('spring'), lastKnown('spring')]).toEqual([undefined, undefined]);
  keep('spring', true);
  expect([fresh('spring'), lastKnown('spring')]).toEqual([true, true]);
});

test.each<[string, Change]>([
  ['another app', { kind: 'app', id: randomUUID() }],
  ['another account', { kind: 'account', id: randomUUID() }],
  ['anything', { kind: 'all' }],
])('keeps a link only to fall back on at a change of %s', (_whose, change) => {
  keep('spring', true);
  notify(change);
  expect([fresh('spring'), lastKnown('spring')]).toEqual([undefined, true]);
});

test('keeps a link at a change of another link, and when something is queued', () => {
  keep('spring', true);
  notify({ kind: 'link', key: 'autumn' });
  notify({ kind: 'queue' });
  expect(fresh('spring')).toBe(true);
});

test('has nothing fresh while changes are not heard', async () => {
  const { changes, workPool } = service.services;
  const lost = expect.poll(() => changes.isListening(), { interval: 1 }).toBe(false);
  await workPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tributary-changes' and datname = current_database()`,
  );
  await lost;
  keep('spring', true);
  expect([fresh('spring'), lastKnown('spring')]).toEqual([undefined, true]);
  await expect.poll(() => changes.isListening()).toBe(true);
});

test('does not fall back on what an uncertain answer contradicts', () => {
  keep('spring', true);
  notify({ kind: 'all' });
  const askedAt = cache.moment();
  notify({ kind: 'link', key: 'autumn' });
  keep('spring', false, askedAt);
  expect(lastKnown('spring')).toBeUndefined();
});

test('keeps what was read later than an uncertain answer', () => {
  const askedAt = cache.moment();
  notify({ kind: 'link', key: 'autumn' });
  keep('spring', false);
  keep('spring', true, askedAt);
  expect(fresh('spring')).toBe(false);
});

test('forgets everything if more apps and accounts change than it can track', () => {
  keep('spring', true);
  for (let change = 0; change <= 10_000; change++) notify({ kind: 'app', id: randomUUID() });
  expect(lastKnown('spring')).toBeUndefined();
});
