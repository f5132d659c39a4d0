import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Counter, type Registry } from 'prom-client';
import { AppError } from '../errors.ts';

/** Hashes passwords, a few at a time: each takes 32 MB of memory and a tenth of a second of a core. */
export interface PasswordHashing {
  /** @throws AppError RATE_LIMIT at once when too many wait. */
  hash(password: string): Promise<string>;
  /** Whether that is the password of the hash, at the same cost. @throws AppError RATE_LIMIT */
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

/** Turns a password into what is stored, and compares it with that. */
export type PasswordHash = Pick<PasswordHashing, 'hash' | 'verify'>;

const SCRYPT: PasswordHash = { hash: hashPassword, verify: verifyPassword };

interface HashingLimits {
  readonly atOnce: number;
  /** How many may wait for their turn; one more is refused. */
  readonly waiting: number;
}

/** The longest wait is a second or two, and half of the threads are left to everybody else. */
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

/** Answers with a turn that comes when it comes, and how to end it; null when too many wait already. */
function createTurns({ atOnce, waiting }: HashingLimits): () => Promise<() => void> | null {
  const queue: (() => void)[] = [];
  let taken = 0;
  const leave = () => {
    // Handed on directly: a newcomer would otherwise take it from those who wait.
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
