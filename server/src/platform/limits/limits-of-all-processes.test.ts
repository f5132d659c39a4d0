import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../errors/errors.ts';
import { countedElsewhere, createLimitCounts, type LimitCall } from './limits-of-all-processes.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

let processes: RateLimits[];
beforeEach(() => {
  const count = createLimitCounts();
  // What is asked and answered travels as JSON.
  const ask = async (call: LimitCall) =>
    JSON.parse(JSON.stringify(await count(JSON.parse(JSON.stringify(call)))));
  processes = Array.from({ length: 3 }, () => createRateLimits(countedElsewhere(ask)));
});

/** How many of so many requests pass that come to all processes at once. */
async function passing(requests: number, consume: (limits: RateLimits) => Promise<void>): Promise<number> {
  const answers = await Promise.allSettled(
    Array.from({ length: requests }, (_, n) => consume(processes[n % processes.length] as RateLimits)),
  );
  return answers.filter(({ status }) => status === 'fulfilled').length;
}

describe('limits that are counted for several processes', () => {
  test.each([
    ['resolveKeyPerAddress', 30],
    ['linkVisitsPerAddress', 6000],
    ['wrongPasswords', 10],
  ] as const)('%s lets exactly as many pass as one process would', async (name, points) => {
    expect(await passing(points + 50, (limits) => limits[name].consume('someone'))).toBe(points);
    expect(await passing(1, (limits) => limits[name].consume('someone else'))).toBe(1);
  });

  test('say how long a client has to wait', async () => {
    const [first, second] = processes as [RateLimits, RateLimits];
    await passing(30, () => first.resolveKeyPerAddress.consume('someone'));
    const refused = await second.resolveKeyPerAddress.consume('someone').catch((error) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 60 });
  });

  test('forget failures for all of them', async () => {
    const [first, second] = processes as [RateLimits, RateLimits];
    await passing(10, (limits) => limits.wrongPasswords.consume('someone'));
    await first.wrongPasswords.takeBack('someone');
    await second.wrongPasswords.consume('someone');
    await expect(first.wrongPasswords.consume('someone')).rejects.toThrow('too many requests');
    await second.wrongPasswords.reset('someone');
    expect(await passing(11, (limits) => limits.wrongPasswords.consume('someone'))).toBe(10);
  });

  test('remember for all of them', async () => {
    const [first, second] = processes as [RateLimits, RateLimits];
    expect(await second.knownAddresses.has('someone')).toBe(false);
    await first.knownAddresses.add('someone');
    expect(await second.knownAddresses.has('someone')).toBe(true);
  });
});
