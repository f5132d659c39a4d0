import type { ClientConfig } from '@tributary/sdk/core';
import { type Random, randomFor } from '@tributary/server/testing/random';
import type { DiskKind } from '../devices/simulated-disk.ts';
import type { Condition } from '../network/conditions.ts';
import type { Fault } from './fault.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

/** One device, what it tracks and what goes wrong, all determined by a seed. */
export interface Schedule {
  readonly seed: number;
  readonly disk: DiskKind;
  readonly config: ClientConfig;
  /** How far the wall clock is off, in ms. */
  readonly clockOffMs: number;
  /** How many programs share the device's storage and track by turns. */
  readonly programs: number;
  /** How long the app is closed after its process has died, in ms. */
  readonly restartAfterMs: number;
  /** When each event is tracked, in ms. */
  readonly events: readonly number[];
  readonly faults: readonly Fault[];
  /** When everything works again, in ms. */
  readonly endsAt: number;
}

export const EVENTS_PER_DEVICE = 200;
/** The simulated disk does not know which of two programs has written last. */
const OF_ONE_WRITER = /^(torn-write|damage)$/;
/** Those after which an event is sent again. */
const ITEM_CODES = [
  'INTERNAL_ERROR',
  'RATE_LIMIT',
  'QUOTA_EXCEEDED',
  'AUTH_ERROR',
  'no result',
  'no result',
] as const;
/** Files are real and slow; rows are in memory. */
const FILES_SHARE = 0.2;

/** Plans the schedule of a seed. */
export function planSchedule(seed: number, disk?: DiskKind): Schedule {
  const random = randomFor(seed, 'schedule');
  const others = randomFor(seed, 'limits');
  const endsAt = random.integer(2 * HOUR, 8 * HOUR);
  const chosen = random.chance(FILES_SHARE) ? 'files' : 'rows';
  const medium = disk ?? chosen;
  // Phones run one program on a storage.
  const programs = medium === 'files' && others.chance(0.5) ? 2 : 1;
  const config = {
    batchSize: random.integer(1, 50),
    flushIntervalMs: random.integer(1, 5) * MINUTE,
    maxRetryAttempts: random.integer(2, 5),
    wifiOnlyMode: random.chance(0.5),
    ...(others.chance(0.2) && { maxOfflineQueueSize: others.integer(20, 150) }),
  };
  const clockOffMs = random.chance(0.5) ? 0 : Math.round(random.between(-2 * YEAR, 2 * YEAR));
  const restartAfterMs = Math.round(random.logUniform(SECOND, 5 * MINUTE));
  const events = planEvents(random, endsAt);
  const faults = [...planFaults(random, endsAt), ...planOtherFaults(others, endsAt, events)]
    .filter(({ kind }) => programs === 1 || !OF_ONE_WRITER.test(kind))
    .sort((a, b) => a.at - b.at);
  return { seed, disk: medium, programs, config, clockOffMs, restartAfterMs, events, faults, endsAt };
}

/** Bursts with pauses in between, as people use apps. */
function planEvents(random: Random, endsAt: number): number[] {
  const bursts = Array.from({ length: random.integer(3, 15) }, () => random.integer(0, endsAt));
  const events = Array.from(
    { length: EVENTS_PER_DEVICE },
    () => random.pick(bursts) + Math.round(random.logUniform(1, 5 * MINUTE)),
  );
  return events.sort((a, b) => a - b);
}

function planFaults(random: Random, endsAt: number): Fault[] {
  return Array.from({ length: random.integer(4, 20) }, () => planFault(random, endsAt));
}

/** What a device and a service do in good order, and the SDK has to respect. */
function planOtherFaults(random: Random, endsAt: number, events: readonly number[]): Fault[] {
  return Array.from({ length: random.integer(0, 6) }, () => {
    // While the SDK has something to send.
    const at = Math.min(endsAt, random.pick(events) + random.integer(0, MINUTE));
    const until = Math.min(endsAt, at + Math.round(random.logUniform(30 * SECOND, 2 * HOUR)));
    return random.pick<() => Fault>([
      () => ({ kind: 'objection', at, until }),
      () => ({ kind: 'network', at, until, condition: { kind: 'cellular' } }),
      () => ({ kind: 'item-results', at, until, share: random.next(), code: random.pick(ITEM_CODES) }),
    ])();
  });
}

function planFault(random: Random, endsAt: number): Fault {
  const at = random.integer(0, endsAt);
  const until = Math.min(endsAt, at + Math.round(random.logUniform(5 * SECOND, 2 * HOUR)));
  const { plan } = random.weighted<{ share: number; plan: () => Fault }>([
    {
      share: 25,
      plan: () => {
        const how = random.pick(['before', 'after'] as const);
        return { kind: 'death', at, steps: random.integer(0, 60), how };
      },
    },
    {
      share: 10,
      plan: () => {
        const kills = random.chance(0.7);
        return { kind: 'torn-write', at, kept: random.next(), kills };
      },
    },
    { share: 6, plan: () => ({ kind: 'damage', at, where: random.next() }) },
    { share: 5, plan: () => ({ kind: 'full-disk', at, until }) },
    { share: 3, plan: () => ({ kind: 'slow-disk', at, until }) },
    { share: 6, plan: () => ({ kind: 'clock', at, byMs: Math.round(random.between(-2 * YEAR, 2 * YEAR)) }) },
    { share: 5, plan: () => ({ kind: 'battery', at, until, percent: random.integer(0, 30) }) },
    { share: 40, plan: () => ({ kind: 'network', at, until, condition: planCondition(random) }) },
  ]);
  return plan();
}

function planCondition(random: Random): Condition {
  const share = random.chance(0.5) ? 1 : random.next();
  return random.pick<() => Condition>([
    () => ({ kind: 'offline' }),
    () => ({ kind: 'flapping', periodMs: random.integer(1, 90) * SECOND }),
    () => ({ kind: 'slow', delayMs: random.integer(100, 20_000) }),
    () => ({ kind: 'lose-requests', share }),
    () => ({ kind: 'lose-answers', share }),
    () => ({ kind: 'lose-answers', share: 1 }),
    () => ({ kind: 'captive-portal' }),
    () => ({ kind: 'dns-failure' }),
    () => ({ kind: 'strip-encoding' }),
    // Above the size of a single event, which the SDK gives up if it is refused alone.
    () => ({ kind: 'body-limit', bytes: random.integer(700, 2500) }),
    () => ({
      kind: 'status',
      share,
      status: random.pick([429, 500, 503]),
      ...(random.chance(0.3) && { retryAfterSeconds: random.integer(1, 600) }),
    }),
  ])();
}
