import { afterEach, describe, expect, test } from 'vitest';
import { retryParkedSql } from '../../platform/jobs/parked-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import { refuseRows } from '../../testing/refuse-rows.ts';
import { deliverAll, installFrom } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';

const { canonical, clock, network, service, tenant } = useDeliveries();
const BAD = 'badbadba-dbad-4bad-8bad-badbadbadbad';

let mend: (() => Promise<void>) | undefined;
afterEach(async () => {
  await mend?.();
  mend = undefined;
});

const query = async (text: string, values: readonly unknown[] = []) =>
  (await service.services.workPool.query(text, [...values])).rows;

/** An install that is to be reported, and a hundred copies of it, one of which is BAD. */
async function queueDeliveries(): Promise<void> {
  await canonical();
  await installFrom(service, tenant, 'social_a');
  await query(
    `insert into postbacks (customer_id, postback_id, config_id, app_id, postback_format, event_type, attribution_id,
       install_id, created_at, next_attempt_at)
     select customer_id, case when n = 50 then $2::uuid else gen_random_uuid() end, config_id, app_id, postback_format,
       event_type, attribution_id, gen_random_uuid(), created_at, next_attempt_at
     from postbacks cross join generate_series(1, 100) n where customer_id = $1`,
    [tenant.accountId, BAD],
  );
  await query(
    `insert into postback_queue (customer_id, postback_id, config_id, due_at)
     select customer_id, postback_id, config_id, next_attempt_at from postbacks where customer_id = $1
     on conflict do nothing`,
    [tenant.accountId],
  );
}

const sent = async () =>
  (
    await query(
      "select count(*)::int as n from postbacks where customer_id = $1 and status = 'sent' and attempts = 1",
      [tenant.accountId],
    )
  )[0].n;
const queued = () =>
  query(
    "select postback_id, attempts, last_error, due_at = 'infinity' as parked from postback_queue where customer_id = $1",
    [tenant.accountId],
  );

const REFUSED = { table: 'postbacks', before: 'update', when: `new.postback_id = '${BAD}'` } as const;

describe('one delivery among a hundred whose result cannot be stored', () => {
  test('has the others sent and recorded once, and is recorded once its cause is gone', async () => {
    await queueDeliveries();
    mend = await refuseRows(service.services.workPool, REFUSED);
    await deliverAll(service);
    expect([await sent(), await queued()]).toEqual([
      100,
      [{ postback_id: BAD, attempts: 1, last_error: 'a row that cannot be', parked: false }],
    ]);
    expect(network.calls).toHaveLength(101);
    clock.now += 10_000;
    await mend();
    await deliverAll(service);
    expect([await sent(), await queued()]).toEqual([101, []]);
    expect(network.calls).toHaveLength(102);
  });

  test('is parked after eight attempts, until it is retried', async () => {
    await queueDeliveries();
    mend = await refuseRows(service.services.workPool, REFUSED);
    for (let attempt = 0; attempt < 10; attempt++) {
      await deliverAll(service);
      clock.now += 200_000;
    }
    expect([await sent(), await queued()]).toMatchObject([100, [{ attempts: 8, parked: true }]]);
    expect(network.calls).toHaveLength(108);
    await mend();
    await query(retryParkedSql(QUEUES.postback_queue));
    clock.now = Date.now() + 1000;
    await deliverAll(service);
    expect([await sent(), await queued()]).toEqual([101, []]);
  });
});

test('one whose facts cannot be read stops no other', async () => {
  await queueDeliveries();
  const [{ event_id }] = await query('select event_id from installs where customer_id = $1', [
    tenant.accountId,
  ]);
  await query("update events set fingerprint_components = '{broken' where event_id = $1", [event_id]);
  await deliverAll(service);
  // Only the first is of the install that has an event.
  expect([await sent(), await queued()]).toMatchObject([100, [{ attempts: 1, parked: false }]]);
  expect(network.calls).toHaveLength(100);
  await query('update events set fingerprint_components = null where event_id = $1', [event_id]);
  clock.now += 10_000;
  await deliverAll(service);
  expect([await sent(), await queued()]).toEqual([101, []]);
});
