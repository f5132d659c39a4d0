import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { inMemory, type MakeLimiter } from './rate-limit.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

/** Rate limits shared by all instances on one Redis. */
export interface SharedRateLimits {
  readonly limits: RateLimits;
  close(): void;
}

/** The longest a request waits for Redis, in ms, before it is counted locally instead. */
const MAX_WAIT_MS = 250;
const KEY_PREFIX = 'tributary:limit:';

/** Counts in a window that is never longer than it should be, even if the clock of Redis is set back. */
const COUNT = `
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  local consumed = redis.call('incrby', KEYS[1], ARGV[1])
  local ttl = redis.call('pttl', KEYS[1])
  if ttl == -1 or ttl > 1000 * ARGV[2] then
    redis.call('expire', KEYS[1], ARGV[2])
    ttl = 1000 * ARGV[2]
  end
  return {consumed, ttl}`;

/** More than a clock drifts between two requests, or is corrected by without a step. */
const STEP_MS = 500;

/** The library remembers refusals by the wall clock: when that is set, they are forgotten, and Redis is asked again. */
class LimiterOfAnyClock extends RateLimiterRedis {
  #startedAt = wallClockStart();

  override consume(...args: Parameters<RateLimiterRedis['consume']>) {
    const startedAt = wallClockStart();
    if (Math.abs(startedAt - this.#startedAt) > STEP_MS) this.deleteInMemoryBlockedAll();
    this.#startedAt = startedAt;
    return super.consume(...args);
  }
}

/** When the process began by the wall clock's present setting, in Unix ms. */
const wallClockStart = () => Date.now() - performance.now();

/**
 * Opens limits that are counted in Redis. While it is unreachable each instance counts in its own memory: the effective
 * limit is then multiplied by the number of instances, and nothing waits.
 *
 * @param makeNearLimiter where counts are kept that must not cost a query.
 */
export async function openSharedRateLimits(
  redisUrl: string,
  log: Logger,
  makeNearLimiter: MakeLimiter = inMemory,
): Promise<SharedRateLimits> {
  // Services without Redis start without its client.
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: MAX_WAIT_MS,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  let isAway = false;
  redis.on('error', (err) => {
    // Once: each of its attempts to connect fails.
    if (!isAway) log.warn({ err }, 'rate limits are not shared: Redis cannot be reached');
    isAway = true;
  });
  redis.on('ready', () => {
    isAway = false;
    log.info('rate limits are shared through Redis');
  });
  const limits = createRateLimits(
    (options) =>
      new LimiterOfAnyClock({
        ...options,
        keyPrefix: KEY_PREFIX + options.keyPrefix,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        // A client over the limit is refused locally, without querying Redis again until the window ends.
        inMemoryBlockOnConsumed: options.points + 1,
        customIncrTtlLuaScript: COUNT,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    makeNearLimiter,
  );
  return { limits, close: () => redis.disconnect() };
}
