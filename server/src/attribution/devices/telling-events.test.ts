import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { processActivity } from '../../counters/activity/activity-worker.ts';
import { settleRevenue } from '../../payments/testing/books.ts';
import { send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const elsewhere = useService({ beside: service });
const tenant = perTest(() => createTenant(service));
let ids: { installation_id: string; gaid: string };
beforeEach(() => {
  ids = { installation_id: randomUUID(), gaid: randomUUID() };
});

const query = async (sql: string, ...values: unknown[]) =>
  (await service.services.workPool.query(sql, [tenant.accountId, ...values])).rows;

/** The devices that ids are known for, as the values of each. */
async function known(): Promise<string[][]> {
  const rows = await query(
    'select array_agg(value order by value) as ids from device_ids where customer_id = $1 group by device_id order by 1',
  );
  return rows.map(({ ids }) => ids);
}

const waiting = async () =>
  (
    await query(
      'select coalesce(sum(cardinality(event_ids)), 0)::int as n from activity_queue where $1 = any(customer_ids)',
    )
  )[0].n;

describe('an event that is not attributed', () => {
  test('is not looked at again while its ids stay the same', async () => {
    await send(service, tenant, { event_type: 'open', ...ids });
    await send(service, tenant, { event_type: 'custom', ...ids });
    expect(await waiting()).toBe(1);
    await settleRevenue(service);
    await send(service, tenant, { event_type: 'session_start', ...ids });
    expect(await waiting()).toBe(0);
    expect(await known()).toEqual([Object.values(ids).sort()]);
  });

  test('is looked at and left alone if another instance has learnt its ids', async () => {
    await send(service, tenant, { event_type: 'open', ...ids });
    await settleRevenue(service);
    await send(elsewhere, tenant, { event_type: 'open', ...ids });
    expect(await waiting()).toBe(1);
    const { log, clock, workPool: pool } = service.services;
    while ((await processActivity({ pool, log, clock })) > 0);
    expect(await query('select event_id from event_queue where customer_id = $1')).toEqual([]);
    expect(await known()).toEqual([Object.values(ids).sort()]);
  });

  test('with one id makes no device known, so that the install can tie it to others', async () => {
    const android_id = 'a1';
    await send(service, tenant, { event_type: 'open', gaid: ids.gaid });
    await settleRevenue(service);
    expect(await known()).toEqual([]);
    await send(service, tenant, { event_type: 'install', ...ids, android_id });
    await settleRevenue(service);
    expect(await known()).toEqual([[...Object.values(ids), android_id].sort()]);
  });

  test('of ids that were learnt for two devices says that they contradict each other', async () => {
    const other = randomUUID();
    await send(service, tenant, { event_type: 'purchase', installation_id: ids.installation_id });
    await send(service, tenant, { event_type: 'install', installation_id: other, gaid: ids.gaid });
    await send(service, tenant, { event_type: 'open', ...ids });
    await settleRevenue(service);
    expect(await known()).toEqual([[ids.installation_id], [other, ids.gaid].sort()].sort());
    const said = await query('select kind, value from device_conflicts where customer_id = $1');
    expect(said).toEqual([{ kind: 'gaid', value: ids.gaid }]);
  });

  test('that is stored already tells nothing, unlike those that come with it', async () => {
    const stored = signedEvent(tenant, { event_type: 'open', ...ids });
    const fresh = signedEvent(tenant, { event_type: 'open', ...ids, user_id: 'u' });
    await postEvents(service, stored);
    await settleRevenue(service);
    const { results } = await postEvents(elsewhere, { events: [stored, fresh] });
    expect(results.map(({ status }) => status)).toEqual(['deduplicated', 'accepted']);
    expect(await waiting()).toBe(1);
    await settleRevenue(service);
    expect(await known()).toEqual([[...Object.values(ids), 'u'].sort()]);
  });

  test.each(['the instance that erased it', 'another instance'])(
    'tells its ids to %s again after the device was erased',
    async (which) => {
      const instance = which === 'another instance' ? elsewhere : service;
      const user = { ...ids, user_id: 'u' };
      for (const each of [service, elsewhere]) await send(each, tenant, { event_type: 'open', ...user });
      await settleRevenue(service);
      const erased = await tenant.owner.rpc('erase_device', { p_gaid: ids.gaid });
      expect(await erased.json()).toMatchObject({ complete: true });
      expect(await known()).toEqual([]);
      await send(instance, tenant, { event_type: 'open', ...user });
      await settleRevenue(service);
      expect(await known()).toEqual([Object.values(user).sort()]);
    },
  );
});
