import { beforeEach, describe, expect, test } from 'vitest';
import { runAdmin } from '../../../../run/admin/run-admin.ts';
import { PASSWORD, type Person, signIn as signInAgain, signUp } from '../../../../testing/test-tenant.ts';
import { tokenIn } from '../../../net/mail/testing/test-mail-server.ts';
import { readConfig } from '../../../settings/config.ts';
import { useMails, worked } from '../testing/follow-mails.ts';

const NEW_PASSWORD = 'another-long-password';
const { mails, service, other, ask, signIn, linkTo, follow } = useMails();

let person: Person;
let newEmail: string;
beforeEach(async () => {
  person = await signUp(service);
  newEmail = `new-${person.email}`;
});

const askChange = (to: string, token = person.token) =>
  ask('/change-email', { newEmail: to, password: PASSWORD }, token);

async function askedLink(): Promise<string> {
  expect((await askChange(newEmail)).status).toBe(200);
  return linkTo(newEmail);
}

const confirm = () =>
  service.services.workPool.query('update auth_users set email_verified = true where id = $1', [
    person.userId,
  ]);

const emailOf = async (userId: string) =>
  (await service.services.workPool.query('select email from auth_users where id = $1', [userId])).rows[0]
    ?.email;

/** Everything that ends what was mailed before. */
const ENDINGS: readonly [name: string, act: () => Promise<unknown>][] = [
  [
    'a changed password',
    () =>
      ask('/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, person.token, other),
  ],
  [
    'the same password, set again',
    () => ask('/change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }, person.token, other),
  ],
  [
    'a reset password',
    async () => {
      const index = mails.mails.filter(({ to }) => to.includes(person.email)).length;
      await ask('/request-password-reset', { email: person.email });
      const token = tokenIn((await mails.mailTo(person.email, index)).source);
      return ask('/reset-password', { token, newPassword: NEW_PASSWORD }, undefined, other);
    },
  ],
  ['a newer request', () => askChange(`newer-${person.email}`)],
  ['revoke-sessions', () => ask('/revoke-sessions', {}, person.token, other)],
  [
    'the deletion of the account’s data',
    async () => {
      const call = (name: string, args: object) =>
        service.request(`/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: {
            apikey: service.services.secrets.anonKey,
            authorization: `Bearer ${person.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(args),
        });
      expect((await call('create_account', { p_name: 'Gone' })).status).toBe(200);
      return call('delete_my_account_data', { p_confirm: 'Gone' });
    },
  ],
  ['revoke-other-sessions', () => ask('/revoke-other-sessions', {}, person.token, other)],
  [
    'the operator’s reset-password',
    () => {
      const env = { DATABASE_URL: service.databaseUrl, ANON_KEY: 'x'.repeat(32) };
      const config = readConfig({ ...env, SERVICE_SECRET: service.services.secrets.serviceSecret });
      return runAdmin(config, ['reset-password', person.email], () => {});
    },
  ],
];

describe('a link that changes the address', () => {
  test('does so once, and of ten uses at once at two instances one', async () => {
    const link = await askedLink();
    const uses = Array.from({ length: 10 }, (_, n) => follow(link, n % 2 ? service : other));
    expect((await Promise.all(uses)).filter(worked)).toHaveLength(1);
    expect(await emailOf(person.userId)).toBe(newEmail);
    expect(worked(await follow(link))).toBe(false);
  });

  test('never renames who has the address later', async () => {
    const attacker = person;
    const owned = `attacker-${person.email}`;
    await askChange(`second-${person.email}`);
    const first = await linkTo(`second-${person.email}`);
    await askChange(owned);
    expect(worked(await follow(await linkTo(owned)))).toBe(true);
    const victim = await ask('/sign-up/email', { email: attacker.email, password: NEW_PASSWORD, name: 'V' });
    expect(victim.status).toBe(200);
    expect(worked(await follow(first))).toBe(false);
    expect((await signIn(attacker.email, NEW_PASSWORD)).status).toBe(200);
  });

  test.each(ENDINGS)('ends with %s', async (_name, end) => {
    const link = await askedLink();
    await end();
    expect(worked(await follow(link))).toBe(false);
    expect(await emailOf(person.userId)).toBe(person.email);
  });

  test.each(ENDINGS)('that was mailed to the present address first ends with %s', async (_name, end) => {
    await confirm();
    expect((await askChange(newEmail)).status).toBe(200);
    const first = await linkTo(person.email);
    await end();
    expect(worked(await follow(first))).toBe(false);
    expect(mails.mails.flatMap(({ to }) => to)).not.toContain(newEmail);
  });

  test('ends with its user', async () => {
    const link = await askedLink();
    await service.services.workPool.query('delete from auth_users where id = $1', [person.userId]);
    await ask('/sign-up/email', { email: person.email, password: NEW_PASSWORD, name: 'V' });
    expect(worked(await follow(link))).toBe(false);
  });

  test('is taken in one step where the present address agrees: one mail goes on', async () => {
    await confirm();
    await askChange(newEmail);
    const first = await linkTo(person.email);
    const uses = await Promise.all(
      Array.from({ length: 6 }, (_, n) => follow(first, n % 2 ? service : other)),
    );
    expect(uses.filter(worked)).toHaveLength(1);
    const second = await linkTo(newEmail);
    expect(worked(await follow(first))).toBe(false);
    expect(worked(await follow(second))).toBe(true);
    expect(mails.mails.filter(({ to }) => to.includes(newEmail))).toHaveLength(1);
  });

  test('is not made for a session that has ended meanwhile', async () => {
    const thief = await signInAgain(service, person.email);
    const [asked] = await Promise.all([
      askChange(newEmail, thief.token),
      ask('/revoke-other-sessions', {}, person.token, other),
    ]);
    expect([200, 401]).toContain(asked.status);
    const { rows } = await service.services.workPool.query(
      'select 1 from auth_mailed_links where user_id = $1',
      [person.userId],
    );
    expect(rows).toEqual([]);
  });

  test('is not used up by asking for its headers alone', async () => {
    const link = await askedLink();
    const { pathname, search } = new URL(link);
    const head = await service.request(pathname + search, { method: 'HEAD' });
    expect(head.status).toBe(302);
    expect(await emailOf(person.userId)).toBe(person.email);
    expect(worked(await follow(link))).toBe(true);
  });

  test('says so where somebody has signed up with the new address', async () => {
    const link = await askedLink();
    await ask('/sign-up/email', { email: newEmail, password: NEW_PASSWORD, name: 'V' });
    expect((await follow(link)).text).toContain('error=USER_ALREADY_EXISTS');
    expect(await emailOf(person.userId)).toBe(person.email);
  });

  test('is stored as a hash', async () => {
    const token = new URL(await askedLink()).searchParams.get('token') ?? '';
    const { rows } = await service.services.workPool.query('select l::text from auth_mailed_links l');
    expect(token).toMatch(/^svl_[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });
});

test.each(['x', 'svt_junk.junk', 'Basic x'])(
  'following a link with %j as Authorization leaves no session',
  async (junk) => {
    const count = async () =>
      (await service.services.workPool.query('select count(*)::int as count from auth_sessions')).rows[0]
        .count;
    const link = await askedLink();
    const before = await count();
    expect(await follow(link, service, junk)).toMatchObject({ status: 302, token: null });
    expect(await emailOf(person.userId)).toBe(newEmail);
    expect(await count()).toBe(before);
  },
);
