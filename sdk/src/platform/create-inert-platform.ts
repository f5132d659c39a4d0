import { consoleLog } from './console-log.ts';
import type { Platform } from './platform.ts';

const nothing = async () => undefined;

/**
 * A platform on which nothing happens, for pages that are rendered on a server: the same code runs there, but there is
 * no visitor. Events are discarded, no request is sent, and no timer keeps the server's process alive.
 *
 * @param reason why the client is inactive, for its log; without one it is initialised as in the page
 */
export function createInertPlatform(reason?: string): Platform {
  return {
    clock: { now: Date.now, monotonic: Date.now, epoch: '', countsSleep: true },
    timers: { after: () => () => {} },
    randomBytes: (count) => new Uint8Array(count),
    http: () => Promise.reject(new Error('no network')),
    gzip: nothing,
    storage: {
      values: { get: nothing, set: nothing, setIfAbsent: async (_key, value) => value, remove: nothing },
      openEvents: async () => ({
        append: nothing,
        read: async () => [],
        ack: nothing,
        count: async () => 0,
        close: nothing,
      }),
      openLease: async () => ({ acquire: async () => false, release: nothing }),
    },
    network: async () => 'none',
    batteryPercent: nothing,
    device: async () => ({}),
    lifecycle: { onBackground: () => () => {} },
    isInert: reason !== undefined,
    explain: (log) =>
      log.debug(`${reason}, as where a page is rendered on a server: nothing is recorded or sent`),
    log: reason ? consoleLog : () => {},
  };
}
