import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitPredecessor } from './await-predecessor.ts';
import { findPostmaster } from './find-postmaster.ts';
import { launchSupervisor, type ServerOptions, type Supervised } from './launch-supervisor.ts';
import { fillSocketFolder } from './socket-folder.ts';

/**
 * Runs PostgreSQL, and again at the same address when it dies by itself (killed, out of memory): everything
 * that was committed is still there. Resolves, once it takes connections, with the function that stops it.
 * Rejects when it does not start the first time.
 */
export async function keepPostgresRunning(options: ServerOptions): Promise<() => Promise<void>> {
  let server = launchSupervisor(options);
  await server.ready;
  let stopping = false;
  const watch = async () => {
    for (;;) {
      const how = await server.ended;
      if (stopping) return;
      options.log(`PostgreSQL ended by itself (${how}); starting it again`);
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

/** Tries until it runs again, or until `isStopping`. */
async function restart(options: ServerOptions, isStopping: () => boolean): Promise<Supervised | undefined> {
  const { placement, socketFolder, log } = options;
  for (let pauseMs = 200; !isStopping(); pauseMs = Math.min(pauseMs * 2, 10_000)) {
    await delay(pauseMs);
    try {
      await awaitPredecessor({ dataDir: dirname(placement.cluster), cluster: placement.cluster }, 10_000);
      fillSocketFolder(socketFolder, placement.user);
      const server = launchSupervisor(options);
      await server.ready;
      // A stop meanwhile found the dead one; it must not leave this one behind.
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
