import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { queueName } from './client/queue-name.ts';
import { createNodeClient, type NodeContext } from './node.ts';
import { openFileEventStore } from './platform/node/file-event-store.ts';
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
  const program = fileURLToPath(new URL('./testing/run-node-client.ts', import.meta.url));
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

// As when a page's code, which passes what a page has, is rendered on a server.
test.each([[{}], [undefined], [null]])(
  'with %o for a context, init stays inactive and says why',
  (context) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const client = createNodeClient();
    client.init(context as unknown as NodeContext, API_KEY, {
      ingestEndpoint: service.url,
      logLevel: 'ERROR',
    });
    expect(client.isInitialised()).toBe(false);
    expect(logged.mock.calls).toEqual([[expect.stringMatching(/^\[tributary\] inactive: TypeError: /)]]);
  },
);
