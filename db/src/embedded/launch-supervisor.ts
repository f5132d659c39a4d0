import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Placement } from './choose-placement.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostmaster } from './find-postmaster.ts';
import { type PostgresSettings, postgresArguments } from './postgres-settings.ts';
import { supervisorOf } from './socket-folder.ts';

/** What PostgreSQL and the supervisor say when a signal asks them to stop. */
const TOLD_TO_STOP = /received (smart|fast|immediate) shutdown request|supervisor received a signal/;

const LAST_WORDS_MS = 1000;

/** What one run of PostgreSQL needs. */
export interface ServerOptions {
  readonly placement: Placement;
  /** The folder of the unix socket, which is removed with the server's end. */
  readonly socketFolder: string;
  readonly settings: PostgresSettings;
  /** Takes PostgreSQL's own messages and ours about it, line by line. */
  readonly log: (line: string) => void;
  /** Called when somebody else tells PostgreSQL or its supervisor to stop. */
  readonly onToldToStop: () => void;
}

/** One run of PostgreSQL below its supervisor. */
export interface Supervised {
  /** Resolves when PostgreSQL takes connections; rejects with its last messages when it ends before that. */
  readonly ready: Promise<void>;
  /** Resolves with the way it ended, when it has. */
  readonly ended: Promise<string>;
  /** Asks for a fast shutdown, as the death of this process would. */
  end(): void;
}

/** Starts PostgreSQL below a small shell that stops it when this process ends, by kill -9 too. */
export function launchSupervisor(options: ServerOptions): Supervised {
  const { placement, socketFolder, settings, log, onToldToStop } = options;
  const command = [
    join(placement.binaries, 'bin/postgres'),
    ...postgresArguments(placement.cluster, socketFolder, settings),
  ];
  const child = spawn('/bin/sh', [supervisorOf(socketFolder), placement.cluster, ...command], {
    ...placement.user,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    // A session of its own: Ctrl-C reaches our shutdown first, which lets go of PostgreSQL last.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // Nothing here keeps this process alive: when all else is done the pipe closes and PostgreSQL ends.
  child.unref();
  for (const pipe of [child.stdin, child.stderr]) (pipe as unknown as Socket).unref();
  child.stdin.on('error', () => {});
  const messages: string[] = [];
  let ending = false;
  createInterface(child.stderr).on('line', (line) => {
    messages.push(line);
    if (messages.length > 20) messages.shift();
    log(line);
    if (!ending && TOLD_TO_STOP.test(line)) onToldToStop();
  });
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', async (code, signal) => {
      // Its last words come first, but a process that hangs may hold the pipe open for ever.
      await Promise.race([once(child, 'close'), delay(LAST_WORDS_MS)]);
      resolve(signal ?? `exit code ${code}`);
    });
  });
  const end = () => {
    ending = true;
    child.ref();
    // Its last words are waited for as well.
    (child.stderr as unknown as Socket).ref();
    child.stdin.end();
  };
  return { ready: untilReady(placement.cluster, socketFolder, ended, messages), ended, end };
}

async function untilReady(cluster: string, socketFolder: string, ended: Promise<string>, messages: string[]) {
  let how: string | undefined;
  void ended.then((reason) => {
    how = reason;
  });
  for (;;) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.socketFolder === socketFolder && postmaster.status === 'ready') return;
    if (how !== undefined)
      throw new EmbeddedPostgresError(`PostgreSQL did not start (${how}): ${messages.join('\n')}`);
    await delay(10);
  }
}
