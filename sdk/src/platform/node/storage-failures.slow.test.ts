import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ClientStats } from '../../engine/read-stats.ts';
import { createNodeClient } from '../../node.ts';
import { API_KEY, type Service, startService } from '../../testing/start-service.ts';

const UNSHARE = ['unshare', '--mount', 'bash', '-c'];
const canMount = spawnSync(UNSHARE[0] ?? '', [...UNSHARE.slice(1), 'mount -t tmpfs x /mnt']).status === 0;
const isRoot = process.getuid?.() === 0;

let service: Service;
let directory: string;

beforeEach(async () => {
  service = await startService();
  directory = await mkdtemp(join(tmpdir(), 'tributary-storage-'));
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });
});

const ON_FULL_DISK = fileURLToPath(new URL('../../testing/programs/run-on-full-disk.ts', import.meta.url));
const FILL_DISK = fileURLToPath(new URL('../../testing/programs/fill-disk-by-queue.ts', import.meta.url));
const NODE_CLIENT = fileURLToPath(new URL('../../testing/programs/run-node-client.ts', import.meta.url));

/** Runs a program to its end; its standard output. */
async function run(command: string[]): Promise<string> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return text(child.stdout);
}

test.skipIf(!canMount)(
  'on a full disk no event is lost, what is stored goes out, and room is used again',
  async () => {
    const inside = `mount -t tmpfs -o size=256k x ${directory} && exec ${process.execPath} ${ON_FULL_DISK} ${directory} ${service.url}`;
    const printed = await run([...UNSHARE, inside]);
    const { tracked, sent, after } = JSON.parse(printed) as Record<string, ClientStats>;
    expect(tracked?.storage).toMatchObject({ works: false, error: expect.stringMatching(/ENOSPC/) });
    expect(tracked?.storage.inMemory).toBeGreaterThan(0);
    expect(sent?.queued).toBe(0);
    expect(after).toMatchObject({ queued: 0, dropped: {}, storage: { works: true, inMemory: 0 } });
    const names = service.acceptedNames();
    const expected = [
      ...Array.from({ length: 20 }, (_, at) => `before-${at}`),
      ...Array.from({ length: 300 }, (_, at) => `full-${at}`),
    ];
    expect(names.filter((name) => name !== 'room').sort()).toEqual(expected.sort());
    // Nothing is sent again although it cannot be removed from a full disk.
    expect(service.ingestRequests().flatMap(({ events }) => events)).toHaveLength(names.length);
  },
);

test.skipIf(!canMount)('a disk that the queue itself has filled recovers at the next start', async () => {
  const inside = `mount -t tmpfs -o size=512k x ${directory} && exec ${process.execPath} ${FILL_DISK} ${directory} ${service.url}`;
  const printed = await run([...UNSHARE, inside]);
  const { stored, starts } = JSON.parse(printed) as { stored: number; starts: ClientStats[] };
  expect(stored).toBeGreaterThan(400);
  const nothing = { queued: 0, sent: 0, deduplicated: 0, rejected: {}, dropped: {} };
  const works = { storage: { works: true } };
  expect(starts).toMatchObject([
    { ...nothing, sent: stored },
    { ...nothing, ...works },
    { ...nothing, ...works },
  ]);
  expect(service.ingestRequests().flatMap(({ events }) => events)).toHaveLength(stored);
});

