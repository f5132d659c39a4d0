import { EmbeddedPostgresError } from '@tributary/db/embedded/embedded-postgres-error';
import { ConfigError, readConfig } from './config.ts';
import { runService } from './run-service.ts';

try {
  await runService(readConfig(process.env));
} catch (error) {
  // A setting that is wrong, or data that cannot be used, wants its sentence; anything else its stack.
  const isForPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
