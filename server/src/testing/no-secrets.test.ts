import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postEvents } from '../ingest/testing/post-events.ts';
import { signedEvent } from '../ingest/testing/signed-event.ts';
import { startTestMailServer, type TestMailServer, tokenIn } from '../mail/testing/test-mail-server.ts';
import { totpOf } from '../session/testing/totp.ts';
import { startWorkers } from '../workers.ts';
import { captureLog } from './capture-log.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from './test-service.ts';
import { freshAddress } from './test-tenant.ts';

const PASSWORD = `first-${randomUUID()}`;
const NEXT_PASSWORD = `second-${randomUUID()}`;
const PROVIDER_SECRET = `provider-${randomUUID()}`;
const PUSH_TOKEN = `push-${randomUUID()}`;
const METRICS_TOKEN = `metrics-${randomUUID()}`;
const GUEST = 'guest@example.com';
const EMAIL = 'whole-life@example.com';

const logged = captureLog('trace');
let folder: string;
let mails: TestMailServer;
let service: TestService;
/** What must be written nowhere, by what it is. */
const secrets = new Map<string, string>([
  ['password', PASSWORD],
  ['next password', NEXT_PASSWORD],
  ['provider secret', PROVIDER_SECRET],
  ['push token', PUSH_TOKEN],
  ['metrics token', METRICS_TOKEN],
  ['anon key', TEST_ANON_KEY],
]);
/** The bodies of everything that was refused. */
const refusals: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-life-'));
  mails = await startTestMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'a@example.com', METRICS_TOKEN, DATA_DIR: folder };
  service = await startTestService({ log: logged.log, env });
  secrets.set('mail password', 'hunter2-of-smtp');
  secrets.set('service secret', service.services.secrets.serviceSecret);
});
afterAll(async () => {
  await service.close();
  await mails.close();
  await rm(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: what each step answers.
type Answer = { status: number; token: string; body: any };

async function ask(method: string, path: string, body?: object, token?: string): Promise<Answer> {
  const response = await service.request(path, {
    method,
    headers: {
      'x-forwarded-for': freshAddress(),
      apikey: TEST_ANON_KEY,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 400) refusals.push(text);
  const isJson = response.headers.get('content-type')?.includes('json');
  const signed = response.headers.get('set-auth-token') ?? '';
  if (signed !== '') keep('session token', signed);
  return { status: response.status, token: signed, body: isJson ? JSON.parse(text) : text };
}

let kept = 0;
function keep(what: string, secret: string): string {
  secrets.set(`${what} ${kept++}`, secret);
  return secret;
}

const auth = (path: string, body: object, token?: string) => ask('POST', `/api/auth${path}`, body, token);
const rpc = (name: string, args: object, token?: string) => ask('POST', `/rest/v1/rpc/${name}`, args, token);

async function rowsOf(tables: readonly string[]): Promise<string> {
  const { backgroundPool } = service.services;
  const texts = [];
  for (const table of tables)
    texts.push(JSON.stringify((await backgroundPool.query(`select * from ${table}`)).rows));
  return texts.join('\n');
}

async function allTables(): Promise<string[]> {
  const { rows } = await service.services.backgroundPool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  return rows.map(({ name }) => name);
}

function foundIn(text: string, except: (what: string) => boolean = () => false): string[] {
  return [...secrets]
    .filter(([what, secret]) => !except(what) && text.includes(secret))
    .map(([what]) => what);
}

/** Signs up, turns the second factor on, and signs in with it and with a new password. */
async function becomeSomebody(): Promise<string> {
  const { token } = await auth('/sign-up/email', { email: EMAIL, password: PASSWORD, name: 'Somebody' });
  await auth('/sign-in/email', { email: EMAIL, password: `${PASSWORD}x` });
  await auth('/change-password', { currentPassword: NEXT_PASSWORD, newPassword: PASSWORD }, token);
  const enabled = await auth('/two-factor/enable', { password: PASSWORD }, token);
  keep('totp secret', new URL(enabled.body.totpURI).searchParams.get('secret') ?? '');
  for (const code of enabled.body.backupCodes) keep('recovery code', code);
  await auth('/two-factor/verify-totp', { code: totpOf(enabled.body.totpURI) }, token);
  await auth('/request-password-reset', { email: EMAIL });
  const resetToken = keep('reset token', tokenIn((await mails.mailTo(EMAIL)).source));
  await auth('/reset-password', { token: resetToken, newPassword: 'short' });
  expect((await auth('/reset-password', { token: resetToken, newPassword: NEXT_PASSWORD })).status).toBe(200);
  await auth('/reset-password', { token: resetToken, newPassword: PASSWORD });
  const first = await auth('/sign-in/email', { email: EMAIL, password: NEXT_PASSWORD });
  const twoFactorToken = keep('two-factor token', first.body.twoFactorToken);
  await auth('/two-factor/verify-backup-code', {
    code: enabled.body.backupCodes[0].toLowerCase(),
    twoFactorToken,
  });
  const signedIn = await auth('/two-factor/verify-totp', {
    code: totpOf(enabled.body.totpURI),
    twoFactorToken,
  });
  expect(signedIn.status).toBe(200);
  return signedIn.token;
}

/** Makes everything that has a secret, uses it rightly and wrongly. */
async function makeThings(token: string): Promise<void> {
  const account = await rpc('create_account', { p_name: 'Life' }, token);
  const app = await rpc('create_app', { p_name: 'App', p_bundle_id: 'com.example.life' }, token);
  const key = await ask('POST', '/v1/generate-key', { app_id: app.body }, token);
  keep('api key', key.body.api_key);
  const resolve = (given: string) =>
    service.request('/v1/resolve-key', {
      headers: { 'x-service-api-key': given, 'x-forwarded-for': freshAddress() },
    });
  const resolved = (await (await resolve(key.body.api_key)).json()) as { sdk_secret: string };
  keep('signing secret', resolved.sdk_secret);
  refusals.push(await (await resolve(`${key.body.api_key}0`)).text());
  const source = { accountId: account.body.account_id, appId: app.body, sdkSecret: resolved.sdk_secret };
  const event = signedEvent(source, { event_type: 'install', android_id: 'a1', push_token: PUSH_TOKEN });
  await postEvents(service, event);
  const forged = await postEvents(service, { ...event, event_id: randomUUID() });
  refusals.push(JSON.stringify(forged.body));
  const webhook = { p_app_id: app.body, p_provider: 'provider_b', p_secret: PROVIDER_SECRET };
  await rpc('create_payment_webhook', webhook, token);
  const generic = await rpc('create_payment_webhook', { p_app_id: app.body, p_provider: 'generic' }, token);
  keep('webhook secret', generic.body.signing_secret);
  const path = `/v1/payment-webhook?app_id=${app.body}&provider=provider_b`;
  const wrong = { method: 'POST', headers: { 'verif-hash': `${PROVIDER_SECRET}x` }, body: '{}' };
  refusals.push(await (await service.request(path, wrong)).text());
  await rpc('create_payment_webhook', { ...webhook, p_provider: 'generic' }, token);
  await rpc('revoke_api_key', { p_key_id: key.body.key_id }, token);
  await makeAccesses(account.body.team_id, token);
}

/** Invites someone, who joins, and makes an access token. */
async function makeAccesses(teamId: string, token: string): Promise<void> {
  const invitation = { p_team_id: teamId, p_email: GUEST, p_role: 'developer' };
  const { body } = await rpc('create_invitation', invitation, token);
  keep('invitation token', body.token);
  const guest = await auth('/sign-up/email', { email: GUEST, password: PASSWORD, name: 'Guest' });
  await rpc('accept_invitation', { p_token: `${body.token.slice(0, -1)}x` }, guest.token);
  await rpc('accept_invitation', { p_token: body.token }, token);
  expect((await rpc('accept_invitation', { p_token: body.token }, guest.token)).status).toBe(200);
  await rpc('accept_invitation', { p_token: body.token }, guest.token);
  const made = await rpc('create_access_token', { p_label: 'CI', p_role: 'viewer' }, guest.token);
  keep('access token', made.body.token);
  await rpc('create_app', {}, made.body.token);
  await rpc('list_apps', {}, `${made.body.token}0`);
}

test('no password, token, key or secret is written anywhere in the whole life of an account', async () => {
  const workers = startWorkers(service.services);
  const token = await becomeSomebody();
  await makeThings(token);
  await expect
    .poll(async () => (await service.services.workPool.query('select 1 from attributions')).rowCount, {
      timeout: 20_000,
    })
    .toBe(1);
  const exported = await rpc('export_my_account_data', {}, token);
  expect(exported.body.totals).toMatchObject({ apps: 1, events: 1, installs: 1 });
  const audited = await rowsOf(['audit_log']);
  const stored = await rowsOf((await allTables()).filter((table) => table !== 'events'));
  const metrics = await ask('GET', '/metrics', undefined, METRICS_TOKEN);
  await rpc('delete_my_account_data', { p_confirm: 'Wrong' }, token);
  expect((await rpc('delete_my_account_data', { p_confirm: 'Life' }, token)).status).toBe(200);
  await rpc('list_apps', {}, token);
  await workers.stop();

  expect(secrets.size).toBeGreaterThan(20);
  expect(refusals.length).toBeGreaterThan(10);
  expect(logged.lines().length).toBeGreaterThan(20);
  expect(foundIn(logged.text())).toEqual([]);
  expect(foundIn(refusals.join('\n'))).toEqual([]);
  expect(foundIn(String(metrics.body))).toEqual([]);
  expect(foundIn(audited)).toEqual([]);
  expect(foundIn(JSON.stringify(exported.body))).toEqual([]);
  expect(foundIn(stored)).toEqual([]);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  for (const file of files)
    expect(foundIn(await readFile(join(file.parentPath, file.name), 'utf8'))).toEqual([]);
}, 120_000);
