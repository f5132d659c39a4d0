import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import type { Placement } from '../placement/choose-placement.ts';
import { findPostmaster } from '../processes/find-postmaster.ts';
import { type PostgresSettings, postgresArguments } from './postgres-settings.ts';
import { supervisorOf } from './socket-folder.ts';

/** What PostgreSQL and the supervisor print when a signal asks them to stop. */
const STOP_REQUESTED = /received (smart|fast|immediate) shutdown request|supervisor received a signal/;

const FINAL_OUTPUT_MS = 1000;

/** What one run of PostgreSQL needs. */
export interface ServerOptions {
  readonly placement: Placement;
  /** The folder of the unix socket, removed when the server ends. */
  readonly socketFolder: string;
  readonly settings: PostgresSettings;
  /** Receives PostgreSQL's messages and ours about it, line by line. */
  readonly log: (line: string) => void;
  /** Called when another process asks PostgreSQL or its supervisor to stop. */
  readonly onStopRequested: () => void;
}

/** One run of PostgreSQL under its supervisor. */
export interface Supervised {
  /** Resolves when PostgreSQL accepts connections; rejects with its last messages if it ends before that. */
  readonly ready: Promise<void>;
  /** Resolves, when it has ended, with how it ended. */
  readonly ended: Promise<string>;
  /** Requests a fast shutdown, as the death of this process would. */
  end(): void;
}

/** Starts PostgreSQL under a small shell script that stops it when this process ends, even by kill -9. */
export function launchSupervisor(options: ServerOptions): Supervised {
  const { placement, socketFolder, settings, log, onStopRequested } = options;
  const command = [
    join(placement.binaries, 'bin/postgres'),
    ...postgresArguments(placement.cluster, socketFolder, settings),
  ];
  const child = spawn('/bin/sh', [supervisorOf(socketFolder), placement.cluster, ...command], {
    ...placement.user,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    // Its own session, so that Ctrl-C reaches only our shutdown, which stops PostgreSQL last.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // None of this keeps our process alive: when everything else is done, the pipe closes and PostgreSQL ends.
  child.unref();
  for (const pipe of [child.stdin, child.stderr]) (pipe as unknown as Socket).unref();
  child.stdin.on('error', () => {});
  const messages: string[] = [];
  let ending = false;
  createInterface(child.stderr).on('line', (line) => {
    messages.push(line);
    if (messages.length > 20) messages.shift();
    log(line);
    if (!ending && STOP_REQUESTED.test(line)) onStopRequested();
  });
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', async (code, signal) => {
      // Wait for its last messages, but not forever: a process that hangs may keep the pipe open.
      await Promise.race([once(child, 'close'), delay(FINAL_OUTPUT_MS)]);
      resolve(signal ?? `exit code ${code}`);
    });
  });
  const end = () => {
    ending = true;
    child.ref();
    // Also waits for its last messages.
    (child.stderr as unknown as Socket).ref();
    child.stdin.end();
  };
  return { ready: untilReady(placement.cluster, socketFolder, ended, messages), ended, end };
}

async function untilReady(cluster: string, socketFolder: string, ended: Promise<string>, messages: string[]) {
  let endReason: string | undefined;
  void ended.then((reason) => {
    endReason = reason;
  });
  for (;;) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.socketFolder === socketFolder && postmaster.status === 'ready') return;
    if (endReason !== undefined)
      throw new EmbeddedPostgresError(`PostgreSQL did not start (${endReason}): ${messages.join('\n')}`);
    await delay(10);
  }
}
