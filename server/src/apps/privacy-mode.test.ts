import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mappingOf } from '../imports/column-mapping.ts';
import { importSourceNamed } from '../imports/mappings/import-sources.ts';
import { createNormaliser } from '../imports/normalise/normalise-row.ts';
import { accepted, makeWebhook } from '../payments/testing/payment-webhook.ts';
import type { ClickIdKind } from '../platform/values/device-id-kinds.ts';
import { prepareRequest } from '../postbacks/deliver/send/prepare-request.ts';
import { FACTS, SETTINGS } from '../postbacks/testing/build-request.ts';
import { rowsNaming } from '../privacy/erasure/testing/rows-naming.ts';
import { ANDROID_UA, attributionsOf, clickLink, processQueued, send } from '../testing/attributed-app.ts';
import { createSlug } from '../testing/create-link.ts';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant, freshAddress, type Tenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const other = useService({ beside: service });
const strict = perSuite(async () => {
  const tenant = await createTenant(service);
  await setMode(tenant, 'strict');
  return tenant;
});

async function setMode(tenant: Tenant, p_privacy_mode: string): Promise<unknown> {
  const response = await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_privacy_mode });
  expect(response.status).toBe(200);
  return ((await response.json()) as { privacy_mode: string }).privacy_mode;
}

const rowsOf = async (sql: string, tenant: Tenant) =>
  (await service.services.workPool.query(sql, [tenant.accountId])).rows;
/** A new kind of id does not compile without one. */
const ids = (): Record<ClickIdKind, string> => ({
  gaid: randomUUID(),
  android_id: randomUUID().slice(9, 28),
  idfv: randomUUID(),
  idfa: randomUUID(),
});
const components = { user_agent: ANDROID_UA, device_model: 'SM-A155F', os_version: '14' };

describe('the mode', () => {
  test('is standard unless an app is made or changed to be strict, and is shown', async () => {
    const tenant = await createTenant(service);
    const listed = async () =>
      (
        (await (await tenant.owner.rpc('list_apps', {})).json()) as {
          items: { id: string; privacy_mode: string }[];
        }
      ).items;
    expect(await listed()).toMatchObject([{ privacy_mode: 'standard' }]);
    expect(await setMode(tenant, 'strict')).toBe('strict');
    const made = await tenant.owner.rpc('create_app', {
      p_name: 'B',
      p_bundle_id: 'com.example.b',
      p_privacy_mode: 'strict',
    });
    const id = await made.json();
    expect((await listed()).find((app) => app.id === id)).toMatchObject({ privacy_mode: 'strict' });
    expect(await setMode(tenant, 'standard')).toBe('standard');
  });

  test.each(['', 'Strict', 'none', 7])('refuses %j, naming it', async (p_privacy_mode) => {
    const response = await strict.owner.rpc('update_app', { p_app_id: strict.appId, p_privacy_mode });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      400,
      expect.stringContaining('p_privacy_mode'),
    ]);
  });
});

