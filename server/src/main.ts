import { listenForStop } from './stop-signal.ts';

// Before the rest is loaded, which takes a second in which a stop may be requested.
const stop = listenForStop();
const { EmbeddedPostgresError } = await import('@tributary/db/embedded/embedded-postgres-error');
const { ConfigError, readConfig } = await import('./config.ts');
const { runService } = await import('./run-service.ts');

try {
  await runService(readConfig(process.env), stop);
} catch (error) {
  // Invalid settings and unusable data get a readable message; anything else gets its stack.
  const isForPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
