import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ClientConfig } from './config/client-config.ts';
import { createNodeClient, type NodeContext } from './node.ts';
import { openFileEventStore } from './platform/node/file-event-store.ts';
import { queueName } from './storage/queue-name.ts';
import { API_KEY, type Service, startService } from './testing/start-service.ts';

let service: Service;
let directory: string;

beforeEach(async () => {
  service = await startService();
  directory = await mkdtemp(join(tmpdir(), 'tributary-node-'));
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });
});

function startProgram(prefix: string, count: number, then: 'end' | 'flush' | 'stay') {
  const program = fileURLToPath(new URL('./testing/programs/run-node-client.ts', import.meta.url));
  const child = spawn(process.execPath, [program, directory, service.url, prefix, String(count), then], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, tracked: once(child.stdout, 'data'), exited: once(child, 'exit') };
}

test('a program that just ends sends its events first', async () => {
  expect(await startProgram('event', 3, 'end').exited).toEqual([0, null]);
  expect(service.acceptedNames()).toEqual(['event-0', 'event-1', 'event-2']);
});

test('the events of a killed program are sent by the next one', async () => {
  service.next['resolve-key'] = [{ status: 500 }];
  const { child, tracked, exited } = startProgram('killed', 25, 'stay');
  await tracked;
  child.kill('SIGKILL');
  await exited;
  await startProgram('next', 1, 'flush').exited;
  expect(service.acceptedNames()).toEqual([
    ...Array.from({ length: 25 }, (_, at) => `killed-${at}`),
    'next-0',
  ]);
});

test('a program killed while sending does not block the next one, and every event arrives', async () => {
  let child: ReturnType<typeof startProgram>['child'] | undefined;
  const killed = new Promise<void>((resolve) => {
    service.judge = () => {
      child?.kill('SIGKILL');
      service.judge = () => ({});
      resolve();
      return {};
    };
  });
  const first = startProgram('event', 30, 'stay');
  child = first.child;
  await killed;
  await first.exited;
  const queue = await openFileEventStore(join(directory, 'queues', queueName(API_KEY)));
  const left = (await queue.read(undefined, 100)).length;
  // None was acked: the response never reached the killed program.
  expect(left).toBeGreaterThanOrEqual(10);
  expect(await startProgram('next', 0, 'flush').exited).toEqual([0, null]);
  expect(await queue.count()).toBe(0);
  expect(service.acceptedNames()).toEqual(Array.from({ length: left }, (_, at) => `event-${at}`));
});

test('two programs sharing a folder are one installation, and no event is lost', async () => {
  const programs = [startProgram('a', 60, 'flush'), startProgram('b', 60, 'flush')];
  await Promise.all(programs.map(({ exited }) => exited));
  // A program that found the other one sending may have left its last events on disk.
  await startProgram('c', 0, 'flush').exited;
  expect(service.accepted.size).toBe(120);
  expect(new Set([...service.accepted.values()].map(({ installation_id }) => installation_id)).size).toBe(1);
});

test('before the user agrees nothing is stored but the choice itself', async () => {
  const folder = join(directory, 'app');
  const config = {
    ingestEndpoint: service.url,
    trackingEnabled: false,
    autoInstall: true,
    autoSessions: true,
  };
  const start = () => {
    const client = createNodeClient();
    client.init({ directory: folder }, API_KEY, config);
    onTestFinished(() => client.close());
    return client;
  };
  const first = start();
  await first.identify('u-1');
  await first.setPushToken('token');
  await first.trackEvent('open');
  await first.flush();
  expect(await first.stats()).toMatchObject({ queued: 0, storage: { works: true } });
  await first.installationId();
  await first.reset();
  await first.close();
  expect(existsSync(folder)).toBe(false);

  const second = start();
  await second.disableTracking();
  await second.identify('u-2');
  await second.flush();
  await second.close();
  expect(await readdir(folder, { recursive: true })).toEqual(['values', 'values/tracking-disabled']);
  expect(service.requests).toEqual([]);

  const third = start();
  await third.identify('u-3');
  await third.enableTracking();
  await third.trackEvent('open');
  await third.flush();
  await third.close();
  expect([...service.accepted.values()]).toContainEqual(
    expect.objectContaining({
      event_type: 'open',
      user_id: 'u-3',
      installation_id: await start().installationId(),
    }),
  );
});

// As when a page's code, which passes what a page has, is rendered on a server.
describe.each([[{}], [undefined], [null]])('with %o for a context', (context) => {
  function start(config: ClientConfig) {
    const [error, debug] = [vi.spyOn(console, 'error'), vi.spyOn(console, 'debug')];
    for (const spy of [error, debug]) spy.mockImplementation(() => {});
    const client = createNodeClient();
    onTestFinished(async () => {
      await client.close();
      vi.restoreAllMocks();
    });
    client.init(context as unknown as NodeContext, API_KEY, { ingestEndpoint: service.url, ...config });
    return { client, logged: () => [...error.mock.calls, ...debug.mock.calls] };
  }

  test('init stays inactive, nothing throws afterwards, and nothing is stored or sent', async () => {
    const before = await readdir('.');
    const { client, logged } = start({ logLevel: 'ERROR', autoInstall: true, autoSessions: true });
    expect(client.isInitialised()).toBe(false);
    await client.trackEvent('open');
    await client.screen('home');
    await client.identify('u-1');
    await client.enableTracking();
    await client.setPushToken('token');
    await client.flush();
    expect(client.handleDeepLink('https://t.example/?service_path=%2Fa')).toBe('/a');
    expect(await client.getAttribution()).toBeNull();
    expect(await client.stats()).toMatchObject({ queued: 0, sent: 0 });
    await client.close();
    expect(service.requests).toEqual([]);
    expect(await readdir('.')).toEqual(before);
    expect(logged()).toEqual([]);
  });

  test('one line says why in debug mode', async () => {
    const { client, logged } = start({ debug: true });
    await client.trackEvent('open');
    await client.flush();
    expect(logged()).toEqual([
      [expect.stringMatching(/^\[tributary\] the context has no directory, as where/)],
    ]);
  });
});

test('twenty clients of a process are sent from at its end without a warning about listeners', async () => {
  const script = `import { createNodeClient } from ${JSON.stringify(new URL('node.ts', import.meta.url).href)};
    process.on('warning', ({ message }) => console.log(message));
    const clients = Array.from({ length: 20 }, createNodeClient);
    for (const [at, client] of clients.entries()) {
      client.init({ directory: ${JSON.stringify(directory)} + '/' + at }, '${API_KEY}', { ingestEndpoint: '${service.url}' });
      void client.trackEvent('of-' + at);
    }
    await clients[7].close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toBe('');
  // What the closed client has tracked waits on disk.
  expect(service.acceptedNames()).toHaveLength(19);
});
