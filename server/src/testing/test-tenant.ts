import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { ResolvedKey } from '@tributary/sdk/wire/resolved-key';
import { TEST_ANON_KEY, type TestService } from './test-service.ts';

/** A signed-in user. */
export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
  /** Calls a procedure over REST. */
  rpc(name: string, args?: unknown): Promise<Response>;
  get(path: string): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
}

/** A user who owns an account with one app, and the app's resolved key. */
export interface Tenant {
  readonly owner: Person;
  readonly accountId: string;
  readonly teamId: string;
  readonly appId: string;
  readonly apiKey: string;
  readonly keyId: string;
  readonly sdkSecret: string;
}

/** The password of every person that `signUp` creates. */
export const PASSWORD = 'Correct-horse-9-battery';

/** An address without any rate-limit history. */
export const freshAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** A new person without an account. @throws Error if the sign-up fails */
export async function signUp(service: TestService): Promise<Person> {
  const email = `p${randomBytes(6).toString('hex')}@example.com`;
  const response = await service.request('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify({ email, password: PASSWORD, name: 'Test Person' }),
  });
  if (response.status !== 200) throw new Error(`no sign-up: ${response.status} ${await response.text()}`);
  const body = (await response.json()) as { user: { id: string } };
  const token = response.headers.get('set-auth-token') ?? '';
  return asPerson(service, { email, userId: body.user.id, token });
}

/** Attempts to sign in, by default from an address without any history. */
export const trySignIn = (service: TestService, email: string, password: string, from = freshAddress()) =>
  service.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  });

/** Signs in again, for example after a session's account changed elsewhere. */
export async function signIn(service: TestService, email: string): Promise<Person> {
  const response = await trySignIn(service, email, PASSWORD);
  const body = (await response.json()) as { user: { id: string } };
  return asPerson(service, {
    email,
    userId: body.user.id,
    token: response.headers.get('set-auth-token') ?? '',
  });
}

function asPerson(service: TestService, who: { email: string; userId: string; token: string }): Person {
  const headers = { authorization: `Bearer ${who.token}`, apikey: TEST_ANON_KEY };
  const post = (path: string, body: unknown) =>
    service.request(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    ...who,
    post,
    get: (path) => service.request(path, { headers }),
    rpc: (name, args = {}) => post(`/rest/v1/rpc/${name}`, args),
  };
}

/** A new person with an account, an app and its key. */
export async function createTenant(service: TestService): Promise<Tenant> {
  const owner = await signUp(service);
  const account = await json<{ account_id: string; team_id: string }>(
    owner.rpc('create_account', { p_name: `Account ${randomBytes(3).toString('hex')}` }),
  );
  const appId = await addApp({ owner });
  const key = await json<{ api_key: string; key_id: string }>(
    owner.post('/v1/generate-key', { app_id: appId }),
  );
  const resolved = await json<ResolvedKey>(
    service.request('/v1/resolve-key', {
      headers: { 'x-service-api-key': key.api_key, 'x-forwarded-for': freshAddress() },
    }),
  );
  return {
    owner,
    accountId: account.account_id,
    teamId: account.team_id,
    appId,
    apiKey: key.api_key,
    keyId: key.key_id,
    sdkSecret: resolved.sdk_secret,
  };
}

/** Makes a new user a member of a team, with a session in its account. */
export async function addMember(
  service: TestService,
  tenant: Tenant,
  role: string,
  teamId = tenant.teamId,
): Promise<Person> {
  const person = await signUp(service);
  await service.services.workPool.query(
    'insert into team_members (id, customer_id, team_id, user_id, role, created_at) values ($1, $2, $3, $4, $5, now())',
    [randomUUID(), tenant.accountId, teamId, person.userId, role],
  );
  return signIn(service, person.email);
}

/** Creates another team in the account. */
export async function addTeam(service: TestService, tenant: Tenant): Promise<string> {
  const teamId = randomUUID();
  await service.services.workPool.query(
    'insert into teams (id, customer_id, name, created_at) values ($1, $2, $3, now())',
    [teamId, tenant.accountId, 'Other team'],
  );
  return teamId;
}

/** Creates an app in the account and returns its id. @param args override the arguments of `create_app`. */
export async function addApp({ owner }: Pick<Tenant, 'owner'>, args: object = {}): Promise<string> {
  const p_bundle_id = `com.example.a${randomBytes(4).toString('hex')}`;
  return json<string>(owner.rpc('create_app', { p_name: 'App', p_bundle_id, ...args }));
}

/** Creates a campaign in the account and returns its id. @param args override the arguments of `create_campaign`. */
export async function addCampaign({ owner }: Pick<Tenant, 'owner'>, args: object = {}): Promise<string> {
  const { id } = await json<{ id: string }>(owner.rpc('create_campaign', { p_name: 'Spring', ...args }));
  return id;
}

async function json<T>(pending: Promise<Response>): Promise<T> {
  const response = await pending;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
