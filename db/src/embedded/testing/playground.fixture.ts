import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findCluster } from '../placement/choose-placement.ts';
import { findPostmaster } from '../processes/find-postmaster.ts';
import type { EmbeddedPostgresOptions } from '../start-embedded-postgres.ts';
import { disposableSettings } from '../supervisor/postgres-settings.ts';

/** An embedded PostgreSQL in a separate process, or the error that an operator would read. */
interface Started {
  readonly child: ChildProcess;
  readonly url?: string;
  readonly error?: string;
}

/** A temporary folder and processes that run PostgreSQL on data below it. */
export interface Playground {
  readonly folder: string;
  /** Where `start` keeps its data by default. */
  readonly dataDir: string;
  start(options?: Partial<EmbeddedPostgresOptions>, user?: { uid: number; gid: number }): Promise<Started>;
  /** Kills whatever still runs and removes the folder. */
  close(): Promise<void>;
}

/** A folder for data that any user may enter, and programs that start PostgreSQL on it. */
export async function openPlayground(): Promise<Playground> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const children: ChildProcess[] = [];
  const clusters = new Set<string>();
  return {
    folder,
    dataDir,
    async start(options = {}, user) {
      const all = { dataDir, settings: { ...disposableSettings, shared_buffers: '16MB' }, ...options };
      const program = join(import.meta.dirname, 'run-embedded.fixture.ts');
      const child = spawn(process.execPath, [program, JSON.stringify(all)], {
        ...user,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      children.push(child);
      const [line] = await once(createInterface(child.stdout), 'line');
      const started: Started = { child, ...JSON.parse(line) };
      if (started.error === undefined) clusters.add(findCluster(all.dataDir));
      return started;
    },
    async close() {
      await Promise.all(children.map((child) => end(child, 'SIGKILL')));
      for (const cluster of clusters) await untilStopped(cluster);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signals a process and waits for it to exit. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Waits until no PostgreSQL runs on a data folder. */
export async function untilStopped(cluster: string): Promise<void> {
  while (findPostmaster(cluster)) await delay(10);
}

/** Runs one statement on a new connection and returns its rows. */
export async function query(url: string | undefined, text: string): Promise<unknown[]> {
  if (url === undefined) throw new Error('PostgreSQL did not start');
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
