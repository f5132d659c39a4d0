import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAdmin } from '../../../run/admin/run-admin.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { freshAddress, type Person, signUp } from '../../../testing/test-tenant.ts';
import { readConfig } from '../../settings/config.ts';
import { totpOf } from './testing/totp.ts';

const PASSWORD = 'Correct-horse-9-battery';

let service: TestService;
let person: Person;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  person = await signUp(service);
});
afterAll(() => service.close());

interface Answer {
  readonly status: number;
  readonly token: string | null;
  readonly cookie: string | null;
  readonly body: LibraryBody;
}

/** Each answer has some of these. */
interface LibraryBody {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
  readonly twoFactorToken: string;
}

async function post(path: string, body: object, token?: string, on = service): Promise<Answer> {
  const response = await on.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': freshAddress(), ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    token: response.headers.get('set-auth-token'),
    cookie: response.headers.get('set-cookie'),
    body: (await response.json()) as LibraryBody,
  };
}

const signIn = (on = service) =>
  post('/sign-in/email', { email: person.email, password: PASSWORD }, undefined, on);

/** Enables the second factor, as an authenticator app does. */
async function enable(): Promise<{ uri: string; codes: readonly string[]; token: string }> {
  const { body } = await post('/two-factor/enable', { password: PASSWORD }, person.token);
  const verified = await post('/two-factor/verify-totp', { code: totpOf(body.totpURI) }, person.token);
  expect(verified.status).toBe(200);
  return { uri: body.totpURI, codes: body.backupCodes, token: verified.token ?? '' };
}

/** The code that turned the second factor on is used up. */
const nextCode = (uri: string) => totpOf(uri, Date.now() + 30_000);

const works = async (token: string) =>
  (await service.request('/api/auth/list-sessions', { headers: { authorization: `Bearer ${token}` } }))
    .status;

