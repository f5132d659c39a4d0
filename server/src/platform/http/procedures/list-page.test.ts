import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '../../../api/router.ts';
import { startJob } from '../../../imports/testing/import-file.ts';
import { makeConfig } from '../../../postbacks/testing/postback-devices.ts';
import { seedPostbacks } from '../../../postbacks/testing/seed-postbacks.ts';
import { processQueued, send } from '../../../testing/attributed-app.ts';
import { createSlug } from '../../../testing/create-link.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { postEvents } from '../../../testing/post-events.ts';
import { signedEvent } from '../../../testing/signed-event.ts';
import { addCampaign, createTenant, signUp, type Tenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

/** Frozen: everything is created at the same moment. */
const NOW = Date.UTC(2026, 2, 1, 12);

type Item = Readonly<Record<string, unknown>>;

interface List {
  /** The argument that selects one item. */
  readonly id: string;
  /** The value of that argument for an item; by default its id. */
  readonly idOf?: (item: Item) => unknown;
  /** When an item was created; by default its created_at. */
  readonly timeOf?: (item: Item) => unknown;
  make(tenant: Tenant, n: number): Promise<unknown>;
}

/** Every list with a function that fills it; a missing one fails the test below. */
const LISTS: Record<string, List> = {
  list_apps: {
    id: 'p_app_id',
    make: ({ owner }, n) => owner.rpc('create_app', { p_name: 'App', p_bundle_id: `com.example.n${n}` }),
  },
  list_api_keys: {
    id: 'p_key_id',
    make: ({ owner, appId }) => owner.post('/v1/generate-key', { app_id: appId }),
  },
  list_links: { id: 'p_link_id', make: (tenant) => createSlug(tenant) },
  list_domains: {
    id: 'p_domain_id',
    make: ({ owner }, n) => owner.rpc('add_domain', { p_host: `n${n}.example.com` }),
  },
  list_campaigns: {
    id: 'p_campaign_id',
    make: ({ owner }) => owner.rpc('create_campaign', { p_name: 'Spring' }),
  },
  list_payment_webhooks: {
    id: 'p_webhook_id',
    make: ({ owner, appId }) =>
      owner.rpc('create_payment_webhook', { p_app_id: appId, p_provider: 'generic' }),
  },
  list_ad_network_configs: {
    id: 'p_config_id',
    make: (tenant) =>
      makeConfig(tenant, {
        p_postback_format: 'network_b_app',
        p_settings: { link_id: 'L' },
        p_app_id: tenant.appId,
      }),
  },
  list_postbacks: {
    id: 'p_postback_id',
    idOf: ({ postback_id }) => postback_id,
    make: ({ accountId, appId }) =>
      seedPostbacks(service, { accountId, appId, configId: randomUUID(), status: 'sent' }, 1),
  },
  list_import_jobs: {
    id: 'p_job_id',
    idOf: ({ job_id }) => job_id,
    timeOf: ({ started_at }) => Date.parse(String(started_at)),
    make: (tenant) => startJob(tenant),
  },
  list_ad_spend: {
    id: 'p_campaign_id',
    idOf: ({ campaign_id }) => campaign_id,
    async make({ owner }) {
      const id = await addCampaign({ owner });
      const spend = { p_date: '2026-02-01', p_amount: 5, p_currency: 'EUR' };
      return owner.rpc('record_ad_spend', { p_campaign_id: id, ...spend });
    },
  },
  list_accounts: {
    id: 'p_account_id',
    idOf: ({ account_id }) => account_id,
    timeOf: () => NOW,
    async make({ owner, accountId }) {
      await owner.rpc('create_account', { p_name: 'Another' });
      return owner.rpc('set_active_account', { p_account_id: accountId });
    },
  },
  list_teams: { id: 'p_team_id', make: ({ owner }) => owner.rpc('create_team', { p_name: 'Team' }) },
  list_members: {
    id: 'p_user_id',
    idOf: ({ user_id }) => user_id,
    timeOf: ({ joined_at }) => joined_at,
    make: (tenant) => join(tenant),
  },
  list_invitations: {
    id: 'p_invitation_id',
    make: ({ owner, teamId }, n) =>
      owner.rpc('create_invitation', {
        p_team_id: teamId,
        p_email: `invited${n}@example.com`,
        p_role: 'viewer',
      }),
  },
  list_access_tokens: {
    id: 'p_token_id',
    make: ({ owner }) => owner.rpc('create_access_token', { p_label: 'CI', p_role: 'viewer' }),
  },
  list_rejected_events: {
    id: 'p_app_id',
    idOf: () => tenant.appId,
    timeOf: ({ at }) => at,
    make: ({ accountId, appId, sdkSecret }) =>
      postEvents(service, { ...signedEvent({ accountId, appId, sdkSecret }), signature: '' }),
  },
  list_attributions: {
    id: 'p_install_id',
    idOf: ({ install_id }) => install_id,
    timeOf: ({ installed_at }) => installed_at,
    async make(tenant, n) {
      const device = `${tenant.appId}-${n}`;
      await send(service, tenant, { event_type: 'install', event_id: device, android_id: device });
      await processQueued(service);
    },
  },
  list_erasures: {
    id: 'p_receipt_id',
    idOf: ({ receipt_id }) => receipt_id,
    timeOf: ({ requested_at }) => requested_at,
    make: ({ owner, accountId }, n) =>
      owner.rpc('erase_device', { p_android_id: `${accountId}-erased-${n}` }),
  },
  list_audit_log: {
    id: 'p_entry_id',
    timeOf: ({ at }) => at,
    make: ({ owner }) => owner.rpc('upsert_sdk_config', { p_batch_size: 20 }),
  },
};

/** Makes a new person a member, as they become one: by an invitation. */
async function join({ owner, teamId }: Tenant): Promise<Response> {
  const person = await signUp(service);
  const args = { p_team_id: teamId, p_email: person.email, p_role: 'viewer' };
  const { token } = (await (await owner.rpc('create_invitation', args)).json()) as { token: string };
  return person.rpc('accept_invitation', { p_token: token });
}

interface Page {
  readonly items: Item[];
  readonly next_cursor: string | null;
}

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
const stranger = perSuite(() => createTenant(service));
beforeAll(async () => {
  for (const { make } of Object.values(LISTS)) {
    for (let n = 0; n < 5; n++) await make(tenant, n);
    await make(stranger, 9);
  }
});

const ask = (name: string, args: object = {}, who = tenant) => who.owner.rpc(name, args);
const page = async (name: string, args: object = {}, who = tenant) =>
  (await (await ask(name, args, who)).json()) as Page;

test('every list is known here', () => {
  const lists = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith('list_'));
  expect(Object.keys(LISTS).sort()).toEqual(lists.sort());
});

