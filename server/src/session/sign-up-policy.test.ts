import { createTestDatabase } from '@tributary/db/testing/test-database';
import { afterEach, describe, expect, test } from 'vitest';
import { invite } from '../testing/invite.ts';
import { perTest } from '../testing/per-suite.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../testing/test-service.ts';
import { createTenant, freshAddress, signIn, type Tenant } from '../testing/test-tenant.ts';
import { DAY_MS } from '../values/day-ms.ts';

const database = perTest(createTestDatabase, ({ drop }) => drop());
const started: TestService[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
});

/** A service on the test's database; with real passwords where the cost of hashing them is looked at. */
async function start(env: Record<string, string>, realPasswords = false): Promise<TestService> {
  // Without it a HOST that stands for every address stops the start.
  const PUBLIC_URL = 'https://links.example.com';
  const service = await startTestService({
    env: { PUBLIC_URL, ...env },
    databaseUrl: database.url,
    realPasswords,
  });
  started.push(service);
  return service;
}

const signUpAs = (
  service: TestService,
  name: string,
  password = 'Correct-horse-9-battery',
  more: Record<string, unknown> = {},
) =>
  service.request('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify({ email: `${name}@example.com`, password, name, ...more }),
  });

async function statuses(service: TestService, count: number): Promise<number[]> {
  const names = Array.from({ length: count }, (_, n) => `p${n}`);
  const answers = await Promise.all(names.map((name) => signUpAs(service, name)));
  return answers.map(({ status }) => status).sort();
}

/** Passwords hashed so far: most of what an answer costs. */
async function hashes(service: TestService): Promise<number> {
  const metrics = await (await service.request('/metrics')).text();
  return Number(/password_hashes_total\{result="done"\} (\d+)/.exec(metrics)?.[1] ?? 0);
}

async function described(response: Response) {
  const headers = Object.fromEntries(response.headers);
  delete headers['x-request-id'];
  return { status: response.status, body: await response.text(), headers };
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
    const before = await hashes(service);
    const taken = await described(await signUpAs(service, 'taken'));
    const free = await described(await signUpAs(service, 'free'));
    expect(taken).toEqual(free);
    expect(taken.status).toBe(403);
    // The one costs what the other does: next to nothing.
    expect(await hashes(service)).toBe(before);
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

describe('who was invited', () => {
  let now: number;
  let service: TestService;
  let tenant: Tenant;

  async function startWith(SIGN_UP: string, realPasswords = false): Promise<void> {
    now = Date.UTC(2026, 2, 1);
    const PUBLIC_URL = 'https://links.example.com';
    const env = { PUBLIC_URL, SIGN_UP };
    const open = await start({ SIGN_UP: 'open' }, realPasswords);
    tenant = await createTenant(open);
    service = await startTestService({
      env,
      databaseUrl: database.url,
      clock: () => now,
      realPasswords,
    });
    started.push(service);
    tenant = { ...tenant, owner: await signIn(service, tenant.owner.email) };
  }
  const inviteAs = (name: string) => invite(tenant, `${name}@example.com`);
  const signUpWith = (name: string, invitationToken: unknown) =>
    signUpAs(service, name, undefined, { invitationToken });

  test('signs up with the invitation’s token, accepts it and is in', async () => {
    await startWith('invite');
    const { token } = await inviteAs('guest');
    const response = await signUpAs(service, 'GUEST', undefined, { invitationToken: token });
    expect(response.status).toBe(200);
    const headers = {
      apikey: TEST_ANON_KEY,
      authorization: `Bearer ${response.headers.get('set-auth-token')}`,
      'content-type': 'application/json',
    };
    const call = (name: string, args: object) =>
      service.request(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(args) });
    expect((await call('accept_invitation', { p_token: token })).status).toBe(200);
    expect((await call('list_apps', {})).status).toBe(200);
  });

  test('with SIGN_UP=closed does not sign up', async () => {
    await startWith('closed');
    const { token } = await inviteAs('guest');
    expect((await signUpWith('guest', token)).status).toBe(403);
  });

  test('signs up where anyone may, whatever the token', async () => {
    await startWith('open');
    const { token } = await inviteAs('guest');
    expect((await signUpWith('guest', token)).status).toBe(200);
    expect((await signUpWith('stranger', 'no token of ours')).status).toBe(200);
  });

  test('is not open without a pending invitation for that address; all are refused alike, at the same cost', async () => {
    await startWith('invite', true);
    const pending = await inviteAs('guest');
    const withdrawn = await inviteAs('withdrawn');
    await tenant.owner.rpc('revoke_invitation', { p_invitation_id: withdrawn.invitation_id });
    const used = await inviteAs('used');
    await service.services.workPool.query('update invitations set accepted_at = $2 where id = $1', [
      used.invitation_id,
      new Date(now),
    ]);
    const expired = await inviteAs('expired');
    await service.services.workPool.query('update invitations set expires_at = $2 where id = $1', [
      expired.invitation_id,
      new Date(now),
    ]);
    const before = await hashes(service);
    const refused = await described(await signUpAs(service, 'nobody'));
    expect(refused.status).toBe(403);
    const attempts: [string, unknown][] = [
      ['guest', undefined],
      ['guest', ''],
      ['guest', `svi_${'0'.repeat(64)}`],
      ['guest', 'x'.repeat(200)],
      ['stranger', pending.token],
      ['withdrawn', withdrawn.token],
      ['used', used.token],
      ['expired', expired.token],
    ];
    for (const [name, token] of attempts)
      expect([name, await described(await signUpWith(name, token))]).toEqual([name, refused]);
    expect(await hashes(service)).toBe(before);
    expect((await signUpWith('guest', pending.token)).status).toBe(200);
  });

  test('signs up until the invitation’s last moment', async () => {
    await startWith('invite');
    const [one, two] = [await inviteAs('one'), await inviteAs('two')];
    now += 7 * DAY_MS - 1;
    expect((await signUpWith('one', one.token)).status).toBe(200);
    now += 1;
    expect((await signUpWith('two', two.token)).status).toBe(403);
  });

  test.each([7, ['x'], 'x'.repeat(201)])('cannot bring %j as a token', async (token) => {
    await startWith('invite');
    const response = await signUpWith('guest', token);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: expect.stringMatching(/^invitationToken: must be/) },
    ]);
  });
});

describe('who signs in', () => {
  test('learns nothing of who has signed up: a wrong password and an unknown address are answered alike', async () => {
    const service = await start({}, true);
    await signUpAs(service, 'taken');
    const signInAs = async (name: string) => {
      const before = await hashes(service);
      const response = await service.request('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
        body: JSON.stringify({ email: `${name}@example.com`, password: 'not the password' }),
      });
      return { ...(await described(response)), hashes: (await hashes(service)) - before };
    };
    const wrong = await signInAs('taken');
    expect(wrong).toMatchObject({ status: 401, hashes: 1 });
    expect(await signInAs('unknown')).toEqual(wrong);
  });
});
