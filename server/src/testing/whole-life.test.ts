import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResolvedKey } from '@tributary/sdk/wire/resolved-key';
import { expect, test } from 'vitest';
import { settleRevenue } from '../payments/testing/books.ts';
import { rowsNaming } from '../privacy/erasure/testing/rows-naming.ts';
import { clickLink } from './attributed-app.ts';
import { perSuite } from './per-suite.ts';
import { postEvents } from './post-events.ts';
import { serveOverHttp } from './serve-over-http.ts';
import { type EventSource, signedEvent } from './signed-event.ts';
import { type StockClient, type StockClientOf, supabaseClient, trpcClient } from './stock-clients.ts';
import { startTestService } from './test-service.ts';
import { freshAddress, signUp } from './test-tenant.ts';

/** Of exports; objects, since `perSuite` takes no others. */
const folder = perSuite(
  async () => ({ path: await mkdtemp(join(tmpdir(), 'tributary-life-')) }),
  ({ path }) => rm(path, { recursive: true }),
);
const service = perSuite(
  async () => serveOverHttp(await startTestService({ env: { DATA_DIR: folder.path, SIGN_UP: 'open' } })),
  (served) => served.close(),
);

interface Someone {
  readonly email: string;
  readonly token: string;
  readonly client: StockClient;
}

async function someone(clientOf: StockClientOf): Promise<Someone> {
  const { email, token } = await signUp(service);
  return { email, token, client: clientOf(service.origin, token) };
}

/** An account with a second team, which the guest has joined as a developer. */
interface Founded {
  readonly name: string;
  readonly accountId: string;
  readonly teamId: string;
  readonly owner: Someone;
  readonly guest: Someone;
}

async function foundAccount(clientOf: StockClientOf): Promise<Founded> {
  const [owner, guest] = [await someone(clientOf), await someone(clientOf)];
  await expect(owner.client.call('list_apps')).rejects.toThrow('no account is linked');
  const name = `Life ${randomUUID()}`;
  const account = (await owner.client.call('create_account', { p_name: name })) as { account_id: string };
  const teamId = (await owner.client.call('create_team', { p_name: 'Growth' })) as string;
  const { token } = (await owner.client.call('create_invitation', {
    p_team_id: teamId,
    p_email: guest.email,
    p_role: 'developer',
  })) as { token: string };
  await expect(owner.client.call('accept_invitation', { p_token: token })).rejects.toThrow('another e-mail');
  expect(await guest.client.call('accept_invitation', { p_token: token })).toBe(teamId);
  return { name, accountId: account.account_id, teamId, owner, guest };
}

/** What the guest made for an app of the team. */
interface MadeApp {
  readonly key: string;
  readonly slug: string;
  readonly source: EventSource;
}

async function makeApp({ accountId, teamId, owner, guest }: Founded): Promise<MadeApp> {
  const appId = (await guest.client.call('create_app', {
    p_name: 'App',
    p_bundle_id: 'com.example.life',
    p_team_id: teamId,
  })) as string;
  const key = await makeKey(guest.token, appId);
  const slug = `life-${randomUUID().slice(0, 8)}`;
  const link = { p_app_id: appId, p_slug: slug, p_fallback_url: 'https://example.com/' };
  await guest.client.call('create_deep_link', link);
  await expect(guest.client.call('upsert_sdk_config', { p_batch_size: 7 })).rejects.toThrow('owner');
  await owner.client.call('upsert_sdk_config', { p_batch_size: 7, p_notes: 'Small batches' });
  const resolved = (await (await resolveKey(key)).json()) as ResolvedKey;
  expect(resolved).toMatchObject({
    customer_id: accountId,
    app_id: appId,
    config: { batch_size: 7 },
    overridden: ['batch_size'],
  });
  return { key, slug, source: { accountId, appId, sdkSecret: resolved.sdk_secret } };
}

async function makeKey(token: string, appId: string): Promise<string> {
  const response = await service.request('/v1/generate-key', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ app_id: appId }),
  });
  return ((await response.json()) as { api_key: string }).api_key;
}

