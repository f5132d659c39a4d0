import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { useCreditedApp } from '../../../payments/testing/use-credited-app.ts';
import { runCommand } from '../../../run/admin/testing/run-command.ts';
import { send } from '../../../testing/attributed-app.ts';
import { findSplitDevices } from './find-split-devices.ts';

const { time, service, tenant, spring, settled, installed, pay, purchase, campaigns } = useCreditedApp();
let ids: { installation_id: string };
let user_id: string;
beforeEach(() => {
  ids = { installation_id: randomUUID() };
  user_id = `user-${randomUUID()}`;
});

const query = async (sql: string, ...values: unknown[]) =>
  (await service.services.workPool.query(sql, [tenant.accountId, ...values])).rows;
const diagnosis = () => runCommand(service, 'doctor').catch((error: Error) => error.message);
const devices = async () =>
  (await query('select count(distinct device_id)::int as n from device_ids where customer_id = $1'))[0].n;

/** As an earlier version left it: the purchase was attributed before what came earlier. */
async function splitUser(): Promise<void> {
  await installed(ids, spring);
  await send(service, tenant, { event_type: 'open', ...ids, user_id });
  const told = await query(
    'delete from activity_queue where event_ids is not null and $1 = any(customer_ids) returning *',
  );
  time.now += 300;
  await purchase({ user_id });
  await pay({ user_id });
  await settled();
  await query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids, event_ids)
     select gen_random_uuid(), '2026-05-10', customer_ids, app_ids, event_ids
     from json_to_recordset($2) as told (customer_ids uuid[], app_ids uuid[], event_ids text[]) where $1::text <> ''`,
    JSON.stringify(told),
  );
  await settled();
  expect(await devices()).toBe(2);
  expect(await campaigns()).toEqual([]);
}

describe('an id that was learnt too late', () => {
  test('is found by doctor and given back by mend-devices, with its purchases and payments', async () => {
    await splitUser();
    expect(await diagnosis()).toContain(`account ${tenant.accountId}: 1 ids made devices of their own`);
    expect(await runCommand(service, 'mend-devices')).toContain(
      `account ${tenant.accountId}: user_id ${user_id} is of device`,
    );
    // The command has the clock of the machine.
    time.now = Date.now() + 1000;
    await settled();
    expect(await devices()).toBe(1);
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '3', payment: '10' }]);
    expect(await diagnosis()).not.toContain(tenant.accountId);
    expect(await runCommand(service, 'mend-devices')).toContain(': 0 ids given back');
  });

  test('is found across the ends of what is read at once, with how far that is', async () => {
    await splitUser();
    for (let turn = 0; turn < 9; turn++) {
      await send(service, tenant, {
        event_type: 'open',
        installation_id: randomUUID(),
        user_id: `other-${turn}`,
      });
      await purchase({ user_id });
    }
    const { workPool } = service.services;
    const found = await findSplitDevices(workPool, tenant.accountId);
    expect(found).toMatchObject([{ kind: 'user_id', value: user_id, app_id: tenant.appId }]);
    const [{ n: all }] = await query('select count(*)::int as n from events where customer_id = $1');
    for (const chunk of [1, 2, 5, all - 1, all, all + 1]) {
      const read: number[] = [];
      const onProgress = (events: number) => read.push(events);
      expect(await findSplitDevices(workPool, tenant.accountId, { chunk, onProgress })).toEqual(found);
      const steps = Array.from({ length: Math.ceil(all / chunk) }, (_, turn) =>
        Math.min((turn + 1) * chunk, all),
      );
      expect(read).toEqual([...steps, ...steps]);
    }
    expect(await runCommand(service, 'mend-devices')).toContain(': 1 ids given back');
    expect(await findSplitDevices(workPool, tenant.accountId)).toEqual([]);
  });

  test('is left alone if the purchase came before', async () => {
    await installed(ids, spring);
    await purchase({ user_id });
    await settled();
    time.now += 300;
    await send(service, tenant, { event_type: 'open', ...ids, user_id });
    await settled();
    expect(await devices()).toBe(2);
    expect(await runCommand(service, 'mend-devices')).toContain(': 0 ids given back');
    expect(await diagnosis()).not.toContain(tenant.accountId);
  });

  test('is left alone if its device has an install', async () => {
    await splitUser();
    await send(service, tenant, { event_type: 'install', user_id });
    await settled();
    expect(await runCommand(service, 'mend-devices')).toContain(': 0 ids given back');
  });
});
