import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** A fixed window that starts with the first request of a key. */
export interface RateLimit {
  /** Counts one request. @throws AppError RATE_LIMIT with the seconds until the window ends. */
  consume(key: string): Promise<void>;
}

/** The limits of the contract's "Limits", and our own. */
export interface RateLimits {
  readonly ingestPerAddress: RateLimit;
  readonly ingestPerApp: RateLimit;
  readonly resolveKeyPerAddress: RateLimit;
  readonly linkVisitsPerAddress: RateLimit;
}

/** What one limit counts. */
export interface LimitOptions {
  readonly keyPrefix: string;
  /** Requests in a window. */
  readonly points: number;
  /** Length of a window, in seconds. */
  readonly duration: number;
}

const WINDOW_SECONDS = 60;
/**
 * A carrier's NAT puts thousands of phones behind one address, and a message to all of them, or a spot in the evening's
 * film, brings many of them within the same minute. Whoever wants to fill the log of clicks wants more than that.
 */
const LINK_VISITS = 6000;

/** @param makeLimiter where the counts are kept; in this process's memory without it. */
export function createRateLimits(
  makeLimiter: (options: LimitOptions) => RateLimiterAbstract = (options) => new RateLimiterMemory(options),
): RateLimits {
  const limit = (keyPrefix: string, points: number) =>
    toRateLimit(makeLimiter({ keyPrefix, points, duration: WINDOW_SECONDS }));
  return {
    ingestPerAddress: limit('ingest-ip', 3000),
    ingestPerApp: limit('ingest-app', 600),
    resolveKeyPerAddress: limit('resolve-key-ip', 30),
    // By each instance for itself: a visitor should not have to wait for another question on the way.
    linkVisitsPerAddress: toRateLimit(
      new RateLimiterMemory({ keyPrefix: 'link-ip', points: LINK_VISITS, duration: WINDOW_SECONDS }),
    ),
  };
}

function toRateLimit(limiter: RateLimiterAbstract): RateLimit {
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
  return address.includes(':') && isIPv6(address)
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
    : address;
}
