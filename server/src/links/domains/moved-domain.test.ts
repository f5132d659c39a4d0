import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { addVerifiedDomain } from './testing/add-verified-domain.ts';
import { createFakeOutside } from './testing/fake-outside.ts';
import { leadsTo, visitHost } from './testing/visit-host.ts';

let now = Date.UTC(2026, 4, 1);
const outside = createFakeOutside();
const env = { PUBLIC_URL: 'https://links.example.com', METRICS_TOKEN: 'a-token-for-the-proxy' };
const service = useService({ outside, clock: () => now, env });
const elsewhere = useService({ beside: service, outside, clock: () => now });
const tenant = perSuite(() => createTenant(service));
const other = perSuite(() => createTenant(service));
let host: string;
let hosts = 0;
beforeEach(() => {
  outside.pages.clear();
  outside.asked.length = 0;
  host = `moved${hosts++}.example.com`;
});

const TARGET = 'https://shop.example/spring';
const OLD = 'https://old.example/app';
const linkOn = (args: object = {}) =>
  createLink(tenant, { p_domain: host, p_fallback_url: TARGET, p_android_url: null, ...args });

/** Gives a link paths that it had elsewhere, as an import does. */
async function addPaths(domainId: string, linkId: string, ...paths: string[]): Promise<void> {
  await service.services.workPool.query(
    `insert into link_paths (domain_id, path, link_id, customer_id, created_at)
     select $1, path, $2, $3, now() from unnest($4::text[]) path`,
    [domainId, linkId, tenant.accountId, paths],
  );
}

test('old paths lead where they led, with letter case and query, and follow every change of their link', async () => {
  const { id: domainId } = await addVerifiedDomain(tenant, outside, host);
  const { id } = await linkOn();
  await addPaths(domainId, id, '/AbC', '/a/b?x=1', '/console/deep', '/caf%C3%A9');
  await tenant.owner.rpc('update_domain', { p_host: host });
  for (const path of ['/AbC', '/AbC/', '/AbC?utm_source=x', '/a/b?x=1', '/console/deep', '/caf%c3%a9'])
    expect([path, await leadsTo(elsewhere, host, path)]).toEqual([path, TARGET]);
  for (const path of ['/abc', '/a/b', '/a/b?x=2', '/'])
    expect([path, await leadsTo(elsewhere, host, path)]).toEqual([path, 404]);
  await tenant.owner.rpc('update_link', { p_link_id: id, p_fallback_url: 'https://shop.example/2' });
  expect(await leadsTo(elsewhere, host, '/AbC')).toBe('https://shop.example/2');
  const taken = { p_app_id: tenant.appId, p_slug: 'old-one', p_fallback_url: TARGET, p_domain: host };
  await addPaths(domainId, id, '/old-one');
  expect((await tenant.owner.rpc('create_deep_link', taken)).status).toBe(409);
  await tenant.owner.rpc('update_link', { p_link_id: id, p_domain: '' });
  expect(await leadsTo(elsewhere, host, '/AbC')).toBe(404);
});

test('unknown paths are asked of the old service, whose answers are kept and counted', async () => {
  await addVerifiedDomain(tenant, outside, host, { p_fallback_resolver: `${OLD}/` });
  outside.pages.set(`${OLD}/x?a=1`, { status: 302, location: 'https://shop.example/x?from=old' });
  outside.pages.set(`${OLD}/page`, { status: 200, body: 'page' });
  const { slug } = await linkOn();
  expect(await leadsTo(service, host, `/${slug}`)).toBe(TARGET);
  expect(outside.asked).toEqual([]);
  const to = async (path: string) => (await visitHost(service, host, path)).headers.get('location');
  expect(await to('/x?a=1')).toBe('https://shop.example/x?from=old');
  expect(await to('/x?a=1')).toBe('https://shop.example/x?from=old');
  expect(outside.asked.map(({ url }) => url)).toEqual([`${OLD}/x?a=1`]);
  expect(await to('/page')).toBe(`${OLD}/page`);
  expect((await visitHost(service, host, '/none')).status).toBe(404);
  now += 600_000;
  outside.pages.set(`${OLD}/x?a=1`, 'unreachable');
  expect((await visitHost(service, host, '/x?a=1')).status).toBe(404);
  const asked = outside.asked.length;
  const again = await visitHost(service, host, '/other', { headers: { 'x-tributary-fallback': '1' } });
  expect([again.status, outside.asked.length]).toEqual([404, asked]);
});

