import { uuidV4 } from '../../ids/uuid.ts';
import { createMemoryEventStore } from '../../queue/memory-event-store.ts';
import { consoleLog } from '../console-log.ts';
import { fetchHttp } from '../fetch-http.ts';
import type { Lease, Lifecycle, Platform, PlatformStorage, Timers } from '../platform.ts';
import { gzipStream } from './gzip-stream.ts';
import { openQueueDatabase } from './indexed-db.ts';
import { createIndexedDbEventStore } from './indexed-db-event-store.ts';
import { createIndexedDbLease } from './indexed-db-lease.ts';
import { createLocalValues } from './local-values.ts';
import { browserBattery, browserDevice, browserNetwork } from './navigator-state.ts';
import { tabId } from './tab-id.ts';

/** What a page passes to `init`. */
export interface BrowserContext {
  /** Sent with every event. */
  appVersion?: string;
}

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

// One per page: readings of its monotonic clock mean nothing on another page. Created on first use: where the
// module is only imported, there may be no `crypto`.
let epoch: string | undefined;

/** The platform of a web page or a worker: the queue is in IndexedDB, small values are in localStorage. */
export function createBrowserPlatform(context: BrowserContext): Platform {
  epoch ??= uuidV4(randomBytes);
  return {
    clock: { now: Date.now, monotonic: () => performance.now(), epoch, countsSleep: false },
    timers,
    randomBytes,
    http: fetchHttp,
    gzip: gzipStream,
    storage: createBrowserStorage(),
    network: browserNetwork,
    batteryPercent: browserBattery,
    device: () => browserDevice(context.appVersion),
    advertisingId: async () => undefined,
    lifecycle,
    log: consoleLog,
  };
}

function createBrowserStorage(): PlatformStorage {
  const owner = tabId(() => uuidV4(randomBytes));
  const openDatabase = async (name: string) => {
    // Some browsers forbid it in private windows; the queue is then lost with the page.
    return openQueueDatabase(name).catch(() => undefined);
  };
  return {
    values: createLocalValues(),
    async openEvents(name) {
      const database = await openDatabase(name);
      return database ? createIndexedDbEventStore(database) : createMemoryEventStore();
    },
    async openLease(name) {
      const database = await openDatabase(name);
      return database ? createIndexedDbLease(database, owner) : alwaysHeld;
    },
  };
}

/** For a queue that no other tab can see. */
const alwaysHeld: Lease = { acquire: async () => true, release: async () => {} };

const timers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

const lifecycle: Lifecycle = {
  onBackground(listener) {
    // A worker is not notified before it ends.
    if (typeof document === 'undefined') return () => {};
    const onChange = () => {
      if (document.visibilityState === 'hidden') listener();
    };
    document.addEventListener('visibilitychange', onChange);
    // Some browsers unload a page without hiding it first.
    addEventListener('pagehide', listener);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('pagehide', listener);
    };
  },
};
