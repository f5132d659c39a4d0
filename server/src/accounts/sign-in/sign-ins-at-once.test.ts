import { describe, expect, test } from 'vitest';
import { freshAddress, PASSWORD, signUp, trySignIn } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService({ realPasswords: true });

const failToSignIn = (email: string) => trySignIn(service, email, 'not the password');

async function hashesDone(): Promise<number> {
  const text = await service.services.metrics.registry.metrics();
  return Number(/tributary_password_hashes_total\{result="done"\} (\d+)/.exec(text)?.[1] ?? 0);
}

describe('wrong passwords of one person', () => {
  test('are ten of many at once', async () => {
    const { email } = await signUp(service);
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await failToSignIn(email)).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });
});

describe('many who sign in at once', () => {
  test('are answered, or asked to retry without being counted', async () => {
    const { email } = await signUp(service);
    const crowd = Array.from({ length: 45 }, (_, n) => failToSignIn(`nobody${n}@example.com`));
    const mine = Array.from({ length: 4 }, () => failToSignIn(email));
    const answers = await Promise.all([...crowd, ...mine]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^too many people/) });
    }
    const turnedAway = (await Promise.all(mine)).filter(({ status }) => status === 429).length;
    for (let n = 0; n < turnedAway; n++) expect((await failToSignIn(email)).status).toBe(401);
  });
});

test('two addresses that guess shut no one else out, and hold them up for a few turns at most', async () => {
  const { email } = await signUp(service);
  const guess = (address: string, n: number) =>
    service.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: `nobody${n}-${address}@example.com`, password: 'not the password' }),
    });
  const guessers = [freshAddress(), freshAddress()];
  const flood = guessers.flatMap((address) => Array.from({ length: 20 }, (_, n) => guess(address, n)));
  await new Promise((resolve) => setTimeout(resolve, 30));
  const before = await hashesDone();
  expect((await trySignIn(service, email, PASSWORD)).status).toBe(200);
  // Two under way, eight of each that wait, and its own.
  expect((await hashesDone()) - before).toBeLessThanOrEqual(20);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('of twenty sign-ups with one address, in any spelling, one makes a user', async () => {
  const signUpAs = (email: string) =>
    service.request('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
      body: JSON.stringify({ email, password: PASSWORD, name: 'Test Person' }),
    });
  const spellings = ['twice@example.com', 'Twice@Example.com'];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => signUpAs(spellings[n % 2] ?? '')));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  for (const status of statuses) expect([200, 422, 429]).toContain(status);
  const { rows } = await service.services.workPool.query(
    `select 1 from auth_users where lower(email) = 'twice@example.com'`,
  );
  expect(rows).toHaveLength(1);
});
