import { describe, expect, test } from 'vitest';
import { createApp } from '../../run/assembly/app.ts';
import { addVerifiedDomain } from './testing/add-verified-domain.ts';
import { useDomains } from './testing/use-domains.ts';
import { visitHost } from './testing/visit-host.ts';

const { at, outside, service, tenant } = useDomains();

/** What apps, programs and operators call, and what visitors of links are shown. */
const ANYWHERE =
  /^\/(?:\.well-known|functions|healthz|internal|[lL]|metrics|paused|readyz|rest|sdk\.[a-z.]+|trpc|v1)(?:\/|$)|^\/?\*$/;

const FOR_PEOPLE = [
  '/',
  '/console',
  '/console/',
  '/console/overview',
  '/%63onsole',
  '/console/session',
  '/console/assets/index.js',
  '/docs',
  '/docs/',
  '/docs/guide',
  '/docs/guide/links',
  '/docs/open.js',
  '/openapi.json',
  '/packages',
  '/packages/sdk.tgz',
  '/invitation',
  '/reset-password',
  '/api/auth/ok',
  '/api/auth/get-session',
];

describe('console, sign-in, documents and packages', () => {
  test.each(['a domain of links', 'a name that is nobody’s yet'])('are not found on %s', async (which) => {
    if (which === 'a domain of links') await addVerifiedDomain(tenant, outside, at.host);
    const mounted = createApp(service.services).routes.map(({ path }) => path.replace('*', 'x'));
    const paths = new Set([...FOR_PEOPLE, ...mounted.filter((path) => !ANYWHERE.test(path))]);
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await visitHost(service, at.host, path, { method });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        expect(await answer.text()).not.toMatch(/console|tributary/i);
      }
    }
  });

  test.each([
    'links.example.com',
    'LINKS.example.com.',
    '127.0.0.1:8787',
    '[::1]',
    '10.1.2.3:8787',
    'tributary:8787',
    'localhost',
  ])('are found on %s', async (host) => {
    for (const path of ['/', '/docs', '/openapi.json', '/packages', '/api/auth/ok'])
      expect([path, (await visitHost(service, host, path)).status]).toEqual([path, 200]);
  });

  test.each(['a_b.example.com', 'go.example.com...', '*.example.com'])(
    'are not found on %s, which can be no domain but may be led here all the same',
    async (host) => {
      for (const path of ['/', '/docs', '/openapi.json', '/packages', '/api/auth/ok'])
        expect([path, (await visitHost(service, host, path)).status]).toEqual([path, 404]);
    },
  );

  test('are beside what apps and programs call, which any host has', async () => {
    await addVerifiedDomain(tenant, outside, at.host);
    expect((await visitHost(service, at.host, '/v1/ingest/health')).status).toBe(200);
    expect((await visitHost(service, at.host, '/rest/v1/rpc/list_accounts', { method: 'POST' })).status).toBe(
      401,
    );
  });
});
