import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createOwner } from '../backend/owner.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { useDatabase } from './testing/use-database.ts';

const ROWS = 1500;

const { database, client } = useDatabase();

const secrets = {
  SERVICE_SECRET: 'a-service-secret-for-this-test-alone',
  ANON_KEY: 'an-anon-key-for-this-test-alone-123',
};
const start = () => spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn', ...secrets });

async function one<Row>(query: string): Promise<Row> {
  return (await client.query(query)).rows[0] as Row;
}
const progress = async () => (await one<{ n: number }>('select processed_rows as n from import_jobs')).n;

test('an import goes on where it was when its process was killed', async () => {
  let backend = await start();
  try {
    const owner = await createOwner(backend);
    const app_id = await owner.rpc<string>('create_app', { p_name: 'App', p_bundle_id: 'com.example.a' });
    const base = '/v1/migration-importer';
    const { job_id } = await owner.post<{ job_id: string }>(`${base}/start`, {
      app_id,
      source_platform: 'custom',
    });
    const rows = Array.from(
      { length: ROWS },
      (_, n) => `install,2026-03-0${1 + (n % 9)},device-${n % 1250},c-${n % 3}`,
    );
    const response = await fetch(`${backend.origin}${base}/upload?job_id=${job_id}`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'text/csv' },
      body: ['event_type,installed_at,gaid,campaign_name', ...rows].join('\n'),
    });
    expect(response.status).toBe(200);
    for (let kill = 0; kill < 2; kill++) {
      const before = await progress();
      while ((await progress()) <= before) await pause(1);
      backend.process.kill('SIGKILL');
      await once(backend.process, 'exit');
      backend = await start();
    }
    while ((await progress()) < ROWS) await pause(10);
    expect(await one('select status, rejected_rows from import_jobs')).toEqual({
      status: 'completed',
      rejected_rows: 0,
    });
    expect(
      await one(`
        select (select count(*)::int from events) as events, (select count(*)::int from import_batches) as waiting,
          (select count(*)::int from campaigns) as campaigns, (select sum(installs)::int from install_counts) as installs`),
    ).toEqual({ events: ROWS, waiting: 0, campaigns: 3, installs: 1250 });
  } finally {
    await backend.close();
  }
});
