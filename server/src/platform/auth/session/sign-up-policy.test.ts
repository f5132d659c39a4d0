import { describe, expect, test } from 'vitest';
import type { TestService } from '../../../testing/test-service.ts';
import { freshAddress } from '../../../testing/test-tenant.ts';
import { described, hashesOf, signUpAs, useSignUp } from './testing/use-sign-up.ts';

const { start } = useSignUp();

async function statuses(service: TestService, count: number): Promise<number[]> {
  const names = Array.from({ length: count }, (_, n) => `p${n}`);
  const answers = await Promise.all(names.map((name) => signUpAs(service, name)));
  return answers.map(({ status }) => status).sort();
}

describe('who may sign up', () => {
  test.each([
    ['127.0.0.1', [200, 200, 200]],
    ['localhost', [200, 200, 200]],
    ['::1', [200, 200, 200]],
    ['0.0.0.0', [200, 403, 403]],
    ['::', [200, 403, 403]],
    ['192.0.2.1', [200, 403, 403]],
    ['service.example', [200, 403, 403]],
  ])('at HOST %s of three at once: %j', async (HOST, expected) => {
    const service = await start({ HOST });
    expect(await statuses(service, 3)).toEqual(expected);
    expect((await signUpAs(service, 'later')).status).toBe(expected.at(-1));
  });

  test.each([
    ['open', [200, 200]],
    ['invite', [200, 403]],
    ['closed', [403, 403]],
  ])('with SIGN_UP=%s at any HOST of two at once: %j', async (SIGN_UP, expected) => {
    for (const HOST of ['127.0.0.1', '0.0.0.0']) {
      const service = await start({ SIGN_UP, HOST });
      expect(await statuses(service, 2)).toEqual(expected);
      await service.services.workPool.query('truncate auth_users cascade');
    }
  });

  test('is the first person of two instances at once, over and over', async () => {
    const one = await start({ SIGN_UP: 'invite' });
    const other = await start({ SIGN_UP: 'invite' });
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        [one, other, one, other].map((service, n) => signUpAs(service, `r${round}n${n}`)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      await one.services.workPool.query('truncate auth_users cascade');
    }
  });

  test('is the next one where nothing came of the first', async () => {
    const service = await start({ SIGN_UP: 'invite' });
    expect((await signUpAs(service, 'first', 'short')).status).toBe(400);
    expect((await signUpAs(service, 'second')).status).toBe(200);
  });

  test('is one person, however long the first one takes', async () => {
    const service = await start({ SIGN_UP: 'invite' });
    const client = await service.services.workPool.connect();
    // Whoever is first now waits in the middle of signing up.
    await client.query('begin; lock table auth_credentials in access exclusive mode');
    const first = signUpAs(service, 'first');
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await service.services.workPool.query(waiting)).rowCount).toBe(1);
    // Its place looks abandoned, as far as anyone can touch it.
    await service.services.workPool
      .query(`set lock_timeout = '200ms'; update auth_first_place set claimed_at = '-infinity'`)
      .catch(() => {});
    const second = await signUpAs(service, 'second');
    await client.query('commit');
    client.release();
    expect([(await first).status, second.status]).toEqual([200, 403]);
  });
});

describe('who may not sign up', () => {
  test.each(['invite', 'closed'])('with SIGN_UP=%s does not learn who has', async (SIGN_UP) => {
    await signUpAs(await start({ SIGN_UP: 'open' }, true), 'taken');
    const service = await start({ SIGN_UP }, true);
    const before = await hashesOf(service);
    const taken = await described(await signUpAs(service, 'taken'));
    const free = await described(await signUpAs(service, 'free'));
    expect(taken).toEqual(free);
    expect(taken.status).toBe(403);
    // The one costs what the other does: next to nothing.
    expect(await hashesOf(service)).toBe(before);
  });

  test.each(['invite', 'closed'])(
    'with SIGN_UP=%s does not learn it by a wrong body either',
    async (SIGN_UP) => {
      await signUpAs(await start({ SIGN_UP: 'open' }), 'taken');
      const service = await start({ SIGN_UP });
      const taken = await described(await signUpAs(service, 'taken', 'short'));
      expect(taken).toEqual(await described(await signUpAs(service, 'free', 'short')));
    },
  );
});

describe('who signs in', () => {
  test('learns nothing of who has signed up: a wrong password and an unknown address are answered alike', async () => {
    const service = await start({}, true);
    await signUpAs(service, 'taken');
    const signInAs = async (name: string) => {
      const before = await hashesOf(service);
      const response = await service.request('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
        body: JSON.stringify({ email: `${name}@example.com`, password: 'not the password' }),
      });
      return { ...(await described(response)), hashes: (await hashesOf(service)) - before };
    };
    const wrong = await signInAs('taken');
    expect(wrong).toMatchObject({ status: 401, hashes: 1 });
    expect(await signInAs('unknown')).toEqual(wrong);
  });
});
