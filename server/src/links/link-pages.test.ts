import { expect, test } from 'vitest';
import { makeLink } from '../attribution/testing/attributed-app.ts';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService({ env: { PUBLIC_URL: 'https://go.example.com/' } });
const tenant = perSuite(() => createTenant(service));

test('shows a link’s public address as a QR code', async () => {
  const slug = await makeLink(tenant);
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
  expect((await code(await makeLink(tenant))).svg).not.toBe(shown.svg);
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

test('lists the apps that may open its links, with their certificates', async () => {
  const fingerprint = Array(32).fill('AB').join(':');
  const set = (settings: object, appId: string) =>
    service.services.workPool.query('update apps set settings = $1 where id = $2', [settings, appId]);
  await set({ certificate_fingerprints: [fingerprint, 'nonsense', 7] }, tenant.appId);
  const silent = await createTenant(service);
  await set({}, silent.appId);
  const other = await createTenant(service);
  await set({ certificate_fingerprints: 'nonsense' }, other.appId);
  const deactivated = await createTenant(service);
  await set({ certificate_fingerprints: [fingerprint] }, deactivated.appId);
  await service.services.workPool.query('update apps set active = false where id = $1', [deactivated.appId]);
  const { rows } = await service.services.workPool.query('select bundle_id from apps where id = $1', [
    tenant.appId,
  ]);
  const response = await service.request('/.well-known/assetlinks.json');
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: rows[0].bundle_id,
        sha256_cert_fingerprints: [fingerprint],
      },
    },
  ]);
});
