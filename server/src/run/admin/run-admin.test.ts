import { describe, expect, test } from 'vitest';
import { makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { createKeyring } from '../../platform/auth/secrets/keyring.ts';
import { seedConfigs } from '../../postbacks/testing/seed-postbacks.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { UsageError } from './command.ts';
import { ADMIN_COMMANDS, runAdmin } from './run-admin.ts';
import { runCommand } from './testing/run-command.ts';

const NOBODY = '11111111-1111-4111-8111-111111111111';

const service = useService({ realPasswords: true });
const tenant = perSuite(() => createTenant(service));

const admin = (...argv: string[]) => runCommand(service, ...argv);

const known = async () => (await service.services.apps.find([tenant.appId])).get(tenant.appId);

describe('the operator’s command line', () => {
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
    [['doctor', '--verbose'], /^usage: npm run admin -- doctor \[--links\]$/],
    [
      ['queues', 'event_queue'],
      /can do nothing called event_queue, but retry\nusage: npm run admin -- queues/,
    ],
    [['queues', '--yaml'], /^usage: npm run admin -- queues \[retry\] \[queue\] \[--json\]$/],
    [['doctor', '--json'], /^usage: npm run admin -- doctor \[--links\]$/],
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
    [['distribute'], /the database has no Citus: create extension citus/],
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
});
