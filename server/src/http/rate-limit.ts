import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** A fixed window that starts with the first request of a key. */
export interface RateLimit {
  /** Counts one request. @throws AppError RATE_LIMIT with the seconds until the window ends. */
  consume(key: string): Promise<void>;
}

/** The limits of the contract's "Limits". */
export interface RateLimits {
  readonly ingestPerAddress: RateLimit;
  readonly ingestPerApp: RateLimit;
  readonly resolveKeyPerAddress: RateLimit;
}

const WINDOW_SECONDS = 60;

export function createRateLimits(): RateLimits {
  return {
    ingestPerAddress: inMemory('ingest-ip', 3000),
    ingestPerApp: inMemory('ingest-app', 600),
    resolveKeyPerAddress: inMemory('resolve-key-ip', 30),
  };
}

function inMemory(keyPrefix: string, points: number): RateLimit {
  const limiter = new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_SECONDS });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (rejected) {
        // The library rejects with its result, which is no Error.
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        const retryAfter = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
        throw new AppError('RATE_LIMIT', 'too many requests', { retryAfter });
      }
    },
  };
}

/** One key a client: a household or a phone holds a whole /64 of IPv6. */
export function addressKey(address: string): string {
  return isIPv6(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() : address;
}
