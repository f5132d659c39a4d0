import { createAdaptorServer } from '@hono/node-server';
import { migrate } from '@tributary/db/migrate';
import { createApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { createLog } from './log.ts';
import { openDatabase } from './open-database.ts';
import { loadSecrets } from './secrets/load-secrets.ts';
import { createServices, type Services } from './services.ts';
import { startWorkers } from './workers.ts';

/** How long a request may take to finish once the service was told to stop. */
const GRACE_MS = 15_000;

/** Starts everything, serves until SIGTERM or SIGINT, then finishes what is in flight and ends the process with 0. */
export async function runService(config: Config): Promise<void> {
  const stopping = untilToldToStop();
  let serving = false;
  // Before it serves there is nothing to finish, and the embedded PostgreSQL ends with this process.
  void stopping.then(() => serving || process.exit(0));

  const log = createLog(config);
  const secrets = await usable('DATA_DIR', loadSecrets(config));
  const database = await openDatabase(config, log);
  await usable('DATABASE_URL', migrate(database.url));
  const services = await createServices({ config, secrets, databaseUrl: database.url, log });
  const workers = config.workers ? startWorkers(services) : undefined;
  const server = createAdaptorServer({ fetch: createApp(services).fetch });
  await listen(server, config);
  serving = true;
  announce(services, database.folder, config.anonKey === undefined);

  await stopping;
  services.log.info('stopping');
  await closeServer(server);
  await workers?.stop();
  await services.close();
  await database.close();
  process.exit(0);
}

/** Says which variable to look at when what it names cannot be used. */
async function usable<Result>(variable: string, attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new ConfigError(`${variable} cannot be used: ${error.message}`);
  }
}

type Server = ReturnType<typeof createAdaptorServer>;

/** Resolves at the first signal; a second one, as npm sends it on, changes nothing. */
function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new ConfigError(`PORT ${port} on HOST ${host} is taken by another program`)
          : error,
      ),
    );
    server.listen(port, host, () => resolve());
  });
}

/** Stops taking connections and waits for the requests that are under way, but not for ever on one that hangs. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if (!('closeAllConnections' in server)) return;
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  });
}

/** Where to find it and its data, and the key that first-party tools need when it was made here. */
function announce(services: Services, dataFolder: string | undefined, madeAnonKey: boolean): void {
  const { host, port, publicUrl } = services.config;
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  process.stdout.write(`Tributary serves at ${url}\n`);
  if (dataFolder !== undefined) process.stdout.write(`Data in ${dataFolder}\n`);
  if (madeAnonKey) process.stdout.write(`ANON_KEY ${services.secrets.anonKey}\n`);
}
