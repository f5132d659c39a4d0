import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { loadSecrets } from './load-secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the service secrets', () => {
  test('are made once, kept readable by their owner alone, and the same at the next start', async () => {
    const first = await loadSecrets(readConfig({ DATA_DIR: dataDir }));
    expect(first.serviceSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(first.anonKey).not.toBe(first.serviceSecret);
    expect((await stat(join(dataDir, 'service-secret'))).mode & 0o777).toBe(0o600);
    expect(await loadSecrets(readConfig({ DATA_DIR: dataDir }))).toEqual(first);
  });

  test('are the same for all that start at once', async () => {
    const config = readConfig({ DATA_DIR: join(dataDir, 'new') });
    const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(config)));
    expect(new Set(all.map((secrets) => secrets.serviceSecret)).size).toBe(1);
  });

  test('come from the environment where they are set there, and then leave no file', async () => {
    const secret = 's'.repeat(32);
    const loaded = await loadSecrets(
      readConfig({ DATA_DIR: dataDir, SERVICE_SECRET: secret, ANON_KEY: secret }),
    );
    expect(loaded).toEqual({ serviceSecret: secret, anonKey: secret, previousServiceSecret: undefined });
    await expect(readFile(join(dataDir, 'service-secret'))).rejects.toThrow('ENOENT');
  });
});