const resolveKey = (key: string) =>
  service.request('/v1/resolve-key', {
    headers: { 'x-service-api-key': key, 'x-forwarded-for': freshAddress() },
  });

const outcome = async ({ source }: MadeApp, members: object) => {
  const { results } = await postEvents(service, signedEvent(source, { ...members }));
  return results[0]?.code ?? results[0]?.status;
};

/** A phone that came by the link, which the team then sees in its report, and another one. */
async function reportInstalls({ guest, owner }: Founded, app: MadeApp, gaid: string): Promise<void> {
  const { referrer } = await clickLink(service, app.slug);
  expect(await outcome(app, { event_type: 'install', gaid, referrer })).toBe('accepted');
  expect(await outcome(app, { event_type: 'install', android_id: 'a1' })).toBe('accepted');
  await settleRevenue(service);
  for (const { client } of [guest, owner])
    expect(await client.summary()).toMatchObject({
      total_installs: 2,
      installs_by_model: { install_referrer: 1, organic: 1 },
    });
}

/** A script’s token reads what it may, and no more. */
async function giveAccess({ guest }: Founded, clientOf: StockClientOf): Promise<StockClient> {
  const args = { p_label: 'CI', p_role: 'viewer', p_expires_days: 1 };
  const { token } = (await guest.client.call('create_access_token', args)) as { token: string };
  const script = clientOf(service.origin, token);
  expect(await script.call('list_apps')).toMatchObject({ items: [{ name: 'App' }] });
  expect(await script.summary()).toMatchObject({ total_installs: 2 });
  await expect(script.call('create_app', { p_name: 'B', p_bundle_id: 'b.c' })).rejects.toThrow('developer');
  return script;
}

async function exportAndErase({ owner, guest }: Founded, gaid: string): Promise<void> {
  const exported = { totals: { apps: 1, links: 1, events: 2, installs: 2, attributions: 2 } };
  expect(await owner.client.call('export_my_account_data')).toMatchObject(exported);
  await expect(guest.client.call('export_my_account_data')).rejects.toThrow('owner');
  expect(await owner.client.call('erase_device', { p_gaid: gaid })).toMatchObject({ erased: { events: 1 } });
  expect(await owner.client.call('export_my_account_data')).toMatchObject({
    totals: { events: 1, installs: 1 },
  });
  expect(await owner.client.summary()).toMatchObject({
    total_installs: 1,
    installs_by_model: { organic: 1 },
  });
}

async function deleteAccount({ owner, name }: Founded): Promise<void> {
  await expect(owner.client.call('delete_my_account_data', { p_confirm: 'Life' })).rejects.toThrow(
    'p_confirm',
  );
  expect(await owner.client.call('delete_my_account_data', { p_confirm: name })).toMatchObject({
    receipt_id: expect.any(String),
    complete: true,
    erased: { accounts: 1, apps: 1, links: 1, events: 1, access_tokens: 1, sdk_configs: 1 },
  });
}

async function expectNothingWorks({ owner, guest }: Founded, app: MadeApp, script: StockClient) {
  expect((await resolveKey(app.key)).status).toBe(401);
  expect(await outcome(app, { android_id: 'a1' })).toBe('AUTH_ERROR');
  expect((await service.request(`/l/${app.slug}`)).status).toBe(404);
  for (const { client } of [owner, guest])
    await expect(client.call('list_apps')).rejects.toThrow('no account is linked');
  await expect(script.call('list_apps')).rejects.toThrow('session');
}

test.each([
  ['supabase-js', supabaseClient],
  ['@trpc/client', trpcClient],
] as const)('stock %s runs the whole life of an account', async (_name, clientOf) => {
  const account = await foundAccount(clientOf);
  const app = await makeApp(account);
  const gaid = randomUUID();
  await reportInstalls(account, app, gaid);
  const script = await giveAccess(account, clientOf);
  await exportAndErase(account, gaid);
  await deleteAccount(account);
  await expectNothingWorks(account, app, script);
  const held = await rowsNaming(service.services.backgroundPool, [account.accountId]);
  expect(Object.keys(held)).toEqual(['erasures']);
  await account.owner.client.call('create_account', { p_name: 'Another life' });
});
