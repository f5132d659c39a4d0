import type { Platform } from '@tributary/sdk/core';
import type { SdkRequest, Transport } from '../network/exchange.ts';
import { createSimulatedNetwork, type NetworkParts } from '../network/simulated-network.ts';
import type { DeviceClock } from './device-clock.ts';
import { type FaultyStorageParts, openFaultyStorage } from './faulty-storage.ts';
import { createListeners } from './listeners.ts';
import { createObservedHttp } from './observed-http.ts';
import type { Profile } from './profiles.ts';

export interface DevicePlatformParts extends FaultyStorageParts, Omit<NetworkParts, 'kind' | 'roundTripMs'> {
  readonly profile: Profile;
  readonly clock: DeviceClock;
  readonly transport: Transport;
  readonly advertisingId: string;
  readonly battery: () => number | undefined;
  /** The number of the process. */
  readonly process: number;
  readonly onRequest: () => void;
  readonly log: string[];
}

/** The device as one process of it sees it, and what ends with that process. */
export interface DevicePlatform {
  readonly platform: Platform;
  /** The app goes to the background, or its page is left. */
  background(): void;
  /** To be called when the process has ended: its timers and its open files end with it. */
  end(): void;
}

/** Assembles a platform for the real SDK, all of whose asynchronous calls are steps at which the process may die. */
export function createDevicePlatform(parts: DevicePlatformParts): DevicePlatform {
  const { time, random, profile, life, ledger, process, log } = parts;
  const { lifecycle, background } = createListeners();
  const timers = createTimers(parts);
  const { storage, closeFiles } = openFaultyStorage(parts);
  const network = createSimulatedNetwork({
    ...parts,
    kind: () => profile.network,
    roundTripMs: profile.roundTripMs,
  });
  const observed = createObservedHttp({ http: network.http, ledger, time, process });
  const platform: Platform = {
    clock: parts.clock.startProcess(),
    timers: { after: timers.after },
    lifecycle,
    randomBytes: (count) => Buffer.from(random.hex(count * 2), 'hex'),
    http: (request: SdkRequest) =>
      life.step(() => {
        parts.onRequest();
        return observed.http(request);
      }),
    gzip: (body) => life.step(() => observed.gzip(body)),
    storage,
    network: () => life.step(network.network),
    batteryPercent: () => life.step(parts.battery),
    device: () => life.step(() => profile.device),
    advertisingId: () => life.step(() => (profile.advertisingId ? parts.advertisingId : undefined)),
    ...(profile.isShortLived && { isShortLived: true }),
    log: (level, message) => log.push(`${level} ${message}`),
  };
  return {
    platform,
    background,
    end() {
      timers.cancelAll();
      closeFiles();
    },
  };
}

function createTimers({ time, life }: Pick<DevicePlatformParts, 'time' | 'life'>) {
  const cancels = new Set<() => void>();
  return {
    after(delayMs: number, run: () => void): () => void {
      if (!life.isAlive()) return () => {};
      const cancel = time.after(delayMs, () => {
        cancels.delete(cancel);
        run();
      });
      cancels.add(cancel);
      return () => {
        cancels.delete(cancel);
        cancel();
      };
    },
    cancelAll(): void {
      for (const cancel of cancels) cancel();
    },
  };
}
