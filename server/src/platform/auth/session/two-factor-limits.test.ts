import { expect, test } from 'vitest';
import { perTest } from '../../../testing/per-suite.ts';
import { freshAddress, PASSWORD, signUp } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { totpOf } from './testing/totp.ts';

const service = useService();
const person = perTest(() => signUp(service));

async function post(path: string, body: object, token?: string) {
  const response = await service.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': freshAddress(), ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, body: (await response.json()) as Record<string, string> };
}

async function challenge(): Promise<string> {
  const { body } = await post('/sign-in/email', { email: person.email, password: PASSWORD });
  return body.twoFactorToken ?? '';
}

/** As the table of docs/sign-in.md has it. */
test('five wrong codes end a sign-in with 400, and ten in a row lock the second factor: 429 without Retry-After', async () => {
  const uri = (await post('/two-factor/enable', { password: PASSWORD }, person.token)).body.totpURI ?? '';
  await post('/two-factor/verify-totp', { code: totpOf(uri) }, person.token);
  const near = [-1, 0, 1, 2].map((steps) => totpOf(uri, Date.now() + steps * 30_000));
  const wrong = ['000000', '000001', '000002', '000003', '000004'].find((code) => !near.includes(code)) ?? '';
  const statusesOf = async (twoFactorToken: string, times: number) => {
    const statuses = [];
    for (let turn = 0; turn < times; turn++)
      statuses.push((await post('/two-factor/verify-totp', { code: wrong, twoFactorToken })).status);
    return statuses;
  };
  expect(await statusesOf(await challenge(), 7)).toEqual([401, 401, 401, 401, 401, 400, 401]);
  expect(await statusesOf(await challenge(), 5)).toEqual([401, 401, 401, 401, 401]);
  const code = totpOf(uri, Date.now() + 30_000);
  const locked = await post('/two-factor/verify-totp', { code, twoFactorToken: await challenge() });
  expect([locked.status, locked.retryAfter]).toEqual([429, null]);
});
