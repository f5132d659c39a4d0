import { baseUrl } from './base-url.ts';
import type { Config } from './config.ts';

/** Where the console is, below the service's address. */
export const CONSOLE_PATH = '/console';

/** The full address of a page of the console. @param page `/invitation` */
export function consoleUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, page: string): string {
  return baseUrl(config) + CONSOLE_PATH + page;
}
