import {
  type FailureLimit,
  inMemory,
  type MakeLimiter,
  type Memory,
  type RateLimit,
  toLimit,
  toMemory,
} from './rate-limit.ts';

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
 * @param makeNearLimiter where counts are kept that must not cost a query: on this machine.
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