describe('a second factor', () => {
  test('is required at sign-in once it is enabled, without any cookie', async () => {
    const { uri, token } = await enable();
    expect(await works(token)).toBe(200);
    const first = await signIn();
    expect(first).toMatchObject({ status: 200, token: null, cookie: null });
    expect(first.body).toMatchObject({
      twoFactorRedirect: true,
      twoFactorMethods: ['totp'],
      twoFactorToken: expect.any(String),
    });
    const { twoFactorToken } = first.body;
    expect(await works(twoFactorToken)).toBe(401);
    const code = nextCode(uri);
    const second = await post('/two-factor/verify-totp', { code, twoFactorToken });
    expect(second).toMatchObject({ status: 200, cookie: null, body: { user: { email: person.email } } });
    expect(await works(second.token ?? '')).toBe(200);
    const again = await post('/two-factor/verify-totp', { code, twoFactorToken });
    expect([again.status, again.token]).toEqual([401, null]);
  });

  test('is not required before a first code proves that the app has it', async () => {
    await post('/two-factor/enable', { password: PASSWORD }, person.token);
    expect(await works((await signIn()).token ?? '')).toBe(200);
  });

  test('is replaced by a recovery code, once each', async () => {
    const { codes } = await enable();
    expect(codes).toHaveLength(10);
    const { twoFactorToken } = (await signIn()).body;
    const used = await post('/two-factor/verify-backup-code', { code: codes[0], twoFactorToken });
    expect(await works(used.token ?? '')).toBe(200);
    const other = (await signIn()).body.twoFactorToken;
    const again = await post('/two-factor/verify-backup-code', { code: codes[0], twoFactorToken: other });
    expect([again.status, again.token]).toEqual([401, null]);
    const next = await post('/two-factor/verify-backup-code', { code: codes[1], twoFactorToken: other });
    expect(next.status).toBe(200);
  });

  test('gets new recovery codes with the password, and the old ones no longer work', async () => {
    const { codes, token } = await enable();
    expect((await post('/two-factor/generate-backup-codes', { password: 'wrong one' }, token)).status).toBe(
      400,
    );
    const made = await post('/two-factor/generate-backup-codes', { password: PASSWORD }, token);
    const { twoFactorToken } = (await signIn()).body;
    const verify = (code: string) => post('/two-factor/verify-backup-code', { code, twoFactorToken });
    expect((await verify(codes[0] ?? '')).status).toBe(401);
    expect((await verify(made.body.backupCodes[0] ?? '')).status).toBe(200);
  });

  test('is disabled with the password, and then not required', async () => {
    const { token } = await enable();
    expect((await post('/two-factor/disable', { password: 'wrong one' }, token)).status).toBe(400);
    expect((await signIn()).token).toBeNull();
    const off = await post('/two-factor/disable', { password: PASSWORD }, token);
    expect(off.status).toBe(200);
    expect(await works(off.token ?? '')).toBe(200);
    expect(await works((await signIn()).token ?? '')).toBe(200);
  });

  test.each(['enable', 'disable', 'generate-backup-codes'])(
    '%s needs a session and its password',
    async (path) => {
      expect((await post(`/two-factor/${path}`, { password: PASSWORD })).status).toBe(401);
      expect((await post(`/two-factor/${path}`, { password: 'not this one' }, person.token)).status).toBe(
        400,
      );
      expect((await post(`/two-factor/${path}`, {}, person.token)).status).toBe(400);
    },
  );

  test.each([
    ['no token', {}, 401],
    ['an invalid token', { twoFactorToken: 'abc.def' }, 401],
    ['a malformed token', { twoFactorToken: 'a b' }, 400],
    ['five digits', { code: '12345' }, 400],
    ['seven digits', { code: '1234567' }, 400],
  ])('with %s no one is signed in', async (_name, given, status) => {
    const answer = await post('/two-factor/verify-totp', { code: '123456', ...given });
    expect([answer.status, answer.token]).toEqual([status, null]);
  });

  test('is not guessed: a sign-in ends after five wrong codes', async () => {
    const { uri } = await enable();
    const { twoFactorToken } = (await signIn()).body;
    const wrong = totpOf(uri) === '000000' ? '000001' : '000000';
    const statuses = [];
    for (let turn = 0; turn < 6; turn++)
      statuses.push((await post('/two-factor/verify-totp', { code: wrong, twoFactorToken })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 400]);
    expect((await post('/two-factor/verify-totp', { code: nextCode(uri), twoFactorToken })).token).toBeNull();
  });

  test('keeps the session in the account that it worked in', async () => {
    await person.rpc('create_account', { p_name: 'Mine' });
    const { token } = await enable();
    const session = await service.request('/api/auth/get-session', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await session.json()).toMatchObject({ session: { activeAccountId: expect.any(String) } });
  });

  test('is stored so that the database alone reveals neither the secret nor a recovery code', async () => {
    const { uri, codes } = await enable();
    const { rows } = await service.services.workPool.query(
      'select secret, backup_codes from auth_two_factors where user_id = $1',
      [person.userId],
    );
    const stored = JSON.stringify(rows);
    const base32 = new URL(uri).searchParams.get('secret') ?? '';
    for (const secret of [base32, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(secret);
    expect(rows[0].secret).toMatch(/^\$ba\$\d+\$[0-9a-f]+$/);
  });
});

test('second factors survive a new SERVICE_SECRET, and rotate-secret re-encrypts them', async () => {
  const { uri, codes } = await enable();
  const env = {
    SERVICE_SECRET: 'another-service-secret-0123456789abcdef',
    SERVICE_SECRET_PREVIOUS: service.services.secrets.serviceSecret,
  };
  const during = await startTestService({ env, databaseUrl: service.databaseUrl });
  const { twoFactorToken } = (await signIn(during)).body;
  const code = { code: nextCode(uri), twoFactorToken };
  expect((await post('/two-factor/verify-totp', code, undefined, during)).status).toBe(200);
  await during.close();

  const config = readConfig({ DATABASE_URL: service.databaseUrl, ANON_KEY: 'x'.repeat(32), ...env });
  const lines: string[] = [];
  await runAdmin(config, ['rotate-secret'], (line) => lines.push(line));
  expect(lines[0]).toMatch(/^[1-9]\d* secrets re-encrypted/);
  const after = await startTestService({
    env: { SERVICE_SECRET: env.SERVICE_SECRET },
    databaseUrl: service.databaseUrl,
  });
  const challenge = (await signIn(after)).body.twoFactorToken;
  const recovery = { code: codes[0], twoFactorToken: challenge };
  expect((await post('/two-factor/verify-backup-code', recovery, undefined, after)).status).toBe(200);
  await after.close();
  await runAdmin(config, ['rotate-secret'], (line) => lines.push(line));
  expect(lines.at(-2)).toMatch(/^0 secrets/);
}, 120_000);
