import { expect, test } from 'vitest';
import { createSlug } from '../testing/create-link.ts';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService({ env: { PUBLIC_URL: 'https://go.example.com/' } });
const tenant = perSuite(() => createTenant(service));

test('shows a link’s public address as a QR code', async () => {
  const slug = await createSlug(tenant);
  const code = async (of: string) => {
    const response = await service.request(`/l/${of}/qr`);
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      svg: await response.text(),
    };
  };
  const shown = await code(slug);
  expect(shown).toMatchObject({ status: 200, type: 'image/svg+xml' });
  expect(shown.svg).toMatch(/^<svg .*<\/svg>\s*$/s);
  expect((await code(slug)).svg).toBe(shown.svg);
  expect((await code(await createSlug(tenant))).svg).not.toBe(shown.svg);
  expect((await code('nobody-has-this')).status).toBe(404);
});

test('builds links on PUBLIC_URL', async () => {
  const response = await tenant.owner.rpc('create_deep_link', {
    p_app_id: tenant.appId,
    p_slug: 'public-one',
    p_fallback_url: 'https://example.com/',
  });
  expect(await response.json()).toMatchObject({ url: 'https://go.example.com/l/public-one' });
});
