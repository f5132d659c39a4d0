import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRig } from '../fault-rig.ts';
import type { FaultyOperation } from '../operation.ts';
import { call, checkBooks, openShop, type Shop } from '../shop.ts';

const DEVICES = 200;

let shop: Shop | undefined;

/** The device is gone from every table and counter, and no other is. */
export const erasure: FaultyOperation = {
  name: 'erasure',
  async prepare(rig) {
    if (shop === undefined || shop.devices.length === 0) shop = await openShop(rig, DEVICES);
    const { app, devices } = shop;
    const gaid = devices.pop() ?? '';
    const { process } = await rig.server();
    return {
      start: async () => ({
        process,
        ended: call(rig, app, 'erase_device', { p_gaid: gaid }).catch(() => {}),
      }),
      async complete() {
        const { status, body } = await call(rig, app, 'erase_device', { p_gaid: gaid });
        const wrong = status === 200 ? [] : [`erase_device answered ${status} ${JSON.stringify(body)}`];
        await untilErased(rig);
        for (const [table, column] of [
          ['events', 'gaid'],
          ['device_ids', 'value'],
        ] as const) {
          const rows = await rig.query(`select 1 from ${table} where ${column} = $1`, [gaid]);
          if (rows.length > 0) wrong.push(`${rows.length} rows of ${table} name the erased device`);
        }
        const [left] = await rig.query<{ installs: number; events: number }>(
          `select (select count(*)::int from installs where app_id = $1) as installs,
             (select count(*)::int from events where app_id = $1) as events`,
          [app.appId],
        );
        if (left?.installs !== devices.length || left.events !== 2 * devices.length)
          wrong.push(
            `${left?.installs} installs and ${left?.events} events are left of ${devices.length} devices`,
          );
        return [...wrong, ...(await checkBooks(rig))];
      },
    };
  },
};

async function untilErased(rig: FaultRig): Promise<void> {
  // One that failed is deferred for a minute.
  await rig.query(`update erasures set due_at = now() where due_at > now() and scope = 'device'`);
  while ((await rig.query(`select 1 from erasures where due_at is not null and scope = 'device'`)).length > 0)
    await pause(100);
}
