import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listTree } from '../processes/list-tree.ts';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '../../..');
const START_TIMEOUT_MS = 90_000;

/** How to recognise the descendants of the first process in the process list. */
const ROLES = {
  launcher: /^(?!unshare).*node \S*launch\.mjs/,
  server: /\/node --disable.*\/server\/src\/main\.ts/,
  supervisor: /^\/bin\/sh \S*supervisor/,
  postgres: /^(?!\/bin\/sh).*bin\/postgres -D/,
};

export type Role = 'first' | keyof typeof ROLES;

/** A service started by `npm start`, with the embedded PostgreSQL. */
export interface NpmService {
  readonly origin: string;
  readonly port: number;
  /** npm, or the program that was run in its place. */
  readonly process: ChildProcess;
  pidOf(role: Role): number;
  /** Its processes that are still running. */
  listPids(): number[];
  /** What is left of the service after `ms`; returns an empty list as soon as nothing is left. */
  remains(ms: number): Promise<string[]>;
  /** Everything that it has printed so far. */
  output(): string;
  /** Signals every process of the service that is still there. */
  signalAll(signal: NodeJS.Signals): void;
}

/** Starts the service in this checkout, as the leader of a process group, and waits until it is ready. */
export async function startByNpm(
  dataDir: string,
  [program = '', ...args]: readonly string[] = ['npm', 'start'],
): Promise<NpmService> {
  const port = await freePort();
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  await untilReady(port, child, () => printed);
  const started = listTree(child.pid ?? 0);
  const listPids = () => started.map(({ pid }) => pid).filter(isRunning);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    process: child,
    pidOf(role) {
      if (role === 'first') return child.pid ?? 0;
      const found = started.find(({ args }) => ROLES[role].test(args));
      if (found === undefined) throw new Error(`there is no ${role} among the processes`);
      return found.pid;
    },
    listPids,
    output: () => printed,
    async remains(ms) {
      for (const until = Date.now() + ms; ; await delay(50)) {
        const left = listPids().map((pid) => `process ${pid}`);
        if (await isListening(port)) left.push('the port');
        if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) left.push('postmaster.pid');
        if (left.length === 0 || Date.now() > until) return left;
      }
    },
    signalAll(signal) {
      for (const pid of listPids()) {
        try {
          process.kill(pid, signal);
        } catch {
          // The signal to the one before has ended it.
        }
      }
    },
  };
}

async function untilReady(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT_MS; ; await delay(50)) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) return;
    if (child.exitCode !== null || Date.now() > until) throw new Error(`npm start failed: ${output()}`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.on('connect', () => resolve(true));
    probe.on('error', () => resolve(false));
    probe.on('connect', () => probe.destroy());
  });
}
