import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Counter, type Registry } from 'prom-client';
import { AppError } from '../errors.ts';

/** Hashes passwords with limited concurrency, since each takes 32 MB of memory and 0.1 s of CPU time. */
export interface PasswordHashing {
  /** @throws AppError RATE_LIMIT immediately if too many are waiting */
  hash(password: string): Promise<string>;
  /** Whether the password matches the hash; costs as much as hashing. @throws AppError RATE_LIMIT */
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

/** The hash function for passwords. */
export type PasswordHash = Pick<PasswordHashing, 'hash' | 'verify'>;

const SCRYPT: PasswordHash = { hash: hashPassword, verify: verifyPassword };

interface HashingLimits {
  readonly atOnce: number;
  /** Length of the queue; what exceeds it is refused. */
  readonly waiting: number;
}

/** So the longest wait is one to two seconds, and half of the thread pool stays free for other work. */
const LIMITS: HashingLimits = { atOnce: 2, waiting: 32 };
const RETRY_AFTER_S = 2;

interface HashingParts {
  registry: Registry;
  passwordHash?: PasswordHash | undefined;
  limits?: HashingLimits;
}

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
  const takeTurn = createTurns(limits);
  async function inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = takeTurn();
    if (turn === null) {
      counter.inc({ result: 'refused' });
      throw new AppError('RATE_LIMIT', 'too many people are signing in; try again in a moment', {
        retryAfter: RETRY_AFTER_S,
      });
    }
    const leave = await turn;
    counter.inc({ result: 'done' });
    return work().finally(leave);
  }
  return {
    hash: (password) => inTurn(() => passwordHash.hash(password)),
    verify: (given) => inTurn(() => passwordHash.verify(given)),
  };
}

/** A semaphore with a bounded queue: resolves to a function that releases the permit; null if the queue is full. */
function createTurns({ atOnce, waiting }: HashingLimits): () => Promise<() => void> | null {
  const queue: (() => void)[] = [];
  let taken = 0;
  const leave = () => {
    // Passed directly to the next in the queue; a newcomer could take a released permit first.
    const next = queue.shift();
    if (next) next();
    else taken--;
  };
  return () => {
    if (taken < atOnce) {
      taken++;
      return Promise.resolve(leave);
    }
    if (queue.length >= waiting) return null;
    return new Promise((resolve) => queue.push(() => resolve(leave)));
  };
}
