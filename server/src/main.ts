import { listenForStop } from './stop-signal.ts';

// Before the rest is loaded: that takes a second, in which somebody may change their mind.
const stop = listenForStop();
const { EmbeddedPostgresError } = await import('@tributary/db/embedded/embedded-postgres-error');
const { ConfigError, readConfig } = await import('./config.ts');
const { runService } = await import('./run-service.ts');

try {
  await runService(readConfig(process.env), stop);
} catch (error) {
  // A setting that is wrong, or data that cannot be used, wants its sentence; anything else its stack.
  const isForPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
