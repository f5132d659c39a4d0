import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { createRateLimits, type RateLimits } from './rate-limit.ts';

/** Rate limits that all instances on one Redis count together. */
export interface SharedRateLimits {
  readonly limits: RateLimits;
  close(): void;
}

/** A request waits no longer than this for Redis, in ms, before it is counted here instead. */
const MAX_WAIT_MS = 250;
const KEY_PREFIX = 'tributary:limit:';

/**
 * Opens limits that are counted in Redis. While it is away each instance counts in its own memory: a limit is then as
 * high as there are instances, and nothing waits.
 */
export function openSharedRateLimits(redisUrl: string, log: Logger): SharedRateLimits {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: MAX_WAIT_MS,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  redis.on('error', (err) => log.warn({ err }, 'rate limits are not shared: Redis cannot be reached'));
  redis.on('ready', () => log.info('rate limits are shared through Redis'));
  const limits = createRateLimits(
    (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: KEY_PREFIX + options.keyPrefix,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        // Who is over a limit is turned away without another question to Redis until the window ends.
        inMemoryBlockOnConsumed: options.points + 1,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
  );
  return { limits, close: () => redis.disconnect() };
}
