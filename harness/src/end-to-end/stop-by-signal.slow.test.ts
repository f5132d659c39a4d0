import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NpmService, type Role, startByNpm } from '../backend/npm-service.ts';

/** An idle machine needs a second or two; waiting for a hanging request would take 15. */
const LIMIT_MS = 12_000;

const LAUNCH = [process.execPath, 'scripts/launch.mjs', 'server/src/main.ts'];
const AS_FIRST_PROCESS = ['unshare', '--pid', '--fork', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...AS_FIRST_PROCESS.slice(1), 'true']).status === 0;

let dataDir: string;
let service: NpmService | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stopped-'));
  await chmod(dataDir, 0o711);
});
afterEach(() => {
  service?.signalAll('SIGKILL');
  service = undefined;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(command?: readonly string[]): Promise<NpmService> {
  service = await startByNpm(dataDir, command);
  return service;
}

/** How npm ended; fails if anything of the service is left. */
async function endOf({ process, remains }: NpmService): Promise<unknown> {
  expect(await remains(LIMIT_MS)).toEqual([]);
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
  return process.signalCode ?? process.exitCode;
}

/** Holds a connection open on which only a part of a request was sent. */
async function sendHalf(running: NpmService, text: string): Promise<void> {
  const socket = connect(running.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  // The response to a later request shows that the server has seen this one.
  await fetch(`${running.origin}/healthz`);
}

/** Sends requests that need the database until it is stopped. */
function visitSteadily({ origin }: NpmService): () => void {
  let stopped = false;
  for (let visitor = 0; visitor < 20; visitor++) {
    void (async () => {
      for (let n = 0; !stopped; n++)
        await fetch(`${origin}/l/unknown-${visitor}-${n}`).catch(() => delay(50));
    })();
  }
  return () => {
    stopped = true;
  };
}

describe('a service started by `npm start`', () => {
  // npm dies of SIGHUP without passing it on, and kill -9 leaves its target no time to.
  test.each<[NodeJS.Signals, Role, number | string]>([
    ['SIGTERM', 'first', 0],
    ['SIGINT', 'first', 0],
    ['SIGHUP', 'first', 'SIGHUP'],
    ['SIGKILL', 'first', 'SIGKILL'],
    ['SIGTERM', 'launcher', 0],
    ['SIGHUP', 'launcher', 0],
    ['SIGKILL', 'launcher', 'SIGKILL'],
    ['SIGTERM', 'server', 0],
    ['SIGINT', 'server', 0],
    ['SIGHUP', 'server', 0],
    ['SIGKILL', 'server', 'SIGKILL'],
    ['SIGTERM', 'supervisor', 0],
    ['SIGTERM', 'postgres', 0],
    ['SIGINT', 'postgres', 0],
  ])('stops completely when %s reaches its %s process', async (signal, role, end) => {
    const running = await start();
    process.kill(running.pidOf(role), signal);
    expect(await endOf(running)).toBe(end);
  });

  test('stops when Ctrl-C in a terminal reaches the whole group, twice', async () => {
    const running = await start();
    process.kill(-running.pidOf('first'), 'SIGINT');
    process.kill(-running.pidOf('first'), 'SIGINT');
    expect(await endOf(running)).toBe(0);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops when every process gets %s, including PostgreSQL, and says nothing about it, busy as it is',
    async (signal) => {
      const running = await start();
      const stopVisits = visitSteadily(running);
      await delay(500);
      running.signalAll(signal);
      expect(await endOf(running)).toBe(0);
      stopVisits();
      const lines = running.output().split('\n');
      expect(lines.filter((line) => line.includes('"level"') || /^ +at /.test(line))).toEqual([]);
    },
  );

  test.each([
    ['idle', ''],
    ['in the middle of sending headers', 'POST /v1/ingest HTTP/1.1\r\nHost: x\r\n'],
    [
      'in the middle of sending a body',
      'POST /v1/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"events":',
    ],
  ])('does not wait for a connection that is %s', async (_, text) => {
    const running = await start();
    await sendHalf(running, text);
    process.kill(running.pidOf('first'), 'SIGTERM');
    expect(await endOf(running)).toBe(0);
  });

  test.runIf(canUnshare).each([
    ['launcher', LAUNCH],
    ['npm', ['npm', 'start']],
  ])('stops as the first process of a container: %s', async (_, command) => {
    const running = await start([...AS_FIRST_PROCESS, ...command]);
    const [, firstInside = 0] = running.listPids();
    process.kill(firstInside, 'SIGTERM');
    expect(await endOf(running)).toBe(0);
  });
});
