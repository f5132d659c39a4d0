import { uuidV4 } from '../../ids/uuid.ts';
import { consoleLog } from '../console-log.ts';
import type { Platform, PlatformStorage, Timers } from '../platform.ts';
import { browserHttp } from './browser-http.ts';
import { openQueueDatabase } from './indexed-db.ts';
import { createIndexedDbEventStore } from './indexed-db-event-store.ts';
import { createIndexedDbLease } from './indexed-db-lease.ts';
import { createLocalAhead } from './local-ahead.ts';
import { createLocalValues } from './local-values.ts';
import { browserBattery, browserDevice, browserNetwork } from './navigator-state.ts';
import { pageLifecycle } from './page-lifecycle.ts';
import { tabId } from './tab-id.ts';
import { createWebLockLease } from './web-lock-lease.ts';

/** What a page passes to `init`. */
export interface BrowserContext {
  /** Sent with every event. */
  appVersion?: string;
}

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

// One per page: readings of its monotonic clock mean nothing on another page.
const EPOCH = uuidV4(randomBytes);

/** The platform of a web page: the queue is in IndexedDB, small values are in localStorage. */
export function createBrowserPlatform(context: BrowserContext): Platform {
  return {
    clock: { now: Date.now, monotonic: () => performance.now(), epoch: EPOCH, countsSleep: false },
    timers,
    randomBytes,
    http: browserHttp,
    storage: createBrowserStorage(),
    network: browserNetwork,
    batteryPercent: browserBattery,
    device: () => browserDevice(context.appVersion),
    advertisingId: async () => undefined,
    lifecycle: pageLifecycle,
    isShortLived: true,
    log: consoleLog,
  };
}

function createBrowserStorage(): PlatformStorage {
  const owner = tabId(() => uuidV4(randomBytes));
  return {
    values: createLocalValues(),
    openEvents: async (name) => createIndexedDbEventStore(await openQueueDatabase(name)),
    openAhead: createLocalAhead,
    // Web Locks are missing outside of secure contexts.
    openLease: async (name) =>
      navigator.locks
        ? createWebLockLease(navigator.locks, name)
        : createIndexedDbLease(await openQueueDatabase(name), owner),
  };
}

const timers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
