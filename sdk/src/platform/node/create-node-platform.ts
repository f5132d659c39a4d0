import { getRandomValues, randomUUID } from 'node:crypto';
import { release, type } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { consoleLog } from '../console-log.ts';
import { fetchHttp } from '../fetch-http.ts';
import type { DeviceContext, Lifecycle, Platform, Timers } from '../platform.ts';
import { openFileEventStore } from './file-event-store.ts';
import { openFileLease } from './file-lease.ts';
import { createFileValues } from './file-values.ts';

/** What a Node program passes to `init`. */
export interface NodeContext {
  /** Folder for the queue and the small values; created if missing, readable only by its user. */
  directory: string;
  /** Added to what Node knows about the machine, and overrides it. */
  device?: DeviceContext;
  advertisingId?: string;
}

// One per process: readings of its monotonic clock are comparable among all its clients.
const EPOCH = randomUUID();

/**
 * The platform of a Node program. Its network and battery are unknown, and it goes to the background once, when it has
 * nothing else to do.
 *
 * @throws TypeError without a directory
 * @example Tributary.init({ directory: './.tributary' }, 'svc_…', { ingestEndpoint: 'https://…/v1/ingest' })
 */
export function createNodePlatform(context: NodeContext): Platform {
  if (!context.directory) throw new TypeError('the context has no directory');
  const inDirectory = (...parts: string[]) => join(context.directory, ...parts);
  // A lease that is opened again after a failure must not find itself held by another.
  const owner = randomUUID();
  return {
    clock: { now: Date.now, monotonic: () => performance.now(), epoch: EPOCH, countsSleep: false },
    timers,
    randomBytes: (count) => getRandomValues(new Uint8Array(count)),
    http: fetchHttp,
    gzip: promisify(gzip) as Platform['gzip'],
    storage: {
      values: createFileValues(inDirectory('values')),
      openEvents: (name) => openFileEventStore(inDirectory('queues', name)),
      openLease: (name) => openFileLease(inDirectory('leases', name), owner),
    },
    network: async () => 'unknown',
    batteryPercent: async () => undefined,
    device: async () => ({ os_name: type(), os_version: release(), ...context.device }),
    advertisingId: async () => context.advertisingId,
    lifecycle,
    log: consoleLog,
  };
}

const timers: Timers = {
  after(delayMs, run, options) {
    const timer = setTimeout(run, delayMs);
    if (options?.background) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Those of all clients: the process has one listener for them, since it warns of more than ten. */
const leaving = new Set<() => void>();

function leave(): void {
  const all = [...leaving];
  // Each is called once: its work keeps the process alive, and when that is done the event fires again.
  leaving.clear();
  for (const listener of all) listener();
}

const lifecycle: Lifecycle = {
  onBackground(listener) {
    if (!process.listeners('beforeExit').includes(leave)) process.on('beforeExit', leave);
    leaving.add(listener);
    return () => {
      leaving.delete(listener);
      if (leaving.size === 0) process.off('beforeExit', leave);
    };
  },
};
