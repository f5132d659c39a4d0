import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeClient } from '@tributary/sdk/node';
import { expect, test, vi } from 'vitest';
import { createSigningApp } from '../backend/signing-app.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { useDatabase } from './testing/use-database.ts';

const { database } = useDatabase();
const DAY = 86_400_000;

test.each([DAY, -DAY])('an installation whose clock is %i ms off is forgotten at once', async (off) => {
  const backend = await spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  const directory = await mkdtemp(join(tmpdir(), 'tributary-forget-'));
  try {
    const { owner, apiKey } = await createSigningApp(backend);
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + off);
    const client = createNodeClient();
    client.init({ directory }, apiKey, { ingestEndpoint: `${backend.origin}/v1/ingest` });
    await client.trackEvent('open');
    await client.forgetMe();
    await client.close();
    const { items } = await owner.rpc<{ items: unknown[] }>('list_erasures', {});
    expect(items).toHaveLength(1);
  } finally {
    vi.restoreAllMocks();
    await backend.close();
    await rm(directory, { recursive: true });
  }
});
