import { describe, expect, test } from 'vitest';
import { createLink, createSlug } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { readClientHints } from './client-hints.ts';

const later = useService();
const now = useService({ beside: later, env: { CLIENT_HINTS: 'now' } });
const off = useService({ beside: later, env: { CLIENT_HINTS: 'off' } });
const tenant = perTest(() => createTenant(later));

const HIDDEN = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const BRAND = { 'sec-ch-ua': '"Chromium";v="142"', 'sec-ch-ua-mobile': '?1' };
const HINTED = { ...BRAND, 'sec-ch-ua-model': '"SM-A155F"', 'sec-ch-ua-platform-version': '"14.0.0"' };
const ASKED = 'Sec-CH-UA-Model, Sec-CH-UA-Platform-Version';

type Headers = Readonly<Record<string, string>>;

async function visit(slug: string, headers: Headers, service = later) {
  const given = { 'user-agent': HIDDEN, 'x-forwarded-for': freshAddress(), ...headers };
  const { status, headers: got } = await service.request(`/l/${slug}`, { headers: given });
  const [accept, critical] = [got.get('accept-ch'), got.get('critical-ch')];
  return { status, accept, critical };
}

async function clicksOf(slug: string) {
  const { rows } = await later.services.workPool.query<Record<string, string | null>>(
    `select clicks.device_model, clicks.os_name, clicks.os_version, excluded_because from clicks
     join links on links.id = clicks.link_id where slug = $1 order by clicked_at, excluded_because nulls first`,
    [slug],
  );
  return rows;
}

describe('a browser that hides its phone', () => {
  test('is asked for it from its next visit on, at once, or not at all', async () => {
    const slug = await createSlug(tenant);
    expect(await visit(slug, BRAND)).toEqual({ status: 302, accept: ASKED, critical: null });
    expect(await visit(slug, BRAND, now)).toEqual({ status: 302, accept: ASKED, critical: ASKED });
    expect(await visit(slug, BRAND, off)).toEqual({ status: 302, accept: null, critical: null });
  });

  test.each<[string, Headers]>([
    ['that has said so', HINTED],
    ['that has said that it does not know', { ...BRAND, 'sec-ch-ua-model': '""' }],
    ['that takes no hints', {}],
    [
      'that shows its model',
      { ...BRAND, 'user-agent': HIDDEN.replace('Android 10; K', 'Android 14; SM-A155F') },
    ],
    ['of a desktop', { ...BRAND, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0' }],
    ['of a crawler', { ...BRAND, 'user-agent': `${HIDDEN} (compatible; Googlebot/2.1)` }],
  ])('is not asked: one %s', async (_which, headers) => {
    const asked = await visit(await createSlug(tenant), headers, now);
    expect(asked).toEqual({ status: 302, accept: null, critical: null });
  });

  test('is not asked for an app that stores no likeness, and what it says is not stored', async () => {
    await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_privacy_mode: 'strict' });
    const slug = await createSlug(tenant);
    expect((await visit(slug, BRAND, now)).accept).toBeNull();
    await visit(slug, HINTED, now);
    expect((await clicksOf(slug)).map(({ device_model }) => device_model)).toEqual([null, null]);
  });

  test('is asked on a landing page as well', async () => {
    const { slug } = await createLink(tenant, { p_title: 'Spring' });
    const headers = { ...BRAND, 'user-agent': `${HIDDEN} Instagram 300.0` };
    expect(await visit(slug, headers, now)).toEqual({ status: 200, accept: ASKED, critical: ASKED });
  });
});

describe('what a browser says of its phone', () => {
  test('is stored with its click', async () => {
    const slug = await createSlug(tenant);
    await visit(slug, HINTED);
    const told = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14', excluded_because: null };
    expect(await clicksOf(slug)).toEqual([told]);
  });

  test('by asking again at once becomes that of the click that counts', async () => {
    const slug = await createSlug(tenant);
    const from = { 'x-forwarded-for': freshAddress() };
    await visit(slug, { ...BRAND, ...from }, now);
    await visit(slug, { ...HINTED, ...from }, now);
    const phone = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };
    expect(await clicksOf(slug)).toEqual([
      { ...phone, excluded_because: null },
      { ...phone, excluded_because: 'repeat' },
    ]);
  });

  test('of a click with a limit as well, which takes one place', async () => {
    const { slug } = await createLink(tenant, { p_max_clicks: 1 });
    const from = { 'x-forwarded-for': freshAddress() };
    await visit(slug, { ...BRAND, ...from }, now);
    await visit(slug, { ...HINTED, ...from }, now);
    expect((await clicksOf(slug)).map(({ device_model }) => device_model)).toEqual(['SM-A155F', 'SM-A155F']);
  });

  test.each<[string, Headers, Record<string, string | null> | null]>([
    ['nothing', {}, null],
    ['an empty model', { 'sec-ch-ua-model': '""' }, { deviceModel: null, osVersion: null }],
    ['only a version', { 'sec-ch-ua-platform-version': '"15.1"' }, { deviceModel: null, osVersion: '15' }],
    ['what is no string', { 'sec-ch-ua-model': 'SM-A155F' }, { deviceModel: null, osVersion: null }],
    [
      '64 characters',
      { 'sec-ch-ua-model': `"${'m'.repeat(64)}"` },
      { deviceModel: 'm'.repeat(64), osVersion: null },
    ],
    ['65 characters', { 'sec-ch-ua-model': `"${'m'.repeat(65)}"` }, { deviceModel: null, osVersion: null }],
    ['markup', { 'sec-ch-ua-model': '"<b>"' }, { deviceModel: null, osVersion: null }],
    ['a quote', { 'sec-ch-ua-model': '"a\\"b"' }, { deviceModel: null, osVersion: null }],
  ])('is read of %s', (_what, headers, expected) => {
    expect(readClientHints((name) => headers[name])).toEqual(expected);
  });
});
