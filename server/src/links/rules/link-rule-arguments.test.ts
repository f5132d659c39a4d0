import { describe, expect, test } from 'vitest';
import { createLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addCampaign, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

const url = 'https://example.com/';
const FULL = {
  p_rules: [
    { when: { platform: 'ios', country: 'ke', language: 'pt-BR', from: 1, until: 2 }, url, weight: 3 },
  ],
  p_expires_at: 1_900_000_000_000,
  p_expired_url: 'https://example.com/over',
  p_max_clicks: 10,
  p_utm: { source: 'a', medium: 'b', campaign: 'c', term: 'd', content: 'e' },
  p_tags: ['spring', 'print', 'spring'],
};
const NONE = {
  rules: [],
  expires_at: null,
  expired_url: null,
  max_clicks: null,
  utm: null,
  tags: [],
};

async function list(args: object): Promise<Record<string, unknown>[]> {
  const response = await tenant.owner.rpc('list_links', args);
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
}

describe('a link', () => {
  test('keeps what it is given, and loses it where that is empty', async () => {
    const { id } = await createLink(tenant, FULL);
    const [stored] = await list({ p_link_id: id });
    const rule = { ...FULL.p_rules[0], when: { ...FULL.p_rules[0]?.when, country: 'KE', language: 'pt-br' } };
    expect(stored).toMatchObject({
      rules: [rule],
      expires_at: FULL.p_expires_at,
      expired_url: FULL.p_expired_url,
      max_clicks: 10,
      utm: FULL.p_utm,
      tags: ['spring', 'print'],
    });
    for (const name of Object.keys(NONE)) {
      const response = await tenant.owner.rpc('update_link', { p_link_id: id, [`p_${name}`]: '' });
      expect(response.status).toBe(200);
    }
    expect((await list({ p_link_id: id }))[0]).toMatchObject(NONE);
    const given = await tenant.owner.rpc('update_link', { p_link_id: id, ...FULL });
    expect(await given.json()).toMatchObject({ rules: [rule], tags: ['spring', 'print'], max_clicks: 10 });
    const emptied = await tenant.owner.rpc('update_link', { p_link_id: id, p_rules: [], p_tags: [] });
    expect(await emptied.json()).toMatchObject({ rules: [], tags: [] });
  });

  test.each<[string, unknown]>([
    ['p_rules', 'x'],
    ['p_rules', [{ url }]],
    ['p_rules', [{ when: {}, url, colour: 1 }]],
    ['p_rules', [{ when: { planet: 'mars' }, url }]],
    ['p_rules', [{ when: { platform: 'pigeon' }, url }]],
    ['p_rules', [{ when: { country: 'KEN' }, url }]],
    ['p_rules', [{ when: { language: '*' }, url }]],
    ['p_rules', [{ when: { from: 2, until: 2 }, url }]],
    ['p_rules', [{ when: { from: 1.5 }, url }]],
    ['p_rules', [{ when: {}, url: 'javascript:alert(1)' }]],
    ['p_rules', [{ when: {}, url: 'market://details?id=a.b' }]],
    ['p_rules', [{ when: { platform: 'ios' }, url: 'tel:*123%23' }]],
    ['p_rules', [{ when: {}, url, weight: 0 }]],
    ['p_rules', [{ when: {}, url, weight: 0.5 }]],
    ['p_rules', [{ when: {}, url: 'http://127.0.0.1:8787/l/another' }]],
    ['p_rules', Array(21).fill({ when: {}, url })],
    ['p_expires_at', '2026-01-01'],
    ['p_expires_at', -1],
    ['p_expires_at', 9e15],
    ['p_expired_url', 'tel:1'],
    ['p_expired_url', 'http://127.0.0.1:8787/l/another'],
    ['p_max_clicks', 0],
    ['p_max_clicks', 1.5],
    ['p_max_clicks', 1e12],
    ['p_utm', {}],
    ['p_utm', { colour: 'red' }],
    ['p_utm', { source: '' }],
    ['p_utm', { source: 'x'.repeat(301) }],
    ['p_utm', { source: '\0' }],
    ['p_tags', ['']],
    ['p_tags', ['x'.repeat(41)]],
    ['p_tags', ['\ud800']],
    ['p_tags', Array.from({ length: 21 }, (_, n) => `${n}`)],
  ])('refuses as %s %j', async (name, value) => {
    const link = { p_app_id: tenant.appId, p_slug: 'never-made', p_fallback_url: url };
    const response = await tenant.owner.rpc('create_deep_link', { ...link, [name]: value });
    const { error } = (await response.json()) as { error: string };
    expect([response.status, error]).toEqual([400, expect.stringMatching(`^${name}`)]);
  });

  test.each([
    ['android', 'market://details?id=a.b'],
    ['feature_phone', '*123#'],
  ])('may lead %s to %s', async (platform, to) => {
    await createLink(tenant, { p_rules: [{ when: { platform }, url: to }] });
  });
});

describe('list_links finds links', () => {
  const slugs = async (args: object) => (await list(args)).map(({ slug }) => slug).toSorted();

  test('by tag, text, app and campaign, and by all of them at once', async () => {
    const p_campaign_id = await addCampaign(tenant, {});
    const tags = { p_tags: ['Sale', 'a,b'] };
    const both = await createLink(tenant, {
      ...tags,
      p_fallback_url: 'https://example.com/50%_Off',
      p_campaign_id,
    });
    const tagged = await createLink(tenant, tags);
    const text = await createLink(tenant, { p_deep_link_path: '/50%_off' });
    await createLink(tenant, { p_fallback_url: 'https://example.com/50xxoff' });
    expect(await slugs({ p_tag: 'Sale' })).toEqual([both.slug, tagged.slug].toSorted());
    expect(await slugs({ p_tag: 'a,b' })).toHaveLength(2);
    expect(await slugs({ p_tag: 'sale' })).toEqual([]);
    expect(await slugs({ p_text: '50%_OFF' })).toEqual([both.slug, text.slug].toSorted());
    expect(await slugs({ p_text: '\\' })).toEqual([]);
    expect(await slugs({ p_text: tagged.slug.toUpperCase() })).toEqual([tagged.slug]);
    const all = { p_tag: 'Sale', p_text: '50%', p_app_id: tenant.appId, p_campaign_id };
    expect(await slugs(all)).toEqual([both.slug]);
  });
});
