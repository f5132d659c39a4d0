import { describe, expect, test } from 'vitest';
import { createLink, STORE_URL, type TestLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import type { TestService } from '../../testing/test-service.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const AGENTS = {
  android:
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
  feature_phone: 'Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  other: 'Mozilla/5.0 (PlayStation 5 3.11) AppleWebKit/605.1.15 (KHTML, like Gecko)',
};

let now = Date.UTC(2026, 5, 1);
const service = useService({ clock: () => now });
const elsewhere = useService({ beside: service, clock: () => now });
const tenant = perSuite(() => createTenant(service));

interface Visit {
  agent?: string;
  from?: string;
  language?: string;
  method?: string;
  where?: TestService;
  query?: string;
}

async function visit(link: TestLink, given: Visit = {}): Promise<string> {
  const { agent = AGENTS.desktop, from = freshAddress(), language = 'en', method = 'GET' } = given;
  const response = await (given.where ?? service).request(`/l/${link.slug}${given.query ?? ''}`, {
    method,
    headers: { 'user-agent': agent, 'x-forwarded-for': from, 'accept-language': language },
  });
  return response.headers.get('location') ?? `status ${response.status}`;
}

const plain = (location: string) => location.split('?')[0];

async function clicksOf(link: TestLink) {
  const { rows } = await service.services.workPool.query(
    'select rule_index, rule_url, excluded_because from clicks where customer_id = $1 and link_id = $2 order by clicked_at, click_id',
    [tenant.accountId, link.id],
  );
  return rows;
}

const change = async (link: TestLink, args: object) => {
  const response = await tenant.owner.rpc('update_link', { p_link_id: link.id, ...args });
  expect(response.status).toBe(200);
};

