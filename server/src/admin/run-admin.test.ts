import { afterEach, describe, expect, test } from 'vitest';
import { makeWebhook } from '../payments/testing/payment-webhook.ts';
import { seedConfigs } from '../postbacks/testing/seed-postbacks.ts';
import { createKeyring } from '../secrets/keyring.ts';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant, freshAddress } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { UsageError } from './command.ts';
import { ADMIN_COMMANDS, runAdmin } from './run-admin.ts';

const NOBODY = '11111111-1111-4111-8111-111111111111';

const service = useService({ realPasswords: true });
const tenant = perSuite(() => createTenant(service));

async function admin(...argv: string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin(service.services.config, argv, (line) => lines.push(line));
  return lines.join('\n');
}

const known = async () => (await service.services.apps.find([tenant.appId])).get(tenant.appId);

async function fillQueues(): Promise<void> {
  const { workPool } = service.services;
  await workPool.query(
    `insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
     select $1, $2, 'e' || n, 'install', now() + interval '1 day' * (n - 2.5) from generate_series(0, 3) n`,
    [tenant.accountId, tenant.appId],
  );
  await workPool.query(
    `insert into click_count_queue (deltas, queued_at)
     select '[]', now() - interval '5 minutes 30 seconds' from generate_series(1, 100001)`,
  );
  await workPool.query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids)
     values (gen_random_uuid(), now() - interval '3 hours', '{}', '{}')`,
  );
  await workPool.query(
    `insert into fraud_reviews (customer_id, install_id, due_at)
     values ($1, gen_random_uuid(), now() + interval '1 day')`,
    [tenant.accountId],
  );
}

async function emptyQueues(): Promise<void> {
  await service.services.workPool.query(
    'truncate event_queue, click_count_queue, activity_queue, fraud_reviews',
  );
}

describe('the operator’s command line', () => {
  afterEach(emptyQueues);

  test('explains every command', async () => {
    const help = await admin('help');
    for (const name of Object.keys(ADMIN_COMMANDS)) expect(help).toContain(name);
  });

  test.each([
    [['frobnicate'], /there is no command frobnicate\n\nusage: npm run admin -- <command>/],
    [['constructor'], /there is no command constructor/],
    [['help', 'frobnicate'], /there is no command frobnicate/],
    [[], /usage: npm run admin -- <command>/],
    [['set-plan'], /^usage: npm run admin -- set-plan <account_id> <plan>$/],
    [['set-plan', NOBODY, 'growth', 'now'], /^usage: npm run admin -- set-plan/],
    [['doctor', '--verbose'], /^usage: npm run admin -- doctor$/],
    [['queues', 'event_queue'], /^usage: npm run admin -- queues \[--json\]$/],
    [['queues', '--yaml'], /^usage: npm run admin -- queues \[--json\]$/],
    [['doctor', '--json'], /^usage: npm run admin -- doctor$/],
    [['backup', '--fast'], /^usage: npm run admin -- backup <file>$/],
    [['set-plan', 'x', 'growth'], /account_id must be a UUID.*\nusage: /],
    [['set-plan', NOBODY, 'gold'], /plan must be one of free, growth.*\nusage: /],
  ])('answers %j with its usage', async (argv, message) => {
    const answer = admin(...argv);
    await expect(answer).rejects.toThrow(UsageError);
    await expect(answer).rejects.toThrow(message);
  });

  test.each([
    [['set-plan', NOBODY, 'growth'], /there is no account/],
    [['deactivate-app', NOBODY], /there is no app/],
    [['rotate-secret'], /SERVICE_SECRET_PREVIOUS/],
    [['reset-password', 'nobody@example.com'], /no user signs in with nobody@example.com/],
    [['sign-in-link', 'nobody@example.com'], /no user signs in with nobody@example.com/],
  ])('answers %j with a sentence', async (argv, message) => {
    const answer = admin(...argv);
    await expect(answer).rejects.toThrow(message);
    await expect(answer).rejects.not.toThrow(UsageError);
  });

  test.each([
    ['help', 'set-plan'],
    ['set-plan', '--help'],
    ['set-plan', 'x', '-h'],
  ])('describes one command with %j', async (...argv) => {
    expect(await admin(...argv)).toMatch(
      /^usage: npm run admin -- set-plan <account_id> <plan>\n\nchanges the plan/,
    );
  });

  test('lists the accounts with who owns them', async () => {
    const lines = (await admin('list-accounts')).split('\n');
    const line = lines.find((each) => each.startsWith(tenant.accountId));
    expect(line).toMatch(/ self_hosted +1 apps .*@example\.com$/);
  });

  test('gives a person a new password, ends their sessions and writes it down', async () => {
    const other = await createTenant(service);
    const { email, userId } = other.owner;
    const seen = async () => (await other.owner.get('/v1/analytics?resource=summary')).status;
    expect(await seen()).toBe(200);
    const said = await admin('reset-password', email.toUpperCase());
    expect(await seen()).toBe(401);
    const password = said.split('\n').at(-1) ?? '';
    expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    const signIn = await service.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
      body: JSON.stringify({ email, password }),
    });
    expect(signIn.status).toBe(200);
    const { rows } = await service.services.workPool.query(
      `select user_id, target_type, target_id, details::text from audit_log where customer_id = $1 and action = 'reset_password'`,
      [other.accountId],
    );
    expect(rows).toEqual([{ user_id: null, target_type: 'user', target_id: userId, details: '{}' }]);
  });

  test('sets a plan, which running instances notice at once, and writes it down', async () => {
    expect((await known())?.planName).toBe('self_hosted');
    expect(await admin('set-plan', tenant.accountId, 'growth')).toBe(
      `account ${tenant.accountId} is on plan growth`,
    );
    await expect.poll(async () => (await known())?.planName).toBe('growth');
    const { rows } = await service.services.workPool.query(
      `select user_id, details from audit_log where customer_id = $1 and action = 'set_plan'`,
      [tenant.accountId],
    );
    expect(rows).toEqual([{ user_id: null, details: { from: 'self_hosted', to: 'growth' } }]);
  });

  test.each([
    ['app', () => tenant.appId],
    ['account', () => tenant.accountId],
  ])('deactivates and activates an %s', async (kind, id) => {
    const resolve = async () =>
      (
        await service.request('/v1/resolve-key', {
          headers: { 'x-service-api-key': tenant.apiKey, 'x-forwarded-for': freshAddress() },
        })
      ).status;
    await admin(`deactivate-${kind}`, id());
    expect(await resolve()).toBe(401);
    await admin(`activate-${kind}`, id());
    expect(await resolve()).toBe(200);
  });

  test('shows what waits in every queue, and since when', async () => {
    const empty = [
      'queue              waiting  oldest  for later',
      'event_queue              0       -          0  events to attribute',
      'activity_queue           0       -          0  batches of activity to count',
      'click_count_queue        0       -          0  batches of clicks to count',
      'event_count_queue        0       -          0  batches of events to count',
      'fraud_reviews            0       -          0  installs to review again',
      'credit_queue             0       -          0  batches of payments and purchases to credit',
      'postback_queue           0       -          0  deliveries to ad networks',
      'import_jobs              0       -          0  imports with rows to process',
      'erasures                 0       -          0  devices and accounts to erase',
    ];
    expect((await admin('queues')).split('\n')).toEqual(empty);
    await fillQueues();
    expect((await admin('queues')).split('\n')).toEqual([
      'queue                     waiting  oldest  for later',
      'event_queue                     3     2 d          1  events to attribute',
      'activity_queue                  1     3 h          0  batches of activity to count',
      'click_count_queue  100000 or more   5 min          0  batches of clicks to count',
      'event_count_queue               0       -          0  batches of events to count',
      'fraud_reviews                   0       -          1  installs to review again',
      'credit_queue                    0       -          0  batches of payments and purchases to credit',
      'postback_queue                  0       -          0  deliveries to ad networks',
      'import_jobs                     0       -          0  imports with rows to process',
      'erasures                        0       -          0  devices and accounts to erase',
    ]);
  });

  test('shows the queues to programs as JSON', async () => {
    await fillQueues();
    const states = JSON.parse(await admin('queues', '--json'));
    expect(states).toEqual([
      { queue: 'event_queue', depth: 3, deferred: 1, oldest_age_seconds: expect.any(Number) },
      { queue: 'activity_queue', depth: 1, deferred: 0, oldest_age_seconds: expect.any(Number) },
      { queue: 'click_count_queue', depth: 100_000, deferred: 0, oldest_age_seconds: expect.any(Number) },
      { queue: 'event_count_queue', depth: 0, deferred: 0, oldest_age_seconds: 0 },
      { queue: 'fraud_reviews', depth: 0, deferred: 1, oldest_age_seconds: 0 },
      { queue: 'credit_queue', depth: 0, deferred: 0, oldest_age_seconds: 0 },
      { queue: 'postback_queue', depth: 0, deferred: 0, oldest_age_seconds: 0 },
      { queue: 'import_jobs', depth: 0, deferred: 0, oldest_age_seconds: 0 },
      { queue: 'erasures', depth: 0, deferred: 0, oldest_age_seconds: 0 },
    ]);
    expect(states[0].oldest_age_seconds).toBeGreaterThanOrEqual(2.5 * 86_400);
    expect(states[0].oldest_age_seconds).toBeLessThan(2.5 * 86_400 + 120);
  });

  test('seals the secrets of webhooks and of ad network configs again as well', async () => {
    const { workPool, keyring, config } = service.services;
    const webhook = await makeWebhook(service, tenant);
    const [configId = ''] = await seedConfigs(service, tenant.accountId, tenant.appId, 1);
    await workPool.query('update ad_network_configs set credential = $2, signing_secret = $3 where id = $1', [
      configId,
      keyring.seal('ad-network-credential', configId, 'a-credential'),
      keyring.seal('ad-network-signing-secret', configId, 'a-secret'),
    ]);
    const previousServiceSecret = config.serviceSecret;
    const serviceSecret = 'another-service-secret-for-tests-0123456789';
    const lines: string[] = [];
    const rotated = { ...config, serviceSecret, previousServiceSecret };
    await runAdmin(rotated, ['rotate-secret'], (line) => lines.push(line));
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ secrets re-encrypted/),
      expect.stringContaining('remove SERVICE_SECRET_PREVIOUS'),
    ]);
    const { rows } = await workPool.query<Record<string, string>>(
      `select credential, configs.signing_secret, webhooks.signing_secret as webhook_secret
       from ad_network_configs configs cross join payment_webhooks webhooks
       where configs.id = $1 and webhooks.id = $2`,
      [configId, webhook.id],
    );
    const fresh = createKeyring({ serviceSecret, previousServiceSecret: undefined });
    const row = rows[0] ?? {};
    expect(fresh.open('ad-network-credential', configId, row.credential ?? '')).toBe('a-credential');
    expect(fresh.open('ad-network-signing-secret', configId, row.signing_secret ?? '')).toBe('a-secret');
    expect(fresh.open('payment-webhook-secret', webhook.id, row.webhook_secret ?? '')).toBe(webhook.secret);
    // And back, for the tests that follow.
    const back = { ...config, previousServiceSecret: serviceSecret };
    await runAdmin(back, ['rotate-secret'], () => {});
  });

  test('shows the disk by table', async () => {
    const lines: string[] = [];
    // The tests' PostgreSQL does not sync, which is a finding.
    await runAdmin(service.services.config, ['doctor'], (line) => lines.push(line)).catch(() => {});
    expect(lines.find((line) => line.startsWith('disk by table'))).toMatch(/^disk by table: [\d.]+ MB$/);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}\d+ (others|tables) {2}\d/));
  });

  test('names ad networks that fail again and again', async () => {
    const diagnosis = () => admin('doctor').catch((error: Error) => error.message);
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
    const diagnosis = () => admin('doctor').catch((error: Error) => error.message);
    expect(await diagnosis()).not.toContain(tenant.appId);
    await service.services.workPool.query(`update apps set signing_secret = 'x.y' where id = $1`, [
      tenant.appId,
    ]);
    expect(await diagnosis()).toContain(`SERVICE_SECRET does not decrypt the secrets of: ${tenant.appId}`);
  });
});
