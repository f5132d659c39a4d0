import { beforeEach, describe, expect, test } from 'vitest';
import { attributionsOf, processQueued, send } from '../../testing/attributed-app.ts';
import { createLink, type TestLink } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { forgetClipboardCodes } from './forget-clipboard-codes.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const HOUR = 3_600_000;

let now = Date.UTC(2026, 4, 10, 12);
const service = useService({ clock: () => now });
const tenant = perTest(async () => {
  const made = await createTenant(service);
  const set = { p_app_id: made.appId, p_app_store_id: '525463029', p_ios_clipboard: true };
  expect((await made.owner.rpc('update_app', set)).status).toBe(200);
  return made;
});
const link = perTest(() =>
  createLink(tenant, { p_deep_link_path: '/promo', p_deferred_params: { coupon: 'X1' } }),
);
beforeEach(() => {
  now += HOUR * 24;
});

/** The code of a visit of the link's page. */
async function codeOf(of: TestLink, from = freshAddress()): Promise<string> {
  const headers = { 'user-agent': IPHONE, 'x-forwarded-for': from };
  const html = await (await service.request(`/l/${of.slug}?ref=mail`, { headers })).text();
  const [, code = ''] = / data-copy="tributary:([A-Za-z0-9_-]{32})"/.exec(html) ?? [];
  expect(html).toContain('This also copies a code');
  return code;
}

async function handIn(code: string, { method = 'GET', apiKey = tenant.apiKey, appId = tenant.appId } = {}) {
  const query = new URLSearchParams({ app_id: appId, code });
  const response = await service.request(`/v1/deep-link?${query}`, {
    method,
    headers: { 'x-service-api-key': apiKey },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const LEADS = {
  path: '/promo',
  params: { ref: 'mail', coupon: 'X1' },
  campaignId: null,
  channel: 'influencer',
};

describe('a code', () => {
  test('leads to its click once, with what came with the visit', async () => {
    const code = await codeOf(link);
    expect(await handIn(code, { method: 'HEAD' })).toEqual({ status: 200, body: null });
    const { status, body } = await handIn(code);
    expect([status, body]).toMatchObject([200, { ...LEADS, slug: link.slug }]);
    expect(await handIn(code)).toEqual({ status: 204, body: null });
    expect((await handIn(code, { method: 'HEAD' })).status).toBe(204);
  });

  test('makes the install that names the click one by click id', async () => {
    const { body } = await handIn(await codeOf(link));
    const sent = { event_type: 'install', click_id: body.clickId, os_name: 'iOS', timestamp: now + 60_000 };
    await send(service, tenant, sent);
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'click_id', click_id: body.clickId },
    ]);
  });

  test('is taken by one of many who ask at once', async () => {
    const code = await codeOf(link);
    const answers = await Promise.all(Array.from({ length: 8 }, () => handIn(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(204)]);
  });

  test('ends an hour after the click', async () => {
    const [early, late] = [await codeOf(link), await codeOf(link)];
    now += HOUR - 1;
    expect((await handIn(early)).status).toBe(200);
    now += 1;
    expect((await handIn(late)).status).toBe(204);
  });

  test('is of no use to another app, and a stranger learns nothing', async () => {
    const code = await codeOf(link);
    const stranger = await createTenant(service);
    const other = { apiKey: stranger.apiKey, appId: stranger.appId };
    expect((await handIn(code, other)).status).toBe(204);
    expect((await handIn(code, { apiKey: stranger.apiKey })).status).toBe(401);
    expect((await handIn(code, { apiKey: 'svc_nonsense' })).status).toBe(401);
    expect((await handIn('x'.repeat(32))).status).toBe(204);
    expect((await handIn(code)).status).toBe(200);
  });

  test.each(['x'.repeat(31), 'x'.repeat(33), `${'x'.repeat(31)}+`, `tributary:${'x'.repeat(32)}`])(
    'cannot be %s',
    async (code) => {
      expect(await handIn(code)).toMatchObject({ status: 400, body: { error: /^code: must be 32/ } });
    },
  );

  test('needs the app', async () => {
    const response = await service.request(`/v1/deep-link?code=${'x'.repeat(32)}`, {
      headers: { 'x-service-api-key': tenant.apiKey },
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('app_id')]);
  });

  test('of a second tap leads to the click that counts', async () => {
    const from = freshAddress();
    const [first, second] = [await codeOf(link, from), await codeOf(link, from)];
    expect(second).not.toBe(first);
    const ids = [(await handIn(first)).body.clickId, (await handIn(second)).body.clickId];
    expect(new Set(ids).size).toBe(1);
  });

  test('is stored as a hash alone, and forgotten once it has ended', async () => {
    const code = await codeOf(link);
    const { workPool } = service.services;
    const { rows } = await workPool.query<{ row: string; hash: Buffer | null }>(
      'select clicks::text as row, code_hash as hash from clicks where link_id = $1',
      [link.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(code);
    expect(rows[0]?.hash?.byteLength).toBe(32);
    now += HOUR - 1;
    await forgetClipboardCodes(workPool, now);
    expect((await handIn(code, { method: 'HEAD' })).status).toBe(200);
    now += 1;
    await forgetClipboardCodes(workPool, now);
    const left = 'select 1 from clicks where link_id = $1 and code_hash is not null';
    expect((await workPool.query(left, [link.id])).rows).toEqual([]);
  });

  test('is not given where the app does not want it', async () => {
    await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_ios_clipboard: false });
    const agent = IPHONE.replace(' Safari/604.1', '');
    const response = await service.request(`/l/${link.slug}`, { headers: { 'user-agent': agent } });
    const html = await response.text();
    expect([response.status, html.includes(' data-copy=')]).toEqual([200, false]);
  });
});
