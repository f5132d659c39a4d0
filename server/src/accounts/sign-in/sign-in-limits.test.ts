import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshAddress, PASSWORD, type Person, signUp, trySignIn } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { useUp } from '../../testing/use-up.ts';

const RIGHT = PASSWORD;
const WRONG = 'not the password';
const MINUTE = 60_000;

const service = useService();
afterEach(() => vi.useRealTimers());

const signInAs = (email: string, password: string, address?: string) =>
  trySignIn(service, email, password, address);

async function fail(email: string, times: number): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < times; n++) statuses.push((await signInAs(email, WRONG)).status);
  return statuses;
}

/** A user who has only ever signed in from where they signed up. */
async function newEmail(): Promise<string> {
  return (await signUp(service)).email;
}

describe('wrong passwords of one person', () => {
  test.each([
    ['a user', newEmail],
    ['no one', async () => `n${randomBytes(6).toString('hex')}@example.com`],
  ])('are ten in a quarter of an hour, wherever they come from (%s has the address)', async (_who, make) => {
    const email = await make();
    expect(await fail(email, 10)).toEqual(Array(10).fill(401));
    const response = await signInAs(email, WRONG);
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({
      error: 'too many wrong passwords; try again later',
      message: 'too many wrong passwords; try again later',
    });
    const wait = Number(response.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    // Answering the right one differently would reveal it.
    expect((await signInAs(email, RIGHT)).status).toBe(429);
  });

  test('are the same in every spelling of the address', async () => {
    const email = await newEmail();
    await fail(email.toUpperCase(), 5);
    await fail(email, 5);
    expect((await signInAs(email.replace('p', 'P'), WRONG)).status).toBe(429);
  });

  test('are forgotten at a right one', async () => {
    const email = await newEmail();
    expect(await fail(email, 9)).toEqual(Array(9).fill(401));
    expect((await signInAs(email, RIGHT)).status).toBe(200);
    expect(await fail(email, 11)).toEqual([...Array(10).fill(401), 429]);
  });

  test('are forgotten at the end of the quarter, which further failures do not postpone', async () => {
    const email = await newEmail();
    vi.useFakeTimers({ toFake: ['Date'] });
    const began = Date.now();
    await fail(email, 10);
    for (const minutes of [5, 10, 14.9]) {
      vi.setSystemTime(began + minutes * MINUTE);
      expect(await fail(email, 3)).toEqual([429, 429, 429]);
    }
    vi.setSystemTime(began + 15.5 * MINUTE);
    expect((await signInAs(email, RIGHT)).status).toBe(200);
  });

  test('do not lock users out from where they have signed in before', async () => {
    const email = await newEmail();
    const home = freshAddress();
    expect((await signInAs(email, RIGHT, home)).status).toBe(200);
    await fail(email, 11);
    expect((await signInAs(email, RIGHT)).status).toBe(429);
    expect((await signInAs(email, RIGHT, home)).status).toBe(200);
    // Strangers gain nothing by it.
    expect((await signInAs(email, RIGHT)).status).toBe(429);
  });

  test('do not lock users out from where they signed up', async () => {
    const email = `p${randomBytes(6).toString('hex')}@example.com`;
    const home = freshAddress();
    await service.request('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'x-forwarded-for': home },
      body: JSON.stringify({ name: 'P', email, password: RIGHT }),
    });
    await fail(email, 11);
    expect((await signInAs(email, RIGHT, home)).status).toBe(200);
  });

  test('are ten where they have signed in before, too', async () => {
    const email = await newEmail();
    const home = freshAddress();
    await signInAs(email, RIGHT, home);
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await signInAs(email, WRONG, home)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await signInAs(email, RIGHT)).status).toBe(200);
  });

  test('lock out no one else', async () => {
    await fail(await newEmail(), 11);
    expect((await signInAs(await newEmail(), RIGHT)).status).toBe(200);
  });

  test('are none where no password was looked at', async () => {
    const email = await newEmail();
    for (let n = 0; n < 12; n++) expect((await signInAs(email, 'x'.repeat(129))).status).toBe(400);
    expect(await fail(email, 10)).toEqual(Array(10).fill(401));
  });

  test('are limited to ten with a session, too', async () => {
    const person = await signUp(service);
    const change = async (currentPassword: string) =>
      (await from(person, '/change-password', { currentPassword, newPassword: RIGHT })).status;
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push(await change(WRONG));
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect(await change(RIGHT)).toBe(429);
    expect((await signInAs(person.email, RIGHT)).status).toBe(200);
  });
});