describe('in a folder that is read-only', () => {
  const asNobody = isRoot ? ['setpriv', '--reuid', 'nobody', '--clear-groups'] : [];

  async function allow(mode: string): Promise<void> {
    await run(['chmod', '-R', mode, directory]);
  }

  test('events that are stored go out, and so do new ones', async () => {
    service.next['resolve-key'] = [{ status: 500 }];
    const writer = createNodeClient();
    writer.init({ directory }, API_KEY, { ingestEndpoint: service.url });
    await writer.trackEvent('stored');
    await writer.close();
    await allow('a+rX,a-w');
    onTestFinished(() => allow('u+w'));
    await run([...asNobody, process.execPath, NODE_CLIENT, directory, service.url, 'new', '3', 'flush']);
    expect(service.acceptedNames().sort()).toEqual(['new-0', 'new-1', 'new-2', 'stored']);
    const [first, ...others] = [...service.accepted.values()].map(({ installation_id }) => installation_id);
    expect(others).toEqual([first, first, first]);
  });

  test('that is still empty, events go out', async () => {
    await chmod(directory, 0o555);
    await run([...asNobody, process.execPath, NODE_CLIENT, directory, service.url, 'new', '3', 'flush']);
    expect(service.acceptedNames()).toEqual(['new-0', 'new-1', 'new-2']);
  });
});

test('a choice that cannot be read for a moment is not forgotten', async () => {
  const choice = join(directory, 'values', 'tracking-disabled');
  await mkdir(choice, { recursive: true });
  const client = createNodeClient();
  client.init({ directory }, API_KEY, { ingestEndpoint: service.url });
  await client.trackEvent('open');
  await client.flush();
  await rm(choice, { recursive: true });
  await writeFile(choice, '1');
  await client.flush();
  await client.close();
  expect(service.requests).toEqual([]);
  expect(await readdir(directory)).toEqual(['values']);
  expect(await readdir(join(directory, 'values'))).toEqual(['tracking-disabled']);
});

test('in a folder that cannot be created, events are sent from memory', async () => {
  const file = join(directory, 'a file');
  await writeFile(file, '');
  const client = createNodeClient();
  client.init({ directory: join(file, 'below') }, API_KEY, { ingestEndpoint: service.url });
  await client.trackEvent('open');
  expect((await client.stats()).storage).toMatchObject({ works: false, inMemory: 1 });
  await client.flush();
  expect(service.acceptedNames()).toEqual(['open']);
  expect(await client.stats()).toMatchObject({ queued: 0, sent: 1, storage: { inMemory: 0 } });
  await client.close();
});

test('a full memory is told once, however many events have to leave it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const file = join(directory, 'a file');
  await writeFile(file, '');
  service.next['resolve-key'] = Array(20).fill({ status: 500 });
  const client = createNodeClient();
  client.init({ directory: join(file, 'below') }, API_KEY, { ingestEndpoint: service.url, debug: true });
  await Promise.all(Array.from({ length: 1500 }, (_, n) => client.trackEvent(`event-${n}`)));
  expect((await client.stats()).dropped).toEqual({ memory_full: 500 });
  const lines = logged.mock.calls.flat().filter((line) => /memory_full drops/.test(String(line)));
  expect(lines).toHaveLength(1);
  await client.close();
});

describe('a damaged installation id', () => {
  test.each(['', 'undefined', '{"id":1}', '0c2b2b36-7c0d-4a0e-9c7e'])('%j is replaced', async (damaged) => {
    await mkdir(join(directory, 'values'));
    await writeFile(join(directory, 'values', 'installation-id'), damaged);
    const programs = [1, 2, 3].map((n) =>
      run([process.execPath, NODE_CLIENT, directory, service.url, `p${n}`, '1', 'flush']),
    );
    await Promise.all(programs);
    await run([process.execPath, NODE_CLIENT, directory, service.url, 'last', '1', 'flush']);
    const ids = new Set([...service.accepted.values()].map(({ installation_id }) => installation_id));
    expect(service.accepted.size).toBe(4);
    expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });
});

test('a folder in the place of the user id or of the installation id stops nothing, and it is one installation', async () => {
  for (const name of ['user-id', 'installation-id'])
    await mkdir(join(directory, 'values', name), { recursive: true });
  for (const name of ['one', 'two'])
    await run([process.execPath, NODE_CLIENT, directory, service.url, name, '1', 'flush']);
  await expect.poll(() => service.accepted.size).toBe(2);
  expect(new Set([...service.accepted.values()].map(({ installation_id }) => installation_id)).size).toBe(1);
});
