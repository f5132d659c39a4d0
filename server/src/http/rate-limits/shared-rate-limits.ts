import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { createRateLimits, type RateLimits } from './rate-limit.ts';

/** Rate limits shared by all instances on one Redis. */
export interface SharedRateLimits {
  readonly limits: RateLimits;
  close(): void;
}

/** The longest a request waits for Redis, in ms, before it is counted locally instead. */
const MAX_WAIT_MS = 250;
const KEY_PREFIX = 'tributary:limit:';

/**
 * Opens limits that are counted in Redis. While it is unreachable each instance counts in its own memory: the effective
 * limit is then multiplied by the number of instances, and nothing waits.
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
        // A client over the limit is refused locally, without querying Redis again until the window ends.
        inMemoryBlockOnConsumed: options.points + 1,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
  );
  return { limits, close: () => redis.disconnect() };
}
