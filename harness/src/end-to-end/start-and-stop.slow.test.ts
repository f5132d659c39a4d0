import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedEvent } from '@tributary/server/testing/signed-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSigningApp } from '../backend/signing-app.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';

interface Answer {
  results: { status: string }[];
}

let dataDir: string;
let backend: SpawnedBackend | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'service-'));
});
afterEach(async () => {
  await backend?.close();
  backend = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<SpawnedBackend> {
  backend = await spawnBackend({
    DATA_DIR: dataDir,
    SERVICE_SECRET: '',
    ANON_KEY: '',
    LOG_LEVEL: 'warn',
    ...env,
  });
  return backend;
}

describe('the service', () => {
  test('with the embedded PostgreSQL, creates its secrets once and prints the key', async () => {
    const first = await start();
    const printed = /ANON_KEY ([0-9a-f]{64})/.exec(first.output())?.[1];
    expect(printed).toBeDefined();
    await first.close();
    expect((await start()).output()).toContain(`ANON_KEY ${printed}`);
  });

  test('on SIGTERM, even twice, answers and keeps what it has received and exits with 0', async () => {
    const keys = { ANON_KEY: 'a'.repeat(40) };
    const first = await start(keys);
    const app = await createSigningApp(first);
    const events = Array.from({ length: 40 }, (_, n) => signedEvent(app, { event_id: `in-flight-${n}` }));
    const post = (origin: string, body: unknown) =>
      fetch(`${origin}/v1/ingest`, { method: 'POST', body: JSON.stringify(body) });
    const answers = events.map((event) =>
      post(first.origin, event).then((response) => response.json() as Promise<Answer>),
    );
    // Requests that had not reached the server yet fail; those that it had received are answered.
    const settling = Promise.allSettled(answers);
    await answers[0];
    first.process.kill('SIGTERM');
    first.process.kill('SIGTERM');
    const [code] = await once(first.process, 'exit');
    expect(code).toBe(0);

    const settled = await settling;
    const accepted = settled.flatMap((answer, n) =>
      answer.status === 'fulfilled' && answer.value.results[0]?.status === 'accepted' ? [events[n]] : [],
    );
    expect(accepted.length).toBeGreaterThan(0);

    const second = await start(keys);
    const again = (await (await post(second.origin, { events: accepted })).json()) as Answer;
    expect(again.results.map(({ status }) => status)).toEqual(accepted.map(() => 'deduplicated'));
  });
});
