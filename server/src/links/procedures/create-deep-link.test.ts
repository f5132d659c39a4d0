import { describe, expect, test } from 'vitest';
import { createLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

describe('create_deep_link', () => {
  test('returns the link and its URL', async () => {
    const response = await tenant.owner.rpc('create_deep_link', {
      p_app_id: tenant.appId,
      p_slug: 'my-link_1',
      p_fallback_url: 'https://example.com/',
      p_deferred_params: { coupon: 'X1', nested: { a: [1, null, true] }, text: 'no escape: \\u0000 \\ud800' },
    });
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug: 'my-link_1',
      url: 'http://127.0.0.1:8787/l/my-link_1',
    });
  });

  test('refuses a slug that is already taken', async () => {
    const { slug } = await createLink(tenant);
    const other = await createTenant(service);
    const response = await other.owner.rpc('create_deep_link', {
      p_app_id: other.appId,
      p_slug: slug,
      p_fallback_url: 'https://example.com/',
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('p_slug') });
  });

  test.each([
    ['p_slug', 'ab'],
    ['p_slug', 'Upper'],
    ['p_slug', '../etc'],
    ['p_slug', 'x'.repeat(65)],
    ['p_fallback_url', 'javascript:alert(1)'],
    ['p_android_url', 'https://u:p@example.com'],
    ['p_ussd_fallback', 'data:,x'],
    ['p_channel', 'carrier_pigeon'],
    ['p_deep_link_path', 'promo/1'],
    ['p_deep_link_path', '//evil.example'],
    ['p_deferred_params', ['a']],
    ['p_deferred_params', { a: Array(3000).fill(1) }],
    ['p_deferred_params', { a: '\0' }],
    ['p_deferred_params', { '\ud800': 1 }],
    ['p_deferred_params', { constructor: 1 }],
    ['p_deferred_params', { a: [{ prototype: 1 }] }],
    ['p_deferred_params', JSON.parse('{"__proto__":1}')],
    ['p_deferred_params', JSON.parse('{"a":{"__proto__":{"b":1}}}')],
    ['p_deferred_params', JSON.parse(`{"a":${'['.repeat(2020)}${']'.repeat(2020)}}`)],
    ['p_deferred_params', 7],
    ['p_colour', 'red'],
  ])('names %s (case %#)', async (name, value) => {
    const response = await tenant.owner.rpc('create_deep_link', {
      p_app_id: tenant.appId,
      p_slug: 'fine-slug',
      p_fallback_url: 'https://example.com/',
      [name]: value,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining(name) });
  });

  test('refuses a campaign of another account', async () => {
    const response = await tenant.owner.rpc('create_deep_link', {
      p_app_id: tenant.appId,
      p_slug: 'fine-slug',
      p_fallback_url: 'https://example.com/',
      p_campaign_id: 'c0a8012e-7d1f-4f5e-8d0e-5f0f2c7a9b11',
    });
    expect(response.status).toBe(404);
  });
});
