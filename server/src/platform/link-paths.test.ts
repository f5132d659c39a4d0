import { expect, test } from 'vitest';
import { createApp } from '../run/assembly/app.ts';
import { createSlug } from '../testing/create-link.ts';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { followsLinks, LONG_PATHS, SHORT_PATH } from './link-paths.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));
const TARGET = 'https://shop.example/spring';

test('every route that follows a link is known as one', async () => {
  const slug = await createSlug(tenant, { p_fallback_url: TARGET, p_android_url: TARGET });
  const routes = createApp(service.services).routes.map(({ path }) =>
    path.replaceAll(/:\w+/g, slug).replace('*', slug),
  );
  const paths = [...new Set(routes)].filter((path) => path.startsWith('/'));
  expect(paths.length).toBeGreaterThan(40);
  const following = [];
  for (const path of paths) {
    const answer = await service.request(`${path}?slug=${slug}`);
    const leads = answer.status === 302 && answer.headers.get('location')?.startsWith(TARGET);
    await answer.body?.cancel();
    if (leads) following.push(path);
  }
  expect(following.filter((path) => !followsLinks(path))).toEqual([]);
  expect(following.sort()).toEqual(
    [`${SHORT_PATH}/${slug}`, `${SHORT_PATH.toUpperCase()}/${slug}`, ...LONG_PATHS].sort(),
  );
});

test.each([
  ['/l/spring', true],
  ['/l/', true],
  ['/l', true],
  ['/L/Spring', true],
  ['/l/spring/qr', true],
  ['/v1/deep-link/', true],
  ['/functions/v1/deep-link', true],
  ['/links', false],
  ['/console/links', false],
  ['/v1/deep-links', false],
  ['/', false],
])('%s: %s', (path, follows) => {
  expect(followsLinks(path)).toBe(follows);
});
