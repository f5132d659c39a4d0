import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findCluster } from './choose-placement.ts';
import { findPostmaster } from './find-postmaster.ts';
import { disposableSettings } from './postgres-settings.ts';
import type { EmbeddedPostgresOptions } from './start-embedded-postgres.ts';

/** An embedded PostgreSQL in a process of its own, or the error that people would read. */
interface Started {
  readonly child: ChildProcess;
  readonly url?: string;
  readonly error?: string;
}

/** A temporary folder with processes that run PostgreSQL on data below it. */
export interface Playground {
  readonly folder: string;
  /** Where `start` keeps its data unless told otherwise. */
  readonly dataDir: string;
  start(options?: Partial<EmbeddedPostgresOptions>, user?: { uid: number; gid: number }): Promise<Started>;
  /** Kills what still runs and removes the folder. */
  close(): Promise<void>;
}

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
      clusters.add(findCluster(all.dataDir));
      return { child, ...JSON.parse(line) };
    },
    async close() {
      await Promise.all(children.map((child) => end(child, 'SIGKILL')));
      for (const cluster of clusters) await untilStopped(cluster);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signals a process and waits for its end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Waits until no PostgreSQL runs on a data folder. */
export async function untilStopped(cluster: string): Promise<void> {
  while (findPostmaster(cluster)) await delay(10);
}

/** The rows of one statement over a connection of its own. */
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
