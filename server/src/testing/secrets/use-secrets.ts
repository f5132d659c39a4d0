import { randomUUID } from 'node:crypto';
import type { ResolvedKey } from '@tributary/sdk/wire/resolved-key';
import { expect } from 'vitest';
import { clickLink } from '../attributed-app.ts';
import { callTrpc } from '../call-trpc.ts';
import { postEvents } from '../post-events.ts';
import { type EventSource, signedEvent } from '../signed-event.ts';
import { TEST_ANON_KEY } from '../test-service.ts';
import { freshAddress } from '../test-tenant.ts';
import type { SecretRun } from './start-secret-run.ts';

/** Makes an account with everything that has a secret, and gives each rightly and wrongly. */
export async function useSecrets(run: SecretRun, token: string, accountName: string): Promise<void> {
  const { rpc } = run;
  const account = await rpc<{ account_id: string; team_id: string }>(
    'create_account',
    { p_name: accountName },
    token,
  );
  const { keyId, source } = await makeApp(run, account.body.account_id, token);
  await configureNetworks(run, source.appId, token);
  await sendInstall(run, source, token);
  await receivePayment(run, source.appId, token);
  await giveAccess(run, account.body.team_id, token);
  await rpc('revoke_api_key', { p_key_id: keyId }, token);
}

async function makeApp(run: SecretRun, accountId: string, token: string) {
  const args = { p_name: 'App', p_bundle_id: 'com.example.life' };
  const { body: appId } = await run.rpc<string>('create_app', args, token);
  const path = '/v1/generate-key';
  const made = await run.ask<{ api_key: string; key_id: string }>('POST', path, { app_id: appId }, token);
  const key = run.secrets.keep('api key', made.body.api_key);
  const resolve = (given: string) =>
    run.service.request('/v1/resolve-key', {
      headers: { 'x-service-api-key': given, 'x-forwarded-for': freshAddress() },
    });
  const { sdk_secret } = (await (await resolve(key)).json()) as ResolvedKey;
  const sdkSecret = run.secrets.keep('signing secret', sdk_secret);
  for (const wrong of [`${key}0`, key.slice(0, -1), key.toUpperCase()])
    run.refusals.push(await (await resolve(wrong)).text());
  return { keyId: made.body.key_id, source: { accountId, appId, sdkSecret } };
}

/** One whose deliveries are signed, and one that answers with the credential that it was sent. */
async function configureNetworks({ rpc, secrets, network }: SecretRun, appId: string, token: string) {
  const create = (args: object) =>
    rpc<{ id: string; signing_secret: string | null }>(
      'create_ad_network_config',
      { p_app_id: appId, p_event_types: ['install'], ...args },
      token,
    );
  const to = { p_channel: 'email', p_postback_url: `${network.origin}/in` };
  const canonical = await create({ p_postback_format: 'canonical', ...to });
  secrets.keep('signing secret of postbacks', canonical.body.signing_secret);
  const native = { p_postback_format: 'network_b_app', p_settings: { link_id: 'L' } };
  const { id } = (await create({ ...native, p_postback_url: network.origin })).body;
  const credential = secrets.keep('credential', `credential-${randomUUID()}`);
  const set = (p_credential: string) =>
    rpc('set_ad_network_credential', { p_config_id: id, p_credential }, token);
  expect((await set(credential)).status).toBe(204);
  await set(`${credential} `);
  network.script([{ status: 400, body: `dev_token=${credential} is wrong, ${credential}` }], '/pagead');
}

async function sendInstall(
  { service, rpc, secrets, refusals }: SecretRun,
  source: EventSource,
  token: string,
) {
  const p_app_id = source.appId;
  const link = { p_app_id, p_slug: 'secrets', p_fallback_url: 'https://example.com/', p_channel: 'email' };
  await rpc('create_deep_link', link, token);
  const { referrer } = await clickLink(service, 'secrets');
  const tokens = {
    push_token: secrets.keep('push token', `push-${randomUUID()}`),
    integrity_token: secrets.keep('integrity token', `integrity-${randomUUID()}`),
  };
  const event = signedEvent(source, { event_type: 'install', gaid: randomUUID(), referrer, ...tokens });
  expect((await postEvents(service, event)).results).toMatchObject([{ status: 'accepted' }]);
  const forged = { ...event, event_id: randomUUID() };
  refusals.push(JSON.stringify((await postEvents(service, forged)).body));
  await rpc('check_event', { p_app_id, p_event: forged }, token);
}

async function receivePayment({ service, rpc, secrets, refusals }: SecretRun, appId: string, token: string) {
  const secret = secrets.keep('provider secret', `provider-${randomUUID()}`);
  const webhook = { p_app_id: appId, p_provider: 'provider_b', p_secret: secret };
  expect((await rpc('create_payment_webhook', webhook, token)).status).toBe(200);
  const generic = { p_app_id: appId, p_provider: 'generic' };
  const made = await rpc<{ signing_secret: string }>('create_payment_webhook', generic, token);
  secrets.keep('webhook secret', made.body.signing_secret);
  await rpc('create_payment_webhook', { ...webhook, p_provider: 'generic' }, token);
  const card = { token: secrets.keep('card in a payload', `card-${randomUUID()}`) };
  const data = { id: 1, tx_ref: 'r-1', amount: 5, currency: 'USD', status: 'successful', card };
  const body = JSON.stringify({ event: 'charge.completed', data });
  const path = `/v1/payment-webhook?app_id=${appId}&provider=provider_b`;
  const deliver = (hash: string) =>
    service.request(path, { method: 'POST', headers: { 'verif-hash': hash }, body });
  expect((await deliver(secret)).status).toBe(200);
  refusals.push(await (await deliver(`${secret}x`)).text());
}

/** Invites a user, who joins and makes an access token. */
async function giveAccess(run: SecretRun, teamId: string, token: string): Promise<void> {
  const { auth, rpc, secrets, refusals } = run;
  const email = 'guest@example.com';
  const invitation = { p_team_id: teamId, p_email: email, p_role: 'developer' };
  const { body } = await rpc<{ token: string }>('create_invitation', invitation, token);
  const invited = secrets.keep('invitation token', body.token);
  const password = secrets.keep('password of the guest', `guest-${randomUUID()}`);
  const guest = await auth('/sign-up/email', { email, password, name: 'Guest', invitationToken: invited });
  const accept = (p_token: string, by: string) => rpc('accept_invitation', { p_token }, by);
  await accept(`${invited.slice(0, -1)}x`, guest.token);
  await accept(invited, token);
  expect((await accept(invited, guest.token)).status).toBe(200);
  await accept(invited, guest.token);

  const args = { p_label: 'CI', p_role: 'viewer' };
  const made = await rpc<{ token: string }>('create_access_token', args, guest.token);
  const accessToken = secrets.keep('access token', made.body.token);
  await rpc('create_app', {}, accessToken);
  await rpc('list_apps', {}, `${accessToken}0`);
  for (const apikey of [`${TEST_ANON_KEY}0`, TEST_ANON_KEY]) {
    const headers = { apikey, authorization: `Bearer ${accessToken}` };
    refusals.push(JSON.stringify(await callTrpc(run.service, 'create_app', { p_name: 7 }, headers)));
  }
}
