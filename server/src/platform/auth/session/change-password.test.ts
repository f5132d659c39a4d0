import { beforeEach, describe, expect, test } from 'vitest';
import { perSuite, perTest } from '../../../testing/per-suite.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { freshAddress, type Person, signIn, signUp } from '../../../testing/test-tenant.ts';
import { startTestMailServer, tokenIn } from '../../net/mail/testing/test-mail-server.ts';

const OLD = 'Correct-horse-9-battery';
const NEW = 'another-long-password';

let others: Person[];
const mails = perSuite(startTestMailServer, (server) => server.close());
const service = perSuite(
  () => startTestService({ env: { SMTP_URL: mails.url, MAIL_FROM: 'a@example.com' } }),
  (started) => started.close(),
);
const stranger = perSuite(() => signUp(service));
const person = perTest(() => signUp(service));
beforeEach(async () => {
  others = [await signIn(service, person.email), await signIn(service, person.email)];
});

const post = (path: string, body: object, token?: string) =>
  service.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': freshAddress(), ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

const isSignedIn = async ({ token }: { token: string }) =>
  (await service.request('/api/auth/list-sessions', { headers: { authorization: `Bearer ${token}` } }))
    .status === 200;

const signedIn = (people: readonly Person[]) => Promise.all(people.map(isSignedIn));

const statusOf = async (password: string) =>
  (await post('/sign-in/email', { email: person.email, password })).status;

describe('changing the password', () => {
  test.each([[{}], [{ revokeOtherSessions: false }], [{ revokeOtherSessions: true }]])(
    'with %j signs everybody else out, and the caller stays signed in with the same token',
    async (extra) => {
      const response = await post(
        '/change-password',
        { currentPassword: OLD, newPassword: NEW, ...extra },
        person.token,
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('set-auth-token')).toBeNull();
      expect(await response.json()).toMatchObject({ token: null, user: { email: person.email } });
      expect(await signedIn([person, ...others, stranger])).toEqual([true, false, false, true]);
      expect([await statusOf(OLD), await statusOf(NEW)]).toEqual([401, 200]);
    },
  );

  test('leaves the session in the account that it worked in', async () => {
    await person.rpc('create_account', { p_name: 'First' });
    const second = (await (await person.rpc('create_account', { p_name: 'Second' })).json()) as {
      account_id: string;
    };
    await post('/change-password', { currentPassword: OLD, newPassword: NEW }, person.token);
    const session = (await (await person.get('/api/auth/get-session')).json()) as {
      session: { activeAccountId: string };
    };
    expect(session.session.activeAccountId).toBe(second.account_id);
  });

  test.each([
    ['a wrong password', { currentPassword: 'not the password', newPassword: NEW }],
    ['a new one that is too short', { currentPassword: OLD, newPassword: 'short' }],
  ])('with %s changes nothing', async (_name, body) => {
    expect((await post('/change-password', body, person.token)).status).toBe(400);
    expect(await signedIn([person, ...others])).toEqual([true, true, true]);
    expect(await statusOf(OLD)).toBe(200);
  });

  test('does not change where the others cannot be signed out', async () => {
    const { workPool } = service.services;
    await workPool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before delete on auth_sessions execute function refuse();`);
    const response = await post('/change-password', { currentPassword: OLD, newPassword: NEW }, person.token);
    await workPool.query('drop trigger refuse on auth_sessions; drop function refuse');
    expect(response.status).toBe(500);
    expect(await statusOf(OLD)).toBe(200);
  });
});

describe('resetting the password', () => {
  async function resetToken(): Promise<string> {
    expect((await post('/request-password-reset', { email: person.email })).status).toBe(200);
    return tokenIn((await mails.mailTo(person.email)).source);
  }

  test('signs everybody out, and works once', async () => {
    const token = await resetToken();
    expect((await post('/reset-password', { token, newPassword: NEW })).status).toBe(200);
    expect(await signedIn([person, ...others, stranger])).toEqual([false, false, false, true]);
    expect([await statusOf(OLD), await statusOf(NEW)]).toEqual([401, 200]);
    expect((await post('/reset-password', { token, newPassword: OLD })).status).toBe(400);
    expect(await statusOf(NEW)).toBe(200);
  });

  test('with a wrong token or a new one that is too short changes nothing', async () => {
    const token = await resetToken();
    expect((await post('/reset-password', { token: 'another', newPassword: NEW })).status).toBe(400);
    expect((await post('/reset-password', { token, newPassword: 'short' })).status).toBe(400);
    expect(await signedIn([person, ...others])).toEqual([true, true, true]);
    expect((await post('/reset-password', { token, newPassword: NEW })).status).toBe(200);
  });
});
