import { listenForStop } from '@tributary/server/run/start/stop-signal';

/** As of a program that ended by SIGINT. */
const INTERRUPTED = 130;

// Before the rest is loaded, which takes a second in which a stop may be requested.
const stop = listenForStop();
// A terminal that is closed, or `npm run demo | head`.
process.stdout.on('error', stop.give);
const { EmbeddedPostgresError } = await import('@tributary/db/embedded/embedded-postgres-error');
const { ConfigError } = await import('@tributary/server/platform/settings/config');
const { runCommand } = await import('../command-line/run-command.ts');
const { createDemoCommand } = await import('./demo-command.ts');
const { Stopped } = await import('./run-demo.ts');

try {
  await runCommand('npm run demo --', createDemoCommand(stop), process.argv.slice(2));
} catch (error) {
  if (error instanceof Stopped) process.exit(INTERRUPTED);
  const isForPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isForPeople ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
