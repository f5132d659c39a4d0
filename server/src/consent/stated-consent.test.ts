import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { processQueued, send } from '../testing/attributed-app.ts';
import { perTest } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const query = async (sql: string) => (await service.services.workPool.query(sql, [tenant.accountId])).rows;

const MINUTE = 60_000;

/** Sends an event of a device that states something, so many minutes ago. */
const state = (consent: unknown, minutesAgo: number, members: Record<string, unknown>) =>
  send(service, tenant, { event_type: 'open', age_ms: minutesAgo * MINUTE, consent, ...members });

async function latest(): Promise<unknown[]> {
  await processQueued(service);
  const exported = (await (await tenant.owner.rpc('export_my_account_data', {})).json()) as {
    devices: { consent: unknown }[];
  };
  return exported.devices.map(({ consent }) => consent);
}

const device = () => ({ installation_id: randomUUID() });

describe('the latest statement of a device is', () => {
  test('the latest by true event time, in whatever order they arrive', async () => {
    const ids = device();
    await send(service, tenant, { event_type: 'install', ...ids });
    await state({ eea: true, ad_user_data: false }, 5, ids);
    await state({ eea: true, ad_user_data: true }, 9, ids);
    expect(await latest()).toEqual([{ eea: true, ad_user_data: false }]);
    await state({ eea: true }, 1, ids);
    expect(await latest()).toEqual([{ eea: true }]);
  });

  test('not touched by an event that states nothing', async () => {
    const ids = device();
    await send(service, tenant, { event_type: 'install', ...ids });
    await state({ ad_user_data: false }, 5, ids);
    for (const nothing of [undefined, null, {}, { other: true }, { eea: 'yes' }, 'no', 7, []])
      await state(nothing, 1, ids);
    expect(await latest()).toEqual([{ ad_user_data: false }]);
  });

  test('without the members that are wrong', async () => {
    const ids = device();
    await send(service, tenant, { event_type: 'install', ...ids });
    await state({ eea: 1, ad_user_data: false, 'a\u0000': 'b', more: { x: 1 } }, 1, ids);
    expect(await latest()).toEqual([{ ad_user_data: false }]);
    expect(await query('select consent from events where customer_id = $1 and consent is not null')).toEqual([
      { consent: '{"ad_user_data":false}' },
    ]);
  });

  test('found under any of its ids', async () => {
    const ids = { ...device(), gaid: randomUUID() };
    await send(service, tenant, { event_type: 'install', ...ids });
    await state({ ad_user_data: false }, 1, { gaid: ids.gaid });
    expect(await latest()).toEqual([{ ad_user_data: false }]);
  });

  test('withdrawn by an id that another device sends too, but not granted by it', async () => {
    const gaid = randomUUID();
    const [mine, other] = [device(), device()];
    await send(service, tenant, { event_type: 'install', gaid, ...mine });
    await send(service, tenant, { event_type: 'install', ...other });
    await processQueued(service);
    await state({ ad_user_data: false }, 9, { gaid, ...mine });
    await state({ ad_user_data: true }, 5, { gaid, ...other });
    expect(await latest()).toEqual(expect.arrayContaining([{ ad_user_data: false }, { ad_user_data: true }]));
    await state({ ad_user_data: true }, 3, mine);
    await state({ ad_user_data: false }, 1, { gaid, ...other });
    expect(await latest()).toEqual([{ ad_user_data: false }, { ad_user_data: false }]);
  });

  test('of two at the same moment the one that forbids', async () => {
    const ids = device();
    const now = service.services.clock();
    await send(service, tenant, { event_type: 'install', ...ids });
    const at = { event_type: 'open', timestamp: now - MINUTE, sent_at: null, age_ms: null, ...ids };
    await send(service, tenant, { ...at, consent: { ad_user_data: false } });
    await send(service, tenant, { ...at, consent: { ad_user_data: true } });
    expect(await latest()).toEqual([{ ad_user_data: false }]);
  });
});

test('an install keeps the statement as of its decision', async () => {
  const ids = device();
  await send(service, tenant, { event_type: 'install', ...ids, consent: { eea: false } });
  await processQueued(service);
  await state({ eea: true }, 0, ids);
  await processQueued(service);
  expect(await query('select consent from attributions where customer_id = $1')).toEqual([
    { consent: { eea: false } },
  ]);
});

test('what an erased device has stated is erased', async () => {
  const ids = { ...device(), gaid: randomUUID() };
  await send(service, tenant, { event_type: 'install', ...ids, consent: { eea: true } });
  await processQueued(service);
  expect(await query('select from device_consents where customer_id = $1')).toHaveLength(2);
  await tenant.owner.rpc('erase_device', { p_gaid: ids.gaid });
  expect(await query('select from device_consents where customer_id = $1')).toEqual([]);
});

test('is shown with its device', async () => {
  const gaid = randomUUID();
  const find = async () => {
    const response = await tenant.owner.rpc('find_device', { p_id: gaid });
    const { items } = (await response.json()) as { items: { consent: unknown }[] };
    return items.map(({ consent }) => consent);
  };
  await send(service, tenant, { event_type: 'install', gaid });
  await processQueued(service);
  expect(await find()).toEqual([null]);
  await send(service, tenant, { event_type: 'open', gaid, consent: { eea: true, ad_user_data: false } });
  expect(await find()).toEqual([{ eea: true, ad_user_data: false }]);
});
