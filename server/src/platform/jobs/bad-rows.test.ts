import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { countClicks } from '../../attribution/clicks/count-clicks.ts';
import { processReviews } from '../../attribution/fraud/review/fraud-reviewer.ts';
import { processBatch } from '../../attribution/work/attribution-worker.ts';
import { processActivity } from '../../counters/activity/activity-worker.ts';
import { countEvents } from '../../counters/events/count-events.ts';
import { processCredits } from '../../payments/credit/credit-worker.ts';
import { perTest } from '../../testing/per-suite.ts';
import { refuseRows } from '../../testing/refuse-rows.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { retryParkedSql } from './parked-rows.ts';
import { QUEUES } from './queues.ts';
import type { JobParts } from './run-jobs.ts';

const GOOD = 100;
/** Of the bad row, wherever it is told by an id. */
const BAD = 'badbadba-dbad-4bad-8bad-badbadbadbad';

const service = useService();
const tenant = perTest(() => createTenant(service));
let mend: (() => Promise<void>) | undefined;
afterEach(async () => {
  await mend?.();
  mend = undefined;
  await service.services.workPool.query(`truncate ${Object.keys(WORKERS).join(', ')}`);
});

type Refusal = Parameters<typeof refuseRows>[1];

/** A queue that is worked on in batches, and how one row of it fails. */
interface Worker {
  /** SQL of 101 rows, the bad one somewhere among them: `n` counts from 0, `id` is its own or BAD. */
  readonly fill: string;
  /** What of it fails. */
  readonly refused: Refusal;
  run(parts: JobParts): Promise<number>;
  /** SQL of the bad row, where it keeps no id. */
  readonly isBad: string;
}

const DUE = "now() - interval '1 minute' + interval '1 millisecond' * n";
const ROWS = `(select n, case when n = 50 then '${BAD}' else gen_random_uuid() end as id from generate_series(0, ${GOOD}) n) rows`;
const delta = (members: string) =>
  `json_build_array(json_build_object('customer_id', $1::uuid, 'app_id', $2::uuid, ${members}))`;

const WORKERS: Readonly<Record<string, Worker>> = {
  event_queue: {
    fill: `insert into event_queue (customer_id, app_id, event_id, event_type, due_at) select $1, $2, id, 'install', ${DUE} from ${ROWS}`,
    refused: { table: 'event_queue', before: 'delete', when: `old.event_id = '${BAD}'` },
    run: (parts) => processBatch({ ...parts, bell: service.services.bell }),
    isBad: `event_id = '${BAD}'`,
  },
  fraud_reviews: {
    fill: `insert into fraud_reviews (customer_id, install_id, due_at, reviews) select $1, id, ${DUE}, 1 from ${ROWS} where $2::uuid is not null`,
    refused: { table: 'fraud_reviews', before: 'delete', when: `old.install_id = '${BAD}'` },
    run: processReviews,
    isBad: `install_id = '${BAD}'`,
  },
  activity_queue: {
    fill: `insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_keys, days)
      select id, ${DUE}, array[$1::uuid], array[$2::uuid], array[gen_random_uuid()], array[20000] from ${ROWS}`,
    refused: { table: 'activity_queue', before: 'delete', when: `old.batch_id = '${BAD}'` },
    run: processActivity,
    isBad: `batch_id = '${BAD}'`,
  },
  'activity_queue ': {
    fill: `insert into activity_queue (batch_id, due_at, customer_ids, app_ids, event_ids)
      select id, ${DUE}, array[$1::uuid], array[$2::uuid], array['e' || n] from ${ROWS}`,
    refused: { table: 'activity_queue', before: 'delete', when: `old.batch_id = '${BAD}'` },
    run: (parts) => processBatch({ ...parts, bell: service.services.bell }),
    isBad: `batch_id = '${BAD}'`,
  },
  click_count_queue: {
    fill: `insert into click_count_queue (deltas, queued_at)
      select ${delta("'link_id', id, 'day', '2026-05-01', 'country', 'DE', 'clicks', 1, 'repeats', 0, 'bots', 0, 'installs', 0")}, ${DUE} from ${ROWS}`,
    refused: { table: 'link_counts', before: 'insert', when: `new.link_id = '${BAD}'` },
    run: ({ pool, ...parts }) => countClicks(pool, parts),
    isBad: `deltas::text like '%${BAD}%'`,
  },
  event_count_queue: {
    fill: `insert into event_count_queue (deltas, queued_at)
      select ${delta("'day', case when n = 50 then 20001 else 20000 end, 'event_type', 'open', 'event_name', '', 'currency', '', 'country', '', 'events', 1, 'revenue', '[]'::json, 'device_keys', json_build_array(id)")}, ${DUE} from ${ROWS}`,
    refused: { table: 'event_counts', before: 'insert', when: "new.day = date '1970-01-01' + 20001" },
    run: ({ pool, ...parts }) => countEvents(pool, parts),
    isBad: `deltas::text like '%${BAD}%'`,
  },
  credit_queue: {
    fill: `insert into credit_queue (batch_id, due_at, customer_id, payment_ids, app_ids, event_ids)
      select id, ${DUE}, $1, '{}', array[$2::uuid], array['e' || n] from ${ROWS}`,
    refused: { table: 'credit_queue', before: 'delete', when: `old.batch_id = '${BAD}'` },
    run: processCredits,
    isBad: `batch_id = '${BAD}'`,
  },
};

