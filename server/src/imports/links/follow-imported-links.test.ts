import { expect, test } from 'vitest';
import { leadsTo, visitHost } from '../../links/domains/testing/visit-host.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { importLinks, insertDomain } from '../testing/link-file.ts';

// Links that came with a file, as visitors to their old addresses find them, at every instance.

// The clock stands still, so that nothing kept in memory grows old: an import has to say what it changes.
const clock = () => Date.UTC(2026, 4, 1);
const env = { PUBLIC_URL: 'https://links.example.com' };
const service = useService({ clock, env });
const elsewhere = useService({ beside: service, clock, env });
const tenant = perSuite(() => createTenant(service));
const DESKTOP = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36' };

const PATHS = ['spring', 'Spring', 'a/b?x=1', 'a/b?x=2', 'a/b', 'é/ü', 'console/deep', 'v10/x'];
const toOf = (path: string) => `https://example.com/to/${PATHS.indexOf(path)}`;

test('each old address leads where its link does, also where the domain was known before', async () => {
  const domain = await insertDomain(service, tenant);
  for (const instance of [service, elsewhere])
    for (const path of PATHS) expect(await leadsTo(instance, domain, `/${path}`)).toBeTypeOf('number');
  const rows = PATHS.map((path) => ({ path, originalURL: toOf(path) }));
  expect(await importLinks(service, tenant, 'source_e', rows, { domain })).toMatchObject({
    status: 'completed',
    imported_rows: PATHS.length,
  });
  for (const instance of [service, elsewhere]) {
    for (const path of PATHS) await expect.poll(() => leadsTo(instance, domain, `/${path}`)).toBe(toOf(path));
    for (const [path, like] of [
      ['a/b/?x=1', 'a/b?x=1'],
      ['a/b?x=3', 'a/b'],
      ['a/b?utm_source=mail', 'a/b'],
      ['%c3%a9/%C3%BC', 'é/ü'],
      ['l/spring', 'spring'],
      ['SPRING', 'spring'],
    ] as const)
      expect([path, await leadsTo(instance, domain, `/${path}`)]).toEqual([path, toOf(like)]);
    for (const path of ['/A/B?x=1', '/A/B', '/a'])
      expect([path, await leadsTo(instance, domain, path)]).toEqual([path, 404]);
    expect(await leadsTo(instance, 'links.example.com', '/a/b?x=1')).toBe(404);
  }
});

test('what previews showed is shown by the landing page', async () => {
  const domain = await insertDomain(service, tenant);
  const row = {
    url: `https://${domain}/Sale`,
    $fallback_url: 'https://example.com/sale',
    $og_title: 'Half price',
    $og_description: 'Until Sunday',
    $og_image_url: 'https://img.example.com/sale.png',
  };
  const done = await importLinks(service, tenant, 'source_c', [row], { domain });
  expect(done).toMatchObject({ imported_rows: 1, not_carried_over: [] });
  const page = await visitHost(service, domain, '/Sale', { headers: DESKTOP });
  expect(page.status).toBe(200);
  const html = await page.text();
  for (const shown of ['Half price', 'Until Sunday', 'https://img.example.com/sale.png'])
    expect(html).toContain(shown);
});
