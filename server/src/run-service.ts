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
  const log = createLog(config);
  const secrets = await loadSecrets(config);
  const database = await openDatabase(config, log);
  await migrate(database.url);
  const services = await createServices({ config, secrets, databaseUrl: database.url, log });
  const workers = config.workers ? startWorkers(services) : undefined;
  const server = createAdaptorServer({ fetch: createApp(services).fetch });
  await listen(server, config);
  announce(services, config.anonKey === undefined);

  await stopping;
  services.log.info('stopping');
  await closeServer(server);
  await workers?.stop();
  await services.close();
  await database.close();
  process.exit(0);
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

/** Where to find it, and the key that first-party tools need when it was made here. */
function announce(services: Services, madeAnonKey: boolean): void {
  const { host, port, publicUrl } = services.config;
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  process.stdout.write(`Tributary serves at ${url}\n`);
  if (madeAnonKey) process.stdout.write(`ANON_KEY ${services.secrets.anonKey}\n`);
}
