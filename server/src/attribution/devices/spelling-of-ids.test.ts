import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { addCampaign, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

/** A UUID with a letter in it, so that capitals make a difference. */
const lettered = () => randomUUID().replace(/^./, 'a');
const decided = async () => {
  await processQueued(service);
  return attributionsOf(service, tenant);
};

describe('a device is the same in capitals and small letters', () => {
  test.each(['gaid', 'android_id', 'idfv', 'idfa'])('by the %s of a click on a link', async (kind) => {
    for (const [clicked, installed] of [
      ['toUpperCase', 'toLowerCase'],
      ['toLowerCase', 'toUpperCase'],
    ] as const) {
      const id = lettered();
      const { clickId } = await clickLink(service, await createSlug(tenant), {
        query: `?${kind}=${id[clicked]()}`,
      });
      await send(service, tenant, { event_type: 'install', [kind]: id[installed]() });
      expect((await decided()).at(-1)).toMatchObject({ model: 'deterministic', click_id: clickId });
    }
  });

  test.each(['gaid', 'android_id', 'idfv', 'idfa'])(
    'by the %s of a click that an SDK reported',
    async (kind) => {
      const [id, click_id] = [lettered(), lettered()];
      const event = { event_type: 'click', channel: 'sms', click_id: click_id.toUpperCase(), age_ms: 60_000 };
      await send(service, tenant, { ...event, [kind]: id.toUpperCase() });
      await send(service, tenant, { event_type: 'install', [kind]: id });
      expect(await decided()).toMatchObject([{ model: 'deterministic', click_id }]);
    },
  );

  test.each(['installation_id', 'gaid', 'android_id', 'idfv', 'idfa'])('by its %s', async (kind) => {
    const id = lettered();
    const first = await send(service, tenant, { event_type: 'install', [kind]: id.toUpperCase() });
    const second = await send(service, tenant, { event_type: 'install', [kind]: id });
    const kinds = (await decided()).map(({ install_kind }) => install_kind);
    expect(kinds.sort()).toEqual(['install', 'reinstall']);
    const { rows } = await service.services.workPool.query(
      `select distinct device_key, ${kind} from events where event_id in ($1, $2)`,
      [first, second],
    );
    expect(rows).toEqual([{ device_key: expect.any(String), [kind]: id }]);
  });

  test('but an id that is no UUID is kept as it was written', async () => {
    const eventId = await send(service, tenant, { android_id: 'A1B2C3D4E5F60718', gaid: 'Not-A-UUID' });
    const { rows } = await service.services.workPool.query(
      'select gaid, android_id from events where event_id = $1',
      [eventId],
    );
    expect(rows).toEqual([{ gaid: 'Not-A-UUID', android_id: 'A1B2C3D4E5F60718' }]);
  });
});

describe('a device is the same with blanks around its ids', () => {
  const spelled = (id: string) => ` ${id}\t`;

  test.each(['gaid', 'idfa'])('by its %s', async (kind) => {
    const id = lettered();
    await send(service, tenant, { event_type: 'install', [kind]: spelled(id) });
    await send(service, tenant, { event_type: 'install', [kind]: id });
    const kinds = (await decided()).map(({ install_kind }) => install_kind);
    expect(kinds.sort()).toEqual(['install', 'reinstall']);
    const { rows } = await service.services.workPool.query(
      `select distinct device_key, ${kind} from events where customer_id = $1`,
      [tenant.accountId],
    );
    expect(rows).toEqual([{ device_key: expect.any(String), [kind]: id }]);
  });

  test.each(['gaid', 'android_id'])('by the %s of a click on a link', async (kind) => {
    const id = lettered();
    const link = await createSlug(tenant);
    const query = `?${new URLSearchParams({ [kind]: spelled(id) })}`;
    const { clickId } = await clickLink(service, link, { query });
    await send(service, tenant, { event_type: 'install', [kind]: id });
    expect((await decided()).at(-1)).toMatchObject({ model: 'deterministic', click_id: clickId });
  });

  test.each([
    ['member', { user_id: ' User 7 ' }],
    ['property of identify', { custom_event_name: 'identify', event_properties: { user_id: 'User 7 ' } }],
  ])('by the user_id that is a %s', async (_where, user) => {
    const eventId = await send(service, tenant, { event_type: 'custom', gaid: lettered(), ...user });
    const { rows } = await service.services.workPool.query('select user_id from events where event_id = $1', [
      eventId,
    ]);
    expect(rows).toEqual([{ user_id: 'User 7' }]);
  });

  test.each(['gaid', 'android_id', 'user_id'])(
    'but nothing of a %s that is nothing but blanks',
    async (kind) => {
      const eventId = await send(service, tenant, { [kind]: '  ' });
      const { rows } = await service.services.workPool.query(
        `select ${kind}, device_key from events where event_id = $1`,
        [eventId],
      );
      expect(rows).toEqual([{ [kind]: null, device_key: null }]);
    },
  );
});

describe('a click is found by its id in capitals', () => {
  test.each<[string, (clickId: string) => Record<string, unknown>]>([
    ['on the event', (click_id) => ({ click_id })],
    ['in the referrer', (clickId) => ({ referrer: `utm_source=x&service_click_id=${clickId}` })],
    ['in a URL', (clickId) => ({ referrer: `https://a.example/?service_click_id=${clickId}#top` })],
  ])('%s', async (_where, evidence) => {
    const { clickId } = await clickLink(service, await createSlug(tenant));
    await send(service, tenant, { event_type: 'install', ...evidence(clickId.toUpperCase()) });
    expect(await decided()).toMatchObject([{ click_id: clickId }]);
  });

  test('by a re-engagement', async () => {
    const { clickId } = await clickLink(service, await createSlug(tenant));
    await send(service, tenant, {
      event_type: 're_engagement',
      click_id: clickId.toUpperCase(),
      gaid: lettered(),
    });
    await processQueued(service);
    const { rows } = await service.services.workPool.query(
      `select original_click_id from clicks where customer_id = $1 and source = 're_engagement'`,
      [tenant.accountId],
    );
    expect(rows).toEqual([{ original_click_id: clickId }]);
  });
});

test('an event is taken whose account, app and campaign are in capitals', async () => {
  const id = await addCampaign(tenant, { p_channel: 'email' });
  const gaid = lettered();
  const ids = {
    customer_id: tenant.accountId.toUpperCase(),
    app_id: tenant.appId.toUpperCase(),
    campaign_id: id.toUpperCase(),
  };
  await send(service, tenant, { event_type: 'click', gaid, age_ms: 60_000, ...ids });
  await send(service, tenant, { event_type: 'install', gaid, ...ids });
  expect(await decided()).toMatchObject([{ model: 'deterministic', channel: 'email', campaign_id: id }]);
});

test.each(['attribution', 'deep-link'])('GET /v1/%s takes the app in capitals', async (path) => {
  const { clickId } = await clickLink(service, await createSlug(tenant));
  const install_event_id = await send(service, tenant, { event_type: 'install', click_id: clickId });
  await processQueued(service);
  const query = new URLSearchParams({ app_id: tenant.appId.toUpperCase(), install_event_id });
  const response = await service.request(`/v1/${path}?${query}`, {
    headers: { 'x-service-api-key': tenant.apiKey },
  });
  expect(response.status).toBe(200);
});

test('GET /v1/deep-link takes the click in capitals', async () => {
  const { clickId } = await clickLink(service, await createSlug(tenant));
  const response = await service.request(`/v1/deep-link?click_id=${clickId.toUpperCase()}`, {
    headers: { accept: 'application/json' },
  });
  expect([response.status, await response.json()]).toMatchObject([200, { clickId }]);
});
