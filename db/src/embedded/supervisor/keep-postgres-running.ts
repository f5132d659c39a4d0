import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostmaster } from '../processes/find-postmaster.ts';
import { awaitPredecessor } from './await-predecessor.ts';
import { launchSupervisor, type ServerOptions, type Supervised } from './launch-supervisor.ts';
import { fillSocketFolder } from './socket-folder.ts';

/**
 * Runs PostgreSQL and restarts it at the same address if it dies unexpectedly (killed, out of memory); whatever was
 * committed is still there. Resolves with a function that stops it once it accepts connections. Rejects if the first
 * start fails.
 */
export async function keepPostgresRunning(options: ServerOptions): Promise<() => Promise<void>> {
  let server = launchSupervisor(options);
  await server.ready;
  let stopping = false;
  const watch = async () => {
    for (;;) {
      const reason = await server.ended;
      if (stopping) return;
      options.log(`PostgreSQL ended unexpectedly (${reason}); restarting it`);
      const next = await restart(options, () => stopping);
      if (next === undefined) return;
      server = next;
    }
  };
  const watching = watch();
  return async () => {
    stopping = true;
    server.end();
    await watching;
    await stopOrphan(options.placement.cluster);
    rmSync(options.socketFolder, { recursive: true, force: true });
  };
}

/** Retries until it runs again or `isStopping`. */
async function restart(options: ServerOptions, isStopping: () => boolean): Promise<Supervised | undefined> {
  const { placement, socketFolder, log } = options;
  for (let pauseMs = 200; !isStopping(); pauseMs = Math.min(pauseMs * 2, 10_000)) {
    await delay(pauseMs);
    try {
      await awaitPredecessor({ dataDir: dirname(placement.cluster), cluster: placement.cluster }, 10_000);
      fillSocketFolder(socketFolder, placement.user);
      const server = launchSupervisor(options);
      await server.ready;
      // A stop in the meantime only found the dead server; it must not leave this one behind.
      if (isStopping()) server.end();
      return server;
    } catch (error) {
      log(String(error));
    }
  }
  return undefined;
}

/** Stops a PostgreSQL whose supervisor was killed. */
async function stopOrphan(cluster: string): Promise<void> {
  for (let sent = false; ; ) {
    const orphan = findPostmaster(cluster);
    if (orphan === undefined) return;
    if (!sent) process.kill(orphan.pid, 'SIGINT');
    sent = true;
    await delay(50);
  }
}
