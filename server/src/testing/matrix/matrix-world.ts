import { randomBytes, randomUUID } from 'node:crypto';
import { countEvents } from '../../counters/events/count-events.ts';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { seedConfigs, seedPostbacks } from '../../postbacks/testing/seed-postbacks.ts';
import { ANDROID_UA, attributionsOf, clickLink, processQueued, send } from '../attributed-app.ts';
import { createSlug } from '../create-link.ts';
import { postEvents } from '../post-events.ts';
import { signedEvent } from '../signed-event.ts';
import type { TestService } from '../test-service.ts';
import { addCampaign, addMember, addTeam, createTenant, signUp, type Tenant } from '../test-tenant.ts';
import type { MatrixWorld } from './matrix-row.ts';

/** An account with something for every response to show, and every kind of caller. */
export async function createMatrixWorld(service: TestService): Promise<MatrixWorld> {
  const tenant = await createTenant(service);
  const otherTeam = await addTeam(service, tenant);
  const campaignId = await addCampaign(tenant, { p_app_id: tenant.appId });
  const slug = await createSlug(tenant, { p_campaign_id: campaignId });
  const { installId, deviceId } = await makeInstall(service, tenant, slug);
  await makeRevenue(service, tenant, campaignId);
  await postEvents(service, { ...signedEvent(tenant), signature: '' });
  while ((await countEvents(service.services.workPool)) > 0);
  return {
    tenant,
    campaignId,
    linkId: await linkIdOf(tenant, slug),
    installId,
    deviceId,
    activeWebhookId: (await makeWebhook(service, tenant, 'provider_a')).id,
    revokedWebhookId: await makeRevokedWebhooks(service, tenant),
    revokedKeyId: await makeRevokedKey(tenant),
    spare: await makeSpares(service, tenant),
    invitationToken: await makeInvitation(tenant),
    auditEntryId: await newestAuditEntry(tenant),
    ...(await makeDomains(service, tenant)),
    ...(await makePostbacks(service, tenant)),
    ...(await makeImports(service, tenant)),
    receiptId: await eraseNothing(tenant),
    people: {
      'no account': await signUp(service),
      viewer: await addMember(service, tenant, 'viewer'),
      marketer: await addMember(service, tenant, 'marketer'),
      developer: await addMember(service, tenant, 'developer'),
      owner: tenant.owner,
      'member of another team': await addMember(service, tenant, 'developer', otherTeam),
      'other tenant': (await createTenant(service)).owner,
    },
  };
}

const GAID = '9b2c1f0e-1111-4111-8111-0123456789ab';

/** A first install by an emulator after two clicks: attributed to one, with the other and an unknown one rejected, and flagged. */
async function makeInstall(service: TestService, tenant: Tenant, slug: string) {
  await clickLink(service, slug, { query: `?gaid=${GAID}` });
  const { referrer } = await clickLink(service, slug);
  const device = { gaid: GAID, device_model: 'sdk_gphone64_x86_64', os_name: 'Android', os_version: '14' };
  const components = { user_agent: ANDROID_UA, device_model: device.device_model, os_version: '14' };
  await send(service, tenant, {
    event_type: 'install',
    referrer,
    click_id: GAID,
    ...device,
    device_fingerprint_components: components,
  });
  await processQueued(service);
  const [attribution] = await attributionsOf(service, tenant);
  if (!attribution) throw new Error('the install was not attributed');
  return { installId: attribution.install_id, deviceId: attribution.device_id };
}

/** The device of that install makes a purchase and a payment, partly refunded; its campaign has spend. */
async function makeRevenue(service: TestService, tenant: Tenant, campaignId: string): Promise<void> {
  await send(service, tenant, { event_type: 'purchase', gaid: GAID, revenue: 3.5, currency: 'USD' });
  const webhook = await makeWebhook(service, tenant);
  const payment = { reference: 'p-1', amount: 12.5, currency: 'USD', metadata: { gaid: GAID } };
  await accepted(service, webhook, payment);
  const refund = { event_type: 'partial_refund', reference: 'r-1', original_reference: 'p-1' };
  await accepted(service, webhook, { ...refund, amount: 2, currency: 'USD' });
  await settleRevenue(service);
  const spend = { p_campaign_id: campaignId, p_amount: 5, p_currency: 'USD' };
  const p_date = new Date(service.services.clock()).toISOString().slice(0, 10);
  await tenant.owner.rpc('record_ad_spend', { ...spend, p_date });
}

/** As many as the rows that change one have callers, through both transports; made by SQL, as the spares below. */
async function makeRevokedWebhooks({ services }: TestService, tenant: Tenant): Promise<() => string> {
  const ids = Array.from({ length: 100 }, () => randomUUID());
  const sealed = ids.map((id) => services.keyring.seal('payment-webhook-secret', id, 'a-secret-hash'));
  await services.workPool.query(
    `insert into payment_webhooks (id, customer_id, app_id, provider, signing_secret, state, created_at)
     select id, $1, $2, 'provider_b', secret, 'revoked', now() from unnest($3::uuid[], $4::text[]) as made (id, secret)`,
    [tenant.accountId, tenant.appId, ids, sealed],
  );
  return () => ids.pop() ?? '';
}

const SPARES = 60;

