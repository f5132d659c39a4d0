import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { installFrom, listPostbacks, makeConfig } from '../testing/postback-devices.ts';

let now = Date.UTC(2026, 2, 1, 12);
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));

const NETWORK_B = { p_postback_format: 'network_b_app', p_settings: { link_id: 'L' } };
const HOOK = { p_postback_url: 'https://hooks.example.com/in' };
const canonical = (args: object = {}) => makeConfig(tenant, { ...HOOK, p_channel: 'social_a', ...args });
const every = (args: object = {}) => makeConfig(tenant, { ...NETWORK_B, ...args });

const queuedOf = async () =>
  (await listPostbacks(tenant)).map(({ event_type, config_id }) => `${event_type} ${config_id}`);

describe('an install', () => {
  test('is sent to the network whose link was clicked, and to no other', async () => {
    const { id } = await canonical();
    await canonical({ p_channel: 'email' });
    await installFrom(service, tenant, 'social_a');
    const [attribution] = await attributionsOf(service, tenant);
    expect(await listPostbacks(tenant)).toEqual([
      {
        postback_id: expect.any(String),
        config_id: id,
        app_id: tenant.appId,
        postback_format: 'canonical',
        event_type: 'install',
        attribution_id: attribution?.attribution_id,
        install_id: attribution?.install_id,
        payment_event_id: null,
        status: 'pending',
        failure_class: null,
        attempts: [],
        next_attempt_at: now,
        created_at: now,
      },
    ]);
  });

  test('without an ad click is sent only to the network that takes every install', async () => {
    await canonical();
    const { id } = await every();
    await installFrom(service, tenant, null);
    expect(await queuedOf()).toEqual([`install ${id}`]);
  });

  test('is sent by the app’s own config instead of the account’s', async () => {
    await canonical();
    const own = await canonical({ p_app_id: tenant.appId });
    await installFrom(service, tenant, 'social_a');
    expect(await queuedOf()).toEqual([`install ${own.id}`]);
  });

  test.each([
    [['install'], 1],
    [['purchase'], 0],
    [['install', 'purchase'], 1],
  ])('is sent by a config that takes %j %i times', async (p_event_types, times) => {
    await canonical({ p_event_types });
    await installFrom(service, tenant, 'social_a');
    expect(await queuedOf()).toHaveLength(times);
  });

  test('is not sent where the account has no config, nor by the config of another account', async () => {
    const other = await createTenant(service);
    await makeConfig(other, { ...HOOK, p_channel: 'social_a' });
    await installFrom(service, tenant, 'social_a');
    expect([...(await queuedOf()), ...(await listPostbacks(other))]).toEqual([]);
  });

  test('is not sent for a re-install, which no total counts', async () => {
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a');
    now += 1000;
    await installFrom(service, tenant, 'social_a', { gaid });
    expect(await attributionsOf(service, tenant)).toHaveLength(2);
    expect(await queuedOf()).toHaveLength(1);
  });

  test('is sent once, though its event is worked off twice', async () => {
    await canonical();
    await installFrom(service, tenant, 'social_a');
    await service.services.workPool.query(
      `insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
       select customer_id, app_id, event_id, event_type, $2 from events where customer_id = $1`,
      [tenant.accountId, new Date(now).toISOString()],
    );
    await processQueued(service);
    expect(await queuedOf()).toHaveLength(1);
  });

  test('is in the outbox with its attribution, or neither is', async () => {
    await canonical();
    await service.services.workPool.query(
      `alter table postback_queue add constraint broken check (false) not valid`,
    );
    await installFrom(service, tenant, 'social_a');
    expect([await attributionsOf(service, tenant), await queuedOf()]).toEqual([[], []]);
    await service.services.workPool.query('alter table postback_queue drop constraint broken');
    now += 10_000;
    await processQueued(service);
    expect([(await attributionsOf(service, tenant)).length, (await queuedOf()).length]).toEqual([1, 1]);
  });
});

test('of two apps that share an account’s config each has its own deliveries', async () => {
  await canonical();
  const slug = await createSlug(tenant, { p_channel: 'social_a' });
  const click = await clickLink(service, slug);
  await send(service, tenant, { event_type: 'install', gaid: randomUUID(), click_id: click.clickId });
  await processQueued(service);
  expect(await listPostbacks(tenant, { p_app_id: tenant.appId })).toHaveLength(1);
});
