import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Counter, type Registry } from 'prom-client';
import { AppError } from '../../errors/errors.ts';
import { createFairQueue, type QueueLimits } from '../../limits/fair-queue.ts';

/** Hashes passwords with limited concurrency, since each takes 32 MB of memory and 0.1 s of CPU time. */
export interface PasswordHashing {
  /** @throws AppError RATE_LIMIT immediately if too many are waiting */
  hash(password: string): Promise<string>;
  /** Whether the password matches the hash; costs as much as hashing. @throws AppError RATE_LIMIT */
  verify(given: { hash: string; password: string }): Promise<boolean>;
  /** Counts what `work` hashes, through the sign-in library too, for this address: no address can fill the queue. */
  forAddress<R>(address: string, work: () => Promise<R>): Promise<R>;
}

/** The hash function for passwords. */
export type PasswordHash = Pick<PasswordHashing, 'hash' | 'verify'>;

const SCRYPT: PasswordHash = { hash: hashPassword, verify: verifyPassword };

/** So the longest wait is one to two seconds, and half of the thread pool stays free for other work. */
const LIMITS: QueueLimits = { atOnce: 2, waiting: 32, waitingPerHolder: 8 };
const RETRY_AFTER_S = 2;

interface HashingParts {
  registry: Registry;
  passwordHash?: PasswordHash | undefined;
  limits?: QueueLimits;
}

/** Hashing with scrypt unless another is given, of which a few run at a time; metrics count it. */
export function createPasswordHashing({
  registry,
  passwordHash = SCRYPT,
  limits = LIMITS,
}: HashingParts): PasswordHashing {
  const counter = new Counter({
    name: 'tributary_password_hashes_total',
    help: 'Passwords hashed, to be stored or compared, and those refused because too many waited',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  const queue = createFairQueue(limits);
  const addresses = new AsyncLocalStorage<string>();
  async function enqueue<R>(work: () => Promise<R>): Promise<R> {
    const entering = queue.enter(addresses.getStore() ?? '');
    if (entering === null) {
      counter.inc({ result: 'refused' });
      throw new AppError('RATE_LIMIT', 'too many people are signing in; try again in a moment', {
        retryAfter: RETRY_AFTER_S,
      });
    }
    const release = await entering;
    counter.inc({ result: 'done' });
    return work().finally(release);
  }
  return {
    hash: (password) => enqueue(() => passwordHash.hash(password)),
    verify: (given) => enqueue(() => passwordHash.verify(given)),
    forAddress: (address, work) => addresses.run(address, work),
  };
}
