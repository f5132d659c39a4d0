import { randomBytes } from 'node:crypto';
import type { Backend } from './backend.ts';

/** A signed-in account owner, who calls the service from outside. */
export interface Owner {
  readonly teamId: string;
  /** The bearer token. */
  readonly token: string;
  /** Headers that make a request the owner's. */
  readonly headers: Readonly<Record<string, string>>;
  rpc<Answer>(procedure: string, args: Record<string, unknown>): Promise<Answer>;
  post<Answer>(path: string, body: Record<string, unknown>): Promise<Answer>;
  /** The body of the response to a GET, unparsed. */
  getText(path: string): Promise<string>;
  analytics<Answer>(resource: string, parameters?: Record<string, string>): Promise<Answer>;
}

/** With what someone signs in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

const someone = (): Credentials => ({
  email: `owner-${randomBytes(6).toString('hex')}@example.com`,
  password: randomBytes(12).toString('hex'),
});

/** Signs someone up and creates an account with that name. */
export async function createOwner(
  { origin, anonKey }: Pick<Backend, 'origin' | 'anonKey'>,
  credentials: Credentials = someone(),
  name = 'Harness',
): Promise<Owner> {
  const token = await signUp(origin, credentials);
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async <Answer>(path: string, body: Record<string, unknown>) =>
    answer<Answer>(await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  const rpc = <Answer>(procedure: string, args: Record<string, unknown>) =>
    post<Answer>(`/rest/v1/rpc/${procedure}`, args);

  const account = await rpc<{ team_id: string }>('create_account', { p_name: name });
  return {
    teamId: account.team_id,
    token,
    headers,
    rpc,
    post,
    async getText(path) {
      const response = await fetch(origin + path, { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return text;
    },
    async analytics(resource, parameters = {}) {
      return answer(
        await fetch(`${origin}/v1/analytics?${new URLSearchParams({ resource, ...parameters })}`, {
          headers,
        }),
      );
    },
  };
}

async function signUp(origin: string, credentials: Credentials): Promise<string> {
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, name: 'Owner' }),
  });
  const token = response.headers.get('set-auth-token');
  if (!token) throw new Error(`sign-up failed: ${response.status} ${await response.text()}`);
  return token;
}

async function answer<Answer>(response: Response): Promise<Answer> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}