describe('in strict privacy mode', () => {
  test('an event is stored without ids of the system, without a likeness, and with a wider network', async () => {
    const sent = ids();
    const installation_id = randomUUID();
    const members = {
      event_type: 'install',
      installation_id,
      ...sent,
      device_fingerprint_components: components,
    };
    await send(service, strict, members, { 'x-forwarded-for': '81.2.69.142' });
    await send(
      other,
      strict,
      { ...members, event_type: 'open' },
      { 'x-forwarded-for': '2a02:8109:9ac0:1::5' },
    );
    await processQueued(service);
    expect(await rowsNaming(service.services.backgroundPool, Object.values(sent))).toEqual({});
    const stored = await rowsOf(
      `select ip_network::text, fingerprint_components, fingerprint_hash, installation_id from events
       where customer_id = $1 order by event_type`,
      strict,
    );
    const nothing = { fingerprint_components: null, fingerprint_hash: null, installation_id };
    expect(stored).toMatchObject([
      { ...nothing, ip_network: '81.2.0.0/16' },
      { ...nothing, ip_network: '2a02:8109::/32' },
    ]);
  });

  test('a click is stored without its ids and without what it looks like, and its parameters stay', async () => {
    const sent = ids();
    const slug = await createSlug(strict);
    const query = `?${new URLSearchParams({ ...sent, utm_content: 'blue' })}`;
    await clickLink(service, slug, { query, from: '81.2.69.142' });
    await clickLink(other, slug, { query, from: '81.2.69.143' });
    expect(await rowsNaming(service.services.backgroundPool, Object.values(sent))).toEqual({});
    const clicks = await rowsOf(
      `select ip_network::text, user_agent, device_model, os_version, language, visit_params from clicks
       where customer_id = $1`,
      strict,
    );
    expect(clicks.length).toBe(2);
    for (const click of clicks)
      expect(click).toEqual({
        ip_network: '81.2.0.0/16',
        user_agent: null,
        device_model: null,
        os_version: null,
        language: null,
        visit_params: '{"utm_content":"blue"}',
      });
  });

  test('an id of a device is not stored under another name in a link or a referrer either', async () => {
    const [gaid, aaid, idfa] = [randomUUID(), randomUUID(), randomUUID()];
    const tenant = await createTenant(service);
    await setMode(tenant, 'strict');
    const slug = await createSlug(tenant);
    const query = `?${new URLSearchParams({ GAID: gaid, gps_adid: aaid, utm_content: 'blue' })}`;
    const { referrer } = await clickLink(service, slug, { query });
    const install = { event_type: 'install', installation_id: randomUUID() };
    await send(service, tenant, { ...install, referrer: `idfa=${idfa}&${referrer}&AAID=${aaid}` });
    await processQueued(service);
    expect(await rowsNaming(service.services.backgroundPool, [gaid, aaid, idfa])).toEqual({});
    const stored = await rowsOf('select referrer from events where customer_id = $1', tenant);
    expect(stored).toEqual([{ referrer }]);
    expect(await attributionsOf(service, tenant)).toMatchObject([{ model: 'install_referrer' }]);
  });

  test('an install is matched by an identified click alone', async () => {
    const tenant = await createTenant(service);
    const slug = await createSlug(tenant);
    const from = freshAddress();
    const install = () =>
      send(
        service,
        tenant,
        { event_type: 'install', installation_id: randomUUID(), device_fingerprint_components: components },
        { 'x-forwarded-for': from },
      );
    await clickLink(service, slug, { from });
    await install();
    await setMode(tenant, 'strict');
    const { referrer } = await clickLink(service, slug, { from });
    await processQueued(service);
    await send(service, tenant, { event_type: 'install', installation_id: randomUUID(), referrer });
    await processQueued(service);
    expect((await attributionsOf(service, tenant)).map(({ model }) => model).sort()).toEqual([
      'install_referrer',
      'organic',
    ]);
  });

  test('a payment is recorded without the ids of the provider’s metadata, and its payload is not kept', async () => {
    const { gaid, android_id } = ids();
    const webhook = await makeWebhook(service, strict);
    const user_id = `user-${randomUUID()}`;
    const metadata = { gaid, android_id, user_id };
    await accepted(service, webhook, { reference: 'p1', amount: 9, currency: 'EUR', metadata });
    expect(await rowsNaming(service.services.backgroundPool, [gaid, android_id])).toEqual({});
    expect(await rowsOf('select user_id from payments where customer_id = $1', strict)).toEqual([
      { user_id },
    ]);
    expect(await rowsOf('select 1 from payment_payloads where customer_id = $1', strict)).toEqual([]);
  });

  test('a row of an import is stored without its ids, and with a wider network', () => {
    const source = importSourceNamed('custom');
    const mapping = mappingOf(source, null);
    const values = {
      event_timestamp: '2026-01-01T00:00:00Z',
      event_type: 'install',
      gaid: randomUUID(),
      android_id: 'a1b2c3',
      ip: '81.2.69.142',
    };
    const of = (isStrict: boolean) =>
      createNormaliser(source, mapping, Date.UTC(2026, 5), isStrict)({ row: 1, values });
    expect(of(true)).toMatchObject({ row: { gaid: null, android_id: null, ip_network: '81.2.0.0/16' } });
    expect(of(false)).toMatchObject({ row: { gaid: values.gaid, ip_network: '81.2.69.0/24' } });
  });

  test.each([
    ['nothing', null, 'consent'],
    ['a region alone', { eea: false }, 'consent'],
    ['personalization alone', { ad_personalization: true }, 'consent'],
    ['a refusal', { ad_user_data: false }, 'consent'],
    ['agreement', { ad_user_data: true }, undefined],
  ])('a native ad network is sent nothing while a user has stated %s (or not)', (_name, consent, failure) => {
    const made = prepareRequest(
      {
        id: 'i',
        postback_format: 'network_a_conversions',
        postback_url: null,
        settings: SETTINGS.network_a_conversions,
        credential: 'c',
        signing_secret: 's',
        secrets: [],
      },
      { ...FACTS, consent, needsConsent: true },
      { now: 0, allowLoopback: false },
    );
    expect('failure' in made ? made.failure : undefined).toBe(failure);
  });

  test('what is answered holds at every instance at once, either way', async () => {
    const tenant = await createTenant(service);
    const stored = async (instance: typeof service) => {
      const gaid = randomUUID();
      await send(instance, tenant, { gaid, installation_id: randomUUID() });
      return (await rowsNaming(service.services.backgroundPool, [gaid])).events ?? 0;
    };
    expect([await stored(service), await stored(other)]).toEqual([1, 1]);
    await setMode(tenant, 'strict');
    expect([await stored(other), await stored(service)]).toEqual([0, 0]);
    await setMode(tenant, 'standard');
    expect([await stored(other), await stored(service)]).toEqual([1, 1]);
  });
});