const from = ({ token }: Person, path: string, body: object, address = freshAddress()) =>
  service.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

describe('one address', () => {
  /** Requests that verify no password, since only the limit is tested. */
  const knock = (path: string, address: string, method = 'POST') =>
    service.request(path, {
      method,
      headers: { 'x-forwarded-for': address },
      ...(method === 'POST' && { body: '{}' }),
    });

  const PASSWORD_PATHS = ['/sign-in/email', '/sign-up/email', '/request-password-reset', '/reset-password'];

  test('may try 20 passwords a minute, on whatever way', async () => {
    const address = freshAddress();
    for (let n = 0; n < 20; n++) {
      const path = PASSWORD_PATHS[n % PASSWORD_PATHS.length];
      expect((await knock(`/api/auth${path}`, address)).status).toBe(400);
    }
    for (const path of PASSWORD_PATHS) {
      const response = await knock(`/api/auth${path}`, address);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expect((await knock('/api/auth/sign-in/email', freshAddress())).status).toBe(400);
    expect((await knock('/api/auth/get-session', address, 'GET')).status).toBe(200);
  });

  test('of IPv6 counts as its whole /64', async () => {
    for (let n = 0; n < 20; n++) await knock('/api/auth/sign-in/email', `2001:db8:7:7::${n}`);
    expect((await knock('/api/auth/sign-in/email', '2001:db8:7:7:1:2:3:4')).status).toBe(429);
    expect((await knock('/api/auth/sign-in/email', '2001:db8:7:8::1')).status).toBe(400);
  });

  test('may ask 600 things a minute', async () => {
    const address = freshAddress();
    await useUp(service.services.limits.signInRequestsPerAddress, address, 590);
    for (let n = 0; n < 10; n++) {
      expect((await knock('/api/auth/get-session', address, n % 2 ? 'GET' : 'HEAD')).status).toBe(200);
    }
    expect((await knock('/api/auth/get-session', address, 'GET')).status).toBe(429);
    expect((await knock('/api/auth/get-session', address, 'HEAD')).status).toBe(429);
    expect((await knock('/api/auth/sign-in/email', address)).status).toBe(429);
  });

  describe('that has tried its passwords', () => {
    const address = freshAddress();
    let email: string;
    beforeAll(async () => {
      email = await newEmail();
    });
    beforeEach(async () => {
      for (let n = 0; n < 21; n++) await knock('/api/auth/sign-in/email', address);
    });

    test.each([
      '/api/auth/sign-in/email',
      '/api/auth/sign-in/email/',
      '/api/auth/sign-in/email//',
      '/api/auth//sign-in/email',
      '//api/auth/sign-in/email',
      '/api//auth/sign-in//email',
      '/API/AUTH/SIGN-IN/EMAIL',
      '/api/auth/Sign-In/Email',
      '/api/auth/sign-in/%65mail',
      '/api/auth/sign-in%2Femail',
      '/api/auth/sign-in/email%2F',
      '/api/auth/sign-in/email%20',
      '/api/auth/sign-in/email;a=b',
      '/api/auth/sign-in/email?path=/ok',
      '/api/auth/sign-in/email#/ok',
      '/api/auth/./sign-in/email',
      '/api/auth/ok/../sign-in/email',
      '/api/auth/ok/%2e%2e/sign-in/email',
      '/api/auth\\sign-in\\email',
    ])('tries no more by asking for %s', async (path) => {
      for (const method of ['POST', 'GET', 'HEAD', 'PUT']) {
        const response = await service.request(path, {
          method,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          ...(['POST', 'PUT'].includes(method) && { body: JSON.stringify({ email, password: RIGHT }) }),
        });
        expect([404, 405, 429]).toContain(response.status);
        expect(response.headers.get('set-auth-token')).toBeNull();
      }
    });
  });
});
