import { ConfigError, readConfig } from './config.ts';
import { runService } from './run-service.ts';

try {
  await runService(readConfig(process.env));
} catch (error) {
  // A setting that is wrong wants its sentence, anything else its stack.
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
