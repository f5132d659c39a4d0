import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, LimitOptions } from './rate-limit.ts';
import { createRateLimits } from './rate-limits.ts';

/** One operation on a limit: its prefix, the operation, the key, and for `set` the points and how long they are kept, in seconds. */
export type LimitCall = readonly [
  keyPrefix: string,
  act: 'consume' | 'reward' | 'delete' | 'get' | 'set',
  key: string,
  points?: number,
  seconds?: number,
];

/** The count of a key. */
export type LimitCount = readonly [consumedPoints: number, msBeforeNext: number];

/** Limiters for one of several processes: the first process counts for all. */
export function countedElsewhere(
  ask: (call: LimitCall) => Promise<LimitCount | boolean | null>,
): (options: LimitOptions) => Limiter {
  return ({ keyPrefix, points, duration }) => {
    const read = (answer: LimitCount | boolean | null) => {
      const [consumed, msBeforeNext] = Array.isArray(answer) ? (answer as LimitCount) : [0, 0];
      return new RateLimiterRes(Math.max(0, points - consumed), msBeforeNext, consumed);
    };
    return {
      duration,
      async consume(key) {
        const result = read(await ask([keyPrefix, 'consume', String(key)]));
        if (result.consumedPoints > points) throw result;
        return result;
      },
      reward: async (key) => read(await ask([keyPrefix, 'reward', String(key)])),
      delete: async (key) => (await ask([keyPrefix, 'delete', String(key)])) === true,
      async get(key) {
        const answer = await ask([keyPrefix, 'get', String(key)]);
        return answer === null ? null : read(answer);
      },
      set: async (key, value, seconds) => read(await ask([keyPrefix, 'set', String(key), value, seconds])),
    };
  };
}

/** Counts for all processes, in the first. */
export function createLimitCounts(): (call: LimitCall) => Promise<LimitCount | boolean | null> {
  const limiters = new Map<string, RateLimiterMemory>();
  createRateLimits((options) => {
    const limiter = new RateLimiterMemory(options);
    limiters.set(options.keyPrefix, limiter);
    return limiter;
  });

  return async ([keyPrefix, act, key, points = 1, seconds = 0]) => {
    const limiter = limiters.get(keyPrefix);
    if (limiter === undefined) throw new Error(`there is no limit ${keyPrefix}`);
    switch (act) {
      case 'consume':
        // A refusal rejects with its count, from which the other process knows that it is one.
        return toCount(await limiter.consume(key).catch(ownCount));
      case 'reward':
        return toCount(await limiter.reward(key));
      case 'delete':
        return limiter.delete(key);
      case 'get': {
        const found = await limiter.get(key);
        return found === null ? null : toCount(found);
      }
      case 'set':
        return toCount(await limiter.set(key, points, seconds));
    }
  };
}

function ownCount(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}

function toCount({ consumedPoints, msBeforeNext }: RateLimiterRes): LimitCount {
  return [consumedPoints, msBeforeNext];
}
