import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { freshAddress } from '../testing/test-tenant.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const ask = (path: string, init: RequestInit = {}, from = freshAddress()) =>
  service.request(`/api/auth${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
  });
const signIn = { method: 'POST', body: JSON.stringify({ email: 'a@b.cd', password: 'x'.repeat(12) }) };

it.each([
  ['/nothing', {}],
  ['/', {}],
  ['', {}],
  ['/sign-in/email/more', signIn],
  ['/get-sessions', {}],
  ['/constructor', {}],
  [`/reset-password/${'x'.repeat(129)}`, {}],
])('%s is not found', async (path, init) => {
  const response = await ask(path, init);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'not found' });
});

it.each([
  ['/get-session', {}, 200],
  ['/get-session?disableCookieCache=true', {}, 200],
  ['/sign-in/email', signIn, 401],
  [`/reset-password/${'x'.repeat(128)}?callbackURL=/`, {}, 302],
])('%s is the library’s to answer', async (path, init, status) => {
  expect((await ask(path, init)).status).toBe(status);
});

it('says when to come again', async () => {
  const address = freshAddress();
  for (let attempt = 0; attempt < 3; attempt++) await ask('/sign-in/email', signIn, address);
  const refused = await ask('/sign-in/email', signIn, address);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
});
