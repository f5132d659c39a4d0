import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { migrate, UnusableDatabaseError } from '@tributary/db/migrate';
import { createApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { prepareClose } from './http/close-server.ts';
import { listen, tryAddress } from './http/listen.ts';
import { createLog } from './log.ts';
import { openDatabase } from './open-database.ts';
import { loadSecrets } from './secrets/load-secrets.ts';
import { createServices, type Services } from './services.ts';
import type { StopSignal } from './stop-signal.ts';
import { startWorkers } from './workers.ts';

/** How long the end may take before what still hangs is given up, as on a database that does not answer. */
const GIVE_UP_MS = 20_000;

/**
 * Starts everything, serves until it is told to stop, then finishes what is in flight and ends the process with 0; with
 * 1 where that could not be finished.
 */
export async function runService(config: Config, stop: StopSignal): Promise<void> {
  let serving = false;
  // Before it serves there is nothing to finish, and the embedded PostgreSQL ends with this process.
  void stop.received.then(() => serving || process.exit(0));

  await tryAddress(config);
  const log = createLog(config);
  const secrets = await usable('DATA_DIR', loadSecrets(config));
  const where = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  const database = await usable(where, openDatabase(config, log, stop.give));
  await usable(where, migrate(database.url));
  const services = await createServices({ config, secrets, databaseUrl: database.url, log });
  const workers = config.workers ? startWorkers(services) : undefined;
  const server = createAdaptorServer({ fetch: createApp(services).fetch }) as Server;
  const closeServer = prepareClose(server);
  await listen(server, config);
  serving = true;
  announce(services, database.folder, config.anonKey === undefined);

  await stop.received;
  services.log.info('stopping');
  database.announceClose();
  const finish = async () => {
    await closeServer();
    await workers?.stop();
    await services.close();
    return 0;
  };
  const code = await Promise.race([finish(), delay(GIVE_UP_MS, 1)]);
  if (code !== 0) services.log.error('stopped before everything in flight was finished');
  await database.close();
  process.exit(code);
}

/** Says which variable to look at when what it names cannot be used. */
async function usable<Result>(variable: string, attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    const isOutside = error instanceof UnusableDatabaseError || (error instanceof Error && 'code' in error);
    if (!isOutside) throw error;
    throw new ConfigError(`${variable} cannot be used: ${error.message}`, { cause: error });
  }
}

/** Where to find it and its data, and the key that first-party tools need when it was made here. */
function announce(services: Services, dataFolder: string | undefined, madeAnonKey: boolean): void {
  const { host, port, publicUrl } = services.config;
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  process.stdout.write(`Tributary serves at ${url}\n`);
  if (dataFolder !== undefined) process.stdout.write(`Data in ${dataFolder}\n`);
  if (madeAnonKey) process.stdout.write(`ANON_KEY ${services.secrets.anonKey}\n`);
}
