import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../errors.ts';

/** A fixed window that starts with the first request of a key. */
export interface RateLimit {
  /** Counts one request. @throws AppError RATE_LIMIT with the seconds until the window ends. */
  consume(key: string): Promise<void>;
}

/**
 * Counts what failed, in a fixed window that starts with the first failure. Each attempt is counted before it is made:
 * many at once are not more than one after the other.
 */
interface FailureLimit extends RateLimit {
  /** The attempt said nothing: it is not counted. */
  takeBack(key: string): Promise<void>;
  /** Forgets every failure of the key. */
  reset(key: string): Promise<void>;
}

/** Remembers keys for a while. */
interface Memory {
  has(key: string): Promise<boolean>;
  add(key: string): Promise<void>;
}

/** Every rate limit; the README lists them. */
export interface RateLimits {
  readonly ingestPerAddress: RateLimit;
  readonly ingestPerApp: RateLimit;
  readonly resolveKeyPerAddress: RateLimit;
  readonly linkVisitsPerAddress: RateLimit;
  /** Deliveries of payment providers that a signature proves. */
  readonly paymentPerApp: RateLimit;
  /** All others, by app and address: nobody without the secret can use up an app's limit. */
  readonly paymentPerSender: RateLimit;
  /** All that sign-in, sessions included, is asked. */
  readonly signInRequestsPerAddress: RateLimit;
  /** What of it looks at a password. */
  readonly passwordsPerAddress: RateLimit;
  /** Wrong passwords by person, or by person and address where they are known to belong together. */
  readonly wrongPasswords: FailureLimit;
  /** Mails that are asked for, by the address that they would go to. */
  readonly mailsPerPerson: RateLimit;
  /** Which people have signed in from which addresses. */
  readonly knownAddresses: Memory;
}

/** What one limit counts. */
export interface LimitOptions {
  readonly keyPrefix: string;
  /** Requests in a window. */
  readonly points: number;
  /** Length of a window, in seconds. */
  readonly duration: number;
}

/**
 * A carrier's NAT puts thousands of phones behind one address, and a message to all of them, or a spot in the evening's
 * film, brings many of them within the same minute. Whoever wants to fill the log of clicks wants more than that.
 */
const LINK_VISITS = 6000;
const MINUTE = 60;
const DAY = 86_400;

/** @param makeLimiter where the counts are kept; in this process's memory without it. */
export function createRateLimits(
  makeLimiter: (options: LimitOptions) => RateLimiterAbstract = (options) => new RateLimiterMemory(options),
): RateLimits {
  const limit = (keyPrefix: string, points: number, duration = MINUTE) =>
    toLimit(makeLimiter({ keyPrefix, points, duration }));
  return {
    ingestPerAddress: limit('ingest-ip', 3000),
    ingestPerApp: limit('ingest-app', 600),
    resolveKeyPerAddress: limit('resolve-key-ip', 30),
    // By each instance for itself: a visitor should not have to wait for another question on the way.
    linkVisitsPerAddress: toLimit(
      new RateLimiterMemory({ keyPrefix: 'link-ip', points: LINK_VISITS, duration: MINUTE }),
    ),
    paymentPerApp: limit('payment-app', 600),
    paymentPerSender: limit('payment-sender', 600),
    signInRequestsPerAddress: limit('sign-in-ip', 600),
    passwordsPerAddress: limit('password-ip', 20),
    wrongPasswords: limit('wrong-password', 10, 15 * MINUTE),
    mailsPerPerson: limit('mail-person', 5, 60 * MINUTE),
    knownAddresses: toMemory(makeLimiter({ keyPrefix: 'known-ip', points: 1, duration: 14 * DAY })),
  };
}

function toLimit(limiter: RateLimiterAbstract): FailureLimit {
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
    async takeBack(key) {
      await limiter.reward(key);
    },
    async reset(key) {
      await limiter.delete(key);
    },
  };
}

function toMemory(limiter: RateLimiterAbstract): Memory {
  return {
    has: async (key) => (await limiter.get(key)) !== null,
    async add(key) {
      await limiter.set(key, 1, limiter.duration);
    },
  };
}

/** One key a client: a household or a phone holds a whole /64 of IPv6. */
export function addressKey(address: string): string {
  return address.includes(':') && isIPv6(address)
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
    : address;
}
