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
  /** How long the app is closed after its process has died, in ms. */
  readonly restartAfterMs: number;
  /** When each event is tracked, in ms. */
  readonly events: readonly number[];
  readonly faults: readonly Fault[];
  /** When everything works again, in ms. */
  readonly endsAt: number;
}

export const EVENTS_PER_DEVICE = 200;
/** Files are real and slow; rows are in memory. */
const FILES_SHARE = 0.2;

/** Plans the schedule of a seed. */
export function planSchedule(seed: number, disk?: DiskKind): Schedule {
  const random = randomFor(seed, 'schedule');
  const endsAt = random.integer(2 * HOUR, 8 * HOUR);
  const chosen = random.chance(FILES_SHARE) ? 'files' : 'rows';
  return {
    seed,
    disk: disk ?? chosen,
    config: {
      batchSize: random.integer(1, 50),
      flushIntervalMs: random.integer(1, 5) * MINUTE,
      maxRetryAttempts: random.integer(2, 5),
      wifiOnlyMode: random.chance(0.5),
    },
    clockOffMs: random.chance(0.5) ? 0 : Math.round(random.between(-2 * YEAR, 2 * YEAR)),
    restartAfterMs: Math.round(random.logUniform(SECOND, 5 * MINUTE)),
    events: planEvents(random, endsAt),
    faults: planFaults(random, endsAt),
    endsAt,
  };
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
  const faults = Array.from({ length: random.integer(4, 20) }, () => planFault(random, endsAt));
  return faults.sort((a, b) => a.at - b.at);
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
