import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { withLeaseFallback } from '../../storage/with-lease-fallback.ts';
import type { Lease } from '../platform.ts';
import { createNodePlatform } from './create-node-platform.ts';
import { openFileLease } from './file-lease.ts';

const TTL = 30_000;
const NOW = 1_767_225_600_000;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tributary-lease-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

test('a lease has one holder at a time, which can renew and release it', async () => {
  const [first, second] = [await openFileLease(directory), await openFileLease(directory)];
  expect(await first.acquire(NOW, TTL)).toBe(true);
  expect(await second.acquire(NOW, TTL)).toBe(false);
  expect(await first.acquire(NOW + 20_000, TTL)).toBe(true);
  expect(await second.acquire(NOW + TTL + 1, TTL)).toBe(false);
  await second.release();
  expect(await second.acquire(NOW + TTL + 1, TTL)).toBe(false);
  await first.release();
  expect(await second.acquire(NOW + TTL + 1, TTL)).toBe(true);
  expect(await first.acquire(NOW + TTL + 1, TTL)).toBe(false);
});

test('a client whose lease could not be renewed for a moment still holds it, and others do not', async () => {
  const { storage, timers } = createNodePlatform({ directory });
  let isFull = false;
  const lease = withLeaseFallback(timers, async () => {
    const opened = await storage.openLease('queue');
    const acquire: Lease['acquire'] = async (...given) => {
      if (isFull) throw new Error('ENOSPC');
      return opened.acquire(...given);
    };
    return { ...opened, acquire };
  });
  expect(await lease.acquire(NOW, TTL)).toBe(true);
  isFull = true;
  expect(await lease.acquire(NOW + 1, TTL)).toBe(true);
  isFull = false;
  expect(await lease.acquire(NOW + 2, TTL)).toBe(true);
  const other = await createNodePlatform({ directory }).storage.openLease('queue');
  expect(await other.acquire(NOW + 3, TTL)).toBe(false);
  await lease.release();
  expect(await other.acquire(NOW + 4, TTL)).toBe(true);
});

test('an expired lease can be taken over, and its former holder notices', async () => {
  const [first, second] = [await openFileLease(directory), await openFileLease(directory)];
  await first.acquire(NOW, TTL);
  expect(await second.acquire(NOW + TTL - 1, TTL)).toBe(false);
  expect(await second.acquire(NOW + TTL, TTL)).toBe(true);
  expect(await first.acquire(NOW + TTL, TTL)).toBe(false);
});

test('of many simultaneous attempts, one gets the lease', async () => {
  for (let round = 0; round < 20; round++) {
    const at = NOW + round * (TTL + 1);
    const leases = await Promise.all(Array.from({ length: 8 }, () => openFileLease(directory)));
    const got = await Promise.all(leases.map((lease) => lease.acquire(at, TTL)));
    expect(got.filter(Boolean), `round ${round}`).toHaveLength(1);
  }
  expect((await readdir(directory)).length).toBeLessThanOrEqual(2);
});

test('a clock that was set back does not keep a lease forever', async () => {
  const [first, second] = [await openFileLease(directory), await openFileLease(directory)];
  await first.acquire(NOW + 86_400_000, TTL);
  expect(await second.acquire(NOW, TTL)).toBe(true);
});

test('a damaged lease counts as free', async () => {
  const [first, second] = [await openFileLease(directory), await openFileLease(directory)];
  await first.acquire(NOW, TTL);
  const [name = ''] = await readdir(directory);
  const whole = await readFile(join(directory, name), 'utf8');
  await writeFile(join(directory, name), whole.slice(0, 10));
  expect(await second.acquire(NOW, TTL)).toBe(true);
});

test('the lease of a killed process is free at once, that of a live one is not', async () => {
  const program = fileURLToPath(new URL('../../testing/programs/hold-lease.ts', import.meta.url));
  const holder = spawn(process.execPath, [program, directory, String(NOW), String(TTL)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const lease = await openFileLease(directory);
  expect(await lease.acquire(NOW, TTL)).toBe(false);
  const gone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await gone;
  expect(await lease.acquire(NOW, TTL)).toBe(true);
});
