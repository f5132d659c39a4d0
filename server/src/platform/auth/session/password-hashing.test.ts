import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { createPasswordHashing, type PasswordHashing } from './password-hashing.ts';

const limits = { atOnce: 2, waiting: 1, waitingPerHolder: 1 };
const PASSWORD = 'Correct-horse-9-battery';

/** How many of that many at once are done, and how many refused. */
async function tryAtOnce(
  passwords: PasswordHashing,
  count: number,
): Promise<{ done: number; refused: number }> {
  const attempts = Array.from({ length: count }, () => passwords.hash(PASSWORD));
  const settled = await Promise.allSettled(attempts);
  const refused = settled.filter(({ status }) => status === 'rejected');
  for (const result of refused) {
    expect(result).toMatchObject({ reason: { code: 'RATE_LIMIT', retryAfter: expect.any(Number) } });
  }
  return { done: count - refused.length, refused: refused.length };
}

describe('password hashing', () => {
  test.each([
    [2, 2, 0],
    [3, 3, 0],
    [4, 3, 1],
    [20, 3, 17],
  ])('of %i at once does %i and refuses %i', async (count, done, refused) => {
    const passwords = createPasswordHashing({ registry: new Registry(), limits });
    expect(await tryAtOnce(passwords, count)).toEqual({ done, refused });
    // None of them keeps a turn.
    expect(await tryAtOnce(passwords, 3)).toEqual({ done: 3, refused: 0 });
  });

  test('lets no address fill the queue', async () => {
    const passwords = createPasswordHashing({
      registry: new Registry(),
      limits: { atOnce: 1, waiting: 3, waitingPerHolder: 2 },
    });
    const hashes = (address: string, count: number) =>
      passwords.forAddress(address, () => tryAtOnce(passwords, count));
    const flood = hashes('a', 20);
    expect(await hashes('b', 1)).toEqual({ done: 1, refused: 0 });
    expect(await flood).toEqual({ done: 3, refused: 17 });
  });

  test('does as many at a time as it says', async () => {
    const registry = new Registry();
    const passwords = createPasswordHashing({ registry, limits });
    const begun = async () => (await registry.metrics()).match(/result="done"\} (\d+)/)?.[1] ?? '0';
    const first = passwords.hash(PASSWORD);
    const rest = [passwords.hash(PASSWORD), passwords.hash(PASSWORD)];
    await new Promise(setImmediate);
    expect(await begun()).toBe('2');
    await Promise.all([first, ...rest]);
    expect(await begun()).toBe('3');
  });

  test('goes on after a hash that cannot be read', async () => {
    const passwords = createPasswordHashing({
      registry: new Registry(),
      limits: { atOnce: 1, waiting: 0, waitingPerHolder: 0 },
    });
    await expect(passwords.verify({ hash: 'nonsense', password: PASSWORD })).rejects.toThrow('Invalid');
    const hash = await passwords.hash(PASSWORD);
    expect(await passwords.verify({ hash, password: PASSWORD })).toBe(true);
    expect(await passwords.verify({ hash, password: `${PASSWORD}!` })).toBe(false);
  });
});
