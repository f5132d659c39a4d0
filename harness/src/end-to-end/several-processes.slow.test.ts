import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signedEvent } from '@tributary/server/testing/signed-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { programPath } from '../backend/program-path.ts';
import { createSigningApp } from '../backend/signing-app.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';

const PROCESSES = 3;
const SECRETS = { SERVICE_SECRET: 's'.repeat(40), ANON_KEY: 'a'.repeat(40) };

/** One for all tests: what takes longest is to create it. */
let dataDir: string;
let backend: SpawnedBackend;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'processes-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));
beforeEach(async () => {
  backend = await spawnBackend({
    ...SECRETS,
    DATA_DIR: dataDir,
    PROCESSES: String(PROCESSES),
    LOG_LEVEL: 'debug',
  });
});
afterEach(() => backend.close());

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** One request over a connection of its own. */
function ask(path: string, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method: body === undefined ? 'GET' : 'POST', agent: new Agent({ keepAlive: false }) };
    const outgoing = request(backend.origin + path, options, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    outgoing.on('error', reject).end(body);
  });
}

/** The pids of the processes that answer requests. */
function listServers(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return [...lines.matchAll(/^ *(\d+) +(\d+) (.*)/gm)]
    .filter(([, , parent, command]) => {
      return Number(parent) === backend.process.pid && command?.includes(programPath('service'));
    })
    .map(([, pid]) => Number(pid));
}

/** To one that was found: 0 would be every process of these tests. */
function signalTo(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) throw new Error('there is no such process');
  process.kill(pid, signal);
}

/** A sample of `/metrics`. */
async function sample(name: string): Promise<number> {
  const { text } = await ask('/metrics');
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

/** The processes that have logged an answer. */
function answering(): unknown[] {
  const lines = backend
    .output()
    .split('\n')
    .filter((line) => line.includes('"answered"'));
  return [...new Set(lines.map((line) => (JSON.parse(line) as { process: unknown }).process))].sort();
}

describe(`a service of ${PROCESSES} processes`, () => {
  test('answers in all of them, limits over all of them, and counts what all have done', async () => {
    expect(listServers()).toHaveLength(PROCESSES);
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('/v1/resolve-key')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    // Each writes its own lines, which arrive after its answers.
    await expect.poll(answering).toEqual([1, 2, 3]);
    const counted = 'http_request_duration_seconds_count{method="GET",route="/v1/resolve-key",status="429"}';
    expect(await sample(counted)).toBe(10);
    expect((await ask('/metrics')).text).toMatch(/^tributary_build_info\{.*\} 1$/m);
    expect(await sample('tributary_database_up')).toBe(1);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
  });

  test('replaces a process that is killed, and loses neither what it has accepted nor what it has counted', async () => {
    const app = await createSigningApp(backend);
    const accepted = new Set<string>();
    let sending = true;
    const sender = async (lane: number) => {
      for (let n = 0; sending; n++) {
        const event_id = `kept-${lane}-${n}`;
        const event = signedEvent(app, { event_id });
        const answer = await ask('/v1/ingest', JSON.stringify(event)).catch(() => undefined);
        if (answer?.text.includes('"accepted"')) accepted.add(event_id);
        await pause(20);
      }
    };
    const senders = [0, 1, 2, 3].map(sender);
    await expect.poll(() => accepted.size).toBeGreaterThan(20);
    const counted = 'tributary_ingest_events_total{status="accepted",code=""}';
    const before = await sample(counted);
    expect(before).toBeGreaterThan(0);

    const [victim, ...others] = listServers();
    signalTo(victim, 'SIGKILL');
    await pause(1000);
    const after = listServers();
    expect(after).toHaveLength(PROCESSES);
    expect(after).toEqual(expect.arrayContaining(others));
    expect(await sample(counted)).toBeGreaterThanOrEqual(before);
    sending = false;
    await Promise.all(senders);
    for (const event_id of accepted) {
      const { text } = await ask('/v1/ingest', JSON.stringify(signedEvent(app, { event_id })));
      expect(text).toContain('"deduplicated"');
    }
  });

  test('says that it is not healthy while a process hangs', async () => {
    const [victim] = listServers();
    signalTo(victim, 'SIGSTOP');
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await ask('/healthz')).status));
    signalTo(victim, 'SIGKILL');
    expect(statuses).toEqual(statuses.map(() => 503));
  });

  test('ends with all its processes when one of them is asked to stop', async () => {
    const servers = listServers();
    signalTo(servers[1], 'SIGTERM');
    const [code] = await once(backend.process, 'exit');
    expect(code).toBe(0);
    expect(servers.filter(isRunning)).toEqual([]);
  });

  test('ends with all its processes when the first one is killed', async () => {
    const servers = listServers();
    backend.process.kill('SIGKILL');
    await expect.poll(() => servers.filter(isRunning)).toEqual([]);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
