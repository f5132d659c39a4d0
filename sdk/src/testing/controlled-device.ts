import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../client/create-client.ts';
import type { TributaryClient } from '../client/tributary-client.ts';
import type { ClientConfig } from '../config/client-config.ts';
import { createNodePlatform } from '../platform/node/create-node-platform.ts';
import type { InstallReferrer, NetworkKind, Platform, PlatformStorage } from '../platform/platform.ts';
import { STORAGE_DEADLINE_MS } from '../storage/guard-storage.ts';
import { API_KEY, type Service } from './start-service.ts';

/**
 * A device with its own folder, whose clocks, network and battery the test controls. Pauses take no time: they end at
 * once, advance the clocks and are recorded.
 */
export async function createDevice(service: Pick<Service, 'url'>) {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-sdk-'));
  const clients: TributaryClient<Platform>[] = [];
  const device = {
    directory,
    now: Date.now(),
    monotonic: 1000,
    epoch: 'first boot',
    network: 'wifi' as NetworkKind,
    batteryPercent: 100 as number | undefined,
    /** The pauses between sends, in ms. */
    pauses: [] as number[],
    log: [] as string[],
    /** Background timers and their delays; `tick` fires them. */
    intervals: new Map<() => void, number>(),
    background: () => {},
    foreground: () => {},
    /** Whether a person uses it, so that its install and sessions are tracked. */
    isInteractive: false,
    /** Whether it is a page. */
    isShortLived: false,
    installReferrer: undefined as InstallReferrer | undefined,
    advertisingIdReads: 0,

    advance(ms: number): void {
      device.now += ms;
      device.monotonic += ms;
    },
    tick: () => fire((delayMs) => delayMs !== STORAGE_DEADLINE_MS),
    /** Lets the time pass in which the storage has to answer. */
    passDeadlines: () => fire((delayMs) => delayMs === STORAGE_DEADLINE_MS),
    /** The storage, once it is replaced. */
    storage: undefined as PlatformStorage | undefined,
    /** Starts a new client on the device's storage, as after a restart of the app. */
    start(config: ClientConfig = {}, key = API_KEY): TributaryClient<Platform> {
      const client = createClient((platform: Platform) => platform);
      client.init(device.platform(), key, { ingestEndpoint: service.url, logLevel: 'DEBUG', ...config });
      clients.push(client);
      return client;
    },
    platform(): Platform {
      return controlled(device, directory);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close()));
      await rm(directory, { recursive: true });
    },
  };

  function fire(isDue: (delayMs: number) => boolean): void {
    for (const [run, delayMs] of [...device.intervals]) {
      if (!isDue(delayMs)) continue;
      device.intervals.delete(run);
      run();
    }
  }

  return device;
}

export type Device = Awaited<ReturnType<typeof createDevice>>;

function controlled(device: Device, directory: string): Platform {
  return {
    ...createNodePlatform({
      directory,
      device: { os_name: 'TestOS', os_version: '1' },
      advertisingId: 'gaid-1',
    }),
    ...(device.storage && { storage: device.storage }),
    clock: {
      now: () => device.now,
      monotonic: () => device.monotonic,
      epoch: device.epoch,
      countsSleep: true,
    },
    timers: {
      after(delayMs, run, options) {
        if (options?.background) {
          device.intervals.set(run, delayMs);
          return () => device.intervals.delete(run);
        }
        device.pauses.push(delayMs);
        device.advance(delayMs);
        const timer = setImmediate(run);
        return () => clearImmediate(timer);
      },
    },
    network: async () => device.network,
    batteryPercent: async () => device.batteryPercent,
    advertisingId: async () => {
      device.advertisingIdReads++;
      return 'gaid-1';
    },
    lifecycle: {
      onBackground(listener) {
        device.background = listener;
        return () => {
          device.background = () => {};
        };
      },
      onForeground(listener) {
        device.foreground = listener;
        return () => {
          device.foreground = () => {};
        };
      },
    },
    isInteractive: device.isInteractive,
    isShortLived: device.isShortLived,
    installReferrer: async () => device.installReferrer,
    log: (level, message) => device.log.push(`${level} ${message}`),
  };
}
