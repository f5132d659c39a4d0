import { DERIVED_COLUMNS } from '@tributary/db/events/derived-columns';
import type { DeviceEvent } from '@tributary/sdk/wire/event';
import { EVENT_FIELDS, type EventFieldSpec } from '@tributary/sdk/wire/event-fields';
import { beforeAll, expect, test } from 'vitest';
import { CLICK_ID_KINDS } from '../platform/values/device-id-kinds.ts';
import { send } from '../testing/attributed-app.ts';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const NOW = Date.UTC(2026, 5, 15, 12);
const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
const strict = perSuite(async () => {
  const made = await createTenant(service);
  await made.owner.rpc('update_app', { p_app_id: made.appId, p_privacy_mode: 'strict' });
  return made;
});

type SetByTest = 'customer_id' | 'app_id' | 'event_id' | 'signature';

const CLEANED_REFERRER = 'utm_source=somewhere';

/** A value of each field that a client can choose. A new field does not compile without one. */
const VALUES: Required<Omit<DeviceEvent, SetByTest>> = {
  event_type: 'custom',
  sdk_version: 'ts-1.0',
  installation_id: '11111111-1111-4111-8111-111111111111',
  gaid: '22222222-2222-4222-8222-222222222222',
  android_id: 'a1b2c3d4',
  idfv: '55555555-5555-4555-8555-555555555555',
  idfa: '66666666-6666-4666-8666-666666666666',
  user_id: 'user-7',
  click_id: '33333333-3333-4333-8333-333333333333',
  campaign_id: '44444444-4444-4444-8444-444444444444',
  channel: 'influencer',
  referrer: `${CLEANED_REFERRER}&idfa=77777777-7777-4777-8777-777777777777`,
  device_model: 'SM-A155F',
  os_name: 'Android',
  os_version: '14',
  app_version: '7.1',
  screen_resolution: '1080x2340',
  language: 'pt-BR',
  time_zone: 'America/Sao_Paulo',
  currency: 'USD',
  custom_event_name: 'level_up',
  integrity_token: 'integrity',
  push_token: 'push',
  timestamp: NOW - 5000,
  sent_at: NOW,
  age_ms: 4000,
  referrer_click_ts: 1_700_000_000,
  install_begin_ts: 1_700_000_001,
  event_properties: { level: 7 },
  consent: { eea: true, ad_user_data: false },
  revenue: 12.5,
  network_token: 'sealed:by-the-service',
  device_fingerprint_components: { user_agent: 'UA', device_model: 'SM-A155F', os_version: '14' },
};

let row: Record<string, unknown>;
let strictRow: Record<string, unknown>;
let exported: Record<string, unknown>;

async function storedBy(sender: Tenant): Promise<Record<string, unknown>> {
  const event_id = await send(service, sender, { ...VALUES });
  const { rows } = await service.services.workPool.query('select * from events where event_id = $1', [
    event_id,
  ]);
  return rows[0];
}

beforeAll(async () => {
  row = await storedBy(tenant);
  strictRow = await storedBy(strict);
  const response = await tenant.owner.rpc('export_my_account_data', {});
  exported = ((await response.json()) as { events: Record<string, unknown>[] }).events[0] ?? {};
});

/** As the database's driver and JSON give it: integers of 64 bits and exact decimals as text. */
const plain = (value: unknown) => (typeof value === 'object' && value !== null ? value : String(value));
const parsed = (value: unknown) =>
  typeof value === 'string' && value.startsWith('{') ? (JSON.parse(value) as unknown) : value;

const isStored = (name: keyof typeof VALUES) => name !== 'network_token';

test.each((Object.keys(VALUES) as (keyof typeof VALUES)[]).filter(isStored))(
  '%s is stored and exported as it was sent',
  (name) => {
    const { column = name, notExported }: EventFieldSpec = EVENT_FIELDS[name];
    const stored = column ?? 'fingerprint_components';
    expect(plain(parsed(row[stored]))).toEqual(plain(VALUES[name]));
    if (notExported === undefined) expect(plain(exported[name])).toEqual(plain(VALUES[name]));
    else expect(exported).not.toHaveProperty(name);
  },
);

test.each((Object.keys(VALUES) as (keyof typeof VALUES)[]).filter(isStored))(
  '%s is stored in strict privacy mode as the table of fields says',
  (name) => {
    const { strict: form, column = name }: EventFieldSpec = EVENT_FIELDS[name];
    const left = { kept: VALUES[name], dropped: null, cleaned: CLEANED_REFERRER }[form];
    expect(plain(parsed(strictRow[column ?? 'fingerprint_components']))).toEqual(plain(left));
  },
);

test('strict privacy mode drops every id that a click may have, and what a device looks like', () => {
  const changed = Object.entries<EventFieldSpec>(EVENT_FIELDS).flatMap(([name, { strict: form }]) =>
    form === 'kept' ? [] : [`${name} ${form}`],
  );
  expect(changed.sort()).toEqual(
    [
      ...CLICK_ID_KINDS.map((kind) => `${kind} dropped`),
      'device_fingerprint_components dropped',
      'referrer cleaned',
    ].sort(),
  );
});

test('what the service has sealed is signed, and neither stored nor exported', () => {
  expect(JSON.stringify([row, exported])).not.toContain(VALUES.network_token);
});

test('every field is one of those, or an id that the test does not choose', () => {
  const rest: SetByTest[] = ['customer_id', 'app_id', 'event_id', 'signature'];
  expect([...Object.keys(VALUES), ...rest].sort()).toEqual(Object.keys(EVENT_FIELDS).sort());
});

test('every column of events comes from a field, or is derived', () => {
  const fields = Object.entries<EventFieldSpec>(EVENT_FIELDS).map(([name, { column = name }]) => column);
  const derived: string[] = DERIVED_COLUMNS.map(({ column }) => column);
  expect(Object.keys(row).filter((column) => ![...fields, ...derived].includes(column))).toEqual([]);
});
