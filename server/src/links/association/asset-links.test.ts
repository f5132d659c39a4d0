import { beforeEach, describe, expect, test } from 'vitest';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { perTest } from '../../testing/per-suite.ts';
import { startTestService } from '../../testing/test-service.ts';
import { addApp, createTenant, freshAddress, signUp } from '../../testing/test-tenant.ts';

const FINGERPRINT = Array(32).fill('AB').join(':');

let now = Date.UTC(2026, 4, 1);
beforeEach(() => {
  now = Date.UTC(2026, 4, 1);
});
const service = perTest(
  () => startTestService({ clock: () => now }),
  (started) => started.close(),
);

const read = (from = freshAddress()) =>
  service.request('/.well-known/assetlinks.json', { headers: { 'x-forwarded-for': from } });

type Statement = { target: { package_name: string; sha256_cert_fingerprints: string[] } };

/** The packages that are vouched for a minute after the last change. */
async function vouchedFor(): Promise<string[]> {
  now += 30_000;
  const response = await read();
  return ((await response.json()) as Statement[]).map(({ target }) => target.package_name);
}

const sql = (text: string, values: unknown[] = []) => service.services.workPool.query(text, values);
const set = (settings: object, appId: string) =>
  sql('update apps set settings = $1 where id = $2', [settings, appId]);

/** An account with an app that has its certificate configured. */
async function makeAccount() {
  now += 1;
  const tenant = await createTenant(service);
  await set({ certificate_fingerprints: [FINGERPRINT] }, tenant.appId);
  const { rows } = await sql('select bundle_id from apps where id = $1', [tenant.appId]);
  return { ...tenant, bundleId: rows[0].bundle_id as string };
}

async function admin(...argv: string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin(service.services.config, argv, (line) => lines.push(line));
  return lines.join('\n');
}

describe('assetlinks.json', () => {
  test('lists the first account’s apps with their certificates, and those of no other', async () => {
    const first = await makeAccount();
    await makeAccount();
    await set({ certificate_fingerprints: [FINGERPRINT, 'nonsense', 7] }, first.appId);
    const { owner } = first;
    const [silent, odd, inactive] = [await addApp(first), await addApp(first), await addApp({ owner })];
    await set({}, silent);
    await set({ certificate_fingerprints: 'nonsense' }, odd);
    await set({ certificate_fingerprints: [FINGERPRINT] }, inactive);
    await sql('update apps set active = false where id = $1', [inactive]);
    const response = await read();
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=30');
    expect(await response.json()).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: first.bundleId,
          sha256_cert_fingerprints: [FINGERPRINT],
        },
      },
    ]);
  });

  test('lists the accounts that the operator allows, within a minute, and says so in their audit log', async () => {
    const [first, other] = [await makeAccount(), await makeAccount()];
    expect(await vouchedFor()).toEqual([first.bundleId]);
    expect(await admin('list-accounts')).toMatch(new RegExp(`^${first.accountId}.*\\(app links\\)`, 'm'));
    expect(await admin('allow-app-links', other.accountId.toUpperCase())).toContain('may open');
    expect(await vouchedFor()).toEqual([first.bundleId, other.bundleId]);
    expect(await admin('forbid-app-links', first.accountId)).toContain('may not open');
    expect(await vouchedFor()).toEqual([other.bundleId]);
    await admin('deactivate-account', other.accountId);
    expect(await vouchedFor()).toEqual([]);
    const log = await first.owner.rpc('list_audit_log', { p_target_id: first.accountId });
    const { items } = (await log.json()) as { items: object[] };
    expect(items[0]).toMatchObject({ action: 'forbid_app_links', user_id: null });
    const nobody = 'b5f9b0f0-6a8b-4a53-9d0c-0d8ea1d6f001';
    await expect(admin('allow-app-links', nobody)).rejects.toThrow(`there is no account ${nobody}`);
  });

  test('is made anew every 30 s at most, once for all who ask', async () => {
    const first = await makeAccount();
    const texts = await Promise.all(Array.from({ length: 50 }, async () => (await read()).text()));
    expect(new Set(texts).size).toBe(1);
    await set({}, first.appId);
    now += 29_999;
    expect(await (await read()).text()).toBe(texts[0]);
    now += 1;
    expect(await (await read()).json()).toEqual([]);
    // A clock that is set back keeps nothing for longer.
    await set({ certificate_fingerprints: [FINGERPRINT] }, first.appId);
    now -= 3_600_000;
    expect(await (await read()).json()).toHaveLength(1);
  });

  test('has at most 1 MB, in which who was here first has precedence', async () => {
    const [first, other] = [await makeAccount(), await makeAccount()];
    await admin('allow-app-links', other.accountId);
    await sql(
      `insert into apps select made.* from apps, generate_series(1, 4000) n, jsonb_populate_record(apps, jsonb_build_object(
         'id', gen_random_uuid(), 'bundle_id', 'com.example.many' || n, 'settings', $2::jsonb,
         'created_at', apps.created_at + n * interval '1 s')) made
       where apps.id = $1`,
      [other.appId, { certificate_fingerprints: Array(10).fill(FINGERPRINT) }],
    );
    const late = await addApp(first);
    await sql(`update apps set created_at = created_at + interval '1 year' where id = $1`, [late]);
    await set({ certificate_fingerprints: [FINGERPRINT] }, late);
    const text = await (await read()).text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
    expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024 - 2000);
    const packages = (JSON.parse(text) as Statement[]).map(({ target }) => target.package_name);
    expect([packages[0], packages[2]]).toEqual([first.bundleId, other.bundleId]);
    expect(packages).toContain('com.example.many1');
    expect(packages).not.toContain('com.example.many4000');
  });

  test('answers an address 600 times a minute', async () => {
    const from = freshAddress();
    const statuses = await Promise.all(Array.from({ length: 602 }, async () => (await read(from)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const over = await read(from);
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await read()).status).toBe(200);
  });
});

describe('the first account', () => {
  const allowed = async () =>
    (await sql('select count(*)::int as n from accounts where app_links_allowed')).rows[0].n;

  test('is one, however many are made at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => signUp(service)));
    const made = await Promise.all(people.map((person) => person.rpc('create_account', { p_name: 'A' })));
    expect(made.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await allowed()).toBe(1);
  });

  test('has no successor when it is deleted', async () => {
    const first = await makeAccount();
    await sql(
      `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at)
       values (gen_random_uuid(), $1, 'account', $2, now())`,
      [first.accountId, first.owner.userId],
    );
    await sql('delete from apps');
    await sql('delete from accounts');
    await makeAccount();
    expect(await allowed()).toBe(0);
    expect(await vouchedFor()).toEqual([]);
  });
});
