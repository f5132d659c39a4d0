import { listenForStop } from '@tributary/server/stop-signal';

/** As of a program that ended by SIGINT. */
const INTERRUPTED = 130;

// Before the rest is loaded, which takes a second in which a stop may be requested.
const stop = listenForStop();
// A terminal that is closed, or `npm run demo | head`.
process.stdout.on('error', stop.give);
const { EmbeddedPostgresError } = await import('@tributary/db/embedded/embedded-postgres-error');
const { ConfigError } = await import('@tributary/server/config');
const { HELP, OptionError, readOptions } = await import('./read-options.ts');
const { runDemo, Stopped } = await import('./run-demo.ts');

try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) process.stdout.write(HELP);
  else {
    const { differences } = await runDemo({ options, output: process.stdout, stop, now: Date.now });
    process.exitCode = differences.length === 0 ? 0 : 1;
  }
} catch (error) {
  if (error instanceof Stopped) process.exit(INTERRUPTED);
  const isUsage = error instanceof OptionError || error instanceof ConfigError;
  const isForPeople = isUsage || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isForPeople ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
