import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** A fixed window that starts with the first request of a key. */
export interface RateLimit {
  /** Counts one request. @throws AppError RATE_LIMIT with the seconds until the window ends. */
  consume(key: string): Promise<void>;
}

/**
 * Counts failures, in a fixed window that starts with the first one. Each attempt is counted before it is made, so that
 * concurrent attempts gain nothing.
 */
interface FailureLimit extends RateLimit {
  /** The attempt was inconclusive: it is not counted. */
  takeBack(key: string): Promise<void>;
  /** Forgets every failure of the key. */
  reset(key: string): Promise<void>;
}

/** Remembers keys for a while. */
interface Memory {
  has(key: string): Promise<boolean>;
  add(key: string): Promise<void>;
}

/** Every rate limit; docs/running/limits.md lists them. */
export interface RateLimits {
  readonly ingestPerAddress: RateLimit;
  readonly ingestPerApp: RateLimit;
  readonly forgetPerAddress: RateLimit;
  readonly forgetPerApp: RateLimit;
  /** How many installations that were never seen an app can have remembered. */
  readonly forgetPerAppAndDay: RateLimit;
  readonly resolveKeyPerAddress: RateLimit;
  readonly linkVisitsPerAddress: RateLimit;
  readonly assetLinksPerAddress: RateLimit;
  /** Deliveries from payment providers with a valid signature. */
  readonly paymentPerApp: RateLimit;
  /** All other deliveries, by app and address, so that no one without the secret can use up an app's limit. */
  readonly paymentPerSender: RateLimit;
  /** Test events sent to ad networks. */
  readonly postbackTestsPerAccount: RateLimit;
  /** Looks at what proves a domain. */
  readonly domainChecksPerAccount: RateLimit;
  /** Links that are looked at, which asks other hosts. */
  readonly linkChecksPerAccount: RateLimit;
  /** Files that are only checked: of imports and of ad spend. */
  readonly dryRunsPerAccount: RateLimit;
  /** All sign-in requests, including those about sessions. */
  readonly signInRequestsPerAddress: RateLimit;
  /** Those of them that verify a password. */
  readonly passwordsPerAddress: RateLimit;
  /** Wrong passwords by user, or by user and address if the user has signed in from there. */
  readonly wrongPasswords: FailureLimit;
  /** Mails, by the address that they go to. */
  readonly mailsPerPerson: RateLimit;
  /** Each invitation can become a mail to a stranger. */
  readonly invitationsPerUser: RateLimit;
  /** Which users have signed in from which addresses. */
  readonly knownAddresses: Memory;
}

/** The configuration of one limit. */
export interface LimitOptions {
  readonly keyPrefix: string;
  /** Requests per window. */
  readonly points: number;
  /** The length of a window, in seconds. */
  readonly duration: number;
}

/** What counts for a limit. */
export type Limiter = Pick<RateLimiterAbstract, 'duration' | 'consume' | 'reward' | 'delete' | 'get' | 'set'>;

/** Makes what counts for a limit. */
export type MakeLimiter = (options: LimitOptions) => Limiter;

/** Counts in this process's memory. */
export const inMemory: MakeLimiter = (options) => new RateLimiterMemory(options);

/**
 * A carrier's NAT puts thousands of phones behind one address, and a message to all of them, or a TV spot, brings many
 * of them within the same minute. Flooding the click log would take more than that.
 */
const LINK_VISITS = 6000;

/** The limits that descriptions of endpoints name, in requests a minute. */
export const PER_MINUTE = {
  ingestPerAddress: 3000,
  ingestPerApp: 600,
  forgetPerAddress: 60,
  forgetPerApp: 600,
} as const;

/** The same, in requests a day. */
export const PER_DAY = { forgetPerApp: 10_000 } as const;

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/**
 * @param makeLimiter where the counts are kept; by default in this process's memory.
 * @param makeNearLimiter where those are kept that must not cost a query: on this machine.
 */
export function createRateLimits(
  makeLimiter: MakeLimiter = inMemory,
  makeNearLimiter: MakeLimiter = makeLimiter,
): RateLimits {
  const limit = (keyPrefix: string, points: number, duration = MINUTE) =>
    toLimit(makeLimiter({ keyPrefix, points, duration }));
  return {
    ingestPerAddress: limit('ingest-ip', PER_MINUTE.ingestPerAddress),
    ingestPerApp: limit('ingest-app', PER_MINUTE.ingestPerApp),
    forgetPerAddress: limit('forget-ip', PER_MINUTE.forgetPerAddress),
    forgetPerApp: limit('forget-app', PER_MINUTE.forgetPerApp),
    forgetPerAppAndDay: limit('forget-app-day', PER_DAY.forgetPerApp, DAY),
    resolveKeyPerAddress: limit('resolve-key-ip', 30),
    // Counted by each instance separately: a visitor should not have to wait for another query.
    linkVisitsPerAddress: toLimit(
      makeNearLimiter({ keyPrefix: 'link-ip', points: LINK_VISITS, duration: MINUTE }),
    ),
    assetLinksPerAddress: limit('asset-links-ip', 600),
    paymentPerApp: limit('payment-app', 600),
    paymentPerSender: limit('payment-sender', 600),
    postbackTestsPerAccount: limit('postback-test', 20),
    domainChecksPerAccount: limit('domain-check', 20),
    linkChecksPerAccount: limit('link-check', 10),
    dryRunsPerAccount: limit('dry-run', 20),
    signInRequestsPerAddress: limit('sign-in-ip', 600),
    passwordsPerAddress: limit('password-ip', 20),
    wrongPasswords: limit('wrong-password', 10, 15 * MINUTE),
    mailsPerPerson: limit('mail-person', 5, 60 * MINUTE),
    invitationsPerUser: limit('invitation', 100, HOUR),
    knownAddresses: toMemory(makeLimiter({ keyPrefix: 'known-ip', points: 1, duration: 14 * DAY })),
  };
}

function toLimit(limiter: Limiter): FailureLimit {
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

function toMemory(limiter: Limiter): Memory {
  return {
    has: async (key) => (await limiter.get(key)) !== null,
    async add(key) {
      await limiter.set(key, 1, limiter.duration);
    },
  };
}

/** One key per client: a household or a phone has a whole IPv6 /64. */
export function addressKey(address: string): string {
  return address.includes(':') && isIPv6(address)
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
    : address;
}
