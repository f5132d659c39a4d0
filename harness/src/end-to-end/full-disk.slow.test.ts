import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { signedEvent } from '@tributary/server/testing/signed-event';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { runAdminCommand } from '../backend/run-admin-command.ts';
import { createSigningApp, type SigningApp } from '../backend/signing-app.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';
import { mountSmallDisk, type SmallDisk } from '../faults/small-disk.ts';

vi.setConfig({ testTimeout: 200_000 });

const SECRETS = { SERVICE_SECRET: 's'.repeat(40), ANON_KEY: 'a'.repeat(40) };
const FULL = 'the disk of the database is full';

test('while its disk is full the service says so, and goes on once there is room', async ({ skip }) => {
  const disk = await mountSmallDisk('200m');
  if (disk === undefined) return skip('only root can mount a small disk');
  const postgres = await startEmbeddedPostgres({
    dataDir: disk.dataDir,
    settings: { max_wal_size: '64MB', min_wal_size: '32MB' },
  });
  const env = { DATABASE_URL: postgres.url, ...SECRETS };
  const backend = await spawnBackend({ ...env, LOG_LEVEL: 'silent' });
  try {
    const app = await createSigningApp(backend);
    const { accepted, refused } = await sendUntilFull(backend, app, disk);
    expect(refused).toMatchObject({ code: 'INTERNAL_ERROR', error: `${FULL}; try again later` });
    const ready = await fetch(`${backend.origin}/readyz`);
    expect(await ready.json()).toEqual({ status: 'not ready', error: FULL });
    expect(ready.status).toBe(503);
    expect(await runAdminCommand(env, ['doctor'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(FULL),
    });

    await disk.free();
    await expect.poll(async () => (await fetch(`${backend.origin}/readyz`)).status).toBe(200);
    const after = await send(backend, app, 10_000_000);
    expect(after.status).toBe(200);
    expect(await countEvents(postgres.url)).toBe(accepted + BATCH);
  } finally {
    await backend.close();
    await postgres.stop();
    await disk.remove();
  }
});

const BATCH = 50;

/** Sends batches while everything that is free is taken, until one is refused. */
async function sendUntilFull(backend: SpawnedBackend, app: SigningApp, disk: SmallDisk) {
  let accepted = 0;
  for (let batch = 0; batch < 2000; batch++) {
    await disk.fill();
    const response = await send(backend, app, batch * BATCH);
    const body = (await response.json()) as { code?: string; error?: string };
    if (response.status !== 200) return { accepted, refused: body };
    accepted += BATCH;
    await pause(5);
  }
  throw new Error('the disk was never full');
}

/** A batch of events of 2 KB each, so that the table grows with every one. */
function send(backend: SpawnedBackend, app: SigningApp, from: number): Promise<Response> {
  const events = Array.from({ length: BATCH }, (_, index) =>
    signedEvent(app, {
      event_type: 'custom',
      event_id: `full-disk-${from + index}`,
      event_properties: { noise: `${from + index}`.repeat(300) },
    }),
  );
  return fetch(`${backend.origin}/v1/ingest`, { method: 'POST', body: JSON.stringify({ events }) });
}

async function countEvents(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from events`);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
