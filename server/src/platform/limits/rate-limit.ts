import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/errors.ts';

/** A fixed window that starts with the first request of a key. */
export interface RateLimit {
  /** Counts one request. @throws AppError RATE_LIMIT with the seconds until the window ends. */
  consume(key: string): Promise<void>;
}

/**
 * Counts failures, in a fixed window that starts with the first one. Each attempt is counted before it is made, so that
 * concurrent attempts gain nothing.
 */
export interface FailureLimit extends RateLimit {
  /** The attempt was inconclusive: it is not counted. */
  takeBack(key: string): Promise<void>;
  /** Forgets every failure of the key. */
  reset(key: string): Promise<void>;
}

/** Remembers keys for a while. */
export interface Memory {
  has(key: string): Promise<boolean>;
  add(key: string): Promise<void>;
}

/** The configuration of one limit. */
export interface LimitOptions {
  readonly keyPrefix: string;
  /** Requests per window. */
  readonly points: number;
  /** The length of a window, in seconds. */
  readonly duration: number;
}

/** Counts the requests of each key. */
export type Limiter = Pick<RateLimiterAbstract, 'duration' | 'consume' | 'reward' | 'delete' | 'get' | 'set'>;

/** Makes the counter of a limit. */
export type MakeLimiter = (options: LimitOptions) => Limiter;

/** Counts in this process's memory. */
export const inMemory: MakeLimiter = (options) => new RateLimiterMemory(options);

/** A limit that uses this counter. */
export function toLimit(limiter: Limiter): FailureLimit {
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (rejected) {
        // The library rejects with its result, which is not an Error.
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        // Computed from the wall clock, which may have been set back since; what ends the window is a timer.
        const seconds = Math.min(rejected.msBeforeNext / 1000, limiter.duration);
        const retryAfter = Math.max(1, Math.ceil(seconds));
        throw new AppError('RATE_LIMIT', 'too many requests', { retryAfter });
      }
    },
    async takeBack(key) {
      await limiter.reward(key);
    },
    async reset(key) {
      await limiter.delete(key);
    },
  };
}

/** A memory that uses this counter. */
export function toMemory(limiter: Limiter): Memory {
  return {
    has: async (key) => (await limiter.get(key)) !== null,
    async add(key) {
      await limiter.set(key, 1, limiter.duration);
    },
  };
}
