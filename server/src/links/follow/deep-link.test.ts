import { describe, expect, test } from 'vitest';
import { countClicks } from '../../attribution/clicks/count-clicks.ts';
import { createLink, STORE_URL } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';

const service = useService();
const tenant = perSuite(() => createTenant(service));

function visit(
  path: string,
  { userAgent = ANDROID, from = freshAddress(), method = 'GET' } = {},
): Promise<Response> {
  return service.request(path, {
    method,
    headers: { 'user-agent': userAgent, 'x-forwarded-for': from, 'accept-language': 'de-AT,de;q=0.9' },
  });
}

async function clicksOf(linkId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await service.services.workPool.query(
    'select * from clicks where customer_id = $1 and link_id = $2 order by excluded_because nulls first',
    [tenant.accountId, linkId],
  );
  return rows;
}

const clickIdIn = (location: string | null) =>
  /service_click_id(?:=|%3D)([0-9a-f-]{36})/.exec(location ?? '')?.[1] ?? null;

describe('a visit', () => {
  test.each([['/v1/deep-link?slug=SLUG'], ['/functions/v1/deep-link?slug=SLUG'], ['/l/SLUG?']])(
    'of %s is recorded before it is sent on',
    async (path) => {
      const link = await createLink(tenant, { p_channel: 'influencer' });
      const gaid = '38400000-8cf0-41bd-b23e-10b96e40000d';
      const response = await visit(
        `${path.replace('SLUG', link.slug)}&gaid=${gaid}&utm_content=blue&android_id=a-77`,
        { from: '203.0.113.9' },
      );
      expect(response.status).toBe(302);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const clickId = clickIdIn(response.headers.get('location'));
      expect(await clicksOf(link.id)).toMatchObject([
        {
          click_id: clickId,
          app_id: tenant.appId,
          channel: 'influencer',
          source: 'link',
          gaid,
          android_id: 'a-77',
          ip_network: '203.0.113.0/24',
          device_model: 'SM-A155F',
          os_version: '14',
          language: 'de-at',
          visit_params: '{"utm_content":"blue"}',
          excluded_because: null,
        },
      ]);
    },
  );

  test('takes no device id from a user who opted out, nor from a macro that was not filled in', async () => {
    const link = await createLink(tenant);
    await visit(`/l/${link.slug}?gaid=00000000-0000-0000-0000-000000000000&android_id={android_id}`);
    expect(await clicksOf(link.id)).toMatchObject([{ gaid: null, android_id: null }]);
  });

  test('keeps its query only within limits', async () => {
    const link = await createLink(tenant);
    const many = Array.from({ length: 50 }, (_, i) => `p${i}=${'v'.repeat(600)}%00%F0%9F%98%80`).join('&');
    expect((await visit(`/l/${link.slug}?${many}`)).status).toBe(302);
    const [click] = await clicksOf(link.id);
    const params = JSON.parse(String(click?.visit_params)) as Record<string, string>;
    expect(Object.keys(params)).toHaveLength(32);
    expect(params.p0).toHaveLength(512);
  });

  test('is no click for a HEAD request or a preview', async () => {
    const link = await createLink(tenant);
    const looks = await visit(`/l/${link.slug}`, { method: 'HEAD' });
    const preview = await visit(`/v1/deep-link?slug=${link.slug}`, { userAgent: 'WhatsApp/2.23.20.0 A' });
    expect([looks.status, preview.status]).toEqual([302, 302]);
    expect(looks.headers.get('location')).toBe(STORE_URL);
    expect(preview.headers.get('location')).toBe('https://example.com/landing');
    expect(await clicksOf(link.id)).toEqual([]);
  });

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1)',
    'Mozilla/5.0',
    'Prometheus/2.40.5',
    '',
    'AhrefsSiteAudit/6.1',
    'Acmebot/2.0',
  ])('of a crawler is stored, but excluded from attribution: %s', async (userAgent) => {
    const link = await createLink(tenant);
    await visit(`/l/${link.slug}`, { userAgent });
    expect(await clicksOf(link.id)).toMatchObject([{ excluded_because: 'bot' }]);
  });

  test.each(['AcmeAds/1.0', 'acme-clicks/2', 'okhttp/4.12.0', 'SAMSUNG-GT-E1205/1.0', 'LG-A275/V100'])(
    'that a server or an old phone reports under a bare name counts: %s',
    async (userAgent) => {
      const link = await createLink(tenant);
      await visit(`/l/${link.slug}`, { userAgent });
      expect(await clicksOf(link.id)).toMatchObject([{ excluded_because: null }]);
    },
  );

  test('that is repeated within seconds continues with the click that counts', async () => {
    const link = await createLink(tenant);
    const from = freshAddress();
    const first = await visit(`/l/${link.slug}`, { from });
    const second = await visit(`/l/${link.slug}`, { from });
    const someoneElse = await visit(`/l/${link.slug}`);
    const clickId = clickIdIn(first.headers.get('location'));
    expect(clickIdIn(second.headers.get('location'))).toBe(clickId);
    expect(clickIdIn(someoneElse.headers.get('location'))).not.toBe(clickId);
    const clicks = await clicksOf(link.id);
    expect(clicks.map((click) => click.excluded_because)).toEqual([null, null, 'repeat']);
    expect(clicks[2]).toMatchObject({ original_click_id: clickId });
    await countClicks(service.services.workPool);
    const { rows } = await service.services.workPool.query(
      'select clicks::int, repeats::int, bots::int from link_counts where customer_id = $1 and link_id = $2',
      [tenant.accountId, link.id],
    );
    expect(rows).toEqual([{ clicks: 2, repeats: 1, bots: 0 }]);
  });

  test.each(['apps', 'accounts'])(
    'of a link that belongs to deactivated %s leads to the default page',
    async (owners) => {
      const other = await createTenant(service);
      const slug = `of-inactive-${owners}`;
      const link = { p_app_id: other.appId, p_slug: slug, p_fallback_url: 'https://example.com/' };
      await other.owner.rpc('create_deep_link', link);
      const owner = owners === 'apps' ? other.appId : other.accountId;
      await service.services.workPool.query(`update ${owners} set active = false where id = $1`, [owner]);
      const response = await visit(`/l/${slug}`);
      expect([response.status, response.headers.get('location')]).toEqual([302, '/paused']);
      const clicks = await service.services.workPool.query('select from clicks where app_id = $1', [
        other.appId,
      ]);
      expect(clicks.rowCount).toBe(0);
      const page = await visit('/paused');
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining('not active at the moment'),
      ]);
    },
  );

  test.each(['nobody-has-this', '..%2f..%2fetc%2fpasswd', '%00', '%E0%A4%A', 'UPPER', "'--", 'x'.repeat(65)])(
    'of the unknown slug %s shows a page that says so',
    async (slug) => {
      for (const path of [`/l/${slug}`, `/v1/deep-link?slug=${slug}`]) {
        const response = await visit(path);
        expect(response.status).toBe(404);
        expect(response.headers.get('content-type')).toContain('text/html');
      }
    },
  );

  test.each([
    ['application/json', 'application/json'],
    ['application/json, */*;q=0.5', 'application/json'],
    ['text/html,application/json', 'text/html'],
    ['*/*', 'text/html'],
  ])('of an unknown slug, by who accepts %s, is answered as %s', async (accept, expected) => {
    for (const path of ['/l/nobody-has-this', '/v1/deep-link?slug=nobody-has-this']) {
      const response = await service.request(path, { headers: { accept } });
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(response.headers.get('content-type')).toContain(expected);
      if (expected === 'application/json') expect(await response.json()).toEqual({ error: 'no such link' });
    }
  });

  test.each(['/l/nobody-has-this', '/l/nobody-has-this/qr'])('by POST to %s is refused', async (path) => {
    const response = await visit(path, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.json()).toEqual({ error: 'POST is not allowed here' });
  });

  test('without a slug is refused', async () => {
    expect((await visit('/v1/deep-link')).status).toBe(400);
    expect((await visit('/v1/deep-link?slug=')).status).toBe(400);
    expect((await visit('/v1/deep-link?slug=abc', { method: 'POST' })).status).toBe(405);
  });
});
