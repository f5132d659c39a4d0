import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loadSecrets, type ServiceSecrets } from '../../platform/auth/secrets/load-secrets.ts';
import { createLog } from '../../platform/log.ts';
import { tryAddress } from '../../platform/net/arrival/listen.ts';
import type { Config } from '../../platform/settings/config.ts';
import { refuseUnfinishedRestore } from '../backup/unfinished-restore.ts';
import { openDatabase } from './open-database.ts';
import { GIVE_UP_MS, type StopSignal } from './stop-signal.ts';
import { usable } from './usable.ts';

/**
 * Starts everything, serves until it receives a stop signal, then finishes what is in flight and exits with 0, or with
 * 1 if that could not be finished. Requests are answered by this process, or by several that it starts.
 */
export async function runService(config: Config, stop: StopSignal): Promise<void> {
  let serving = false;
  // Before the service is serving there is nothing to finish, and the embedded PostgreSQL exits with this process.
  void stop.received.then(() => serving || process.exit(0));

  await tryAddress(config);
  let stopping = false;
  void stop.received.then(() => {
    stopping = true;
  });
  const ownLog = createLog(config, undefined, () => stopping);
  const log = config.processes === 1 ? ownLog : ownLog.child({ process: 'first' });
  const where = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  const database = await usable(where, openDatabase(config, log, stop.give));
  if (config.databaseUrl === undefined) await refuseUnfinishedRestore(config.dataDir, database.url);
  const secrets = await usable('DATA_DIR', loadSecrets(config));
  // Loaded only now, which takes a second or two: what cannot be used is said before.
  const { migrate } = await import('@tributary/db/migrate');
  const onProgress = (progress: object) => log.info(progress, 'migrating');
  await usable(where, migrate(database.url, { onProgress }));
  const { close } = await serve({ config, secrets, databaseUrl: database.url, log }, stop);
  serving = true;
  announce(config, secrets, database.folder);

  await stop.received;
  log.info('stopping');
  database.announceClose();
  const finish = async () => {
    await close();
    return 0;
  };
  const code = await Promise.race([finish(), delay(GIVE_UP_MS, 1)]);
  if (code !== 0) log.error('stopped before everything in flight was finished');
  await database.close();
  process.exit(code);
}

interface Opened {
  readonly config: Config;
  readonly secrets: ServiceSecrets;
  readonly databaseUrl: string;
  readonly log: Logger;
}

async function serve(opened: Opened, stop: StopSignal): Promise<{ close(): Promise<void> }> {
  const { config, databaseUrl, log } = opened;
  if (config.processes === 1) {
    const { serveRequests } = await import('../assembly/serve-requests.ts');
    return serveRequests(opened);
  }
  const { startServerProcesses } = await import('../../platform/processes/start-server-processes.ts');
  return startServerProcesses({ count: config.processes, databaseUrl, log, onStopRequested: stop.give });
}

/**
 * Prints where others reach it and the address it listens on, the data folder, and the key for first-party tools if it
 * was generated at this start.
 */
function announce(config: Config, secrets: ServiceSecrets, dataFolder: string | undefined): void {
  const { host, port, publicUrl } = config;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  process.stdout.write(`Tributary is running at ${publicUrl ?? address}\n`);
  if (publicUrl !== undefined && publicUrl !== address) process.stdout.write(`Listening on ${address}\n`);
  if (dataFolder !== undefined) process.stdout.write(`Data in ${dataFolder}\n`);
  if (config.anonKey === undefined) process.stdout.write(`ANON_KEY ${secrets.anonKey}\n`);
}
