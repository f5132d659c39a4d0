import { expect, test } from 'vitest';
import { perTest } from '../../../testing/per-suite.ts';
import { freshAddress, type Person, signIn, signUp } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

const service = useService();
const person = perTest(() => signUp(service));

const ask = (who: Person, method: 'GET' | 'POST', path: string, body: object = {}) =>
  service.request(`/api/auth${path}`, {
    method,
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': freshAddress(),
      'user-agent': 'phone',
    },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
const sessionsOf = async (who: Person) => {
  const response = await ask(who, 'GET', '/list-sessions');
  return response.status === 200 ? ((await response.json()) as { token: string }[]) : response.status;
};
const idOf = ({ token }: Person) => decodeURIComponent(token).split('.')[0];
const works = async (who: Person) => (await who.rpc('list_accounts')).status === 200;

test('a user sees their own sessions alone', async () => {
  const phone = await signIn(service, person.email);
  await signUp(service);
  const listed = (await sessionsOf(person)) as { token: string }[];
  expect(listed.map(({ token }) => token).sort()).toEqual([idOf(person), idOf(phone)].sort());
  // What is listed names a session; it signs no one in.
  for (const { token } of listed) expect(await sessionsOf({ ...person, token })).toBe(401);
});

test('a user ends one of their sessions, which stops working at once', async () => {
  const phone = await signIn(service, person.email);
  expect((await ask(person, 'POST', '/revoke-session', { token: idOf(phone) })).status).toBe(200);
  expect([await works(phone), await works(person)]).toEqual([false, true]);
  expect(await sessionsOf(person)).toHaveLength(1);
});

test('a user cannot end another’s session', async () => {
  const other = await signUp(service);
  await ask(person, 'POST', '/revoke-session', { token: idOf(other) });
  expect(await works(other)).toBe(true);
});

test.each([
  ['/revoke-other-sessions', true],
  ['/revoke-sessions', false],
  ['/sign-out', false],
])('%s leaves the own session: %j', async (path, stays) => {
  const phone = await signIn(service, person.email);
  expect((await ask(person, 'POST', path)).status).toBe(200);
  expect([await works(phone), await works(person)]).toEqual([path === '/sign-out', stays]);
});