/** Created by SQL: creating each through the API would take long. */
async function makeSpares(service: TestService, tenant: Tenant): Promise<MatrixWorld['spare']> {
  const take = async (text: string, values: readonly string[]) => {
    const { rows } = await service.services.workPool.query<{ id: string }>(
      `${text} from generate_series(1, ${SPARES}) n returning id`,
      [...values],
    );
    return rows.map(({ id }) => id);
  };
  const { accountId, teamId, owner } = tenant;
  const mark = randomBytes(6).toString('hex');
  const users = await take(
    `insert into auth_users (name, email, email_verified) select 'Spare', $1 || n || '@example.com', false`,
    [`spare${mark}`],
  );
  await service.services.workPool.query(
    `insert into team_members (id, customer_id, team_id, user_id, role, created_at)
     select gen_random_uuid(), $1, $2, id, 'viewer', now() from unnest($3::uuid[]) as person (id)`,
    [accountId, teamId, users],
  );
  const teams = await take(
    `insert into teams (id, customer_id, name, created_at) select gen_random_uuid(), $1, 'Spare', now()`,
    [accountId],
  );
  const invitations = await take(
    `insert into invitations (id, customer_id, team_id, email, role, token_hash, created_at, expires_at)
     select gen_random_uuid(), $1, $2, $3, 'viewer', sha256(gen_random_uuid()::text::bytea), now(), now() + interval '1 day'`,
    [accountId, teamId, `spare${mark}@example.com`],
  );
  const tokens = await take(
    `insert into access_tokens (id, customer_id, user_id, label, role, token_hash, created_at)
     select gen_random_uuid(), $1, $2, 'Spare', 'viewer', sha256(gen_random_uuid()::text::bytea), now()`,
    [accountId, owner.userId],
  );
  const next = (ids: string[]) => () => ids.pop() ?? '';
  return {
    teamId: next(teams),
    userId: next(users),
    invitationId: next(invitations),
    accessTokenId: next(tokens),
  };
}

async function makeInvitation({ owner, teamId }: Tenant): Promise<string> {
  const args = { p_team_id: teamId, p_email: 'someone-else@example.com', p_role: 'viewer' };
  const response = await owner.rpc('create_invitation', args);
  return ((await response.json()) as { token: string }).token;
}

async function newestAuditEntry({ owner }: Tenant): Promise<string> {
  const response = await owner.rpc('list_audit_log', { p_limit: 1 });
  const { items } = (await response.json()) as { items: { id: string }[] };
  return items[0]?.id ?? '';
}

/** Made by SQL: there is nothing to prove them by. */
async function makeDomains(service: TestService, { accountId }: Tenant) {
  const mark = randomBytes(6).toString('hex');
  const { rows } = await service.services.workPool.query<{ id: string; host: string }>(
    `insert into domains (id, customer_id, host, proof, verified_at, created_at, updated_at)
     select gen_random_uuid(), $1, n || '.${mark}.example', 'tributary-domain=' || n,
       case when n > 1 then now() end, now(), now()
     from generate_series(1, 42) n returning id, host`,
    [accountId],
  );
  const [pending, verified, ...spare] = rows;
  return {
    domainHost: verified?.host ?? '',
    domainId: verified?.id ?? '',
    pendingDomainHost: pending?.host ?? '',
    spareDomainHost: () => spare.pop()?.host ?? '',
  };
}

/** Configs whose network is never reached, and deliveries that are over, as many as rows that change one have callers. */
async function makePostbacks(service: TestService, tenant: Tenant) {
  const { accountId, appId } = tenant;
  const [configId = '', ...spare] = await seedConfigs(service, accountId, appId, 60);
  const [sentPostbackId = ''] = await seedPostbacks(
    service,
    { accountId, appId, configId, status: 'sent' },
    1,
  );
  const failed = await seedPostbacks(service, { accountId, appId, configId, status: 'failed' }, 20);
  return {
    configId,
    spareConfigId: () => spare.pop() ?? '',
    sentPostbackId,
    failedPostbackId: () => failed.pop() ?? '',
  };
}

/** An import of nothing that is over, and pending ones, as many as rows that cancel one have callers. */
async function makeImports(service: TestService, { accountId, appId }: Tenant) {
  const insert = async (status: string, count: number, kind = 'history') => {
    const { rows } = await service.services.workPool.query<{ id: string }>(
      `insert into import_jobs (id, customer_id, app_id, kind, source_platform, column_mapping, status, created_at)
       select gen_random_uuid(), $1, $2, $5, 'custom', '{}', $3, now() from generate_series(1, $4) returning id`,
      [accountId, appId, status, count, kind],
    );
    return rows.map(({ id }) => id);
  };
  const pending = await insert('pending', 20);
  const [importJobId = ''] = await insert('completed', 1);
  const [linkImportJobId = ''] = await insert('completed', 1, 'links');
  return { importJobId, linkImportJobId, pendingImportJobId: () => pending.pop() ?? '' };
}

async function eraseNothing({ owner }: Tenant): Promise<string> {
  const erased = await owner.rpc('erase_device', { p_android_id: 'never-seen' });
  return ((await erased.json()) as { receipt_id: string }).receipt_id;
}

async function linkIdOf(tenant: Tenant, slug: string): Promise<string> {
  const listed = await tenant.owner.rpc('list_links', { p_app_id: tenant.appId });
  const { items } = (await listed.json()) as { items: { id: string; slug: string }[] };
  return items.find((link) => link.slug === slug)?.id ?? '';
}

async function makeRevokedKey({ owner, appId }: Tenant): Promise<string> {
  const made = await owner.post('/v1/generate-key', { app_id: appId });
  const { key_id } = (await made.json()) as { key_id: string };
  await owner.rpc('revoke_api_key', { p_key_id: key_id });
  return key_id;
}
