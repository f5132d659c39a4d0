import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../testing/attributed-app.ts';
import { createSlug } from '../testing/create-link.ts';
import { perTest } from '../testing/per-suite.ts';
import { addApp, createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LOOKS = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };
/** Where the app is opened first, and from where its events are sent, as each is seen. */
const [OPENED, SENT] = ['198.51.100.7', '203.0.113.9'];

let now = Date.UTC(2026, 4, 10, 12);
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));

async function resolveKey(installation: string | undefined, from = OPENED, apiKey = tenant.apiKey) {
  const query = installation === undefined ? '' : `?installation_id=${installation}`;
  const headers = { 'x-service-api-key': apiKey, 'x-forwarded-for': from };
  const response = await service.request(`/v1/resolve-key${query}`, { headers });
  return (await response.json()) as { network_token?: string };
}

const changed = (token = '') => `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;

const networkOf = async (eventId: string) => {
  const { rows } = await service.services.workPool.query<{ ip_network: string }>(
    'select ip_network from events where event_id = $1',
    [eventId],
  );
  return rows[0]?.ip_network;
};

/** Sends an install from elsewhere, later. */
const install = (installation: string, members: object) =>
  send(
    service,
    tenant,
    { event_type: 'install', installation_id: installation, ...LOOKS, ...members },
    { 'x-forwarded-for': SENT },
  );

interface Sent {
  readonly network_token?: string | undefined;
  readonly age_ms?: number;
}

describe('an install that was sent from another network than the app was opened from', () => {
  test('happened in the network of its token, and is attributed by it', async () => {
    const { clickId } = await clickLink(service, await createSlug(tenant), { from: OPENED });
    now += 60_000;
    const installation = randomUUID();
    const { network_token } = await resolveKey(installation);
    now += 5 * HOUR;
    const eventId = await install(installation, { network_token, age_ms: 5 * HOUR });
    expect(await networkOf(eventId)).toBe('198.51.100.0/24');
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'probabilistic', click_id: clickId },
    ]);
  });

  test.each<[string, (own: string) => Promise<Sent> | Sent]>([
    ['without one', () => ({})],
    ['with nonsense', () => ({ network_token: 'nonsense' })],
    [
      'with one that was changed',
      async (own) => ({ network_token: changed((await resolveKey(own)).network_token) }),
    ],
    ['with one of another installation', async () => resolveKey(randomUUID())],
    [
      'with one of another app',
      async (own) => {
        const other = await addApp(tenant);
        const key = await tenant.owner.post('/v1/generate-key', { app_id: other });
        const { api_key } = (await key.json()) as { api_key: string };
        return { network_token: (await resolveKey(own, OPENED, api_key)).network_token };
      },
    ],
    [
      'with one from long before it',
      async (own) => {
        const { network_token } = await resolveKey(own);
        now += HOUR + 1;
        return { network_token };
      },
    ],
    [
      'with one that is older than seven days',
      async (own) => {
        const { network_token } = await resolveKey(own);
        now += 7 * DAY + 1;
        return { network_token, age_ms: 7 * DAY + 1 };
      },
    ],
  ])('happened where it was sent from, %s', async (_which, tokenOf) => {
    const installation = randomUUID();
    const { network_token, age_ms = 0 } = await tokenOf(installation);
    const eventId = await install(installation, { ...(network_token && { network_token }), age_ms });
    expect(await networkOf(eventId)).toBe('203.0.113.0/24');
  });

  test('and only that: other events of the installation happened where they were sent from', async () => {
    const installation = randomUUID();
    const { network_token } = await resolveKey(installation);
    const eventId = await install(installation, { event_type: 'open', network_token });
    expect(await networkOf(eventId)).toBe('203.0.113.0/24');
  });
});

test.each([
  ['no installation', undefined],
  ['an installation whose id is no UUID', 'me'],
])('a key that is resolved for %s comes without a token', async (_which, installation) => {
  expect(await resolveKey(installation)).not.toHaveProperty('network_token');
});

test('an id is the same in capitals', async () => {
  const installation = randomUUID();
  const { network_token } = await resolveKey(installation.toUpperCase());
  expect(await networkOf(await install(installation, { network_token }))).toBe('198.51.100.0/24');
});
