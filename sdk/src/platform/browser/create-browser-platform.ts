import { uuidV4 } from '../../ids/uuid.ts';
import { consoleLog } from '../console-log.ts';
import { fetchHttp } from '../fetch-http.ts';
import type { Lease, Platform, PlatformStorage, Timers } from '../platform.ts';
import { enterScope } from './enter-scope.ts';
import { gzipStream } from './gzip-stream.ts';
import { openQueueDatabase, watchHiding } from './indexed-db.ts';
import { createIndexedDbEventStore } from './indexed-db-event-store.ts';
import { isPrerendering } from './is-prerendering.ts';
import { listen } from './listen.ts';
import { createLocalAhead } from './local-ahead.ts';
import { createLocalValues } from './local-values.ts';
import { browserBattery, browserDevice, browserNetwork } from './navigator-state.ts';
import { pageLifecycle } from './page-lifecycle.ts';
import { pageReferrer } from './page-referrer.ts';
import { onPageView } from './page-views.ts';
import { createWebLockLease } from './web-lock-lease.ts';

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
  const isPage = typeof document !== 'undefined';
  // Read now: the page may change its address before the install is tracked.
  const referrer = pageReferrer();
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
    lifecycle: pageLifecycle,
    installReferrer: async () => referrer,
    // Each start of a worker would be an installation.
    isInteractive: isPage,
    ...(isPage && { onPageView }),
    isShortLived: true,
    origin: location.origin,
    shown: isPrerendering() ? new Promise((resolve) => listen('prerenderingchange', resolve)) : undefined,
    log: consoleLog,
  };
}

function createBrowserStorage(): PlatformStorage {
  let lease: Lease | undefined;
  let prefix = '';
  watchHiding();
  return {
    values: createLocalValues(() => prefix),
    enter(name) {
      const scope = enterScope(name);
      prefix = scope.prefix;
      return scope.leave;
    },
    openEvents: async (name) => createIndexedDbEventStore(await openQueueDatabase(name)),
    openAhead: createLocalAhead,
    // Always the same one, since a lock that is granted too late is held all the same.
    async openLease(name) {
      lease ??= createWebLockLease(navigator.locks, name);
      return lease;
    },
  };
}

const timers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
