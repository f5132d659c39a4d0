import type { Platform } from './platform.ts';

/** Writes the SDK's log to the console. */
export const consoleLog: Platform['log'] = (level, message) => {
  const line = `[tributary] ${message}`;
  // biome-ignore lint/suspicious/noConsole: the only place where the SDK writes its log
  if (level === 'ERROR') console.error(line);
  // biome-ignore lint/suspicious/noConsole: as above
  else console.debug(line);
};