const parts = (): JobParts => {
  const { workPool: pool, log, clock } = service.services;
  return { pool, log, clock };
};

async function fill({ accountId, appId }: Tenant, worker: Worker): Promise<void> {
  await service.services.workPool.query(worker.fill, [accountId, appId]);
  mend = await refuseRows(service.services.workPool, worker.refused);
}

async function left(name: string, { isBad }: Worker) {
  const { dueAt } = QUEUES[name.trim() as keyof typeof QUEUES];
  const { rows } = await service.services.workPool.query(
    `select ${isBad} as bad, attempts, last_error, ${dueAt} > now() - interval '30 seconds' as later, ${dueAt} = 'infinity' as parked from ${name}`,
  );
  return rows;
}

async function passTime(name: string): Promise<void> {
  const { dueAt } = QUEUES[name.trim() as keyof typeof QUEUES];
  await service.services.workPool.query(
    `update ${name} set ${dueAt} = now() - interval '1 minute' where ${dueAt} < 'infinity'`,
  );
}

/** Works on all that is due by now, in a few turns at most: a batch of some queues is smaller than a hundred. */
async function workOff(worker: Worker): Promise<void> {
  const now = Date.now();
  for (let turn = 0; turn < 10 && (await worker.run({ ...parts(), clock: () => now })) > 0; turn++);
}

describe.each(Object.entries(WORKERS))('one bad row among a hundred of %s', (name, worker) => {
  test('lets all others through at once, and is done itself soon after its cause is gone', async () => {
    await fill(tenant, worker);
    await workOff(worker);
    expect(await left(name, worker)).toEqual([
      { bad: true, attempts: 1, last_error: 'a row that cannot be', later: true, parked: false },
    ]);
    await mend?.();
    await passTime(name);
    await workOff(worker);
    expect(await left(name, worker)).toEqual([]);
  });

  test('is parked after eight attempts, holds up nothing, and is done once it is retried', async () => {
    await fill(tenant, worker);
    for (let attempt = 0; attempt < 10; attempt++) {
      await workOff(worker);
      await passTime(name);
    }
    expect(await left(name, worker)).toMatchObject([{ bad: true, attempts: 8, parked: true }]);
    await service.services.workPool.query(
      worker.fill.replaceAll(BAD, randomUUID()).replaceAll('20001', '20000'),
      [tenant.accountId, tenant.appId],
    );
    await workOff(worker);
    expect(await left(name, worker)).toMatchObject([{ bad: true, parked: true }]);
    await mend?.();
    await service.services.workPool.query(retryParkedSql(QUEUES[name.trim() as keyof typeof QUEUES]));
    await workOff(worker);
    expect(await left(name, worker)).toEqual([]);
  });
});

test('one bad click among those of a commit stands alone after a few turns', async () => {
  const { workPool } = service.services;
  await workPool.query(
    `insert into click_count_queue (deltas)
     select json_agg(json_build_object('customer_id', $1::uuid, 'app_id', $2::uuid, 'link_id', id, 'day', '2026-05-01',
       'country', '', 'clicks', 1, 'repeats', 0, 'bots', 0, 'installs', 0)) from ${ROWS}`,
    [tenant.accountId, tenant.appId],
  );
  mend = await refuseRows(workPool, {
    table: 'link_counts',
    before: 'insert',
    when: `new.link_id = '${BAD}'`,
  });
  for (let turn = 0; turn < 10; turn++) await countClicks(workPool);
  const counted = 'select sum(clicks)::int as clicks from link_counts where customer_id = $1';
  expect((await workPool.query(counted, [tenant.accountId])).rows).toEqual([{ clicks: 100 }]);
  expect(
    (await workPool.query('select json_array_length(deltas) as n, attempts from click_count_queue')).rows,
  ).toEqual([{ n: 1, attempts: 1 }]);
});
