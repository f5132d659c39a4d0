import { beforeAll, expect, test } from 'vitest';
import { createSlug } from '../../../testing/create-link.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { createLinkDirectory } from './link-directory.ts';

let slugs: string[];

const service = useService();
beforeAll(async () => {
  const tenant = await createTenant(service);
  slugs = await Promise.all(Array.from({ length: 12 }, () => createSlug(tenant)));
});

/** Changes the database after a directory has read it: an unchanged answer comes from memory. */
const moveAll = () =>
  service.services.workPool.query(
    `update links set fallback_url = 'https://example.com/' || gen_random_uuid()`,
  );

test('keeps a frequently requested link while many others pass through', async () => {
  const { workPool: pool, changes, clock } = service.services;
  const directory = createLinkDirectory({ pool, changes, clock, maxEntries: 4 });
  const [hot = '', ...others] = slugs;
  const before = (await directory.find(hot))?.fallbackUrl;
  await moveAll();
  const seen = new Map<string, string | undefined>();
  for (const slug of others) {
    seen.set(slug, (await directory.find(slug))?.fallbackUrl);
    expect((await directory.find(hot))?.fallbackUrl).toBe(before);
  }
  await moveAll();
  const kept = [];
  for (const slug of others.toReversed()) {
    if ((await directory.find(slug))?.fallbackUrl === seen.get(slug)) kept.push(slug);
  }
  expect(kept.length).toBeLessThan(4);
});

test('asks again after 8 s, even without an announcement', async () => {
  const { workPool: pool, changes } = service.services;
  let now = 0;
  const directory = createLinkDirectory({ pool, changes, clock: () => now });
  const url = async () => (await directory.find(slugs[0] ?? ''))?.fallbackUrl;
  const before = await url();
  await moveAll();
  now = 7999;
  expect(await url()).toBe(before);
  now = 8000;
  expect(await url()).not.toBe(before);
});

test('refreshes an ageing link while it answers from memory', async () => {
  const { workPool: pool, changes } = service.services;
  let now = 0;
  const directory = createLinkDirectory({ pool, changes, clock: () => now });
  const url = () => {
    const link = directory.find(slugs[0] ?? '');
    return link instanceof Promise ? 'asked for' : link?.fallbackUrl;
  };
  const before = (await directory.find(slugs[0] ?? ''))?.fallbackUrl;
  await moveAll();
  now = 3999;
  expect(url()).toBe(before);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(url()).toBe(before);
  now = 4000;
  expect(url()).toBe(before);
  await expect.poll(url).not.toBe(before);
  now = 11_999;
  expect(url()).not.toBe('asked for');
});
