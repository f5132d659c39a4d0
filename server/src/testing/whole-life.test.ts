import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { createClient } from '@supabase/supabase-js';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsNaming } from '../erasure/testing/rows-naming.ts';
import { postEvents } from '../ingest/testing/post-events.ts';
import { signedEvent } from '../ingest/testing/signed-event.ts';
import type { AppRouter } from '../router.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from './test-service.ts';
import { freshAddress } from './test-tenant.ts';

/** Calls a procedure with a stock client. */
type Call = (name: string, args?: object) => Promise<unknown>;

let folder: string;
let service: TestService;
let server: ReturnType<typeof createAdaptorServer>;
let base: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-life-'));
  service = await startTestService({ env: { DATA_DIR: folder, SIGN_UP: 'open' } });
  server = createAdaptorServer({ fetch: service.app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await service.close();
  await rm(folder, { recursive: true });
});

async function signUp(email: string): Promise<string> {
  const response = await fetch(`${base}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify({ email, password: 'Correct-horse-9-battery', name: 'Somebody' }),
  });
  return response.headers.get('set-auth-token') ?? '';
}

function bySupabase(token: string): Call {
  const client = createClient(base, TEST_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  });
  return async (name, args = {}) => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw new Error(`${name}: ${error.message}`);
    return data;
  };
}

function byTrpc(token: string): Call {
  const headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${token}` };
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${base}/trpc`, transformer: superjson, headers })],
  });
  const reads = /^(list|get|export|check)_/;
  return (name, args = {}) => {
    const procedure = Reflect.get(client, name);
    return reads.test(name) ? procedure.query(args) : procedure.mutate(args);
  };
}

async function makeKey(token: string, appId: unknown): Promise<string> {
  const response = await fetch(`${base}/v1/generate-key`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ app_id: appId }),
  });
  return ((await response.json()) as { api_key: string }).api_key;
}

interface Resolved {
  readonly customer_id: string;
  readonly app_id: string;
  readonly sdk_secret: string;
  readonly config: { readonly batch_size: number };
}

const resolveKey = (key: string) =>
  fetch(`${base}/v1/resolve-key`, {
    headers: { 'x-service-api-key': key, 'x-forwarded-for': freshAddress() },
  });

test.each([
  ['supabase-js', bySupabase],
  ['@trpc/client', byTrpc],
] as const)('stock %s runs the whole life of an account', async (_name, client) => {
  const ownerToken = await signUp(`owner-${randomUUID()}@example.com`);
  const owner = client(ownerToken);
  const name = `Life ${randomUUID()}`;
  const account = (await owner('create_account', { p_name: name })) as { account_id: string };
  const teamId = await owner('create_team', { p_name: 'Growth' });

  const guestEmail = `guest-${randomUUID()}@example.com`;
  const guestToken = await signUp(guestEmail);
  const guest = client(guestToken);
  const invitation = (await owner('create_invitation', {
    p_team_id: teamId,
    p_email: guestEmail,
    p_role: 'developer',
  })) as { token: string };
  expect(await guest('accept_invitation', { p_token: invitation.token })).toBe(teamId);

  const appId = await guest('create_app', {
    p_name: 'App',
    p_bundle_id: 'com.example.life',
    p_team_id: teamId,
  });
  const key = await makeKey(guestToken, appId);
  await guest('create_deep_link', {
    p_app_id: appId,
    p_slug: `life-${randomUUID().slice(0, 8)}`,
    p_fallback_url: 'https://example.com/',
  });
  await owner('upsert_sdk_config', { p_batch_size: 7, p_notes: 'Small batches' });
  const resolved = (await (await resolveKey(key)).json()) as Resolved;
  expect([resolved.customer_id, resolved.config.batch_size]).toEqual([account.account_id, 7]);
  const source = {
    accountId: resolved.customer_id,
    appId: resolved.app_id,
    sdkSecret: resolved.sdk_secret,
  };
  const gaid = randomUUID();
  const event = (members: object) => postEvents(service, signedEvent(source, { ...members }));
  for (const members of [{ gaid }, { android_id: 'a1' }])
    expect((await event(members)).results).toMatchObject([{ status: 'accepted' }]);

  expect(await owner('export_my_account_data')).toMatchObject({ totals: { apps: 1, links: 1, events: 2 } });
  await expect(guest('export_my_account_data')).rejects.toThrow('owner');
  expect(await owner('erase_device', { p_gaid: gaid })).toMatchObject({ erased: { events: 1 } });
  expect(await owner('export_my_account_data')).toMatchObject({ totals: { events: 1 } });

  await expect(owner('delete_my_account_data', { p_confirm: 'Life' })).rejects.toThrow('p_confirm');
  expect(await owner('delete_my_account_data', { p_confirm: name })).toMatchObject({
    complete: true,
    erased: { accounts: 1, apps: 1, links: 1, events: 1 },
  });
  expect((await resolveKey(key)).status).toBe(401);
  await expect(owner('list_apps')).rejects.toThrow('no account is linked');
  await expect(guest('list_apps')).rejects.toThrow('no account is linked');
  expect(Object.keys(await rowsNaming(service.services.backgroundPool, [account.account_id]))).toEqual([
    'erasures',
  ]);
});
