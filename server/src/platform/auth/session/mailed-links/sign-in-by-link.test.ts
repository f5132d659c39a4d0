import { beforeEach, describe, expect, test } from 'vitest';
import { runAdmin } from '../../../../run/admin/run-admin.ts';
import { perTest } from '../../../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../../../testing/test-tenant.ts';
import { useService } from '../../../../testing/use-service.ts';

let now = Date.now();
const service = useService({ clock: () => now });
// Commands of the operator go by the real clock.
beforeEach(() => {
  now = Date.now();
});
const tenant = perTest(() => createTenant(service));

/** As an operator has it printed. */
async function makeLink(): Promise<{ url: string; token: string }> {
  const lines: string[] = [];
  await runAdmin(service.services.config, ['sign-in-link', tenant.owner.email.toUpperCase()], (line) =>
    lines.push(line),
  );
  const [url = ''] = lines;
  return { url, token: url.split('#')[1] ?? '' };
}

const signIn = (token: string) =>
  service.request('/api/auth/sign-in/link', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify({ token }),
  });
const report = (bearer: string | null) =>
  service.request('/v1/analytics?resource=summary', { headers: { authorization: `Bearer ${bearer}` } });

describe('a sign-in link', () => {
  test('leads to the console and signs in once, in the person’s account', async () => {
    const { url, token } = await makeLink();
    expect(url).toMatch(/^http:\/\/[\w.:]+\/console\/sign-in#svl_[0-9a-f]{64}$/);
    const answer = await signIn(token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ user: { email: tenant.owner.email } });
    expect((await report(answer.headers.get('set-auth-token'))).status).toBe(200);
    const again = await signIn(token);
    expect([again.status, await again.json()]).toMatchObject([401, { error: 'Invalid token' }]);
    expect(again.headers.get('set-auth-token')).toBeNull();
  });

  test('is in the audit log, without its token', async () => {
    const { token } = await makeLink();
    const listed = await (await tenant.owner.rpc('list_audit_log')).text();
    expect(JSON.parse(listed).items[0]).toMatchObject({
      action: 'sign_in_link',
      target_id: tenant.owner.userId,
      user_id: null,
    });
    expect(listed).not.toContain(token);
  });

  test('lets one of several in who use it at once', async () => {
    const { token } = await makeLink();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('works for ten minutes', async () => {
    const { token } = await makeLink();
    now = Date.now() + 10 * 60_000;
    expect((await signIn(token)).status).toBe(401);
  });

  test('ends with a newer one', async () => {
    const { token } = await makeLink();
    const newer = await makeLink();
    expect((await signIn(token)).status).toBe(401);
    expect((await signIn(newer.token)).status).toBe(200);
  });

  test('does not go around a second factor', async () => {
    const { token } = await makeLink();
    await service.services.workPool.query('update auth_users set two_factor_enabled = true where id = $1', [
      tenant.owner.userId,
    ]);
    expect((await signIn(token)).status).toBe(401);
    await expect(makeLink()).rejects.toThrow(/has a second factor/);
  });

  test('is for nothing else', async () => {
    const { token } = await makeLink();
    const reset = await service.request('/api/auth/reset-password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
      body: JSON.stringify({ token, newPassword: 'Another-long-password-1' }),
    });
    expect(reset.status).toBe(400);
    const verify = await service.request(`/api/auth/verify-email?token=${token}`, {
      headers: { 'x-forwarded-for': freshAddress() },
    });
    expect(verify.status).not.toBe(200);
    expect((await signIn(token)).status).toBe(200);
  });
});
