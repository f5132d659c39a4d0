import { expect, test } from 'vitest';
import type { Getter } from '../../platform/net/outbound/create-getter.ts';
import { clickLink } from '../../testing/attributed-app.ts';
import { createLink, STORE_URL } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { addVerifiedDomain } from '../domains/testing/add-verified-domain.ts';
import { createFakeOutside } from '../domains/testing/fake-outside.ts';
import type { LinkCheck } from './link-check.ts';

const asked: string[] = [];
/** An internet on which every page is there, and is JSON of nothing. */
const getter: Getter = {
  async get(url) {
    asked.push(url);
    return {
      kind: 'answered',
      status: 200,
      contentType: 'image/png',
      location: null,
      body: '{}',
      isCut: false,
    };
  },
  close() {},
};
let now = Date.UTC(2026, 4, 1);
const outside = createFakeOutside();
const env = { PUBLIC_URL: 'https://links.example.com' };
const service = useService({ getter, outside, clock: () => now, env });
const tenant = perTest(() => createTenant(service));

const TO = 'https://shop.example/spring';
const linkOf = (args: object = {}) =>
  createLink(tenant, { p_fallback_url: TO, p_android_url: null, ...args });

async function checksOf(linkId: string): Promise<LinkCheck[]> {
  asked.length = 0;
  const answer = await tenant.owner.rpc('check_link', { p_link_id: linkId });
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { checks: LinkCheck[] }).checks;
}
const linesOf = (checks: readonly LinkCheck[], check: LinkCheck['check']) =>
  checks
    .filter((each) => each.check === check)
    .map(({ platform, status, detail }) => `${platform} ${status}: ${detail}`);

test('says whether the link is followed, and each reason why not', async () => {
  const state = async (id: string) => linesOf(await checksOf(id), 'state');
  const { id, slug } = await linkOf({ p_expires_at: now + 1000, p_max_clicks: 1 });
  expect(await state(id)).toEqual(['all ok: it is followed']);
  await clickLink(service, slug);
  expect(await state(id)).toEqual(['all error: its 1 clicks are used up']);
  now += 1000;
  expect(await state(id)).toEqual([`all error: it expired at ${new Date(now).toISOString()}`]);
  await tenant.owner.rpc('set_link_active', { p_link_id: id, p_active: false });
  expect(await state(id)).toEqual(['all error: the link is paused']);
  const other = await linkOf();
  await tenant.owner.rpc('set_app_active', { p_app_id: tenant.appId, p_active: false });
  expect(await state(other.id)).toEqual(['all error: its app is deactivated']);
});

test('says where each platform is led, and looks at the pages there', async () => {
  const bare = await linkOf();
  expect(linesOf(await checksOf(bare.id), 'leads_to')).toEqual([
    `android warning: p_android_url is not set: the fallback; inside other apps ${TO}`,
    `ios warning: nothing is set for iPhones: the fallback; inside other apps ${TO}`,
    `desktop ok: ${TO}`,
    `feature_phone ok: the fallback: ${TO}`,
    'preview warning: messengers follow the redirect and show what is there',
  ]);
  expect(asked).toEqual([TO]);
  await tenant.owner.rpc('update_app', {
    p_app_id: tenant.appId,
    p_app_store_id: '123456789',
    p_settings: { certificate_fingerprints: [Array.from({ length: 32 }, () => 'AB').join(':')] },
    p_ios_bundle_id: 'com.example.shop',
    p_ios_team_id: 'TEAM123456',
  });
  const { id, slug } = await linkOf({
    p_android_url: STORE_URL,
    p_ussd_fallback: '*123#',
    p_title: 'Spring',
    p_image_url: 'https://img.example/a.png',
    p_rules: [{ when: { platform: 'ios' }, url: 'https://example.com/ios' }],
  });
  const checks = await checksOf(id);
  expect(linesOf(checks, 'leads_to')).toEqual([
    'all ok: rules come first: 1 of them lead some visitors elsewhere',
    `android ok: ${STORE_URL}; inside other apps the landing page`,
    `ios ok: https://apps.apple.com/app/id123456789?ct=${slug}&mt=8; inside other apps the landing page`,
    'desktop ok: the landing page',
    'feature_phone ok: p_ussd_fallback: *123#',
    'preview ok: messengers show its title, text and image',
  ]);
  expect(asked.sort()).toEqual(
    [
      'https://links.example.com/.well-known/assetlinks.json',
      'https://links.example.com/.well-known/apple-app-site-association',
      STORE_URL,
      'https://apps.apple.com/app/id123456789',
      TO,
      'https://img.example/a.png',
    ].sort(),
  );
  expect(linesOf(checks, 'clipboard')).toEqual([
    'ios ok: off: an install from the App Store does not know its click',
  ]);
  for (const { status, fix } of checks) expect(fix === null).toBe(status === 'ok');
});

test('says whether iPhones get a code for the clipboard', async () => {
  await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_ios_clipboard: true });
  const [without, withPage] = [await linkOf(), await linkOf({ p_title: 'Spring' })];
  expect(linesOf(await checksOf(without.id), 'clipboard')).toEqual([
    'ios warning: on, but the link has no landing page that could copy a code',
  ]);
  expect(linesOf(await checksOf(withPage.id), 'clipboard')).toEqual([
    'ios ok: on: a tap on the landing page copies a code',
  ]);
});

test('looks at the files of the domain that a link is on', async () => {
  await addVerifiedDomain(tenant, outside, 'go.example.com');
  await tenant.owner.rpc('update_app', {
    p_app_id: tenant.appId,
    p_ios_bundle_id: 'com.example.shop',
    p_ios_team_id: 'TEAM123456',
  });
  const { id } = await linkOf({ p_domain: 'go.example.com' });
  await checksOf(id);
  expect(asked).toContain('https://go.example.com/.well-known/apple-app-site-association');
});

test('is for marketers of its team, 10 times a minute, and knows no link of others', async () => {
  const { id } = await linkOf();
  const stranger = await createTenant(service);
  const check = (who = tenant) => who.owner.rpc('check_link', { p_link_id: id });
  expect((await check(stranger)).status).toBe(404);
  const statuses = [];
  for (let n = 0; n < 11; n++) statuses.push((await check()).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