describe('a rule for', () => {
  test.each(Object.entries(AGENTS))('%s holds for no other platform', async (platform, agent) => {
    const link = await createLink(tenant, {
      p_android_url: null,
      p_rules: [{ when: { platform }, url: 'https://example.com/ruled' }],
    });
    for (const other of Object.values(AGENTS)) {
      const expected = other === agent ? 'https://example.com/ruled' : 'https://example.com/landing';
      expect(plain(await visit(link, { agent: other }))).toBe(expected);
    }
    const clicks = await clicksOf(link);
    expect(clicks.filter(({ rule_index }) => rule_index === 0)).toEqual([
      { rule_index: 0, rule_url: 'https://example.com/ruled', excluded_because: null },
    ]);
  });

  test.each([
    ['a page', 'https://example.com/ruled', 'https://example.com/ruled'],
    [
      'an app',
      'intent:#Intent;package=com.example;S.browser_fallback_url=https%3A%2F%2Fexample.com;end',
      'https://example.com/landing',
    ],
  ])('%s leads a browser inside another app where it can go', async (_what, url, expected) => {
    const link = await createLink(tenant, { p_rules: [{ when: { platform: 'android' }, url }] });
    expect(plain(await visit(link, { agent: `${AGENTS.android} Instagram 320.0` }))).toBe(expected);
  });

  test('a language holds for the visitor’s first choice', async () => {
    const link = await createLink(tenant, {
      p_rules: [{ when: { language: 'PT' }, url: 'https://example.com/pt' }],
    });
    expect(plain(await visit(link, { language: 'pt-BR,en;q=0.9' }))).toBe('https://example.com/pt');
    expect(plain(await visit(link, { language: 'en,pt;q=0.9' }))).toBe('https://example.com/landing');
  });

  test('a time holds from its first moment to before its last', async () => {
    const link = await createLink(tenant, {
      p_rules: [{ when: { from: now + 1000, until: now + 2000 }, url: 'https://example.com/now' }],
    });
    const start = now;
    const seen = [];
    for (const ms of [999, 1000, 1999, 2000]) {
      now = start + ms;
      seen.push(plain(await visit(link)));
    }
    const [landing, during] = ['https://example.com/landing', 'https://example.com/now'];
    expect(seen).toEqual([landing, during, during, landing]);
  });

  test('Android may lead to a store page, which gets the click and the campaign', async () => {
    const link = await createLink(tenant, {
      p_android_url: null,
      p_rules: [{ when: { platform: 'android' }, url: STORE_URL }],
      p_utm: { source: 'news letter', medium: 'email' },
    });
    const to = new URL(await visit(link, { agent: AGENTS.android }));
    const referrer = new URLSearchParams(to.searchParams.get('referrer') ?? '');
    expect([to.hostname, referrer.get('utm_source'), referrer.get('utm_medium')]).toEqual([
      'play.google.com',
      'news letter',
      'email',
    ]);
    expect(referrer.get('service_click_id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('weights give every visitor the same place, in every instance, and link_stats counts them', async () => {
  const link = await createLink(tenant, {
    p_rules: [
      { when: {}, url: 'https://example.com/a', weight: 1 },
      { when: {}, url: 'https://example.com/b', weight: 1 },
    ],
  });
  const seen: Record<string, number> = { 'https://example.com/a': 0, 'https://example.com/b': 0 };
  for (let n = 0; n < 20; n++) {
    const from = freshAddress();
    const first = plain(await visit(link, { from })) as string;
    now += 5000;
    expect(plain(await visit(link, { from, where: elsewhere }))).toBe(first);
    seen[first] = (seen[first] ?? 0) + 2;
  }
  const stats = await tenant.owner.rpc('link_stats', {
    p_link_id: link.id,
    p_date_from: '2026-05-01',
    p_date_to: '2026-07-01',
  });
  expect(await stats.json()).toMatchObject({
    clicks: 40,
    rules: Object.entries(seen).map(([url, clicks], index) => ({ index, url, clicks })),
  });
});

test('a device’s own id keeps its place when its address changes', async () => {
  const link = await createLink(tenant, {
    p_rules: Array.from({ length: 10 }, (_, n) => ({ when: {}, url: `https://example.com/${n}`, weight: 1 })),
  });
  const query = '?android_id=0123456789abcdef';
  const seen = new Set<string | undefined>();
  for (let n = 0; n < 10; n++) seen.add(plain(await visit(link, { query })));
  expect(seen.size).toBe(1);
});

test('campaign parameters are added to where the link leads, also for who only looks', async () => {
  const link = await createLink(tenant, {
    p_fallback_url: 'https://example.com/?a=1&utm_source=old#part',
    p_utm: { source: 'x y', content: 'ä' },
  });
  expect(await visit(link, { method: 'HEAD' })).toBe(
    'https://example.com/?a=1&utm_source=x%20y&utm_content=%C3%A4#part',
  );
  expect(await visit(link)).toMatch(/\?a=1&utm_source=x%20y&utm_content=%C3%A4&service_click_id=[^&]+#part$/);
});

describe('a link that has expired', () => {
  test.each([
    ['to its page for that', 'https://example.com/over', 'https://example.com/over'],
    ['to where a paused link leads', null, null],
  ])('leads %s, and records nothing', async (_where, p_expired_url, expected) => {
    const link = await createLink(tenant, { p_expires_at: now + 60_000, p_expired_url });
    expect(plain(await visit(link))).toBe('https://example.com/landing');
    now += 60_000;
    const paused = await createLink(tenant);
    await tenant.owner.rpc('set_link_active', { p_link_id: paused.id, p_active: false });
    for (const method of ['GET', 'HEAD'])
      expect(await visit(link, { method })).toBe(expected ?? (await visit(paused)));
    expect(await clicksOf(link)).toHaveLength(1);
    await change(link, { p_expires_at: '' });
    expect(plain(await visit(link))).toBe('https://example.com/landing');
  });
});

describe('a link for so many clicks', () => {
  test('takes exactly those, of many visitors at once in two instances', async () => {
    const link = await createLink(tenant, { p_max_clicks: 25, p_expired_url: 'https://example.com/over' });
    const visits = Array.from({ length: 120 }, (_, n) =>
      visit(link, { where: n % 2 === 0 ? service : elsewhere }),
    );
    const seen = (await Promise.all(visits)).map(plain);
    expect(seen.filter((url) => url === 'https://example.com/landing')).toHaveLength(25);
    expect(seen.filter((url) => url === 'https://example.com/over')).toHaveLength(95);
    expect(await clicksOf(link)).toHaveLength(25);
  });

  test('counts neither bots nor double taps, which follow it as long as their tap could', async () => {
    const link = await createLink(tenant, { p_max_clicks: 2, p_expired_url: 'https://example.com/over' });
    const bot = { agent: 'Googlebot/2.1' };
    const [landing, over] = ['https://example.com/landing', 'https://example.com/over'];
    expect(plain(await visit(link, bot))).toBe(landing);
    expect(plain(await visit(link))).toBe(landing);
    const last = { from: freshAddress() };
    const taps = [visit(link, last), visit(link, last), visit(link, last)];
    expect((await Promise.all(taps)).map(plain)).toEqual([landing, landing, landing]);
    const late = { from: freshAddress() };
    expect(plain(await visit(link, late))).toBe(over);
    expect(plain(await visit(link, late))).toBe(over);
    expect(plain(await visit(link, bot))).toBe(over);
    expect(plain(await visit(link, { method: 'HEAD' }))).toBe(over);
    const excluded = (await clicksOf(link)).map(({ excluded_because }) => excluded_because);
    expect(excluded.toSorted()).toEqual(['bot', null, null, 'repeat', 'repeat']);
  });

  test('counts the clicks from before it was limited, and takes more when it is given more', async () => {
    const link = await createLink(tenant, { p_expired_url: 'https://example.com/over' });
    const follow = async (times: number) => {
      const seen = [];
      for (let n = 0; n < times; n++) seen.push(plain(await visit(link)) === 'https://example.com/landing');
      return seen;
    };
    expect(await follow(2)).toEqual([true, true]);
    await change(link, { p_max_clicks: 3 });
    expect(await follow(2)).toEqual([true, false]);
    await change(link, { p_max_clicks: 4 });
    expect(await follow(2)).toEqual([true, false]);
    await change(link, { p_max_clicks: '' });
    expect(await follow(2)).toEqual([true, true]);
    await change(link, { p_max_clicks: 7 });
    expect(await follow(2)).toEqual([true, false]);
  });
});
