import cluster from 'node:cluster';
import { listenForStop } from './run/start/stop-signal.ts';

// Before the rest is loaded, which takes a second in which a stop may be requested.
const stop = listenForStop();
const { EmbeddedPostgresError } = await import('@tributary/db/embedded/embedded-postgres-error');
const { ConfigError, readConfig } = await import('./platform/settings/config.ts');

try {
  const config = readConfig(process.env);
  if (cluster.isPrimary) {
    const { runService } = await import('./run/start/run-service.ts');
    await runService(config, stop);
  } else {
    const { runServerProcess } = await import('./run/start/run-server-process.ts');
    await runServerProcess(config, stop);
  }
} catch (error) {
  // Invalid settings and unusable data get a readable message; anything else gets its stack.
  const isForPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
