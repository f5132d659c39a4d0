import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { startTestRedis } from '../../testing/test-redis.ts';
import { createRateLimits } from './rate-limits.ts';
import { openSharedRateLimits, type SharedRateLimits } from './shared-rate-limits.ts';

const log = pino({ level: 'silent' });
const redis = await startTestRedis();
const opened: SharedRateLimits[] = [];

async function open(url: string): Promise<SharedRateLimits> {
  const shared = await openSharedRateLimits(url, log);
  opened.push(shared);
  return shared;
}

afterEach(() => {
  for (const shared of opened.splice(0)) shared.close();
});

afterAll(() => redis?.stop());

const freshKey = () => `key-${randomInt(2 ** 40)}`;

/** The number of requests that pass. */
async function passing(requests: number, consume: (n: number) => Promise<void>): Promise<number> {
  let passed = 0;
  for (let n = 0; n < requests; n++)
    passed += await consume(n).then(
      () => 1,
      () => 0,
    );
  return passed;
}

/** Runs something while the wall clock is set back by an hour. */
async function anHourAgo<Result>(run: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}

/** A new client counts locally until it is connected. */
async function untilShared({ limits }: SharedRateLimits, other: SharedRateLimits): Promise<void> {
  for (;;) {
    const key = freshKey();
    await passing(29, () => other.limits.resolveKeyPerAddress.consume(key));
    if ((await passing(2, () => limits.resolveKeyPerAddress.consume(key))) === 1) return;
    await pause(20);
  }
}

describe.skipIf(redis === undefined)('with a Redis', () => {
  const url = redis?.url ?? '';

  test('two instances share each limit, to the request', async () => {
    const [one, other] = [await open(url), await open(url)];
    await untilShared(one, other);
    for (const [name, points] of [
      ['ingestPerAddress', 3000],
      ['ingestPerApp', 600],
      ['resolveKeyPerAddress', 30],
      ['signInRequestsPerAddress', 600],
      ['passwordsPerAddress', 20],
      ['wrongPasswords', 10],
      ['mailsPerPerson', 5],
    ] as const) {
      const key = freshKey();
      const consume = (n: number) => (n % 2 ? one : other).limits[name].consume(key);
      expect(await passing(points + 20, consume)).toBe(points);
    }
  });

  test('what one instance takes back, resets or remembers, the other knows', async () => {
    const [one, other] = [await open(url), await open(url)];
    await untilShared(one, other);
    const key = freshKey();
    const consume = () => other.limits.wrongPasswords.consume(key);
    await passing(10, consume);
    await one.limits.wrongPasswords.takeBack(key);
    expect(await passing(1, consume)).toBe(1);
    await one.limits.wrongPasswords.reset(key);
    expect(await passing(12, consume)).toBe(10);

    expect(await other.limits.knownAddresses.has(key)).toBe(false);
    await one.limits.knownAddresses.add(key);
    expect(await other.limits.knownAddresses.has(key)).toBe(true);
  });

  test('a client over a limit learns for how long', async () => {
    const [one, other] = [await open(url), await open(url)];
    await untilShared(one, other);
    const key = freshKey();
    await passing(30, () => one.limits.resolveKeyPerAddress.consume(key));
    const error = await other.limits.resolveKeyPerAddress.consume(key).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: expect.any(Number) });
    expect(error.retryAfter).toBeGreaterThan(50);
    expect(error.retryAfter).toBeLessThanOrEqual(60);
  });
});

describe.skipIf(redis === undefined)('when a clock is set back by an hour', () => {
  const url = redis?.url ?? '';

  test('a refused client passes when its window ends', async () => {
    const [one, other] = [await open(url), await open(url)];
    await untilShared(one, other);
    const { resolveKeyPerAddress } = one.limits;
    const key = freshKey();
    await passing(31, () => resolveKeyPerAddress.consume(key));
    const client = new Redis(url);
    await client.del(`tributary:limit:resolve-key-ip:${key}`);
    client.disconnect();
    expect(await anHourAgo(() => passing(31, () => resolveKeyPerAddress.consume(key)))).toBe(30);
  });

  test('so is that of Redis', async () => {
    const [one, other] = [await open(url), await open(url)];
    await untilShared(one, other);
    const key = freshKey();
    await passing(30, () => one.limits.resolveKeyPerAddress.consume(key));
    const client = new Redis(url);
    await client.pexpire(`tributary:limit:resolve-key-ip:${key}`, 3_658_000);
    const error = await one.limits.resolveKeyPerAddress.consume(key).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 60 });
    expect(await client.pttl(`tributary:limit:resolve-key-ip:${key}`)).toBeLessThanOrEqual(60_000);
    client.disconnect();
  });
});

describe('without Redis', () => {
  test('a clock that is set back by an hour makes no one wait for longer than a window', async () => {
    const { resolveKeyPerAddress } = createRateLimits();
    const key = freshKey();
    await passing(30, () => resolveKeyPerAddress.consume(key));
    const error = await anHourAgo(() => resolveKeyPerAddress.consume(key).catch((thrown) => thrown));
    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 60 });
  });

  test('each instance counts on its own, and no request fails', async () => {
    const { limits } = await open('redis://127.0.0.1:1');
    const key = freshKey();
    expect(await passing(40, () => limits.resolveKeyPerAddress.consume(key))).toBe(30);
    await passing(10, () => limits.wrongPasswords.consume(key));
    await limits.wrongPasswords.takeBack(key);
    expect(await passing(3, () => limits.wrongPasswords.consume(key))).toBe(1);
    await limits.wrongPasswords.reset(key);
    await limits.knownAddresses.add(key);
    expect(await limits.knownAddresses.has(key)).toBe(true);
    expect(await passing(12, () => limits.wrongPasswords.consume(key))).toBe(10);
  });
});

describe.skipIf(redis === undefined)('when Redis goes away', () => {
  test('memory takes over at once, and Redis when it is back', async () => {
    const port = randomInt(20_000, 60_000);
    const first = await startTestRedis(port);
    const [one, other] = [await open(`redis://127.0.0.1:${port}`), await open(`redis://127.0.0.1:${port}`)];
    await untilShared(one, other);
    await first?.stop();
    const key = freshKey();
    expect(await passing(40, () => one.limits.resolveKeyPerAddress.consume(key))).toBe(30);
    const second = await startTestRedis(port);
    await untilShared(one, other);
    await second?.stop();
  });
});

test('a Redis that is away is warned of once, however often it is tried', async () => {
  const lines: string[] = [];
  const warned = pino({}, { write: (line: string) => void lines.push(line) });
  opened.push(await openSharedRateLimits('redis://127.0.0.1:1', warned));
  await pause(1000);
  expect(lines.filter((line) => line.includes('Redis cannot be reached'))).toHaveLength(1);
});
