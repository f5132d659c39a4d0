import { expect, test } from 'vitest';
import { perTest } from '../../../testing/per-suite.ts';
import { freshAddress, PASSWORD, signUp } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { totpOf } from './testing/totp.ts';

const STEP_MS = 30_000;
const service = useService();
const other = useService({ beside: service });
const person = perTest(() => signUp(service));

async function post(path: string, body: object, token?: string, on = service) {
  const response = await on.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': freshAddress(), ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const session = response.headers.get('set-auth-token');
  return { status: response.status, token: session, body: (await response.json()) as Record<string, string> };
}

/** Turns the second factor on. */
async function enable(code = (uri: string) => totpOf(uri)) {
  const { body } = await post('/two-factor/enable', { password: PASSWORD }, person.token);
  const uri = body.totpURI ?? '';
  const used = code(uri);
  const { status, token } = await post('/two-factor/verify-totp', { code: used }, person.token);
  expect(status).toBe(200);
  return { uri, used, token: token ?? '' };
}

async function challenge(): Promise<string> {
  const { body } = await post('/sign-in/email', { email: person.email, password: PASSWORD });
  return body.twoFactorToken ?? '';
}

const sessions = async () =>
  (await service.services.workPool.query('select 1 from auth_sessions where user_id = $1', [person.userId]))
    .rowCount;

test('of six sign-ins at once with one code, at two instances, one gets in', async () => {
  const { uri } = await enable();
  const tokens = await Promise.all(Array.from({ length: 6 }, challenge));
  const before = await sessions();
  const code = totpOf(uri, Date.now() + STEP_MS);
  const answers = await Promise.all(
    tokens.map((twoFactorToken, n) =>
      post('/two-factor/verify-totp', { code, twoFactorToken }, undefined, n % 2 ? service : other),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  expect(await sessions()).toBe((before ?? 0) + 1);
});

test('the code that turned it on is used up, and so is an earlier one', async () => {
  const { uri, used } = await enable();
  const twoFactorToken = await challenge();
  const verify = (code: string) => post('/two-factor/verify-totp', { code, twoFactorToken });
  expect(await verify(used)).toMatchObject({ status: 401, token: null, body: { code: 'INVALID_CODE' } });
  expect((await verify(totpOf(uri, Date.now() - STEP_MS))).status).toBe(401);
  // The same sign-in goes on with the next code.
  expect((await verify(totpOf(uri, Date.now() + STEP_MS))).status).toBe(200);
});

test('a code that was shown with a session does not sign in', async () => {
  const { uri, token } = await enable();
  const code = totpOf(uri, Date.now() + STEP_MS);
  expect((await post('/two-factor/verify-totp', { code }, token)).status).toBe(200);
  expect((await post('/two-factor/verify-totp', { code }, token)).status).toBe(401);
  expect((await post('/two-factor/verify-totp', { code, twoFactorToken: await challenge() })).status).toBe(
    401,
  );
});

test('a second factor that is turned on anew takes its first code', async () => {
  const { token } = await enable((uri) => totpOf(uri, Date.now() + STEP_MS));
  const off = await post('/two-factor/disable', { password: PASSWORD }, token);
  const { body } = await post('/two-factor/enable', { password: PASSWORD }, off.token ?? '');
  const code = { code: totpOf(body.totpURI ?? '') };
  expect((await post('/two-factor/verify-totp', code, off.token ?? '')).status).toBe(200);
});
