import { readConfig } from '../../platform/settings/config.ts';
import { UsageError } from './command.ts';
import { describeFailure } from './describe-failure.ts';
import { readCommandLine, runAdmin } from './run-admin.ts';
import { openTerminal } from './terminal.ts';

/** How long an interrupted command may take to clean up before it is killed, in ms. */
const TIDY_MS = 1000;
const INTERRUPTED = 130;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop.abort();
    setTimeout(() => process.exit(INTERRUPTED), TIDY_MS).unref();
  });
}

try {
  const argv = process.argv.slice(2);
  const line = readCommandLine(argv);
  const terminal = openTerminal(process);
  // Help must work even if the settings are invalid.
  if ('help' in line) terminal.print(line.help);
  else {
    const config = readConfig(process.env, { bringsSecrets: 'bringsSecrets' in line.command });
    await runAdmin(config, argv, terminal.print, { terminal, signal: stop.signal });
  }
} catch (error) {
  if (stop.signal.aborted) process.exit(INTERRUPTED);
  console.error(describeFailure(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
