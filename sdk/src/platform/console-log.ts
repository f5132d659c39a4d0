import type { Platform } from './platform.ts';

/** Writes the SDK's log to the console, where whoever set `logLevel` looks for it. */
export const consoleLog: Platform['log'] = (level, message) => {
  const line = `[tributary] ${message}`;
  // biome-ignore lint/suspicious/noConsole: this is the one place where the SDK's log leaves it
  if (level === 'ERROR') console.error(line);
  // biome-ignore lint/suspicious/noConsole: as above
  else console.debug(line);
};
