import { expect, test } from 'vitest';
import { seedConfigs } from '../../../postbacks/testing/seed-postbacks.ts';
import { createLink } from '../../../testing/create-link.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { runAdmin } from '../run-admin.ts';
import { runCommand } from '../testing/run-command.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));
const diagnosis = () => runCommand(service, 'doctor').catch((error: Error) => error.message);

test('shows the disk by table', async () => {
  const lines: string[] = [];
  // The tests' PostgreSQL does not sync, which is a finding.
  await runAdmin(service.services.config, ['doctor'], (line) => lines.push(line)).catch(() => {});
  expect(lines.find((line) => line.startsWith('disk by table'))).toMatch(/^disk by table: [\d.]+ MB$/);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}\d+ (others|tables) {2}\d/));
});

test('names ad networks that fail again and again', async () => {
  const [configId = ''] = await seedConfigs(service, tenant.accountId, tenant.appId, 1);
  const fail = (failures: number) =>
    service.services.workPool.query(
      `insert into postback_failures (customer_id, config_id, failures, failing_since, next_try_at)
       values ($1, $2, $3, '2026-01-31T12:00:00Z', now())
       on conflict (customer_id, config_id) do update set failures = excluded.failures`,
      [tenant.accountId, configId, failures],
    );
  await fail(49);
  expect(await diagnosis()).not.toContain(configId);
  await fail(50);
  expect(await diagnosis()).toContain(
    `the ad network of config ${configId} (network_e_events, account ${tenant.accountId}) has failed 50 times in a ` +
      'row since 2026-01-31T12:00:00.000Z; it is tried once a minute, and 0 deliveries wait',
  );
});

test('finds which secrets do not open', async () => {
  // The tests' PostgreSQL may run without fsync, which the doctor also reports.
  expect(await diagnosis()).not.toContain(tenant.appId);
  await service.services.workPool.query(`update apps set signing_secret = 'x.y' where id = $1`, [
    tenant.appId,
  ]);
  expect(await diagnosis()).toContain(`SERVICE_SECRET does not decrypt the secrets of: ${tenant.appId}`);
});

test('looks with --links at the newest link of each app on each host', async () => {
  const other = await createTenant(service);
  const args = { p_android_url: null, p_fallback_url: 'http://10.0.0.1/spring' };
  const older = await createLink(other, args);
  const newest = await createLink(other, args);
  const paused = await createLink(other, args);
  await other.owner.rpc('set_link_active', { p_link_id: paused.id, p_active: false });
  const found = await runCommand(service, 'doctor', '--links').catch((error: Error) => error.message);
  expect(found).toContain(`${newest.url}, all, fallback: http://10.0.0.1/spring: the URL`);
  for (const { slug } of [older, paused]) expect(found).not.toContain(slug);
  expect(await diagnosis()).not.toContain(newest.slug);
});
