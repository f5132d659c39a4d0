import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Backend } from '../backend/backend.ts';
import { startInProcessBackend } from '../backend/in-process-backend.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { playOneInstall } from './one-install.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'device-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Starts a server process on a test database. */
async function startOverHttp(): Promise<Backend> {
  const database = await createTestDatabase();
  const backend = await spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  return {
    ...backend,
    async close() {
      await backend.close();
      await database.drop();
    },
  };
}

test.each([
  ['through MSW to the app in this process', startInProcessBackend],
  ['over HTTP to a server process', startOverHttp],
])('one click becomes one explained install, %s', async (_way, start) => {
  const backend = await start();
  try {
    const { clickId, summary, log } = await playOneInstall(backend, directory);
    expect(clickId).toMatch(/^[0-9a-f-]{36}$/);
    expect(summary).toMatchObject({
      total_installs: 1,
      installs_by_model: { install_referrer: 1 },
      installs_by_channel: { influencer: 1 },
    });
    expect(log.attributions).toHaveLength(1);
    expect(log.attributions[0]).toMatchObject({
      model: 'install_referrer',
      channel: 'influencer',
      click_id: clickId,
    });
    expect(log.attributions[0]?.confidence_score).toBeGreaterThanOrEqual(80);
    expect(log.attributions[0]?.reason).toMatch(/\w+ \w+/);
  } finally {
    await backend.close();
  }
});
