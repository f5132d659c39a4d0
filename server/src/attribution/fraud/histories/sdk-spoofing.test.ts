import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { clickLink, processQueued, send } from '../../../testing/attributed-app.ts';
import { createSlug } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { processReviews } from '../review/fraud-reviewer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let now = Date.UTC(2026, 4, 10, 12);
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));

interface Device {
  /** Resolves its key, as an SDK does at its first start. */
  readonly resolves?: boolean;
  /** The types of what it sends with its install, and how long before that they are dated, in ms. */
  readonly sends?: readonly (readonly [type: string, before: number])[];
  readonly client?: string;
  readonly referrer?: string;
  readonly id?: boolean;
}

const SESSION = ['session_start', 0] as const;
const SDK: Device = { resolves: true, sends: [SESSION] };

async function install({ resolves, sends = [], client = 'ts-1', referrer, id = true }: Device) {
  const installation = randomUUID();
  const token = resolves ? await resolveKey(installation) : undefined;
  const members = { sdk_version: client, ...(id && { installation_id: installation }) };
  const eventId = await send(service, tenant, {
    ...members,
    event_type: 'install',
    ...(token && { network_token: token }),
    ...(referrer && { referrer }),
  });
  for (const [event_type, before] of sends) {
    await send(service, tenant, { ...members, event_type, age_ms: before });
  }
  return eventId;
}

async function resolveKey(installation: string): Promise<string | undefined> {
  const headers = { 'x-service-api-key': tenant.apiKey, 'x-forwarded-for': randomAddress() };
  const path = `/v1/resolve-key?installation_id=${installation}`;
  const response = await service.request(path, { headers });
  return ((await response.json()) as { network_token?: string }).network_token;
}

const randomAddress = () => `198.51.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;

async function repeat(times: number, device: Device): Promise<string[]> {
  const ids = [];
  for (let n = 0; n < times; n++) ids.push(await install(device));
  return ids;
}

async function review(): Promise<void> {
  await processQueued(service);
  now += 25 * HOUR;
  const { workPool: pool, log, clock } = service.services;
  while ((await processReviews({ pool, log, clock })) > 0);
}

async function referrerOf(link: string): Promise<string> {
  const { referrer } = await clickLink(service, link);
  now += 2 * MINUTE;
  return referrer;
}

async function flagged(): Promise<Record<string, unknown>> {
  const { rows } = await service.services.workPool.query<{ event_id: string; signals: unknown }>(
    `select event_id, signals from fraud_flags join installs using (customer_id, install_id)
     where customer_id = $1 and rule = 'sdk_spoofing'`,
    [tenant.accountId],
  );
  return Object.fromEntries(rows.map(({ event_id, signals }) => [event_id, signals]));
}

/** As many as the rule needs to know what is usual. */
const ORGANICS = 60;

describe('installs of a link', () => {
  test.each<[string, Device, string]>([
    ['that do nothing else', {}, 'key session'],
    ['without a session', { resolves: true }, 'session'],
    ['without a key', { sends: [SESSION] }, 'key'],
    [
      'that end a session which never began',
      { resolves: true, sends: [['session_end', 0]] },
      'session order',
    ],
    ['of a device that was used before', { resolves: true, sends: [SESSION, ['custom', HOUR]] }, 'order'],
  ])('%s are flagged where organic ones are not like that', async (_which, device, missing) => {
    await repeat(ORGANICS, SDK);
    const referrer = await referrerOf(await createSlug(tenant));
    const honest = await install({ ...SDK, referrer });
    const invented = await repeat(5, { ...device, referrer });
    await review();
    const flags = await flagged();
    expect(Object.keys(flags).sort()).toEqual(invented.sort());
    expect(flags).not.toHaveProperty(honest);
    expect(flags[invented[0] ?? '']).toEqual({
      missing,
      devices: 5,
      of_installs: 6,
      organic_devices: 0,
      of_organic_installs: ORGANICS,
    });
  });

  test.each<[string, Device, Device]>([
    ['whose app sends no sessions', { resolves: true }, { resolves: true }],
    ['told by a backend', {}, {}],
    ['of a client with another name, which is always like that', SDK, { client: 'backend-2' }],
    ['without any id, of which nothing else can be known', SDK, { id: false }],
  ])('%s are not', async (_which, organic, device) => {
    await repeat(ORGANICS, organic);
    const referrer = await referrerOf(await createSlug(tenant));
    await repeat(5, { ...device, referrer });
    await review();
    expect(await flagged()).toEqual({});
  });

  test('are not where their sessions come within the day', async () => {
    await repeat(ORGANICS, SDK);
    const referrer = await referrerOf(await createSlug(tenant));
    const installation_id = randomUUID();
    const network_token = await resolveKey(installation_id);
    await send(service, tenant, { event_type: 'install', referrer, installation_id, network_token });
    await repeat(5, { referrer });
    await processQueued(service);
    now += 20 * HOUR;
    await send(service, tenant, { event_type: 'session_start', installation_id, sdk_version: 'ts-1' });
    await review();
    expect(Object.keys(await flagged())).toHaveLength(5);
  });

  test('are not known for another account, nor for one that switched the rule off', async () => {
    await repeat(ORGANICS, SDK);
    const settings = JSON.stringify({ fraud: { sdk_spoofing: { enabled: false } } });
    await service.services.workPool.query('update apps set settings = $2 where id = $1', [
      tenant.appId,
      settings,
    ]);
    await repeat(5, { referrer: await referrerOf(await createSlug(tenant)) });
    await review();
    expect(await flagged()).toEqual({});
  });
});

test('a token proves nothing for another installation', async () => {
  const token = await resolveKey(randomUUID());
  const id = await send(service, tenant, {
    event_type: 'install',
    installation_id: randomUUID(),
    network_token: token,
  });
  const own = randomUUID();
  const proven = await send(service, tenant, {
    event_type: 'install',
    installation_id: own,
    network_token: await resolveKey(own),
  });
  const { rows } = await service.services.workPool.query(
    'select event_id, key_resolved_at is not null as proven from events where event_id = any($1)',
    [[id, proven]],
  );
  expect(Object.fromEntries(rows.map((row) => [row.event_id, row.proven]))).toEqual({
    [id]: false,
    [proven]: true,
  });
});
