import { afterEach, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
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
    'queue              waiting  oldest  for later',
    'event_queue              0       -          0  events to attribute',
    'activity_queue           0       -          0  batches of activity to count',
    'click_count_queue        0       -          0  batches of clicks to count',
    'event_count_queue        0       -          0  batches of events to count',
    'fraud_reviews            0       -          0  installs to review again',
    'credit_queue             0       -          0  batches of payments and purchases to credit',
    'postback_queue           0       -          0  deliveries to ad networks',
    'import_jobs              0       -          0  imports with rows to process',
    'erasures                 0       -          0  devices and accounts to erase',
  ];
  expect((await admin('queues')).split('\n')).toEqual(empty);
  await fillQueues();
  expect((await admin('queues')).split('\n')).toEqual([
    'queue                     waiting  oldest  for later',
    'event_queue                     3     2 d          1  events to attribute',
    'activity_queue                  1     3 h          0  batches of activity to count',
    'click_count_queue  100000 or more   5 min          0  batches of clicks to count',
    'event_count_queue               0       -          0  batches of events to count',
    'fraud_reviews                   0       -          1  installs to review again',
    'credit_queue                    0       -          0  batches of payments and purchases to credit',
    'postback_queue                  0       -          0  deliveries to ad networks',
    'import_jobs                     0       -          0  imports with rows to process',
    'erasures                        0       -          0  devices and accounts to erase',
  ]);
});

test('shows the queues to programs as JSON', async () => {
  await fillQueues();
  const states = JSON.parse(await admin('queues', '--json'));
  expect(states).toEqual([
    { queue: 'event_queue', depth: 3, deferred: 1, oldest_age_seconds: expect.any(Number) },
    { queue: 'activity_queue', depth: 1, deferred: 0, oldest_age_seconds: expect.any(Number) },
    { queue: 'click_count_queue', depth: 100_000, deferred: 0, oldest_age_seconds: expect.any(Number) },
    { queue: 'event_count_queue', depth: 0, deferred: 0, oldest_age_seconds: 0 },
    { queue: 'fraud_reviews', depth: 0, deferred: 1, oldest_age_seconds: 0 },
    { queue: 'credit_queue', depth: 0, deferred: 0, oldest_age_seconds: 0 },
    { queue: 'postback_queue', depth: 0, deferred: 0, oldest_age_seconds: 0 },
    { queue: 'import_jobs', depth: 0, deferred: 0, oldest_age_seconds: 0 },
    { queue: 'erasures', depth: 0, deferred: 0, oldest_age_seconds: 0 },
  ]);
  expect(states[0].oldest_age_seconds).toBeGreaterThanOrEqual(2.5 * 86_400);
  expect(states[0].oldest_age_seconds).toBeLessThan(2.5 * 86_400 + 120);
});
