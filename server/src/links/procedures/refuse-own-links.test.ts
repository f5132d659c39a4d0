import { describe, expect, test } from 'vitest';
import { cpuTime } from '../../testing/costs/cpu-time.ts';
import { createLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { findOwnLinks } from './refuse-own-links.ts';

const PUBLIC = { publicUrl: 'https://go.example.com', host: '127.0.0.1', port: 8787 };
const intent = (members: string, data = '//open') => `intent:${data}#Intent;package=com.a.b;${members};end`;

const NOWHERE = {
  p_fallback_url: null,
  p_android_url: null,
  p_ios_url: null,
  p_ussd_fallback: null,
  p_expired_url: null,
  p_image_url: null,
  p_rules: null,
};
const PROBLEM = 'must not lead to a link of this service';
const found = (target: string, address: Parameters<typeof findOwnLinks>[1] = PUBLIC) =>
  findOwnLinks(new Set(), address, { ...NOWHERE, p_android_url: target });

describe('a link of this service is known', () => {
  test.each([
    ['by its short form', 'https://go.example.com/l/spring'],
    ['by its long form', 'https://go.example.com/v1/deep-link?slug=spring'],
    ['by its other long form', 'https://go.example.com/functions/v1/deep-link?slug=spring'],
    ['without encryption', 'http://go.example.com/l/spring'],
    ['in capitals', 'HTTPS://GO.Example.COM/l/spring'],
    ['with a path in capitals', 'https://go.example.com/L/spring'],
    ['with the default port', 'https://go.example.com:443/l/spring'],
    ['with the other default port', 'https://go.example.com:80/l/spring'],
    ['with a user', 'https://me:secret@go.example.com/l/spring'],
    ['with a dot at the end of the host', 'https://go.example.com./l/spring'],
    ['with an encoded host', 'https://go.%65xample.com/l/spring'],
    ['with full-width letters', 'https://ｇｏ.example.com/l/spring'],
    ['with an encoded path', 'https://go.example.com/%6C/spring'],
    ['with a path encoded twice', 'https://go.example.com/%256C/spring'],
    ['with a path encoded 600 times', `https://go.example.com/%${'25'.repeat(600)}6C/spring`],
    ['with encoded slashes', 'https://go.example.com/l%2Fspring'],
    ['with doubled slashes', 'https://go.example.com//l//spring'],
    ['by a detour', 'https://go.example.com/a/../l/spring'],
    ['by an encoded detour', 'https://go.example.com/a/%2e%2e/l/spring'],
    ['by a detour encoded twice', 'https://go.example.com/a/%252e%252e%252fl/spring'],
    ['with a slash at the end', 'https://go.example.com/v1/deep-link/?slug=spring'],
    ['with a query and a fragment', 'https://go.example.com/l/spring?a=b#c'],
    ['in an intent’s fallback', intent('S.browser_fallback_url=https%3A%2F%2Fgo.example.com%2Fl%2Fspring')],
    [
      'in an intent’s data',
      intent('scheme=HTTPS;S.browser_fallback_url=https%3A%2F%2Fexample.com', '//go.example.com/l/spring'),
    ],
  ])('%s', (_how, target) => {
    expect(found(target)).toEqual([{ argument: 'p_android_url', at: 'p_android_url', problem: PROBLEM }]);
  });
});

test('a link of this service is known in each target, and on a domain of links', () => {
  const [own, onDomain] = ['https://go.example.com/l/spring', 'https://links.example/a'];
  const rules = ['https://example.com/', onDomain].map((url) => ({ url }));
  const targets = { ...NOWHERE, p_image_url: own, p_rules: rules };
  expect(findOwnLinks(new Set(['links.example']), PUBLIC, targets)).toEqual([
    { argument: 'p_image_url', at: 'p_image_url', problem: PROBLEM },
    { argument: 'p_rules', at: 'p_rules.1.url', problem: PROBLEM },
  ]);
});

test('rules of escapes in escapes are read once each', () => {
  const url = `https://go.example.com/%${'25'.repeat(500)}/${'%ffx'.repeat(250)}`;
  const p_rules = Array.from({ length: 20 }, () => ({ url }));
  expect(cpuTime(() => findOwnLinks(new Set(), PUBLIC, { ...NOWHERE, p_rules }))).toBeLessThan(200);
});

describe('a target may lead', () => {
  test.each([
    ['to another page of this host', 'https://go.example.com/welcome'],
    ['to a page with a similar beginning', 'https://go.example.com/links/spring'],
    ['to another host', 'https://example.com/l/spring'],
    ['to a host below this one', 'https://a.go.example.com/l/spring'],
    ['to another port of this host', 'https://go.example.com:8443/l/spring'],
    ['to where a link of this service is named', 'https://example.com/?to=https://go.example.com/l/spring'],
    ['nowhere that a browser opens', 'tel:*123%23'],
    ['to the store', 'market://details?id=com.example.a'],
    [
      'to an app, by this host’s name',
      intent('scheme=app;S.browser_fallback_url=https%3A%2F%2Fexample.com', '//go.example.com/l/spring'),
    ],
    ['to an escape that stands for nothing', 'https://go.example.com/%E0%A4%A/l'],
  ])('%s', (_where, target) => {
    expect(found(target)).toEqual([]);
  });
});

test.each([
  ['below a path of the host', { publicUrl: 'https://example.com/go' }, 'https://example.com/go/l/spring'],
  ['at a port', { publicUrl: 'http://example.com:8080' }, 'http://example.com:8080/l/spring'],
  ['on this machine', {}, 'http://127.0.0.1:8787/l/spring'],
  ['on this machine by a name below its own', {}, 'http://app.localhost:8787/l/spring'],
  ['on this machine by its name', {}, 'http://localhost:8787/l/spring'],
  ['on this machine by another number', {}, 'http://0x7f.1:8787/l/spring'],
  ['on all addresses of this machine', { host: '::' }, 'http://127.0.0.1:8787/l/spring'],
])('knows its links where it is reached %s', (_where, address, target) => {
  const here = { publicUrl: undefined, host: '127.0.0.1', port: 8787, ...address };
  expect(found(target, here)).toHaveLength(1);
  expect(found(target, { ...here, publicUrl: 'https://elsewhere.example' })).toEqual([]);
});

describe('a link that leads to a link of this service', () => {
  const service = useService({ env: { PUBLIC_URL: 'https://go.example.com' } });
  const tenant = perSuite(() => createTenant(service));

  test.each(['p_fallback_url', 'p_android_url', 'p_ussd_fallback'])(
    'is not made, nor changed to, by %s',
    async (name) => {
      const own = { [name]: 'https://GO.example.com/l/spring' };
      const made = await tenant.owner.rpc('create_deep_link', {
        p_app_id: tenant.appId,
        p_slug: 'spring',
        p_fallback_url: 'https://example.com/',
        ...own,
      });
      const { id } = await createLink(tenant);
      const { items } = (await (await tenant.owner.rpc('list_links')).json()) as {
        items: { slug: string }[];
      };
      const changed = await tenant.owner.rpc('update_link', { p_link_id: id, ...own });
      for (const response of [made, changed]) {
        expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
          400,
          `${name}: ${PROBLEM}`,
        ]);
      }
      expect(items.some((item) => item.slug === 'spring')).toBe(false);
    },
  );
});
