import type { ChangeFeed } from '../../platform/store/changes/change-feed.ts';
import { createRecentSet } from '../../platform/values/memory/recent-set.ts';
import { deviceDayKey } from '../row/device-day.ts';
import type { StorableEvent } from '../row/to-storable-event.ts';
import { tellsIds } from '../row/told-event.ts';
import { createAppEpochs } from './app-epochs.ts';

/**
 * Remembers which devices were recorded as active on which day, and under which ids they were seen. What it has
 * forgotten is only recorded again; what it remembers is committed, so it must forget a device that is erased.
 */
export interface DeviceMemory {
  /** What an event shows that is new unless it is remembered; undefined if it shows nothing of a device. */
  keyOf(event: StorableEvent): string | undefined;
  has(key: string): boolean;
  /** @param key of an event that is committed, as keyOf gave it before. */
  add(key: string): void;
}

const REMEMBERED = 200_000;

/** @param changes tells of erased devices; without it, nothing is ever erased. */
export function createDeviceMemory(changes?: Pick<ChangeFeed, 'subscribe' | 'isListening'>): DeviceMemory {
  const known = createRecentSet(REMEMBERED);
  // Part of every key: with a new one, all that is remembered, or about to be, no longer counts.
  const epochs = createAppEpochs(changes);
  return {
    keyOf(event) {
      const day = deviceDayKey(event);
      if (day === undefined && !tellsIds(event)) return undefined;
      return `${day ?? event.deviceKey + event.appId}${epochs.of(event.appId)}${event.furtherIds}`;
    },
    has: (key) => known.has(key) && epochs.areKnown(),
    add: (key) => known.add(key),
  };
}
