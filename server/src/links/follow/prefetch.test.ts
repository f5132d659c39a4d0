import { expect, test } from 'vitest';
import { addressKey } from '../../platform/limits/address-key.ts';
import { processQueued, send } from '../../testing/attributed-app.ts';
import { freshAddress } from '../../testing/test-tenant.ts';
import { addVerifiedDomain } from '../domains/testing/add-verified-domain.ts';
import { useDomains } from '../domains/testing/use-domains.ts';
import { visitHost } from '../domains/testing/visit-host.ts';

const OWN_HOST = 'links.example.com';
const OVER = 'https://shop.example/over';
const PAGE = { p_title: 'Spring', p_max_clicks: 1, p_expired_url: OVER };
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const { at, outside, service, tenant, linkOn } = useDomains();

const AHEAD: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'sec-purpose': 'prefetch;anonymous-client-ip' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'X-Purpose': 'Prefetch' },
  { Purpose: 'prerender' },
];

async function ask(host: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const from = { 'x-forwarded-for': freshAddress(), 'user-agent': DESKTOP };
  const answer = await visitHost(service, host, path, { method, headers: { ...from, ...headers } });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    answer,
    text: await answer.text(),
  };
}

async function expectNothing(
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<void> {
  for (const ahead of AHEAD)
    for (const method of ['GET', 'HEAD']) {
      const { status, location, answer, text } = await ask(host, path, { ...headers, ...ahead }, method);
      expect([status, location, text], JSON.stringify(ahead)).toEqual([503, null, '']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
}

async function clicksOf(linkId: string): Promise<number> {
  const { rows } = await service.services.workPool.query(
    'select click_id from clicks where customer_id = $1 and link_id = $2',
    [tenant.accountId, linkId],
  );
  return rows.length;
}

test.each([
  ['a redirect', {}, OWN_HOST, '/l/SLUG'],
  ['a redirect with more', {}, OWN_HOST, '/l/SLUG?utm_source=x'],
  ['a landing page', PAGE, OWN_HOST, '/l/SLUG'],
  ['the long form', {}, OWN_HOST, '/v1/deep-link?slug=SLUG'],
  ['the long form of a landing page', PAGE, OWN_HOST, '/functions/v1/deep-link?slug=SLUG'],
  ['a domain', {}, null, '/SLUG'],
  ['a landing page on a domain', PAGE, null, '/SLUG'],
  ['a domain, below /l', {}, null, '/l/SLUG'],
  ['the long form on a domain', {}, null, '/v1/deep-link?slug=SLUG'],
])('what asks ahead for %s gets nothing, and its person everything', async (_what, args, host, path) => {
  await addVerifiedDomain(tenant, outside, at.host);
  const link = await linkOn(host ?? at.host, args);
  const where = host ?? at.host;
  const target = path.replace('SLUG', link.slug);
  await expectNothing(where, target);
  expect(await clicksOf(link.id)).toBe(0);
  for (const purpose of [{ 'sec-purpose': '' }, { purpose: 'navigate' }]) {
    const { status, location } = await ask(where, target, purpose);
    expect([200, 302]).toContain(status);
    expect(location).not.toBe(OVER);
    if (args === PAGE) return;
  }
  expect(await clicksOf(link.id)).toBe(2);
});

test('it uses up no visits of an address, and asks no old service', async () => {
  await addVerifiedDomain(tenant, outside, at.host, { p_fallback_resolver: 'https://old.example.net' });
  await expectNothing(at.host, '/some/old/Path');
  const link = await linkOn(OWN_HOST);
  const address = freshAddress();
  const { linkVisitsPerAddress } = service.services.limits;
  for (let n = 1; n < 6000; n++) await linkVisitsPerAddress.consume(addressKey(address));
  const visit = async (more = {}) =>
    (await ask(OWN_HOST, `/l/${link.slug}`, { 'x-forwarded-for': address, ...more })).status;
  const ahead = { 'sec-purpose': 'prefetch' };
  expect([await visit(ahead), await visit(ahead), await visit(), await visit()]).toEqual([
    503, 503, 302, 429,
  ]);
});

test('what is read once is not used up by it', async () => {
  const set = { p_app_id: tenant.appId, p_app_store_id: '525463029', p_ios_clipboard: true };
  await tenant.owner.rpc('update_app', set);
  const link = await linkOn(OWN_HOST, { p_deep_link_path: '/promo' });
  const key = { 'x-service-api-key': tenant.apiKey };
  const page = await ask(OWN_HOST, `/l/${link.slug}`, { 'user-agent': IPHONE });
  const code = / data-copy="tributary:([A-Za-z0-9_-]{32})"/.exec(page.text)?.[1] ?? '';
  const ofCode = `/v1/deep-link?app_id=${tenant.appId}&code=${code}`;
  await expectNothing(OWN_HOST, ofCode, key);
  const handedIn = await ask(OWN_HOST, ofCode, key);
  expect(handedIn.status).toBe(200);

  const { clickId } = JSON.parse(handedIn.text);
  const eventId = await send(service, tenant, { event_type: 'install', click_id: clickId });
  await processQueued(service);
  const ofInstall = `/v1/deep-link?app_id=${tenant.appId}&install_event_id=${eventId}`;
  await expectNothing(OWN_HOST, ofInstall, key);
  expect((await ask(OWN_HOST, ofInstall, key)).status).toBe(200);
  expect((await ask(OWN_HOST, ofInstall, key)).status).toBe(204);

  await expectNothing(OWN_HOST, `/v1/deep-link?click_id=${clickId}`);
  const before = await clicksOf(link.id);
  const opened = `/v1/deep-link?url=${encodeURIComponent(`https://${OWN_HOST}/l/${link.slug}`)}`;
  await expectNothing(OWN_HOST, opened, key);
  expect(await clicksOf(link.id)).toBe(before);
  expect((await ask(OWN_HOST, opened, key)).status).toBe(200);
  expect(await clicksOf(link.id)).toBe(before + 1);
});

test('the picture of a link is answered all the same: it records nothing, and leads nowhere', async () => {
  const link = await linkOn(OWN_HOST);
  const path = `/l/${link.slug}/qr`;
  const shown = await ask(OWN_HOST, path);
  for (const ahead of AHEAD) {
    const { status, location, text } = await ask(OWN_HOST, path, ahead);
    expect([status, location, text], JSON.stringify(ahead)).toEqual([200, null, shown.text]);
  }
  expect(await clicksOf(link.id)).toBe(0);
});