const all = (name: string) => page(name, { p_limit: 200 });

describe.each(Object.entries(LISTS))('%s', (name, list) => {
  const { id, idOf = (item) => item.id, timeOf = (item) => item.created_at } = list;

  test('comes in portions, without loss or repeat though all were made in the same moment', async () => {
    const { items, next_cursor } = await all(name);
    expect(next_cursor).toBeNull();
    expect(items.length).toBeGreaterThanOrEqual(5);
    expect(new Set(items.map(timeOf))).toEqual(new Set([NOW]));
    for (const p_limit of [1, 2, items.length - 1]) {
      const seen: Item[] = [];
      for (let p_cursor: string | null | undefined; p_cursor !== null; ) {
        const portion: Page = await page(name, { p_limit, p_cursor });
        expect(portion.items.length).toBeLessThanOrEqual(p_limit);
        seen.push(...portion.items);
        p_cursor = portion.next_cursor;
      }
      expect(seen).toEqual(items);
    }
  });

  test.each([1, 200])('gives up to %i at once', async (p_limit) => {
    const { items } = await all(name);
    const portion = await page(name, { p_limit });
    expect(portion.items).toEqual(items.slice(0, p_limit));
    expect(portion.next_cursor === null).toBe(items.length <= p_limit);
  });

  test('ends with a portion that is full', async () => {
    const whole = await all(name);
    expect(await page(name, { p_limit: whole.items.length })).toEqual(whole);
  });

  test.each([
    [0, 'p_limit: must be 1 or more'],
    [201, 'p_limit: must be 200 or less'],
    [1.5, 'p_limit: must be a whole number'],
    ['1', 'p_limit: must be a whole number'],
  ])('refuses %j at once', async (p_limit, error) => {
    const response = await ask(name, { p_limit });
    expect([response.status, await response.json()]).toEqual([400, { error, message: error }]);
  });

  test.each(Object.keys(LISTS).filter((other) => other !== name))('refuses a cursor of %s', async (other) => {
    const { next_cursor } = await page(other, { p_limit: 1 });
    const response = await ask(name, { p_cursor: next_cursor });
    const error = 'p_cursor: must be a cursor returned by this list';
    expect([response.status, await response.json()]).toEqual([400, { error, message: error }]);
  });

  test('gives one by its id, and none of another account', async () => {
    const { items } = await page(name, { p_limit: 100 });
    const [one] = items as [Item];
    // A person who is a member of several teams is listed with each of them.
    const same = items.filter((item) => idOf(item) === idOf(one));
    expect((await page(name, { [id]: idOf(one) })).items).toEqual(same);
    const theirs = await ask(name, { [id]: idOf(one) }, stranger);
    const nobodys = await ask(name, { [id]: '2f2eaaaa-1111-4111-8111-abcdefabcdef' }, stranger);
    expect([theirs.status, await theirs.text()]).toEqual([nobodys.status, await nobodys.text()]);
  });
});
