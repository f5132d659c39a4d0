import type { ChangeFeed } from '../../platform/store/changes/change-feed.ts';
import { createRecentSet } from '../../platform/values/memory/recent-set.ts';
import { createAppEpochs } from './app-epochs.ts';

/**
 * Remembers which devices sent which kinds of events on which day, so that each is left to be counted once. What it has
 * forgotten is only counted as known later; what it remembers is committed, so it must forget a device that is erased.
 */
export interface EventMemory {
  /** Stands for one kind of events of an app on one day: part of the keys of its devices. */
  prefixOf(appId: string, kindAndDay: string): string;
  has(key: string): boolean;
  /** @param key of a committed event: its prefix and the key of its device. */
  add(key: string): void;
}

const REMEMBERED = 200_000;
/** Kinds and days that have a number, which is shorter than their names. */
const NUMBERED = 20_000;

/** @param changes tells of erased devices; without it, nothing is ever erased. */
export function createEventMemory(changes?: Pick<ChangeFeed, 'subscribe' | 'isListening'>): EventMemory {
  const known = createRecentSet(REMEMBERED);
  const epochs = createAppEpochs(changes);
  const numbers = new Map<string, number>();
  let latest = 0;
  return {
    prefixOf(appId, kindAndDay) {
      const name = `${epochs.of(appId)}${appId}${kindAndDay}`;
      let number = numbers.get(name);
      if (number === undefined) {
        if (numbers.size >= NUMBERED) numbers.clear();
        number = ++latest;
        numbers.set(name, number);
      }
      return number.toString(36);
    },
    has: (key) => known.has(key) && epochs.areKnown(),
    add: (key) => known.add(key),
  };
}
