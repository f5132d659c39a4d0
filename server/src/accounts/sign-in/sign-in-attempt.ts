import { AppError } from '../../platform/errors/errors.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import { personKey } from '../../platform/net/mail/person-key.ts';

type AttemptLimits = Pick<RateLimits, 'wrongPasswords' | 'knownAddresses'>;

/** The outcome of an attempt: whether the password was right; null if it was not verified. */
export interface Attempt<Result> {
  readonly result: Result;
  readonly right: boolean | null;
}

/**
 * Attempts to sign in, unless too many attempts failed.
 *
 * Counted by e-mail address, whether or not anyone has it and however many machines guess. Attempts from an address
 * where the user signed in before are counted separately, so that guessing strangers cannot lock the user out.
 *
 * @param address of the client, as a key.
 * @throws AppError RATE_LIMIT
 */
export async function attemptSignIn<Result>(
  limits: AttemptLimits,
  email: string,
  address: string,
  attempt: () => Promise<Attempt<Result>>,
): Promise<Result> {
  const person = personKey(email);
  const here = `${person} ${address}`;
  const key = (await limits.knownAddresses.has(here)) ? here : person;
  const { result, right } = await attemptPassword(limits, key, attempt);
  if (right) await rememberAddress(limits, email, address);
  return result;
}

/** Remembers that a user signed in from an address. */
export function rememberAddress(
  { knownAddresses }: AttemptLimits,
  email: string,
  address: string,
): Promise<void> {
  return knownAddresses.add(`${personKey(email)} ${address}`);
}

/** Attempts a password, unless too many with that key failed. @throws AppError RATE_LIMIT */
export async function attemptPassword<Result>(
  { wrongPasswords }: AttemptLimits,
  key: string,
  attempt: () => Promise<Attempt<Result>>,
): Promise<Attempt<Result>> {
  await wrongPasswords.consume(key).catch(tooManyWrong);
  const attempted = await attempt().catch(async (error: unknown) => {
    await wrongPasswords.takeBack(key);
    throw error;
  });
  if (attempted.right) await wrongPasswords.reset(key);
  else if (attempted.right === null) await wrongPasswords.takeBack(key);
  return attempted;
}

function tooManyWrong(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'RATE_LIMIT') throw error;
  const { retryAfter = 1 } = error;
  throw new AppError('RATE_LIMIT', 'too many wrong passwords; try again later', { retryAfter });
}
