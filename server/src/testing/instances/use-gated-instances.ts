import { createTestDatabase } from '@tributary/db/testing/test-database';
import { afterEach, beforeEach } from 'vitest';
import { captureLog } from '../capture-log.ts';
import { perSuite, perTest } from '../per-suite.ts';
import { startTestService } from '../test-service.ts';
import { openDatabaseGate } from './database-gate.ts';

/**
 * Two instances on one database for the tests of a file: `here`, whose log is kept, and for each test `elsewhere`, whose
 * connections go through a gate.
 */
export function useGatedInstances() {
  const database = perSuite(createTestDatabase, ({ drop }) => drop());
  const log = captureLog();
  const here = perSuite(
    () => startTestService({ databaseUrl: database.url, log: log.log }),
    ({ close }) => close(),
  );
  const gate = perTest(
    () => openDatabaseGate(database.url),
    ({ shut }) => shut(),
  );
  const elsewhere = perTest(
    () => startTestService({ databaseUrl: gate.url }),
    ({ close }) => close(),
  );
  beforeEach(log.clear);
  afterEach(() => gate.thaw());
  return { database, log, here, gate, elsewhere };
}
