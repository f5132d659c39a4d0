import { describe, expect, test } from 'vitest';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { perTest } from '../../testing/per-suite.ts';
import { startTestService } from '../../testing/test-service.ts';
import { addApp, createTenant, freshAddress } from '../../testing/test-tenant.ts';

let now = Date.UTC(2026, 4, 1);
const service = perTest(
  () => startTestService({ clock: () => now, env: { PUBLIC_URL: 'https://example.com/go' } }),
  (started) => started.close(),
);

const PATH = '/.well-known/apple-app-site-association';
const read = (from = freshAddress()) => service.request(PATH, { headers: { 'x-forwarded-for': from } });

/** The apps that are vouched for a minute after the last change. */
async function vouchedFor(): Promise<string[]> {
  now += 30_000;
  const { applinks } = (await (await read()).json()) as { applinks: { details: { appIDs: string[] }[] } };
  return applinks.details.flatMap(({ appIDs }) => appIDs);
}

/** An account with an app on iOS. */
async function makeAccount(p_ios_bundle_id: string) {
  now += 1;
  const tenant = await createTenant(service);
  const args = { p_app_id: tenant.appId, p_ios_bundle_id, p_ios_team_id: 'TEAM123456' };
  expect((await tenant.owner.rpc('update_app', args)).status).toBe(200);
  return tenant;
}

describe('apple-app-site-association', () => {
  test('lists the first account’s apps with an id at Apple, and those of no other, for links alone', async () => {
    const first = await makeAccount('com.example.first');
    await makeAccount('com.example.other');
    const half = await addApp(first);
    await first.owner.rpc('update_app', { p_app_id: half, p_ios_bundle_id: 'com.example.half' });
    const response = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=30');
    expect(await response.json()).toEqual({
      applinks: {
        details: [
          {
            appIDs: ['TEAM123456.com.example.first'],
            components: [{ '/': '/go/l/*/qr', exclude: true }, { '/': '/go/l/*' }],
          },
        ],
      },
    });
  });

  test('follows the operator, the app and the account, within a minute', async () => {
    expect(await (await read()).json()).toEqual({ applinks: { details: [] } });
    const [first, other] = [await makeAccount('com.example.first'), await makeAccount('com.example.other')];
    const admin = (...argv: string[]) => runAdmin(service.services.config, argv, () => {});
    await admin('allow-app-links', other.accountId);
    expect(await vouchedFor()).toEqual(['TEAM123456.com.example.first', 'TEAM123456.com.example.other']);
    await admin('forbid-app-links', first.accountId);
    expect(await vouchedFor()).toEqual(['TEAM123456.com.example.other']);
    await other.owner.rpc('set_app_active', { p_app_id: other.appId, p_active: false });
    expect(await vouchedFor()).toEqual([]);
  });

  test('has at most 128 KB, in which who was here first has precedence', async () => {
    const first = await makeAccount('com.example.first');
    await service.services.workPool.query(
      `insert into apps select made.* from apps, generate_series(1, 4900) n, jsonb_populate_record(apps, jsonb_build_object(
         'id', gen_random_uuid(), 'ios_bundle_id', 'com.example.many' || n,
         'created_at', apps.created_at + n * interval '1 s')) made
       where apps.id = $1`,
      [first.appId],
    );
    const text = await (await read()).text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(128 * 1024);
    expect(Buffer.byteLength(text)).toBeGreaterThan(128 * 1024 - 100);
    const apps = await vouchedFor();
    expect([apps[0], apps[1]]).toEqual(['TEAM123456.com.example.first', 'TEAM123456.com.example.many1']);
  });

  test('answers an address 600 times a minute', async () => {
    const from = freshAddress();
    const statuses = await Promise.all(Array.from({ length: 601 }, async () => (await read(from)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
  });
});