test('an address that asks for much keeps nobody else from the old service', async () => {
  await addVerifiedDomain(tenant, outside, host, { p_fallback_resolver: OLD });
  const slow = new Map<string, () => void>();
  outside.beforeAnswer = (url) =>
    url.includes('/slow') ? new Promise((resolve) => slow.set(url, resolve)) : Promise.resolve();
  outside.pages.set(`${OLD}/x`, { status: 302, location: TARGET });
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const attack = Array.from({ length: 40 }, (_, n) =>
    visitHost(service, host, `/slow${n}`, from('192.0.2.66')),
  );
  await expect.poll(() => slow.size).toBe(20);
  const others = Array.from({ length: 30 }, (_, n) => {
    outside.pages.set(`${OLD}/x${n}`, { status: 302, location: TARGET });
    return visitHost(service, host, `/x${n}`, from(`198.51.100.${n}`));
  });
  // The old service answers one after the other.
  const answering = setInterval(() => {
    const [[url, answer] = []] = slow;
    if (url) slow.delete(url);
    answer?.();
  }, 20);
  const answers = await Promise.all(others);
  expect(answers.map((answer) => answer.headers.get('location'))).toEqual(Array(30).fill(TARGET));
  expect((await Promise.all(attack)).map(({ status }) => status)).toEqual(Array(40).fill(404));
  clearInterval(answering);
  outside.beforeAnswer = () => Promise.resolve();
});

test.each([
  ['the domain itself', () => `https://${host}/y`],
  ['a domain that asks an old service', () => `https://circle-${host}/y`],
  ['what no link may lead to', () => 'javascript:alert(1)'],
])('an old service leads nobody to %s', async (_what, location) => {
  await addVerifiedDomain(tenant, outside, host, { p_fallback_resolver: OLD });
  await addVerifiedDomain(tenant, outside, `circle-${host}`, { p_fallback_resolver: OLD });
  outside.pages.set(`${OLD}/x`, { status: 302, location: location() });
  expect((await visitHost(service, host, '/x')).status).toBe(404);
});

test.each(['http://old.example', 'https://127.0.0.1', 'https://links.example.com', 'https://a.example/?b=c'])(
  'an old service is not %s',
  async (p_fallback_resolver) => {
    const answer = await tenant.owner.rpc('add_domain', { p_host: host, p_fallback_resolver });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('p_fallback_resolver'),
    ]);
  },
);

test('a proxy is told which hosts may have a certificate, and nobody else is', async () => {
  await addVerifiedDomain(tenant, outside, host);
  const ask = async (domain: string, headers: Record<string, string> = {}) =>
    (await service.request(`/internal/domain-allowed?domain=${domain}`, { headers })).status;
  expect(await ask(host)).toBe(200);
  expect(await ask(host.toUpperCase())).toBe(200);
  expect(await ask('links.example.com')).toBe(200);
  for (const domain of ['unknown.example', '', 'localhost', '%00', `${host}&domain=${host}`])
    expect([domain, await ask(domain)]).toEqual([domain, 404]);
  expect(await ask(host, { 'x-forwarded-for': '203.0.113.1' })).toBe(404);
  const token = { 'x-forwarded-for': '203.0.113.1', authorization: 'Bearer a-token-for-the-proxy' };
  expect(await ask(host, token)).toBe(200);
  expect(await ask(host, { ...token, authorization: 'Bearer another' })).toBe(404);
  await tenant.owner.rpc('remove_domain', { p_host: host });
  expect(await ask(host)).toBe(404);
});

