import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { perSuite } from '../../../testing/per-suite.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { runCommand } from '../testing/run-command.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));
const admin = (...argv: string[]) => runCommand(service, ...argv);

afterEach(emptyQueues);

async function fillQueues(): Promise<void> {
  const { workPool } = service.services;
  await workPool.query(
    `insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
     select $1, $2, 'e' || n, 'install', now() + interval '1 day' * (n - 2.5) from generate_series(0, 3) n`,
    [tenant.accountId, tenant.appId],
  );
  await workPool.query(
    `insert into click_count_queue (deltas, queued_at)
     select '[]', now() - interval '5 minutes 30 seconds' from generate_series(1, 100001)`,
  );
  await workPool.query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids)
     values (gen_random_uuid(), now() - interval '3 hours', '{}', '{}')`,
  );
  await workPool.query(
    `insert into fraud_reviews (customer_id, install_id, due_at)
     values ($1, gen_random_uuid(), now() + interval '1 day')`,
    [tenant.accountId],
  );
}

async function emptyQueues(): Promise<void> {
  await service.services.workPool.query(
    'truncate event_queue, click_count_queue, activity_queue, fraud_reviews',
  );
}

test('shows what waits in every queue, and since when', async () => {
  const empty = [
    'queue              waiting  oldest  for later  parked',
    'event_queue              0       -          0       0  events to attribute',
    'activity_queue           0       -          0       0  batches of activity to count',
    'click_count_queue        0       -          0       0  batches of clicks to count',
    'event_count_queue        0       -          0       0  batches of events to count',
    'fraud_reviews            0       -          0       0  installs to review again',
    'credit_queue             0       -          0       0  batches of payments and purchases to credit',
    'postback_queue           0       -          0       0  deliveries to ad networks',
    'import_jobs              0       -          0       0  imports with rows to process',
    'erasures                 0       -          0       0  devices and accounts to erase',
  ];
  expect((await admin('queues')).split('\n')).toEqual(empty);
  await fillQueues();
  expect((await admin('queues')).split('\n')).toEqual([
    'queue                     waiting  oldest  for later  parked',
    'event_queue                     3     2 d          1       0  events to attribute',
    'activity_queue                  1     3 h          0       0  batches of activity to count',
    'click_count_queue  100000 or more   5 min          0       0  batches of clicks to count',
    'event_count_queue               0       -          0       0  batches of events to count',
    'fraud_reviews                   0       -          1       0  installs to review again',
    'credit_queue                    0       -          0       0  batches of payments and purchases to credit',
    'postback_queue                  0       -          0       0  deliveries to ad networks',
    'import_jobs                     0       -          0       0  imports with rows to process',
    'erasures                        0       -          0       0  devices and accounts to erase',
  ]);
});

describe('rows that are parked', () => {
  beforeEach(async () => {
    await fillQueues();
    await service.services.workPool.query(
      "update event_queue set due_at = 'infinity', attempts = 8, last_error = 'no such device' where event_id < 'e2'",
    );
    await service.services.workPool.query(
      "update fraud_reviews set due_at = 'infinity', attempts = 8, last_error = 'division by zero'",
    );
  });
  const parked = async (): Promise<Record<string, number>> => {
    const states: { queue: string; parked: number }[] = JSON.parse(await admin('queues', '--json'));
    return Object.fromEntries(states.flatMap(({ queue, parked: n }) => (n > 0 ? [[queue, n]] : [])));
  };

  test('are shown with what failed, and are not for later', async () => {
    const shown = (await admin('queues')).split('\n');
    expect(shown[1]).toBe(
      'event_queue                     1    12 h          1       2  events to attribute',
    );
    expect(shown.slice(10)).toEqual([
      '',
      'parked in event_queue, until `queues retry event_queue`:',
      `  {"customer_id" : "${tenant.accountId}", "app_id" : "${tenant.appId}", "event_id" : "e0"}: 8 attempts, the last: no such device`,
      `  {"customer_id" : "${tenant.accountId}", "app_id" : "${tenant.appId}", "event_id" : "e1"}: 8 attempts, the last: no such device`,
      '',
      'parked in fraud_reviews, until `queues retry fraud_reviews`:',
      expect.stringMatching(/^ {2}\{"customer_id" : .*\}: 8 attempts, the last: division by zero$/),
    ]);
  });

  test('are a finding of the doctor, which names their queues', async () => {
    const found = await admin('doctor').catch((error: Error) => error.message);
    expect(found).toContain('event_queue: 2 rows failed again and again and are parked');
    expect(found).toContain('fraud_reviews: 1 rows failed again and again and are parked');
  });

  test('are taken up again, of one queue or of all', async () => {
    expect(await parked()).toEqual({ event_queue: 2, fraud_reviews: 1 });
    expect(await admin('queues', 'retry', 'event_queue')).toBe('event_queue: 2 parked rows are tried again');
    expect(await parked()).toEqual({ fraud_reviews: 1 });
    const { rows } = await service.services.workPool.query(
      "select attempts, last_error, due_at <= now() as due from event_queue where event_id = 'e0'",
    );
    expect(rows).toEqual([{ attempts: 0, last_error: null, due: true }]);
    expect(await admin('queues', 'retry')).toBe('fraud_reviews: 1 parked rows are tried again');
    expect(await parked()).toEqual({});
  });

  test('stay where the queue is not known, or what is asked for', async () => {
    await expect(admin('queues', 'retry', 'all_queues')).rejects.toThrow(
      'there is no queue all_queues; there are event_queue,',
    );
    await expect(admin('queues', 'retry', 'toString')).rejects.toThrow('there is no queue toString');
    await expect(admin('queues', 'empty')).rejects.toThrow('queues can do nothing called empty');
    await expect(admin('queues', 'retry', 'event_queue', 'more')).rejects.toThrow('usage');
    expect(await parked()).toEqual({ event_queue: 2, fraud_reviews: 1 });
  });
});

test('shows the queues to programs as JSON', async () => {
  await fillQueues();
  const states = JSON.parse(await admin('queues', '--json'));
  expect(states).toEqual([
    { queue: 'event_queue', depth: 3, deferred: 1, parked: 0, oldest_age_seconds: expect.any(Number) },
    { queue: 'activity_queue', depth: 1, deferred: 0, parked: 0, oldest_age_seconds: expect.any(Number) },
    {
      queue: 'click_count_queue',
      depth: 100_000,
      deferred: 0,
      parked: 0,
      oldest_age_seconds: expect.any(Number),
    },
    { queue: 'event_count_queue', depth: 0, deferred: 0, parked: 0, oldest_age_seconds: 0 },
    { queue: 'fraud_reviews', depth: 0, deferred: 1, parked: 0, oldest_age_seconds: 0 },
    { queue: 'credit_queue', depth: 0, deferred: 0, parked: 0, oldest_age_seconds: 0 },
    { queue: 'postback_queue', depth: 0, deferred: 0, parked: 0, oldest_age_seconds: 0 },
    { queue: 'import_jobs', depth: 0, deferred: 0, parked: 0, oldest_age_seconds: 0 },
    { queue: 'erasures', depth: 0, deferred: 0, parked: 0, oldest_age_seconds: 0 },
  ]);
  expect(states[0].oldest_age_seconds).toBeGreaterThanOrEqual(2.5 * 86_400);
  expect(states[0].oldest_age_seconds).toBeLessThan(2.5 * 86_400 + 120);
});
