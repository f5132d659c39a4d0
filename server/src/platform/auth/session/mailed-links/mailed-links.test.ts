import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { captureLog } from '../../../../testing/capture-log.ts';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';
import { freshAddress, type Person, signUp } from '../../../../testing/test-tenant.ts';
import {
  linkIn,
  startTestMailServer,
  type TestMailServer,
  tokenIn,
} from '../../../net/mail/testing/test-mail-server.ts';

const PASSWORD = 'Correct-horse-9-battery';
const PUBLIC_URL = 'https://links.example.com/base';

let mails: TestMailServer;
let service: TestService;
let strict: TestService;
let person: Person;
const logged = captureLog('debug');
beforeAll(async () => {
  mails = await startTestMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Tributary <noreply@example.com>', PUBLIC_URL };
  service = await startTestService({ env, log: logged.log });
  strict = await startTestService({
    env: { ...env, REQUIRE_VERIFIED_EMAIL: '1' },
    databaseUrl: service.databaseUrl,
  });
});
beforeEach(async () => {
  person = await signUp(service);
});
afterAll(async () => {
  await strict.close();
  await service.close();
  await mails.close();
});

interface Answer {
  readonly status: number;
  readonly token: string | null;
  readonly text: string;
}

async function ask(path: string, body?: object, token?: string, on = service): Promise<Answer> {
  const response = await on.request(`/api/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-forwarded-for': freshAddress(), ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    token: response.headers.get('set-auth-token'),
    text: response.headers.get('location') ?? (await response.text()),
  };
}

const signIn = (email: string, on = service, password = PASSWORD) =>
  ask('/sign-in/email', { email, password }, undefined, on);

/** Follows a link of a mail. */
async function follow(source: string, token?: string, on = service): Promise<Answer> {
  const { pathname, search } = new URL(linkIn(source));
  return ask(pathname.replace('/base/api/auth', '') + search, undefined, token, on);
}

const sessions = async () => {
  const { rows } = await service.services.workPool.query('select 1 from auth_sessions where user_id = $1', [
    person.userId,
  ]);
  return rows.length;
};

describe('a password reset', () => {
  test('answers the same, and sends nothing, for an address without an account', async () => {
    const before = mails.mails.length;
    const nobody = await ask('/request-password-reset', { email: 'nobody@example.com' });
    const somebody = await ask('/request-password-reset', { email: person.email });
    expect(nobody).toEqual(somebody);
    await mails.mailTo(person.email);
    expect(mails.mails.slice(before).map(({ to }) => to)).toEqual([[person.email]]);
  });

  test('leads to our own page, which has the token where no server sees it', async () => {
    await ask('/request-password-reset', { email: person.email });
    const { source } = await mails.mailTo(person.email);
    expect(linkIn(source)).toMatch(
      /^https:\/\/links\.example\.com\/base\/console\/reset-password#[\w-]{20,}$/,
    );
    const token = tokenIn(source);
    const { rows } = await service.services.workPool.query('select identifier from auth_verifications');
    expect(JSON.stringify(rows)).not.toContain(token);
    const reset = { token, newPassword: 'another-long-password' };
    expect((await ask('/reset-password', reset)).status).toBe(200);
    expect((await signIn(person.email, service, 'another-long-password')).status).toBe(200);
  });

  test('leads to the page of the console that the client named', async () => {
    await ask('/request-password-reset', { email: person.email, redirectTo: '/base/console/reset' });
    const answer = await follow((await mails.mailTo(person.email)).source);
    expect([answer.status, answer.text]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/links\.example\.com\/base\/console\/reset#[\w-]+$/),
    ]);
  });

  test('is answered the same however often it was asked for', async () => {
    for (const email of [person.email, `nobody-${person.email}`]) {
      const statuses = [];
      for (let turn = 0; turn < 6; turn++)
        statuses.push((await ask('/request-password-reset', { email })).status);
      expect(statuses).toEqual(Array(6).fill(200));
    }
  });
});

describe('confirming an address', () => {
  test('is asked for before the first sign-in where the service wants it', async () => {
    const email = `new-${person.email}`;
    const up = await ask('/sign-up/email', { email, password: PASSWORD, name: 'New' }, undefined, strict);
    expect([up.status, up.token]).toEqual([200, null]);
    expect((await signIn(email, strict)).status).toBe(403);
    const confirmed = await follow((await mails.mailTo(email)).source, undefined, strict);
    expect([confirmed.status, confirmed.token]).toEqual([302, null]);
    expect((await signIn(email, strict)).token).not.toBeNull();
  });

  test('where the service wants it, signing up does not reveal whether an address is in use', async () => {
    const body = { email: person.email, password: 'another-long-password', name: 'Other' };
    const taken = await ask('/sign-up/email', body, undefined, strict);
    expect([taken.status, taken.token]).toEqual([200, null]);
    expect((await signIn(person.email)).status).toBe(200);
  });

  test('is voluntary otherwise, and signs no one in', async () => {
    expect((await ask('/send-verification-email', { email: person.email }, person.token)).status).toBe(200);
    const before = await sessions();
    const { source } = await mails.mailTo(person.email);
    expect(await follow(source)).toMatchObject({ status: 302, token: null });
    expect(await sessions()).toBe(before);
    const session = await ask('/get-session', undefined, person.token);
    expect(JSON.parse(session.text).user.emailVerified).toBe(true);
    const elsewhere = linkIn(source).replace(/callbackURL=.*/, 'callbackURL=https%3A%2F%2Fevil.example%2F');
    expect(await follow(elsewhere)).toMatchObject({ status: 403, token: null });
    const wrong = linkIn(source).replace(/token=[^&]{10}/, 'token=aaaaaaaaaa');
    expect((await follow(wrong)).text).toContain('error=');
  });

  test('answers the same for an address without an account', async () => {
    const answers = [person.email, `nobody-${person.email}`].map((email) =>
      ask('/send-verification-email', { email }),
    );
    const [somebody, nobody] = await Promise.all(answers);
    expect(somebody).toEqual(nobody);
  });
});

describe('changing the address', () => {
  test('takes the password, and a link to the new address', async () => {
    const newEmail = `new-${person.email}`;
    const change = (password?: string) => ask('/change-email', { newEmail, password }, person.token);
    expect((await change('not the password')).status).toBe(400);
    expect((await change()).status).toBe(400);
    expect((await ask('/change-email', { newEmail, password: PASSWORD })).status).toBe(401);
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await signIn(newEmail)).status).toBe(401);
    const before = await sessions();
    expect(await follow((await mails.mailTo(newEmail)).source)).toMatchObject({ status: 302, token: null });
    // The link proves an address and signs no one in.
    expect(await sessions()).toBe(before);
    expect((await signIn(newEmail)).status).toBe(200);
    expect((await signIn(person.email)).status).toBe(401);
  });

  test('from one that was confirmed is confirmed there first', async () => {
    await service.services.workPool.query('update auth_users set email_verified = true where id = $1', [
      person.userId,
    ]);
    const newEmail = `new-${person.email}`;
    await ask('/change-email', { newEmail, password: PASSWORD }, person.token);
    const { source } = await mails.mailTo(person.email);
    expect(source).toContain(newEmail);
    expect(mails.mails.flatMap(({ to }) => to)).not.toContain(newEmail);
    await follow(source);
    expect((await signIn(newEmail)).status).toBe(401);
    await follow((await mails.mailTo(newEmail)).source);
    expect((await signIn(newEmail)).status).toBe(200);
  });

  test('to one that is in use answers the same and changes nothing', async () => {
    const other = await signUp(service);
    const change = (newEmail: string) => ask('/change-email', { newEmail, password: PASSWORD }, person.token);
    expect(await change(other.email)).toEqual(await change(`free-${person.email}`));
    expect((await signIn(person.email)).status).toBe(200);
  });
});

test('no line of the log has an address, a link or the password of the mail server', async () => {
  await ask('/request-password-reset', { email: person.email });
  await mails.mailTo(person.email);
  expect(logged.text()).not.toMatch(/@example\.com|hunter2|reset-password#|verify-email\?/);
});

test('without a mail server the log has the link, for the operator to hand over', async () => {
  const own = captureLog('info');
  const alone = await startTestService({ log: own.log });
  const lonely = await signUp(alone);
  await ask('/request-password-reset', { email: lonely.email }, undefined, alone);
  const [line] = own.lines().filter((one) => 'mail' in one);
  expect(line).toMatchObject({ level: 30, mail: { to: lonely.email } });
  const token = tokenIn(String((line?.mail as { text?: string } | undefined)?.text));
  const reset = { token, newPassword: 'another-long-password' };
  expect((await ask('/reset-password', reset, undefined, alone)).status).toBe(200);
  await alone.close();
});