test('association files of a domain name its account’s apps alone, and those of unknown hosts are not there', async () => {
  await addVerifiedDomain(other, outside, host);
  const args = { p_app_id: other.appId, p_ios_bundle_id: 'com.example.o', p_ios_team_id: 'TEAM123456' };
  await other.owner.rpc('update_app', args);
  const read = async (of: string) => {
    const answer = await visitHost(service, of, '/.well-known/apple-app-site-association');
    return answer.status === 200
      ? ((await answer.json()) as { applinks: { details: unknown[] } }).applinks
      : 404;
  };
  expect(await read(host)).toMatchObject({ details: [{ appIDs: ['TEAM123456.com.example.o'] }] });
  expect(await read('links.example.com')).toEqual({ details: [] });
  expect(await read('unknown.example')).toBe(404);
  const qr = (of: string, slug: string) => visitHost(service, of, `/l/${slug}/qr`);
  expect((await qr('unknown.example', 'x-y-z')).status).toBe(404);
  const { slug } = await createLink(other, { p_domain: host });
  const shown = async (path: string) => {
    const answer = await visitHost(service, 'links.example.com', path);
    return answer.status === 200 ? answer.text() : answer.status;
  };
  expect(await shown(`/l/${slug}/qr?domain=${host.toUpperCase()}`)).toBe(await (await qr(host, slug)).text());
  expect(await shown(`/l/${slug}/qr?domain=unknown.example`)).toBe(404);
  expect(await shown(`/l/${slug}/qr?domain=`)).toBe(404);
  expect(await shown(`/l/${slug}/qr`)).toBe(404);
  expect((await visitHost(service, 'unknown.example', '/healthz')).status).toBe(200);
});

test('a link that the system opened in an app is clicked and answered, if it is the account’s', async () => {
  await addVerifiedDomain(tenant, outside, host);
  const campaign = { p_deep_link_path: '/promo', p_deferred_params: { coupon: 'X' } };
  const { url, slug, id } = await linkOn(campaign);
  const own = await linkOn({ ...campaign, p_domain: 'links.example.com' });
  const open = (of: string, key = tenant.apiKey, method = 'GET') =>
    service.request(`/v1/deep-link?url=${encodeURIComponent(of)}`, {
      method,
      headers: { 'x-service-api-key': key, 'user-agent': 'Shop/1 okhttp/4' },
    });
  const first = await open(`${url}?ref=mail`);
  const body = (await first.json()) as { clickId: string };
  expect([first.status, body]).toEqual([
    200,
    {
      path: '/promo',
      params: { ref: 'mail', coupon: 'X' },
      clickId: expect.any(String),
      slug,
      campaignId: null,
      channel: 'influencer',
    },
  ]);
  const { rows } = await service.services.workPool.query(
    'select clicked_at, user_agent, visit_params, excluded_because from clicks where click_id = $1',
    [body.clickId],
  );
  expect(rows).toMatchObject([
    { clicked_at: new Date(now), user_agent: 'Shop/1 okhttp/4', excluded_because: null },
  ]);
  expect(((await (await open(`${url}?ref=mail`)).json()) as { clickId: string }).clickId).toBe(body.clickId);
  for (const address of [
    `https://${host}/l/${slug}`,
    own.url,
    `https://links.example.com/v1/deep-link?slug=${own.slug}`,
  ])
    expect([address, (await open(address)).status]).toEqual([address, 200]);
  for (const address of ['https://shop.example/', `https://${host}/unknown`, `https://${host}/`])
    expect([address, (await open(address)).status]).toEqual([address, 204]);
  expect((await open(url, other.apiKey)).status).toBe(204);
  expect((await open(url, `svc_${'0'.repeat(64)}`)).status).toBe(401);
  for (const address of ['', 'spring', 'javascript:1', `https://${host}/${'a'.repeat(2048)}`])
    expect([address, (await open(address)).status]).toEqual([address, 400]);
  expect((await service.request(`/v1/deep-link?url=a&url=b&x=${randomUUID()}`)).status).toBe(400);
  await tenant.owner.rpc('set_link_active', { p_link_id: id, p_active: false });
  expect((await open(url)).status).toBe(204);
});
