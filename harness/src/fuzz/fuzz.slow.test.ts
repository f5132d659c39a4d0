import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FuzzRig, startFuzzRig } from './fuzz-rig.ts';
import { runFuzz } from './run-fuzz.ts';

let database: TestDatabase;
let rig: FuzzRig;

beforeAll(async () => {
  database = await createTestDatabase();
  rig = await startFuzzRig(database.url);
});
afterAll(async () => {
  await rig.backend.close();
  await database.drop();
});

test('1,000 hostile requests: no fault, none that holds up the others, and every event attributed', async () => {
  const { faults, slowest, statuses, unattributed } = await runFuzz({
    ...rig,
    requests: 1000,
    seed: 20_260_314,
  });
  expect(faults, rig.backend.output().slice(-2000)).toEqual([]);
  expect(slowest.ms, slowest.what).toBeLessThan(5000);
  expect(unattributed).toBe(0);
  // If all were refused in the same way, nothing would have been tested.
  for (const status of [200, 302, 400, 401, 404, 405]) expect([...statuses.keys()]).toContain(status);
});
