import { getRandomValues, randomUUID } from 'node:crypto';
import { release, type } from 'node:os';
import { join } from 'node:path';
import { consoleLog } from '../console-log.ts';
import { fetchHttp } from '../fetch-http.ts';
import type { DeviceContext, Lifecycle, Platform, Timers } from '../platform.ts';
import { openFileEventStore } from './file-event-store.ts';
import { openFileLease } from './file-lease.ts';
import { createFileValues } from './file-values.ts';

/** What a Node program tells about itself. */
export interface NodeContext {
  /** Folder for the queue and the small values; made where it is missing, readable for its user alone. */
  directory: string;
  /** Added to, and winning over, what Node knows of the machine. */
  device?: DeviceContext;
  advertisingId?: string;
}

// One for the process: readings of its clock compare among all of its clients.
const EPOCH = randomUUID();

/**
 * The platform of a Node program. Its network counts as unknown, its battery too, and it goes to the
 * background once, when it has nothing else to do.
 *
 * @example Tributary.init({ directory: './.tributary' }, 'svc_…', { ingestEndpoint: 'https://…/v1/ingest' })
 */
export function createNodePlatform(context: NodeContext): Platform {
  const inDirectory = (...parts: string[]) => join(context.directory, ...parts);
  return {
    clock: { now: Date.now, monotonic: () => performance.now(), epoch: EPOCH, countsSleep: false },
    timers,
    randomBytes: (count) => getRandomValues(new Uint8Array(count)),
    http: fetchHttp,
    storage: {
      values: createFileValues(inDirectory('values')),
      openEvents: (name) => openFileEventStore(inDirectory('queues', name)),
      openLease: (name) => openFileLease(inDirectory('leases', name)),
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

const lifecycle: Lifecycle = {
  onBackground(listener) {
    // Once: what the listener starts keeps the process alive, and its end would raise the event again.
    process.once('beforeExit', listener);
    return () => process.off('beforeExit', listener);
  },
};
