import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { processQueued } from '../../testing/attributed-app.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { useService } from '../../testing/use-service.ts';
import { custom, NOTHING, NOW, onDay, useEventReport } from '../testing/use-event-report.ts';

const { service, tenant, sendAll, settle, report, erase, wrong } = useEventReport();

const beside = useService({ beside: service, clock: () => NOW });

const WAITING_FOR_LOCK = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('a device that is erased', () => {
  const kept = { gaid: randomUUID() };
  const gone = { gaid: randomUUID() };
  const traffic = () => [
    onDay(3, gone),
    onDay(5, gone),
    onDay(5, kept),
    custom('share', { ...gone, revenue: 2, currency: 'USD' }),
    custom('share', { ...kept, revenue: 3, currency: 'USD' }),
    custom('alone', gone),
  ];
  const LEFT = [
    { event_type: 'custom', custom_event_name: 'share', count: 1, devices: 1, revenue: { USD: 3 } },
    { event_type: 'open', custom_event_name: null, count: 1, devices: 1, revenue: {} },
  ];

  test.each([
    ['before it was counted', false],
    ['after it was counted', true],
  ])('%s is in no count, revenue or number of devices', async (_when, settled) => {
    await sendAll(traffic());
    if (settled) await settle();
    await erase(gone.gaid);
    await settle();
    const { events, days } = await report();
    expect(events).toEqual(LEFT);
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(await wrong()).toEqual(NOTHING);
    const { rows } = await service.services.workPool.query(
      'select distinct device_key from event_devices where customer_id = $1',
      [tenant.accountId],
    );
    expect(rows).toHaveLength(1);
  });

  test('counts again when it comes back', async () => {
    await sendAll(traffic());
    await settle();
    await erase(gone.gaid);
    await sendAll([onDay(5, gone), custom('alone', gone)]);
    await settle();
    expect((await report()).events).toEqual([
      { event_type: 'open', custom_event_name: null, count: 2, devices: 2, revenue: {} },
      { event_type: 'custom', custom_event_name: 'alone', count: 1, devices: 1, revenue: {} },
      LEFT[0],
    ]);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('counts what it sends to an instance that has not heard of the erasure yet', async () => {
    await sendAll(traffic());
    await settle();
    const { backgroundPool, changes } = service.services;
    // Such an instance takes the device for counted.
    const doneEverywhere: typeof changes.doneEverywhere = async () => {
      await sendAll([onDay(5, gone)]);
      await backgroundPool.query(`update event_count_queue set deltas = (
        select json_agg(jsonb_set(entry, '{device_keys}', '[]')) from jsonb_array_elements(deltas::jsonb) as entry)`);
      return [];
    };
    await erase(gone.gaid, { ...changes, doneEverywhere });
    await settle();
    expect((await report()).events).toMatchObject([{ event_type: 'open', count: 2, devices: 2 }, LEFT[0]]);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('counts what was being stored by what was remembered of it before', async () => {
    await sendAll(traffic());
    await settle();
    await eraseWhileStoring(() => sendAll([onDay(5, gone)]));
    await settle();
    expect((await report()).events).toMatchObject([{ event_type: 'open', count: 2, devices: 2 }, LEFT[0]]);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('counts what an instance was storing that is gone: the database stores it without it', async () => {
    const event = () => signedEvent(tenant, { ...onDay(5, gone), sent_at: NOW });
    expect((await postEvents(beside, event())).results[0]?.status).toBe('accepted');
    await settle();
    // As when it is killed: what is left of it is what the database was told.
    const kill = () => beside.services.changes.close();
    await eraseWhileStoring(() => postEvents(beside, event()), kill);
    await settle();
    expect((await report()).events).toMatchObject([{ event_type: 'open', count: 1, devices: 1 }]);
    expect(await wrong()).toEqual(NOTHING);
  });

  /** Erases a device while something of it is being stored that came once the erasure had waited for what came before it. */
  async function eraseWhileStoring(
    store: () => Promise<unknown>,
    afterwards: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { workPool, changes } = service.services;
    let stored: Promise<unknown> | undefined;
    let erased: Promise<unknown> = Promise.resolve();
    const begun = Promise.withResolvers<void>();
    await inTransaction(workPool, async (client) => {
      const held = 'select from usage_months where customer_id = $1 for update';
      expect((await client.query(held, [tenant.accountId])).rowCount).toBe(1);
      const doneEverywhere: typeof changes.doneEverywhere = async (pool) => {
        const silent = await changes.doneEverywhere(pool);
        if (stored !== undefined) return silent;
        stored = store();
        await expect.poll(async () => (await client.query(WAITING_FOR_LOCK)).rowCount).toBe(1);
        await afterwards();
        begun.resolve();
        return silent;
      };
      erased = erase(gone.gaid, { ...changes, doneEverywhere });
      await begun.promise;
      // It has to wait for what is being stored; how long is of no interest.
      await Promise.race([erased, pause(1000)]);
    });
    await Promise.all([stored, erased]);
  }

  test('leaves another device that once sent its id the days of its other events', async () => {
    const phone = { installation_id: randomUUID() };
    await sendAll([
      { event_type: 'install', ...gone, installation_id: randomUUID(), timestamp: NOW - 9 * DAY_MS },
      { event_type: 'install', ...phone, gaid: randomUUID(), timestamp: NOW - 3 * DAY_MS },
    ]);
    await processQueued(service);
    await sendAll([
      custom('a', phone),
      custom('a', { ...phone, ...gone }),
      custom('b', { ...phone, ...gone }),
      onDay(18, phone),
    ]);
    await settle();
    await erase(gone.gaid);
    await settle();
    expect((await report()).events).toEqual([
      { event_type: 'custom', custom_event_name: 'a', count: 1, devices: 1, revenue: {} },
      { event_type: 'install', custom_event_name: null, count: 1, devices: 1, revenue: {} },
      { event_type: 'open', custom_event_name: null, count: 1, devices: 1, revenue: {} },
    ]);
    expect(await wrong()).toEqual(NOTHING);
    const { rows } = await service.services.workPool.query(
      'select distinct day from device_days where customer_id = $1',
      [tenant.accountId],
    );
    expect(rows).toHaveLength(3);
  });
});
