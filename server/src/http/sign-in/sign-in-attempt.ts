import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { RateLimits } from '../rate-limits/rate-limit.ts';

type AttemptLimits = Pick<RateLimits, 'wrongPasswords' | 'knownAddresses'>;

/** How an attempt ended: whether the password was right; null where it was not looked at. */
export interface Attempt<Result> {
  readonly result: Result;
  readonly right: boolean | null;
}

/**
 * Makes an attempt to sign in, unless too many failed.
 *
 * Counted by e-mail address, so that it makes no difference how many machines guess, nor whether anybody has that
 * address. Where somebody signed in from before, they are counted apart: strangers who guess lock only strangers out.
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

/** Remembers that somebody was signed in from an address. */
export function rememberAddress(
  { knownAddresses }: AttemptLimits,
  email: string,
  address: string,
): Promise<void> {
  return knownAddresses.add(`${personKey(email)} ${address}`);
}

/** One key for every spelling; hashed, so that no e-mail address is stored with the counts. */
export function personKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

/** Makes an attempt with a password, unless too many of that key failed. @throws AppError RATE_LIMIT */
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
